import * as z from 'zod/mini';

import { endpoint } from './endpoint';
import { MAX_COUPON_LENGTH, MAX_LEAVING_REASON_LENGTH, MAX_RECEIPT_LENGTH } from './limits';
import { count, id, iso, text, yen } from './primitives';
import { invoiceStatus } from './users';

export const plan = z.object({
  id,
  name: z.string(),
  /** Includes tax. */
  price: yen,
  interval: z.enum(['month', 'year']),
  /** `student`: for people of 24 or under. */
  audience: z.enum(['student', 'adult', 'all']),
  /** Days that are free for somebody who has never had a trial; 0: none. */
  trialDays: count,
  /** What it brings, one line each. */
  features: z.array(z.string()),
  /** Null until somebody subscribes to it for the first time. */
  stripePriceId: z.nullable(z.string()),
  /** Under which name the app stores sell it; null: they do not. */
  appProductId: z.nullable(z.string()),
});
export type Plan = z.output<typeof plan>;

export const subscriptionProvider = z.enum(['stripe', 'app_store', 'google_play']);

/**
 * `incomplete`: the card's bank has to confirm first, the person is not subscribed yet. `past_due`: a payment failed; it
 * is tried again, and the plan goes on meanwhile. `will_cancel`: goes on until the end of the period.
 */
export const subscriptionState = z.enum(['incomplete', 'trialing', 'active', 'past_due', 'will_cancel', 'cancelled']);

/** A payment that failed and is tried again. */
const openInvoice = z.object({
  amount: yen,
  /** When it was tried, the first time first. */
  attempts: z.array(iso),
  /** When it is tried next by itself; null: it is not. */
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
  /** Until when it is free; null without a trial. */
  trialEndsAt: z.nullable(iso),
  currentPeriodEnd: iso,
  /** Ends by itself at the end of the period. */
  willUnsubscribed: z.boolean(),
  /** The plan from the next period on; null: the same. */
  nextPlan: z.nullable(plan),
  /** Null: nothing will be charged. Of a plan of an app store the amount is what the store says there. */
  nextPayment: z.nullable(z.object({ at: iso, amount: z.nullable(yen) })),
  invoiceStatus,
  nextRetryAt: z.nullable(iso),
  openInvoice: z.nullable(openInvoice),
  couponCode: z.nullable(z.string()),
  /** When it ended, and why; null while it goes on. */
  endedAt: z.nullable(iso),
  endReason: z.nullable(z.enum(['self', 'unpaid', 'declined', 'withdrawn', 'expired'])),
  /** Where the store lets people change and cancel it; null for plans that are changed here. */
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

const couponCode = text({ min: 1, max: MAX_COUPON_LENGTH, empty: 'クーポンコードを入力してください。' });
/** Ids of the payment provider. */
const paymentMethodId = z
  .string()
  .check(z.maxLength(255, { abort: true }), z.regex(/^\w+$/, { error: 'カード情報を入力し直してください。' }));

/** A subscription after a change. With `clientSecret` the card's bank wants to be asked in the browser first. */
const changedSubscription = z.object({ subscription, clientSecret: z.optional(z.string()) });

const notForChildren = { session: 'person', refuses: { child: 'guardian_required' } } as const;

export const getAppSubscriptionPlan = endpoint({
  name: 'getAppSubscriptionPlan',
  method: 'GET',
  path: '/app_subscription_plan',
  summary: 'The plan that the app stores sell.',
  access: { session: 'public' },
  response: z.object({ plan }),
  errors: ['not_found'],
  tags: ['Subscription'],
});

export const listSubscriptionPlans = endpoint({
  name: 'listSubscriptionPlans',
  method: 'GET',
  path: '/subscription_plans',
  summary: 'All plans that can be subscribed to, in their order.',
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
    'Whether a coupon would make the trial longer, and how long. It is spent by subscribing. Ten tries an hour; somebody who is subscribed gets 409.',
  access: notForChildren,
  body: z.strictObject({ code: couponCode }),
  response: z.object({
    valid: z.boolean(),
    /** Of the whole trial; 0 when the coupon is not valid. */
    trialDays: count,
    /** The only plan that it is for; null: any. */
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
    "A plan that was bought, or renewed, in an app store: `receipt` is Apple's signed transaction, or Google Play's purchase token.",
  access: { ...notForChildren, closes: true },
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
  summary: 'The card from which the plan is paid.',
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
    'Subscribes to a plan. `trialDays` are the free days that the person has confirmed: other ones are 409. A card that is declined leaves nothing behind. With `clientSecret` the bank is to be asked in the browser; repeating the call then tells how it stands.',
  access: { ...notForChildren, closes: true },
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
    'Changes the plan from the next period on, or the card (which pays what is open at once), takes a cancellation back, or pays what is open from the card on file.',
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
    "Cancels at the end of the period. A store's plan is cancelled in the store: 409 with the address as `fields.manageUrl`.",
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
    'Whether the person can have a trial, and until when it would last. Of a running trial: until when it lasts.',
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
  summary: 'The plan that the person has, or had last; null when there was none.',
  access: { session: 'person' },
  response: z.object({ subscription: z.nullable(subscription) }),
  errors: ['unavailable'],
  tags: ['Subscription'],
});
