import type { Stripe } from 'stripe';

import { route } from '../http/route';
import { missing } from '../http/stripe-error';
import {
  bool,
  clearable,
  either,
  hash,
  integer,
  list,
  metadata,
  oneOf,
  params,
  required,
  text,
  timestamp,
} from '../params/rules';
import { currency, id } from '../params/shared-rules';
import { listAnswer, listPage, PAGE_BY_CREATED, type PageParams } from '../work/lists';
import { discounts } from './invoice-routes';
import { cancelNow, updateSubscription } from './subscription-changes';
import { createSubscription } from './subscriptions';

const MAX_ITEMS = 20;
const MAX_TRIAL_DAYS = 730;
const quantity = integer({ min: 1, max: 1_000_000 });

/** `now`, or a timestamp. */
const trialEnd = {
  parse: (...[value, path]: Parameters<typeof timestamp.parse>) =>
    value === 'now' ? 'now' : timestamp.parse(value, path),
};

const cancellationDetails = hash<Stripe.SubscriptionUpdateParams.CancellationDetails>({
  comment: clearable(text()),
  feedback: clearable(
    oneOf(
      'customer_service',
      'low_quality',
      'missing_features',
      'other',
      'switched_service',
      'too_complex',
      'too_expensive',
      'unused',
    ),
  ),
});

const paymentSettings = hash<Stripe.SubscriptionCreateParams.PaymentSettings>({
  payment_method_types: list(oneOf('card'), { max: 1 }),
  save_default_payment_method: oneOf('off', 'on_subscription'),
});

const shape = {
  cancel_at_period_end: bool,
  default_payment_method: id,
  description: clearable(text({ max: 500 })),
  discounts,
  metadata,
  off_session: bool,
  payment_behavior: oneOf('allow_incomplete', 'default_incomplete', 'error_if_incomplete'),
  payment_settings: paymentSettings,
  proration_behavior: oneOf('none', 'create_prorations', 'always_invoice'),
  trial_end: trialEnd,
};

export const subscriptionRoutes = [
  route({
    method: 'POST',
    path: '/v1/subscriptions',
    params: params<Stripe.SubscriptionCreateParams>({
      ...shape,
      collection_method: oneOf('charge_automatically'),
      currency,
      customer: required(id),
      items: required(
        list(hash<Stripe.SubscriptionCreateParams.Item>({ metadata, price: required(id), quantity }), {
          max: MAX_ITEMS,
        }),
      ),
      trial_period_days: integer({ min: 0, max: MAX_TRIAL_DAYS }),
      trial_settings: hash<Stripe.SubscriptionCreateParams.TrialSettings>({
        end_behavior: required(
          hash<Stripe.SubscriptionCreateParams.TrialSettings.EndBehavior>({
            missing_payment_method: required(oneOf('cancel', 'create_invoice')),
          }),
        ),
      }),
    }),
    handle: ({ work, params: given }) => createSubscription(work, given),
  }),
  route({
    method: 'GET',
    path: '/v1/subscriptions',
    params: params<
      PageParams & {
        customer?: string;
        price?: string;
        status?: string;
        test_clock?: string;
        collection_method?: string;
      }
    >({
      ...PAGE_BY_CREATED,
      collection_method: oneOf('charge_automatically', 'send_invoice'),
      customer: id,
      price: id,
      status: oneOf(
        'active',
        'all',
        'canceled',
        'incomplete',
        'incomplete_expired',
        'past_due',
        'paused',
        'trialing',
        'unpaid',
      ),
      test_clock: id,
    }),
    handle: ({ work, params: { status, customer, price, test_clock: clock, collection_method: method, ...page } }) =>
      listPage(work, 'subscription', '/v1/subscriptions', page, {
        customer,
        price,
        test_clock: clock,
        collection_method: method,
        status: status === 'all' ? undefined : status,
        isCurrent: status === undefined ? true : undefined,
      }),
  }),
  route({
    method: 'GET',
    path: '/v1/subscriptions/:id',
    params: params<object>({}),
    handle: ({ work, id: subscriptionId }) => work.get('subscription', subscriptionId),
  }),
  route({
    method: 'POST',
    path: '/v1/subscriptions/:id',
    params: params<Stripe.SubscriptionUpdateParams>({
      ...shape,
      cancel_at: clearable(either(timestamp, hash<object>({}))),
      cancellation_details: cancellationDetails,
      items: list(hash<Stripe.SubscriptionUpdateParams.Item>({ deleted: bool, id, metadata, price: id, quantity }), {
        max: MAX_ITEMS,
      }),
    }),
    handle: async ({ work, id: subscriptionId, params: given }) =>
      updateSubscription(work, await work.get('subscription', subscriptionId), given),
  }),
  route({
    method: 'DELETE',
    path: '/v1/subscriptions/:id',
    params: params<Stripe.SubscriptionCancelParams>({
      cancellation_details: cancellationDetails,
      invoice_now: oneOf('false'),
      prorate: oneOf('false'),
    }),
    handle: async ({ work, id: subscriptionId, params: given }) => {
      const subscription = await work.get('subscription', subscriptionId);
      if (subscription.ended_at !== null) throw missing('subscription', subscriptionId);
      return cancelNow(work, subscription, 'cancellation_requested', given.cancellation_details as object);
    },
  }),
  route({
    method: 'GET',
    path: '/v1/subscription_items',
    params: params<{ subscription?: string; limit?: number }>({
      subscription: required(id),
      limit: integer({ min: 1, max: 100 }),
    }),
    handle: async ({ work, params: { subscription = '' } }) => {
      const { items } = await work.get('subscription', subscription, 'subscription');
      return listAnswer('/v1/subscription_items', items.data);
    },
  }),
];
