import type { Stripe } from 'stripe';

import { activeCustomer, deletedForm } from '../customers/customers';
import { emit, emitChange } from '../events/emit';
import { invalid } from '../http/stripe-error';
import { CURRENCY } from '../params/shared-rules';
import { mergedMetadata } from '../work/fields';
import { newId } from '../work/ids';
import type { Kinds } from '../work/kinds';
import { idOf, type Work } from '../work/work';
import { refuseTaken } from './products';

type Coupon = Kinds['coupon'];
type PromotionCode = Kinds['promotion_code'];

const CODE_CHARACTERS = 8;

export async function createCoupon(work: Work, params: Stripe.CouponCreateParams): Promise<Coupon> {
  const { duration = 'once', duration_in_months: months = null } = params;
  if ((params.percent_off === undefined) === (params.amount_off === undefined))
    throw invalid('You must provide either `percent_off` or `amount_off`, and not both.', 'parameter_missing');
  if (params.amount_off !== undefined && params.currency === undefined)
    throw invalid('You must provide `currency` with `amount_off`.', 'parameter_missing', 'currency');
  if ((duration === 'repeating') !== (months !== null))
    throw invalid(
      '`duration_in_months` belongs to coupons with `duration` `repeating`.',
      undefined,
      'duration_in_months',
    );
  const id = params.id ?? newId('x').slice(2, 2 + CODE_CHARACTERS);
  await refuseTaken(work, 'coupon', id);
  const coupon = work.save<'coupon'>({
    id,
    object: 'coupon',
    amount_off: params.amount_off ?? null,
    created: work.now,
    currency: params.amount_off === undefined ? null : CURRENCY,
    duration,
    duration_in_months: months,
    livemode: false,
    max_redemptions: params.max_redemptions ?? null,
    metadata: mergedMetadata(null, params.metadata),
    name: params.name ?? null,
    percent_off: params.percent_off ?? null,
    redeem_by: params.redeem_by ?? null,
    times_redeemed: 0,
    valid: true,
    _dueAt: params.redeem_by ?? null,
  });
  await emit(work, 'coupon.created', coupon);
  return coupon;
}

export async function updateCoupon(work: Work, coupon: Coupon, params: Stripe.CouponUpdateParams): Promise<Coupon> {
  await emitChange<Coupon>(work, 'coupon.updated', coupon, {
    metadata: mergedMetadata(coupon.metadata, params.metadata),
    name: params.name ?? coupon.name,
  });
  return coupon;
}

/** Deleting a coupon keeps the discounts already granted but prevents further redemptions. */
export async function deleteCoupon(work: Work, id: string): Promise<object> {
  const coupon = await work.get('coupon', id);
  work.remove(coupon);
  await emit(work, 'coupon.deleted', coupon);
  return deletedForm(coupon);
}

export async function createPromotionCode(
  work: Work,
  params: Stripe.PromotionCodeCreateParams,
): Promise<PromotionCode> {
  const coupon = await work.get('coupon', params.promotion.coupon ?? '', 'promotion[coupon]');
  const code =
    params.code ??
    newId('x')
      .slice(2, 2 + CODE_CHARACTERS)
      .toUpperCase();
  await work.transaction.lock(`promotion-code/${work.account}/${code}`);
  const taken = await work.list({ kind: 'promotion_code', keys: [`code:${code}`, 'active:true'], limit: 1 });
  if (taken.length > 0)
    throw invalid(`An active promotion code with \`code: ${code}\` already exists.`, 'resource_already_exists', 'code');
  const promotion = work.save<'promotion_code'>({
    id: newId('promo'),
    object: 'promotion_code',
    active: params.active ?? true,
    code,
    created: work.now,
    customer: params.customer ? (await activeCustomer(work, params.customer)).id : null,
    customer_account: null,
    expires_at: params.expires_at ?? null,
    livemode: false,
    max_redemptions: params.max_redemptions ?? null,
    metadata: mergedMetadata(null, params.metadata),
    promotion: { coupon: coupon.id, type: 'coupon' },
    restrictions: {
      first_time_transaction: params.restrictions?.first_time_transaction ?? false,
      minimum_amount: params.restrictions?.minimum_amount ?? null,
      minimum_amount_currency: params.restrictions?.minimum_amount === undefined ? null : CURRENCY,
    },
    times_redeemed: 0,
    _dueAt: params.expires_at ?? null,
  });
  await emit(work, 'promotion_code.created', promotion);
  return promotion;
}

export async function updatePromotionCode(
  work: Work,
  promotion: PromotionCode,
  params: Stripe.PromotionCodeUpdateParams,
): Promise<PromotionCode> {
  await emitChange<PromotionCode>(work, 'promotion_code.updated', promotion, {
    active: params.active ?? promotion.active,
    metadata: mergedMetadata(promotion.metadata, params.metadata),
  });
  return promotion;
}

/** Counts one redemption. Throws 400 `coupon_expired` for an expired coupon. */
export async function redeem(work: Work, coupon: Coupon): Promise<void> {
  if (!coupon.valid || (coupon.redeem_by !== null && coupon.redeem_by <= work.now))
    throw invalid(`Coupon expired: ${coupon.id}`, 'coupon_expired', 'coupon');
  coupon.times_redeemed += 1;
  if (coupon.max_redemptions !== null && coupon.times_redeemed >= coupon.max_redemptions) coupon.valid = false;
  work.save(coupon);
}

/** Counts one redemption of a code and its coupon. Throws 400 when the code's own conditions are not met. */
export async function redeemCode(
  work: Work,
  promotion: PromotionCode,
  customerId: string,
  isFirstPurchase: boolean,
  amount: number,
): Promise<Coupon> {
  const refuse = (message: string) => invalid(message, undefined, 'discounts');
  const { first_time_transaction: isForFirst, minimum_amount: minimum } = promotion.restrictions;
  if (!promotion.active || (promotion.expires_at !== null && promotion.expires_at <= work.now))
    throw refuse(`The promotion code ${promotion.code} is not active.`);
  if (promotion.customer !== null && idOf(promotion.customer) !== customerId)
    throw refuse('This promotion code cannot be redeemed by this customer.');
  if (isForFirst && !isFirstPurchase)
    throw refuse('This promotion code cannot be redeemed because the associated customer has prior transactions.');
  if (minimum !== null && amount < minimum)
    throw refuse(`This promotion code needs an amount of at least ¥${minimum}.`);
  promotion.times_redeemed += 1;
  if (promotion.max_redemptions !== null && promotion.times_redeemed >= promotion.max_redemptions)
    promotion.active = false;
  work.save(promotion);
  const coupon = await work.get('coupon', idOf(promotion.promotion.coupon) ?? '', 'discounts');
  await redeem(work, coupon);
  return coupon;
}

/** Marks a coupon or a code as no longer redeemable after its end. */
export async function redemptionOver(work: Work, object: Coupon | PromotionCode): Promise<void> {
  if (object.object === 'coupon') work.save<'coupon'>(Object.assign(object, { valid: false, _dueAt: null }));
  else work.save<'promotion_code'>(Object.assign(object, { active: false, _dueAt: null }));
}
