import type { Stripe } from 'stripe';

import { emitChange } from '../events/emit';
import { route } from '../http/route';
import { invalid } from '../http/stripe-error';
import { clearable, hash, integer, metadata, params, required, text } from '../params/rules';
import { id } from '../params/shared-rules';
import { mergedMetadata } from '../work/fields';
import type { Kinds } from '../work/kinds';
import { listPage, PAGE, type PageParams } from '../work/lists';
import { attach, detach } from './attach';
import { activeCustomer, atClockOf } from './customers';
import { billingDetails, methodShape } from './method-rules';
import { billingDetailsOf, createMethod, type MethodData, usableMethod } from './payment-methods';

export const paymentMethodRoutes = [
  route({
    method: 'POST',
    path: '/v1/payment_methods',
    isPublishable: true,
    params: params<MethodData>(methodShape),
    handle: async ({ work, params: given }) => createMethod(work, given),
  }),
  route({
    method: 'GET',
    path: '/v1/payment_methods',
    params: params<PageParams & { customer?: string; type?: string }>({ ...PAGE, customer: id, type: text() }),
    handle: async ({ work, params: given }) => {
      if (given.customer !== undefined) await work.get('customer', given.customer, 'customer');
      return listPage(work, 'payment_method', '/v1/payment_methods', given, {
        customer: given.customer,
        type: given.type,
      });
    },
  }),
  route({
    method: 'GET',
    path: '/v1/payment_methods/:id',
    params: params<object>({}),
    handle: ({ work, id: methodId }) => work.get('payment_method', methodId),
  }),
  route({
    method: 'POST',
    path: '/v1/payment_methods/:id',
    params: params<Stripe.PaymentMethodUpdateParams>({
      billing_details: billingDetails,
      card: hash<Stripe.PaymentMethodUpdateParams.Card>({
        exp_month: integer({ min: 1, max: 12 }),
        exp_year: integer({ min: 2000, max: 9999 }),
      }),
      metadata: clearable(metadata),
    }),
    handle: async ({ work, id: methodId, params: given }) => {
      const method = await work.get('payment_method', methodId);
      if (method.customer === null)
        throw invalid(
          'You must save this PaymentMethod to a customer before you can update it.',
          'payment_method_unexpected_state',
        );
      const details = given.billing_details;
      await emitChange<Kinds['payment_method']>(work, 'payment_method.updated', method, {
        billing_details: details ? { ...method.billing_details, ...givenDetails(details) } : method.billing_details,
        metadata: mergedMetadata(method.metadata, given.metadata),
        ...(method.card && given.card
          ? {
              card: {
                ...method.card,
                exp_month: given.card.exp_month ?? method.card.exp_month,
                exp_year: given.card.exp_year ?? method.card.exp_year,
              },
            }
          : {}),
      });
      return method;
    },
  }),
  route({
    method: 'POST',
    path: '/v1/payment_methods/:id/attach',
    params: params<Stripe.PaymentMethodAttachParams>({ customer: required(id) }),
    handle: async ({ work, id: methodId, params: { customer: customerId = '' } }) => {
      const customer = await activeCustomer(work, customerId);
      const method = await usableMethod(work, methodId);
      if (method._isSpent)
        throw invalid(
          'This PaymentMethod was previously used without being attached to a Customer or was detached from a Customer, and may not be used again.',
          'payment_method_unexpected_state',
        );
      return attach(await atClockOf(work, customer.id), method, customer.id);
    },
  }),
  route({
    method: 'POST',
    path: '/v1/payment_methods/:id/detach',
    params: params<object>({}),
    handle: async ({ work, id: methodId }) => detach(work, await work.get('payment_method', methodId)),
  }),
];

/** Returns only the billing details that were given. */
function givenDetails(
  details: Stripe.PaymentMethodCreateParams.BillingDetails,
): Partial<Stripe.PaymentMethod.BillingDetails> {
  const whole = billingDetailsOf(details);
  return Object.fromEntries(Object.entries(whole).filter(([name]) => name in details));
}
