import type { Stripe } from 'stripe';

import { route } from '../http/route';
import { amount, bool, hash, integer, MAX_AMOUNT, metadata, params, required, text, timestamp } from '../params/rules';
import { currency, id } from '../params/shared-rules';
import { listPage, PAGE_BY_CREATED, type PageParams } from '../work/lists';
import { createInvoiceItem, deleteInvoiceItem } from './invoice-items';

export const invoiceItemRoutes = [
  route({
    method: 'POST',
    path: '/v1/invoiceitems',
    params: params<Stripe.InvoiceItemCreateParams>({
      amount: amount(-MAX_AMOUNT),
      currency,
      customer: required(id),
      description: text({ max: 500 }),
      invoice: id,
      metadata,
      period: hash<Stripe.InvoiceItemCreateParams.Period>({ end: required(timestamp), start: required(timestamp) }),
      pricing: hash<Stripe.InvoiceItemCreateParams.Pricing>({ price: required(id) }),
      quantity: integer({ min: 0, max: 1_000_000 }),
    }),
    handle: ({ work, params: given }) => createInvoiceItem(work, given),
  }),
  route({
    method: 'GET',
    path: '/v1/invoiceitems',
    params: params<PageParams & { customer?: string; invoice?: string; pending?: boolean }>({
      ...PAGE_BY_CREATED,
      customer: id,
      invoice: id,
      pending: bool,
    }),
    handle: ({ work, params: { customer, invoice, pending, ...page } }) =>
      listPage(work, 'invoiceitem', '/v1/invoiceitems', page, { customer, invoice, isPending: pending }),
  }),
  route({
    method: 'GET',
    path: '/v1/invoiceitems/:id',
    params: params<object>({}),
    handle: ({ work, id: itemId }) => work.get('invoiceitem', itemId),
  }),
  route({
    method: 'DELETE',
    path: '/v1/invoiceitems/:id',
    params: params<object>({}),
    handle: ({ work, id: itemId }) => deleteInvoiceItem(work, itemId),
  }),
];
