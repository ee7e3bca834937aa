import type { Stripe } from 'stripe';

import { route } from '../http/route';
import { clearable, metadata, oneOf, params, text } from '../params/rules';
import { id } from '../params/shared-rules';
import { mergedMetadata } from '../work/fields';
import { listPage, PAGE_BY_CREATED, type PageParams } from '../work/lists';
import { checkClientSecret, shownTo } from './client-secret';
import { setupConfirmShape, setupShape } from './intent-rules';
import { cancelSetup, confirmSetup, createSetup, setMethod } from './setup-intents';

const clientSecret = text({ max: 255 });

export const setupIntentRoutes = [
  route({
    method: 'POST',
    path: '/v1/setup_intents',
    params: params<Stripe.SetupIntentCreateParams>(setupShape),
    handle: async ({ work, params: given }) => {
      const intent = await createSetup(work, given);
      if (!given.confirm) return intent;
      const error = await confirmSetup(work, intent, { return_url: given.return_url });
      if (error) throw error;
      return intent;
    },
  }),
  route({
    method: 'GET',
    path: '/v1/setup_intents',
    params: params<PageParams & { customer?: string; payment_method?: string }>({
      ...PAGE_BY_CREATED,
      customer: id,
      payment_method: id,
    }),
    handle: ({ work, params: { customer, payment_method: method, ...page } }) =>
      listPage(work, 'setup_intent', '/v1/setup_intents', page, { customer, payment_method: method }),
  }),
  route({
    method: 'GET',
    path: '/v1/setup_intents/:id',
    isPublishable: true,
    params: params<Stripe.SetupIntentRetrieveParams>({ client_secret: clientSecret }),
    handle: async ({ work, id: intentId, params: given, key }) => {
      const intent = await work.get('setup_intent', intentId);
      checkClientSecret(key, intent, given.client_secret);
      return shownTo(key, intent);
    },
  }),
  route({
    method: 'POST',
    path: '/v1/setup_intents/:id',
    params: params<Stripe.SetupIntentUpdateParams>({
      customer: id,
      description: clearable(text({ max: 1000 })),
      metadata,
      payment_method: id,
    }),
    handle: async ({ work, id: intentId, params: given }) => {
      const intent = await work.get('setup_intent', intentId);
      await setMethod(work, intent, given);
      Object.assign(intent, {
        customer: given.customer ? (await work.get('customer', given.customer, 'customer')).id : intent.customer,
        description: given.description === undefined ? intent.description : given.description || null,
        metadata: mergedMetadata(intent.metadata, given.metadata),
      });
      return work.save(intent);
    },
  }),
  route({
    method: 'POST',
    path: '/v1/setup_intents/:id/confirm',
    isPublishable: true,
    params: params<Stripe.SetupIntentConfirmParams & { client_secret?: string; expected_payment_method_type?: string }>(
      { ...setupConfirmShape, client_secret: clientSecret, expected_payment_method_type: text({ max: 40 }) },
    ),
    handle: async ({ work, id: intentId, params: given, key }) => {
      const intent = await work.get('setup_intent', intentId);
      checkClientSecret(key, intent, given.client_secret);
      const error = await confirmSetup(work, intent, given);
      if (error) throw error;
      return shownTo(key, intent);
    },
  }),
  route({
    method: 'POST',
    path: '/v1/setup_intents/:id/cancel',
    params: params<Stripe.SetupIntentCancelParams>({
      cancellation_reason: oneOf('abandoned', 'duplicate', 'requested_by_customer'),
    }),
    handle: async ({ work, id: intentId, params: given }) =>
      cancelSetup(work, await work.get('setup_intent', intentId), given.cancellation_reason ?? null),
  }),
];
