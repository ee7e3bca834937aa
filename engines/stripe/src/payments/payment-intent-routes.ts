import type { Stripe } from 'stripe';

import { type Call, route } from '../http/route';
import { integer, metadata, oneOf, params, text } from '../params/rules';
import { id } from '../params/shared-rules';
import { listPage, PAGE_BY_CREATED, type PageParams } from '../work/lists';
import type { Work } from '../work/work';
import { checkClientSecret, shownTo } from './client-secret';
import { confirmShape, createShape, updateShape } from './intent-rules';
import { cancelIntent, captureIntent, confirmIntent, createIntent, updateIntent } from './payment-intents';

type Browser = { client_secret?: string; expected_payment_method_type?: string };

const clientSecret = text({ max: 255 });
const locked = (work: Work, intentId: string) => work.get('payment_intent', intentId);

async function create({ work, params: given }: Call<Stripe.PaymentIntentCreateParams>): Promise<object> {
  const intent = await createIntent(work, given);
  if (!given.confirm) return intent;
  const { payment_method: _method, payment_method_data: _data, ...confirmation } = given;
  const error = await confirmIntent(work, intent, confirmation as Stripe.PaymentIntentConfirmParams);
  if (error) throw error;
  return intent;
}

export const paymentIntentRoutes = [
  route({
    method: 'POST',
    path: '/v1/payment_intents',
    params: params<Stripe.PaymentIntentCreateParams>(createShape),
    handle: create,
  }),
  route({
    method: 'GET',
    path: '/v1/payment_intents',
    params: params<PageParams & { customer?: string }>({ ...PAGE_BY_CREATED, customer: id }),
    handle: ({ work, params: { customer, ...page } }) =>
      listPage(work, 'payment_intent', '/v1/payment_intents', page, { customer }),
  }),
  route({
    method: 'GET',
    path: '/v1/payment_intents/:id',
    isPublishable: true,
    params: params<Stripe.PaymentIntentRetrieveParams>({ client_secret: clientSecret }),
    handle: async ({ work, id: intentId, params: given, key }) => {
      const intent = await work.get('payment_intent', intentId);
      checkClientSecret(key, intent, given.client_secret);
      return shownTo(key, intent);
    },
  }),
  route({
    method: 'POST',
    path: '/v1/payment_intents/:id',
    params: params<Stripe.PaymentIntentUpdateParams>(updateShape),
    handle: async ({ work, id: intentId, params: given }) => updateIntent(work, await locked(work, intentId), given),
  }),
  route({
    method: 'POST',
    path: '/v1/payment_intents/:id/confirm',
    isPublishable: true,
    params: params<Stripe.PaymentIntentConfirmParams & Browser>({
      ...confirmShape,
      client_secret: clientSecret,
      expected_payment_method_type: text({ max: 40 }),
    }),
    handle: async ({ work, id: intentId, params: given, key }) => {
      const intent = await locked(work, intentId);
      checkClientSecret(key, intent, given.client_secret);
      const error = await confirmIntent(work, intent, given);
      if (error) throw error;
      return shownTo(key, intent);
    },
  }),
  route({
    method: 'POST',
    path: '/v1/payment_intents/:id/capture',
    params: params<Stripe.PaymentIntentCaptureParams>({ amount_to_capture: integer({ min: 1 }), metadata }),
    handle: async ({ work, id: intentId, params: given }) => captureIntent(work, await locked(work, intentId), given),
  }),
  route({
    method: 'POST',
    path: '/v1/payment_intents/:id/cancel',
    params: params<Stripe.PaymentIntentCancelParams>({
      cancellation_reason: oneOf('abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'),
    }),
    handle: async ({ work, id: intentId, params: given }) =>
      cancelIntent(work, await locked(work, intentId), given.cancellation_reason ?? null),
  }),
];
