import { secondsInHour } from 'date-fns/constants';
import type { Stripe } from 'stripe';

import { activeCustomer, atClockOf, deletedForm } from '../customers/customers';
import { emit, emitChange } from '../events/emit';
import { type Call, route } from '../http/route';
import { invalid } from '../http/stripe-error';
import { bool, clearable, hash, integer, list, metadata, oneOf, params, required, text } from '../params/rules';
import { currency, id } from '../params/shared-rules';
import { mergedMetadata } from '../work/fields';
import type { Kinds } from '../work/kinds';
import { listAnswer, listPage, PAGE_BY_CREATED, type PageParams } from '../work/lists';
import { idOf, type Work } from '../work/work';
import { attempt, finalize, markPaid, payingMethod } from './collection';
import { type DiscountParam, takeDiscounts } from './discounts';
import { createInvoice, endPayments, markUncollectible, requireStatus, voidInvoice } from './invoices';

const STATUS = oneOf('draft', 'open', 'paid', 'uncollectible', 'void');
export const discounts = clearable(
  list(hash<DiscountParam>({ coupon: id, discount: id, promotion_code: id }), { max: 20 }),
);

/** Returns the invoice, and the work at the time of its customer's clock. */
async function locked(asked: Work, invoiceId: string): Promise<{ work: Work; invoice: Kinds['invoice'] }> {
  const invoice = await asked.get('invoice', invoiceId);
  return { invoice, work: await atClockOf(asked, idOf(invoice.customer)) };
}

async function create({ work: asked, params: given }: Call<Stripe.InvoiceCreateParams>): Promise<object> {
  const customer = await activeCustomer(asked, given.customer ?? '');
  const work = await atClockOf(asked, customer.id);
  return createInvoice(work, {
    customer,
    reason: 'manual',
    lines: [],
    discounts: await takeDiscounts(work, (given.discounts || []) as DiscountParam[], {
      customerId: customer.id,
      amount: 0,
    }),
    period: { start: work.now, end: work.now },
    takesPending: given.pending_invoice_items_behavior === 'include',
    autoAdvance: given.auto_advance ?? false,
    finalizesAt: work.now + secondsInHour,
    description: given.description,
    metadata: mergedMetadata(null, given.metadata),
    defaultPaymentMethod: given.default_payment_method,
  });
}

async function pay({ work: asked, id: invoiceId, params: given }: Call<Stripe.InvoicePayParams>): Promise<object> {
  const { work, invoice } = await locked(asked, invoiceId);
  if (invoice.status === 'paid') throw invalid('Invoice is already paid', 'invoice_already_paid');
  if (invoice.status === 'draft') await finalize(work, invoice);
  if (invoice.status === ('paid' as string)) return invoice;
  requireStatus(invoice, 'pay', 'open', 'uncollectible');
  if (given.paid_out_of_band) {
    await endPayments(work, invoice, 'void_invoice');
    await markPaid(work, invoice, null);
    return invoice;
  }
  const method = given.payment_method ?? (await payingMethod(work, invoice));
  if (method === null)
    throw invalid('This customer has no attached payment source or default payment method.', 'resource_missing');
  const error = await attempt(work, invoice, method);
  if (error) throw error;
  if (invoice.status !== ('paid' as string))
    throw invalid(
      'This payment requires additional user action before it can be completed successfully.',
      'invoice_payment_intent_requires_action',
    ).keepingChanges();
  return invoice;
}

const invoices = [
  route({
    method: 'POST',
    path: '/v1/invoices',
    params: params<Stripe.InvoiceCreateParams>({
      auto_advance: bool,
      collection_method: oneOf('charge_automatically'),
      currency,
      customer: required(id),
      default_payment_method: id,
      description: text({ max: 1500 }),
      discounts,
      metadata,
      pending_invoice_items_behavior: oneOf('exclude', 'include'),
    }),
    handle: create,
  }),
  route({
    method: 'GET',
    path: '/v1/invoices',
    params: params<
      PageParams & { customer?: string; status?: string; subscription?: string; collection_method?: string }
    >({
      ...PAGE_BY_CREATED,
      collection_method: oneOf('charge_automatically', 'send_invoice'),
      customer: id,
      status: STATUS,
      subscription: id,
    }),
    handle: ({ work, params: { customer, status, subscription, collection_method: method, ...page } }) =>
      listPage(work, 'invoice', '/v1/invoices', page, { customer, status, subscription, collection_method: method }),
  }),
  route({
    method: 'GET',
    path: '/v1/invoices/:id',
    params: params<object>({}),
    handle: ({ work, id: invoiceId }) => work.get('invoice', invoiceId),
  }),
  route({
    method: 'POST',
    path: '/v1/invoices/:id',
    params: params<Stripe.InvoiceUpdateParams>({
      auto_advance: bool,
      default_payment_method: clearable(id),
      description: clearable(text({ max: 1500 })),
      metadata,
    }),
    handle: async ({ work: asked, id: invoiceId, params: given }) => {
      const { work, invoice } = await locked(asked, invoiceId);
      const finalizesAt = invoice.status === 'draft' && given.auto_advance ? work.now + secondsInHour : invoice._dueAt;
      await emitChange<Kinds['invoice']>(work, 'invoice.updated', invoice, {
        auto_advance: given.auto_advance ?? invoice.auto_advance,
        default_payment_method: given.default_payment_method ?? invoice.default_payment_method,
        description: given.description === undefined ? invoice.description : given.description || null,
        metadata: mergedMetadata(invoice.metadata, given.metadata),
        _dueAt: given.auto_advance === false ? null : finalizesAt,
      });
      return invoice;
    },
  }),
  route({
    method: 'DELETE',
    path: '/v1/invoices/:id',
    params: params<object>({}),
    handle: async ({ work: asked, id: invoiceId }) => {
      const { work, invoice } = await locked(asked, invoiceId);
      requireStatus(invoice, 'delete', 'draft');
      work.remove(invoice);
      await emit(work, 'invoice.deleted', invoice);
      return deletedForm(invoice);
    },
  }),
  route({
    method: 'GET',
    path: '/v1/invoices/:id/lines',
    params: params<{ limit?: number }>({ limit: integer({ min: 1, max: 100 }) }),
    handle: async ({ work, id: invoiceId, params: { limit } }) => {
      const { lines, id: found } = await work.get('invoice', invoiceId);
      return listAnswer(
        `/v1/invoices/${found}/lines`,
        lines.data.slice(0, limit),
        lines.data.length > (limit ?? Infinity),
      );
    },
  }),
];

const steps = [
  route({
    method: 'POST',
    path: '/v1/invoices/:id/finalize',
    params: params<Stripe.InvoiceFinalizeInvoiceParams>({ auto_advance: bool }),
    handle: async ({ work: asked, id: invoiceId, params: given }) => {
      const { work, invoice } = await locked(asked, invoiceId);
      await finalize(work, invoice);
      const isCollected = (given.auto_advance ?? invoice.auto_advance) && invoice.status === ('open' as string);
      return work.save<'invoice'>(
        Object.assign(invoice, {
          auto_advance: given.auto_advance ?? invoice.auto_advance,
          _dueAt: isCollected ? work.now + secondsInHour : null,
        }),
      );
    },
  }),
  route({
    method: 'POST',
    path: '/v1/invoices/:id/pay',
    params: params<Stripe.InvoicePayParams>({ off_session: bool, paid_out_of_band: bool, payment_method: id }),
    handle: pay,
  }),
  route({
    method: 'POST',
    path: '/v1/invoices/:id/void',
    params: params<object>({}),
    handle: async ({ work: asked, id: invoiceId }) => {
      const { work, invoice } = await locked(asked, invoiceId);
      return voidInvoice(work, invoice);
    },
  }),
  route({
    method: 'POST',
    path: '/v1/invoices/:id/mark_uncollectible',
    params: params<object>({}),
    handle: async ({ work: asked, id: invoiceId }) => {
      const { work, invoice } = await locked(asked, invoiceId);
      return markUncollectible(work, invoice);
    },
  }),
];

const payments = [
  route({
    method: 'GET',
    path: '/v1/invoice_payments',
    params: params<
      PageParams & { invoice?: string; status?: string; payment?: { payment_intent?: string; type?: string } }
    >({
      ...PAGE_BY_CREATED,
      invoice: id,
      payment: hash<{ payment_intent?: string; type?: string }>({
        payment_intent: id,
        type: required(oneOf('payment_intent')),
      }),
      status: oneOf('canceled', 'open', 'paid'),
    }),
    handle: ({ work, params: { invoice, status, payment, ...page } }) =>
      listPage(work, 'invoice_payment', '/v1/invoice_payments', page, {
        invoice,
        status,
        intent: payment?.payment_intent,
      }),
  }),
  route({
    method: 'GET',
    path: '/v1/invoice_payments/:id',
    params: params<object>({}),
    handle: ({ work, id: paymentId }) => work.get('invoice_payment', paymentId),
  }),
];

/** Fields of an invoice that are present only when expanded. */
export const invoiceIncludes = {
  payments: async (work: Work, { id: invoiceId }: Record<string, unknown>) =>
    listAnswer(
      `/v1/invoice_payments?invoice=${String(invoiceId)}`,
      await work.list({ kind: 'invoice_payment', keys: [`invoice:${String(invoiceId)}`] }),
    ),
  confirmation_secret: async (work: Work, { id: invoiceId }: Record<string, unknown>) => {
    const invoice = await work.find('invoice', String(invoiceId));
    const intent = invoice?._intent ? await work.find('payment_intent', invoice._intent) : undefined;
    return intent?.client_secret ? { client_secret: intent.client_secret, type: 'payment_intent' } : null;
  },
};

export const invoiceRoutes = [...invoices, ...steps, ...payments];
