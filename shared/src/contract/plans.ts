import * as z from 'zod/mini';

import { endpoint } from './endpoint';
import { MAX_COUPON_LENGTH, MAX_LEAVING_REASON_LENGTH, MAX_RECEIPT_LENGTH } from './limits';
import { code, count, id, iso, text, yen } from './primitives';
import { invoiceStatus } from './users';

export const plan = z.object({
  id,
  name: z.string(),
  /** Includes tax. */
  price: yen,
  interval: z.enum(['month', 'year']),
  /** `student`: for users aged 24 or under. */
  audience: z.enum(['student', 'adult', 'all']),
  /** Length of the free trial in days for users who never had one; 0 for none. */
  trialDays: count,
  /** The benefits, one line each. */
  features: z.array(z.string()),
  /** Null until the first subscription. */
  stripePriceId: z.nullable(z.string()),
  /** Its product id in the app stores; null when it is not sold there. */
  appProductId: z.nullable(z.string()),
});
export type Plan = z.output<typeof plan>;

export const subscriptionProvider = z.enum(['stripe', 'app_store', 'google_play']);

/**
 * `incomplete`: the card's bank must confirm first, the user is not subscribed yet. `past_due`: a payment failed and is
 * retried while the plan continues. `will_cancel`: continues until the end of the period.
 */
export const subscriptionState = z.enum(['incomplete', 'trialing', 'active', 'past_due', 'will_cancel', 'cancelled']);

/** A failed payment that is being retried. */
const openInvoice = z.object({
  amount: yen,
  /** When it was attempted, earliest first. */
  attempts: z.array(iso),
  /** When the next automatic retry is; null when there is none. */
  nextRetryAt: z.nullable(iso),
  /** The plan ends then unless it is paid. */
  graceEndsAt: iso,
});

export const subscription = z.object({
  id,
  userId: id,
  planId: id,
  plan,
  provider: subscriptionProvider,
  state: subscriptionState,
  startedAt: iso,
  /** When the trial ends; null without a trial. */
  trialEndsAt: z.nullable(iso),
  currentPeriodEnd: iso,
  /** Ends automatically at the end of the period. */
  willUnsubscribed: z.boolean(),
  /** The plan from the next period on; null when unchanged. */
  nextPlan: z.nullable(plan),
  /** Null when nothing will be charged. For an app store plan, the amount is the one shown by the store. */
  nextPayment: z.nullable(z.object({ at: iso, amount: z.nullable(yen) })),
  invoiceStatus,
  nextRetryAt: z.nullable(iso),
  openInvoice: z.nullable(openInvoice),
  couponCode: z.nullable(z.string()),
  /** When and why it ended; null while it is active. */
  endedAt: z.nullable(iso),
  endReason: z.nullable(z.enum(['self', 'unpaid', 'declined', 'withdrawn', 'expired'])),
  /** Where the store lets users change and cancel it; null for plans that are managed here. */
  manageUrl: z.nullable(z.string()),
});
export type Subscription = z.output<typeof subscription>;

export const stripeCard = z.object({
  brand: z.string(),
  last4: z.string(),
  expMonth: z.int(),
  expYear: z.int(),
  isExpired: z.boolean(),
});
export type StripeCard = z.output<typeof stripeCard>;

export const couponCode = code({ max: MAX_COUPON_LENGTH, empty: 'クーポンコードを入力してください。' });
/** Ids at the payment provider. */
const paymentMethodId = z
  .string()
  .check(z.maxLength(255, { abort: true }), z.regex(/^\w+$/, { error: 'カード情報を入力し直してください。' }));

/** A subscription after a change. With `clientSecret`, the card's bank requires a confirmation in the browser first. */
const changedSubscription = z.object({ subscription, clientSecret: z.optional(z.string()) });

const notForChildren = { session: 'person', refuses: { child: 'guardian_required' } } as const;

export const getAppSubscriptionPlan = endpoint({
  name: 'getAppSubscriptionPlan',
  method: 'GET',
  path: '/app_subscription_plan',
  summary: 'Returns the plan that the app stores sell.',
  access: { session: 'public' },
  response: z.object({ plan }),
  errors: ['not_found'],
  tags: ['Subscription'],
});

export const listSubscriptionPlans = endpoint({
  name: 'listSubscriptionPlans',
  method: 'GET',
  path: '/subscription_plans',
  summary: 'Returns all plans that can be subscribed to, in display order.',
  access: { session: 'public' },
  response: z.object({ plans: z.array(plan) }),
  errors: [],
  tags: ['Subscription'],
});

export const checkTrialCoupon = endpoint({
  name: 'checkTrialCoupon',
  method: 'POST',
  path: '/check_trial_coupon',
  summary:
    'Returns whether a coupon extends the trial, and by how much. Subscribing redeems it. Limited to ten attempts per hour; subscribers get 409.',
  access: notForChildren,
  body: z.strictObject({ code: couponCode }),
  response: z.object({
    valid: z.boolean(),
    /** Of the whole trial; 0 when the coupon is invalid. */
    trialDays: count,
    /** The only plan it applies to; null for any. */
    planId: z.nullable(id),
    reason: z.nullable(z.enum(['unknown', 'expired', 'used_up', 'trial_used'])),
  }),
  errors: ['already', 'rate_limited'],
});

export const createAppSubscription = endpoint({
  name: 'createAppSubscription',
  method: 'POST',
  path: '/me/app_subscription',
  summary:
    'Registers a plan that was bought or renewed in an app store: `receipt` is the signed transaction of Apple or the purchase token of Google Play.',
  access: { ...notForChildren, needsVerifiedEmail: true, closes: true },
  body: z.strictObject({
    platform: z.enum(['ios', 'android']),
    receipt: z
      .string()
      .check(
        z.minLength(1),
        z.maxLength(MAX_RECEIPT_LENGTH, { abort: true }),
        z.regex(/^[\w.~-]+$/, { error: '購入情報を確認できませんでした。' }),
      ),
  }),
  response: z.object({ subscription }),
  errors: ['already', 'invalid', 'not_found', 'unavailable'],
  invalidates: ['Subscription', 'Auth'],
  idempotencyKey: true,
});

export const getStripeCard = endpoint({
  name: 'getStripeCard',
  method: 'GET',
  path: '/me/stripe-card',
  summary: 'Returns the card that pays for the plan.',
  access: notForChildren,
  response: z.object({ card: z.nullable(stripeCard) }),
  errors: [],
  tags: ['Subscription'],
});

export const createSubscription = endpoint({
  name: 'createSubscription',
  method: 'POST',
  path: '/me/subscriptions',
  summary:
    'Subscribes to a plan. `trialDays` is the trial length that the user has confirmed; any other length is 409. A declined card leaves no subscription. When `clientSecret` is returned, the browser must confirm the payment with the bank; repeating the call then returns the outcome.',
  access: { ...notForChildren, needsVerifiedEmail: true, closes: true },
  body: z.strictObject({
    planId: id,
    paymentMethodId,
    couponCode: z.optional(couponCode),
    trialDays: z.optional(count),
  }),
  response: changedSubscription,
  status: 201,
  errors: [
    'not_found',
    'already',
    'conflict',
    'invalid',
    'student_only',
    'guardian_required',
    'card_declined',
    'rate_limited',
    'unavailable',
  ],
  invalidates: ['Subscription', 'Auth'],
  idempotencyKey: true,
});

export const updateSubscription = endpoint({
  name: 'updateSubscription',
  method: 'PATCH',
  path: '/me/subscriptions',
  summary:
    'Changes the plan from the next period on, replaces the card (which pays open invoices immediately), undoes a cancellation, or pays open invoices with the card on file.',
  access: { session: 'person' },
  body: z
    .strictObject({
      planId: z.optional(id),
      paymentMethodId: z.optional(paymentMethodId),
      resume: z.optional(z.literal(true)),
      pay: z.optional(z.literal(true)),
    })
    .check(
      z.refine((body) => Object.values(body).some((value) => value !== undefined), {
        error: '変更する内容を指定してください。',
      }),
    ),
  response: changedSubscription,
  errors: ['not_found', 'conflict', 'invalid', 'student_only', 'payment_required', 'card_declined', 'unavailable'],
  invalidates: ['Subscription', 'Auth'],
  idempotencyKey: true,
});

export const deleteSubscription = endpoint({
  name: 'deleteSubscription',
  method: 'DELETE',
  path: '/me/subscriptions',
  summary:
    'Cancels the subscription at the end of the period. A plan bought in an app store is cancelled there: 409 with the URL as `fields.manageUrl`.',
  access: { session: 'person' },
  body: z.strictObject({ reason: z.optional(text({ max: MAX_LEAVING_REASON_LENGTH })) }),
  response: z.object({ willUnsubscribed: z.literal(true), subscriptionExpiresAt: iso }),
  errors: ['not_found', 'conflict', 'unavailable'],
  invalidates: ['Subscription', 'Auth'],
  idempotencyKey: true,
});

export const getSubscriptionTrial = endpoint({
  name: 'getSubscriptionTrial',
  method: 'GET',
  path: '/me/subscription_trial',
  summary:
    'Returns whether the user is eligible for a trial, and until when it would last; for a running trial, when it ends.',
  access: { session: 'person' },
  response: z.object({
    eligible: z.boolean(),
    reason: z.nullable(z.enum(['used', 'card_used', 'subscribed'])),
    trialDays: count,
    endsAt: z.nullable(iso),
  }),
  errors: [],
  tags: ['Subscription'],
});

export const getSubscription = endpoint({
  name: 'getSubscription',
  isExtension: true,
  method: 'GET',
  path: '/me/subscription',
  summary: 'Returns the current or last subscription of the user, or null when there was none.',
  access: { session: 'person' },
  response: z.object({ subscription: z.nullable(subscription) }),
  errors: ['conflict', 'unavailable'],
  tags: ['Subscription'],
});
