import type { Stripe } from 'stripe';

import { emitChange } from '../events/emit';
import { route } from '../http/route';
import { amount, bool, metadata, oneOf, params, required, text } from '../params/rules';
import { currency, id } from '../params/shared-rules';
import { mergedMetadata } from '../work/fields';
import type { Kinds } from '../work/kinds';
import { listPage, PAGE, PAGE_BY_CREATED, type PageParams } from '../work/lists';
import { cancelPayout, createPayout } from './payouts';
import { createTransfer, reverseTransfer } from './transfers';

const transfers = [
  route({
    method: 'POST',
    path: '/v1/transfers',
    params: params<Stripe.TransferCreateParams>({
      amount: amount(),
      currency: required(currency),
      description: text(),
      destination: required(id),
      metadata,
      source_transaction: id,
      transfer_group: text({ max: 255 }),
    }),
    handle: ({ work, params: given }) => createTransfer(work, given),
  }),
  route({
    method: 'GET',
    path: '/v1/transfers',
    params: params<PageParams & { destination?: string; transfer_group?: string }>({
      ...PAGE_BY_CREATED,
      destination: id,
      transfer_group: text({ max: 255 }),
    }),
    handle: ({ work, params: { destination, transfer_group: group, ...page } }) =>
      listPage(work, 'transfer', '/v1/transfers', page, { destination, transfer_group: group }),
  }),
  route({
    method: 'GET',
    path: '/v1/transfers/:id',
    params: params<object>({}),
    handle: ({ work, id: transferId }) => work.get('transfer', transferId),
  }),
  route({
    method: 'POST',
    path: '/v1/transfers/:id',
    params: params<Stripe.TransferUpdateParams>({ description: text(), metadata }),
    handle: async ({ work, id: transferId, params: given }) => {
      const transfer = await work.get('transfer', transferId);
      await emitChange<Kinds['transfer']>(work, 'transfer.updated', transfer, {
        description: given.description ?? transfer.description,
        metadata: mergedMetadata(transfer.metadata, given.metadata),
      });
      return transfer;
    },
  }),
  route({
    method: 'POST',
    path: '/v1/transfers/:id/reversals',
    params: params<Stripe.TransferCreateReversalParams>({
      amount: amount(),
      description: text(),
      metadata,
      refund_application_fee: bool,
    }),
    handle: async ({ work, id: transferId, params: given }) =>
      reverseTransfer(work, await work.get('transfer', transferId), given),
  }),
  route({
    method: 'GET',
    path: '/v1/transfers/:id/reversals',
    params: params<PageParams>(PAGE),
    handle: async ({ work, id: transferId, params: given }) => {
      const transfer = await work.get('transfer', transferId);
      return listPage(work, 'transfer_reversal', `/v1/transfers/${transfer.id}/reversals`, given, {
        transfer: transfer.id,
      });
    },
  }),
];

const payouts = [
  route({
    method: 'POST',
    path: '/v1/payouts',
    params: params<Stripe.PayoutCreateParams>({
      amount: required(amount()),
      currency: required(currency),
      description: text(),
      destination: id,
      metadata,
      method: oneOf('standard'),
      statement_descriptor: text({ max: 22 }),
    }),
    handle: ({ work, params: given }) => createPayout(work, given),
  }),
  route({
    method: 'GET',
    path: '/v1/payouts',
    params: params<PageParams & { status?: string; destination?: string }>({
      ...PAGE_BY_CREATED,
      destination: id,
      status: oneOf('canceled', 'failed', 'in_transit', 'paid', 'pending'),
    }),
    handle: ({ work, params: { status, destination, ...page } }) =>
      listPage(work, 'payout', '/v1/payouts', page, { status, destination }),
  }),
  route({
    method: 'GET',
    path: '/v1/payouts/:id',
    params: params<object>({}),
    handle: ({ work, id: payoutId }) => work.get('payout', payoutId),
  }),
  route({
    method: 'POST',
    path: '/v1/payouts/:id/cancel',
    params: params<object>({}),
    handle: async ({ work, id: payoutId }) => cancelPayout(work, await work.get('payout', payoutId)),
  }),
];

const fees = [
  route({
    method: 'GET',
    path: '/v1/application_fees',
    params: params<PageParams & { charge?: string }>({ ...PAGE_BY_CREATED, charge: id }),
    handle: ({ work, params: { charge, ...page } }) =>
      listPage(work, 'application_fee', '/v1/application_fees', page, { charge }),
  }),
  route({
    method: 'GET',
    path: '/v1/application_fees/:id',
    params: params<object>({}),
    handle: ({ work, id: feeId }) => work.get('application_fee', feeId),
  }),
];

export const transferRoutes = [...transfers, ...payouts, ...fees];
