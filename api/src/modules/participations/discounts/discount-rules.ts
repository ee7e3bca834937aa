import { MIN_TICKET_PRICE } from '@manabiba/shared/contract/limits';

import { AppError } from '../../../platform/app-error';
import { DEFAULT_TIME_ZONE, momentIn } from '../../../platform/moments';
import { percentOf } from '../../../platform/money';
import type { DiscountCodeRow, DiscountedTicket } from './discounts.repository';

type Reduction = Pick<DiscountCodeRow, 'amount_off' | 'percent_off'>;

/** Returns what a code takes off a price without a lower limit, in whole yen, rounded down. */
const nominalDiscount = (price: number, { amount_off: amount, percent_off: percent }: Reduction): number =>
  amount ?? percentOf(price, percent ?? 0);

/** Returns what a code takes off a price. What is left can be charged: the provider charges no less. */
export const discountOf = (price: number, reduction: Reduction): number =>
  Math.max(0, Math.min(nominalDiscount(price, reduction), price - MIN_TICKET_PRICE));

/** Returns whether a price with a code would be too low to be charged. */
export const isTooMuch = (price: number, reduction: Reduction): boolean =>
  price > 0 && price - nominalDiscount(price, reduction) < MIN_TICKET_PRICE;

export const appliesTo = ({ ticket_type_ids: ids }: Pick<DiscountCodeRow, 'ticket_type_ids'>, ticketTypeId: string) =>
  ids === null || ids.includes(ticketTypeId);

/** Says at the field of the code why it does not hold. */
const refusal = (sentence: string) => ({ fields: { discountCode: sentence } });

/** Requires a code that holds for a ticket now; otherwise throws `invalid` with the reason at the field. */
export function requireHolding(
  code: DiscountCodeRow | undefined,
  ticket: DiscountedTicket,
  now: Date,
): DiscountCodeRow {
  if (!code) throw new AppError('invalid', refusal('この割引コードは見つかりません。入力をご確認ください。'));
  if (code.revoked_at !== null) throw new AppError('invalid', refusal('この割引コードは使えなくなりました。'));
  if (code.valid_until !== null && code.valid_until <= now)
    throw new AppError('invalid', refusal('この割引コードの期限は過ぎています。'));
  if (code.valid_from !== null && code.valid_from > now) {
    const from = momentIn(DEFAULT_TIME_ZONE, code.valid_from);
    throw new AppError('invalid', refusal(`この割引コードは、${from}から使えます。`));
  }
  if (ticket.price === 0 || !appliesTo(code, ticket.id))
    throw new AppError('invalid', refusal('この割引コードは、このチケットには使えません。'));
  return code;
}

/** Requires a use that is left for each of some seats; otherwise throws `code_used` with the reason at the field. */
export function requireUse({ max_uses: max }: DiscountCodeRow, uses: number, seats = 1): void {
  if (uses >= max) throw new AppError('code_used', refusal('この割引コードは、使える回数に達しました。'));
  if (uses + seats > max)
    throw new AppError('code_used', refusal(`この割引コードは、あと${max - uses}席分まで使えます。`));
}
