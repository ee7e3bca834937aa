import { redeem, redeemCode } from '../catalogue/coupons';
import { invalid } from '../http/stripe-error';
import { newId } from '../work/ids';
import type { Kinds } from '../work/kinds';
import { idOf, type Work } from '../work/work';
import { monthsLater } from './periods';

type Discount = Kinds['discount'];

export interface DiscountParam {
  coupon?: string;
  promotion_code?: string;
  discount?: string;
}

interface Discounted {
  readonly customerId: string;
  /** The amount before discounts, for codes with a minimum. */
  readonly amount: number;
  readonly subscriptionId?: string;
}

/** Redeems coupons and promotion codes for a subscription or an invoice. */
export async function takeDiscounts(
  work: Work,
  given: readonly DiscountParam[],
  { customerId, amount, subscriptionId }: Discounted,
): Promise<string[]> {
  const ids: string[] = [];
  for (const { coupon: couponId, promotion_code: codeId, discount } of given) {
    if (discount !== undefined) {
      ids.push((await work.get('discount', discount, 'discounts')).id);
      continue;
    }
    if ((couponId === undefined) === (codeId === undefined))
      throw invalid('Each discount has a coupon, a promotion_code or a discount.', 'parameter_missing', 'discounts');
    const code = codeId === undefined ? undefined : await work.get('promotion_code', codeId, 'discounts');
    const coupon = code
      ? await redeemCode(work, code, customerId, await isFirstPurchase(work, customerId), amount)
      : await work.get('coupon', couponId ?? '', 'discounts');
    if (!code) await redeem(work, coupon);
    const taken = work.save<'discount'>({
      id: newId('di'),
      object: 'discount',
      created: work.now,
      checkout_session: null,
      customer: customerId,
      customer_account: null,
      end: coupon.duration === 'repeating' ? monthsLater(work.now, coupon.duration_in_months ?? 0) : null,
      invoice: null,
      invoice_item: null,
      promotion_code: code?.id ?? null,
      source: { coupon: coupon.id, type: 'coupon' },
      start: work.now,
      subscription: subscriptionId ?? null,
      subscription_item: null,
      _duration: coupon.duration,
      _percentOff: coupon.percent_off,
      _amountOff: coupon.amount_off,
    });
    ids.push(taken.id);
  }
  return ids;
}

async function isFirstPurchase(work: Work, customerId: string): Promise<boolean> {
  const keys = [`customer:${customerId}`];
  const charges = await work.list({ kind: 'charge', keys, limit: 20 });
  return !charges.some(({ paid }) => paid);
}

/** Returns the discounts of a subscription that have not ended. */
export async function activeDiscounts(work: Work, ids: readonly (string | { id: string })[]): Promise<Discount[]> {
  const discounts = await Promise.all(ids.map((id) => work.get('discount', idOf(id) ?? '')));
  return discounts.filter(({ end }) => end === null || end > work.now);
}

/** Returns the amount of each discount, applied one after the other, in whole yen and never below zero. */
export function discountAmounts(amount: number, discounts: readonly Discount[]) {
  let left = amount;
  const taken: { amount: number; discount: string }[] = [];
  for (const discount of discounts) {
    const { _percentOff: percent, _amountOff: yen } = discount;
    const off = percent === null ? (yen ?? 0) : Math.round((left * percent) / 100);
    const part = Math.min(left, off);
    left -= part;
    taken.push({ amount: part, discount: discount.id });
  }
  return taken;
}

/** Ends discounts with duration `once` after an invoice has used them. */
export function endUsed(work: Work, discounts: readonly Discount[]): void {
  for (const discount of discounts) {
    if (discount._duration === 'once') work.save<'discount'>(Object.assign(discount, { end: work.now }));
  }
}
