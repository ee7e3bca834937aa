import type { Stripe } from 'stripe';

import { route } from '../http/route';
import {
  amount,
  bool,
  decimal,
  hash,
  integer,
  metadata,
  oneOf,
  params,
  required,
  text,
  timestamp,
} from '../params/rules';
import { chosenId, currency, id } from '../params/shared-rules';
import { listPage, PAGE_BY_CREATED, type PageParams } from '../work/lists';
import { createCoupon, createPromotionCode, deleteCoupon, updateCoupon, updatePromotionCode } from './coupons';

const MAX_MONTHS = 36;
const redemptions = integer({ min: 1, max: 1_000_000_000 });

const coupons = [
  route({
    method: 'POST',
    path: '/v1/coupons',
    params: params<Stripe.CouponCreateParams>({
      amount_off: amount(),
      currency,
      duration: oneOf('forever', 'once', 'repeating'),
      duration_in_months: integer({ min: 1, max: MAX_MONTHS }),
      id: chosenId,
      max_redemptions: redemptions,
      metadata,
      name: text({ max: 40 }),
      percent_off: decimal({ min: 0.01, max: 100 }),
      redeem_by: timestamp,
    }),
    handle: ({ work, params: given }) => createCoupon(work, given),
  }),
  route({
    method: 'GET',
    path: '/v1/coupons',
    params: params<PageParams>(PAGE_BY_CREATED),
    handle: ({ work, params: given }) => listPage(work, 'coupon', '/v1/coupons', given),
  }),
  route({
    method: 'GET',
    path: '/v1/coupons/:id',
    params: params<object>({}),
    handle: ({ work, id: couponId }) => work.get('coupon', couponId),
  }),
  route({
    method: 'POST',
    path: '/v1/coupons/:id',
    params: params<Stripe.CouponUpdateParams>({ metadata, name: text({ max: 40 }) }),
    handle: async ({ work, id: couponId, params: given }) =>
      updateCoupon(work, await work.get('coupon', couponId), given),
  }),
  route({
    method: 'DELETE',
    path: '/v1/coupons/:id',
    params: params<object>({}),
    handle: ({ work, id: couponId }) => deleteCoupon(work, couponId),
  }),
];

const promotionCodes = [
  route({
    method: 'POST',
    path: '/v1/promotion_codes',
    params: params<Stripe.PromotionCodeCreateParams>({
      active: bool,
      code: text({ max: 500, pattern: /^[A-Za-z0-9-]+$/ }),
      customer: id,
      expires_at: timestamp,
      max_redemptions: redemptions,
      metadata,
      promotion: required(
        hash<Stripe.PromotionCodeCreateParams.Promotion>({ coupon: required(id), type: required(oneOf('coupon')) }),
      ),
      restrictions: hash<Stripe.PromotionCodeCreateParams.Restrictions>({
        first_time_transaction: bool,
        minimum_amount: amount(),
        minimum_amount_currency: currency,
      }),
    }),
    handle: ({ work, params: given }) => createPromotionCode(work, given),
  }),
  route({
    method: 'GET',
    path: '/v1/promotion_codes',
    params: params<PageParams & { active?: boolean; code?: string; coupon?: string; customer?: string }>({
      ...PAGE_BY_CREATED,
      active: bool,
      code: text({ max: 500 }),
      coupon: id,
      customer: id,
    }),
    handle: ({ work, params: { active, code, coupon, customer, ...page } }) =>
      listPage(work, 'promotion_code', '/v1/promotion_codes', page, { active, code, coupon, customer }),
  }),
  route({
    method: 'GET',
    path: '/v1/promotion_codes/:id',
    params: params<object>({}),
    handle: ({ work, id: codeId }) => work.get('promotion_code', codeId),
  }),
  route({
    method: 'POST',
    path: '/v1/promotion_codes/:id',
    params: params<Stripe.PromotionCodeUpdateParams>({ active: bool, metadata }),
    handle: async ({ work, id: codeId, params: given }) =>
      updatePromotionCode(work, await work.get('promotion_code', codeId), given),
  }),
];

export const couponRoutes = [...coupons, ...promotionCodes];
