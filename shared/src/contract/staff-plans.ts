import * as z from 'zod/mini';

import { endpoint } from './endpoint';
import { MAX_COUPON_DAYS, MAX_COUPON_USES, MAX_PLAN_PRICE, MIN_PLAN_PRICE } from './limits';
import { couponCode, plan } from './plans';
import { count, givenDay, id, iso, yen } from './primitives';
import { staffReason } from './staff-reason';

const staffOnly = { access: { session: 'staff' } } as const;

const staffPlan = z.extend(
  z.pick(plan, { id: true, name: true, price: true, interval: true, audience: true, trialDays: true }),
  {
    /** Whether new subscribers can take it. Whoever has a plan that is not on sale keeps it. */
    isOnSale: z.boolean(),
    /** How many have it now. */
    subscribers: count,
    /** How many of them are in the free trial. */
    trials: count,
    /** The price to which they are moved; null when none is announced. */
    newPrice: z.nullable(yen),
  },
);
export type StaffPlan = z.output<typeof staffPlan>;

export const listStaffPlans = endpoint({
  ...staffOnly,
  name: 'listStaffPlans',
  isExtension: true,
  method: 'GET',
  path: '/staff/plans',
  summary: 'Returns all plans in display order, those that are not on sale among them.',
  response: z.object({ items: z.array(staffPlan) }),
  errors: [],
  tags: ['Staff'],
});

export const setPlanSale = endpoint({
  ...staffOnly,
  name: 'setPlanSale',
  isExtension: true,
  method: 'PUT',
  path: '/staff/plans/{id}/sale',
  summary: 'Starts or ends the sale of a plan. Whoever has the plan keeps it.',
  params: z.object({ id }),
  body: z.strictObject({ isOnSale: z.boolean(), reason: staffReason }),
  response: null,
  errors: ['not_found'],
  invalidates: ['Staff', 'Subscription'],
});

const WRONG_PRICE = `${MIN_PLAN_PRICE}円から${MAX_PLAN_PRICE.toLocaleString('ja-JP')}円までの金額を入力してください。`;

export const changePlanPrice = endpoint({
  ...staffOnly,
  name: 'changePlanPrice',
  isExtension: true,
  method: 'POST',
  path: '/staff/plans/{id}/price',
  summary:
    'Replaces a plan by one with a new price, for new subscribers at once. Whoever has the plan is told by mail, and moved with the first renewal that is 30 days later or more. A plan that is being replaced already is 409 already; the price that it has is 422.',
  params: z.object({ id }),
  body: z.strictObject({
    price: z
      .int({ error: WRONG_PRICE })
      .check(z.minimum(MIN_PLAN_PRICE, { error: WRONG_PRICE }), z.maximum(MAX_PLAN_PRICE, { error: WRONG_PRICE })),
    reason: staffReason,
  }),
  response: z.object({ id }),
  status: 201,
  errors: ['not_found', 'already', 'invalid'],
  invalidates: ['Staff', 'Subscription'],
  idempotencyKey: true,
});

const staffCoupon = z.object({
  code: z.string(),
  /** Length of the whole trial with this coupon, in days. */
  trialDays: count,
  uses: count,
  maxUses: count,
  /** Valid until then. */
  expiresAt: iso,
  /** The only plan it applies to; null for any. */
  plan: z.nullable(z.object({ id, name: z.string() })),
  state: z.enum(['valid', 'used_up', 'expired']),
});
export type StaffCoupon = z.output<typeof staffCoupon>;

export const listCoupons = endpoint({
  ...staffOnly,
  name: 'listCoupons',
  isExtension: true,
  method: 'GET',
  path: '/staff/coupons',
  summary: 'Returns the latest 200 coupons for longer trials, latest first, and how often each was used.',
  response: z.object({ items: z.array(staffCoupon) }),
  errors: [],
  tags: ['Staff'],
});

const whole = (max: number, error: string) =>
  z.int({ error }).check(z.minimum(1, { error }), z.maximum(max, { error }));

export const createCoupon = endpoint({
  ...staffOnly,
  name: 'createCoupon',
  isExtension: true,
  method: 'POST',
  path: '/staff/coupons',
  summary:
    'Makes a coupon for a longer trial. A code that exists already, in whatever width and case, or a last day in the past is 422.',
  body: z.strictObject({
    code: couponCode,
    trialDays: whole(MAX_COUPON_DAYS, `1から${MAX_COUPON_DAYS}までの日数を入力してください。`),
    maxUses: whole(MAX_COUPON_USES, `1から${MAX_COUPON_USES.toLocaleString('ja-JP')}までの回数を入力してください。`),
    /** The last day in Japan on which it is valid. */
    lastDay: givenDay(),
    /** The only plan it applies to; null for any. */
    planId: z.nullable(id),
  }),
  response: z.object({ code: z.string() }),
  status: 201,
  errors: ['invalid'],
  invalidates: ['Staff'],
  idempotencyKey: true,
});

export const endCoupon = endpoint({
  ...staffOnly,
  name: 'endCoupon',
  isExtension: true,
  method: 'POST',
  path: '/staff/coupon_ends',
  summary: 'Ends a coupon: nobody can redeem it any more, trials with it go on. One that has expired is 409 already.',
  body: z.strictObject({ code: couponCode, reason: staffReason }),
  response: null,
  errors: ['not_found', 'already'],
  invalidates: ['Staff'],
});
