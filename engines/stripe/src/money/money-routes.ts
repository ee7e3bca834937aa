import type { Stripe } from 'stripe';

import { emitChange } from '../events/emit';
import { route } from '../http/route';
import { amount, bool, clearable, metadata, oneOf, params, text } from '../params/rules';
import { currency, email, id } from '../params/shared-rules';
import { mergedMetadata } from '../work/fields';
import type { Kinds } from '../work/kinds';
import { listPage, PAGE_BY_CREATED, type PageParams } from '../work/lists';
import { cancelRefund, createRefund, updateRefund } from './refunds';

export const moneyRoutes = [
  route({
    method: 'GET',
    path: '/v1/charges',
    params: params<PageParams & { customer?: string; payment_intent?: string; transfer_group?: string }>({
      ...PAGE_BY_CREATED,
      customer: id,
      payment_intent: id,
      transfer_group: text(),
    }),
    handle: ({ work, params: { customer, payment_intent: intent, transfer_group: group, ...page } }) =>
      listPage(work, 'charge', '/v1/charges', page, { customer, payment_intent: intent, transfer_group: group }),
  }),
  route({
    method: 'GET',
    path: '/v1/charges/:id',
    params: params<object>({}),
    handle: ({ work, id: chargeId }) => work.get('charge', chargeId),
  }),
  route({
    method: 'POST',
    path: '/v1/charges/:id',
    params: params<Stripe.ChargeUpdateParams>({
      description: clearable(text()),
      metadata,
      receipt_email: email,
      transfer_group: text(),
    }),
    handle: async ({ work, id: chargeId, params: given }) => {
      const charge = await work.get('charge', chargeId);
      await emitChange<Kinds['charge']>(work, 'charge.updated', charge, {
        description: given.description === undefined ? charge.description : given.description || null,
        metadata: mergedMetadata(charge.metadata, given.metadata),
        receipt_email: given.receipt_email ?? charge.receipt_email,
        transfer_group: given.transfer_group ?? charge.transfer_group,
      });
      return charge;
    },
  }),
  route({
    method: 'POST',
    path: '/v1/refunds',
    params: params<Stripe.RefundCreateParams>({
      amount: amount(),
      charge: id,
      currency,
      instructions_email: email,
      metadata,
      payment_intent: id,
      reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer'),
      refund_application_fee: bool,
      reverse_transfer: bool,
    }),
    handle: ({ work, params: given }) => createRefund(work, given),
  }),
  route({
    method: 'GET',
    path: '/v1/refunds',
    params: params<PageParams & { charge?: string; payment_intent?: string }>({
      ...PAGE_BY_CREATED,
      charge: id,
      payment_intent: id,
    }),
    handle: ({ work, params: { charge, payment_intent: intent, ...page } }) =>
      listPage(work, 'refund', '/v1/refunds', page, { charge, payment_intent: intent }),
  }),
  route({
    method: 'GET',
    path: '/v1/refunds/:id',
    params: params<object>({}),
    handle: ({ work, id: refundId }) => work.get('refund', refundId),
  }),
  route({
    method: 'POST',
    path: '/v1/refunds/:id',
    params: params<Stripe.RefundUpdateParams>({ metadata }),
    handle: async ({ work, id: refundId, params: given }) =>
      updateRefund(work, await work.get('refund', refundId), given),
  }),
  route({
    method: 'POST',
    path: '/v1/refunds/:id/cancel',
    params: params<object>({}),
    handle: async ({ work, id: refundId }) => cancelRefund(work, await work.get('refund', refundId)),
  }),
  route({
    method: 'GET',
    path: '/v1/balance_transactions',
    params: params<PageParams & { currency?: string; payout?: string; source?: string; type?: string }>({
      ...PAGE_BY_CREATED,
      currency,
      payout: id,
      source: id,
      type: text({ max: 60 }),
    }),
    handle: ({ work, params: { currency: of, payout, source, type, ...page } }) =>
      listPage(work, 'balance_transaction', '/v1/balance_transactions', page, { currency: of, payout, source, type }),
  }),
  route({
    method: 'GET',
    path: '/v1/balance_transactions/:id',
    params: params<object>({}),
    handle: ({ work, id: entryId }) => work.get('balance_transaction', entryId),
  }),
];
