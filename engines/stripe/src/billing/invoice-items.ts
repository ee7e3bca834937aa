import type { Stripe } from 'stripe';

import { decimalText } from '../catalogue/products';
import { activeCustomer, atClockOf, deletedForm } from '../customers/customers';
import { emit } from '../events/emit';
import { invalid } from '../http/stripe-error';
import { CURRENCY } from '../params/shared-rules';
import { mergedMetadata } from '../work/fields';
import { newId } from '../work/ids';
import type { Kinds } from '../work/kinds';
import { idOf, type Work } from '../work/work';
import { pricingOf } from './invoice-lines';
import { refreshDraft, requireStatus } from './invoices';

type InvoiceItem = Kinds['invoiceitem'];

/** Adds an item to a draft, or to the customer's next invoice. */
export async function createInvoiceItem(asked: Work, params: Stripe.InvoiceItemCreateParams): Promise<InvoiceItem> {
  const customer = await activeCustomer(asked, params.customer ?? '');
  const work = await atClockOf(asked, customer.id);
  const invoice = params.invoice ? await work.get('invoice', params.invoice, 'invoice') : undefined;
  if (invoice) requireStatus(invoice, 'add items to', 'draft');
  if (invoice && idOf(invoice.customer) !== customer.id)
    throw invalid('The invoice belongs to another customer.', undefined, 'invoice');
  const { amount, quantity, unit } = await priced(work, params);
  const item = work.save<'invoiceitem'>({
    id: newId('ii'),
    object: 'invoiceitem',
    amount,
    created: work.now,
    currency: CURRENCY,
    customer: customer.id,
    customer_account: null,
    date: work.now,
    description: params.description ?? null,
    discountable: true,
    discounts: [],
    invoice: invoice?.id ?? null,
    livemode: false,
    metadata: mergedMetadata(null, params.metadata),
    net_amount: amount,
    parent: null,
    period: params.period ?? { start: work.now, end: work.now },
    pricing: unit ? pricingOf(unit) : null,
    proration: false,
    quantity,
    quantity_decimal: decimalText(quantity),
    tax_rates: [],
    test_clock: customer._clock ?? null,
  });
  await emit(work, 'invoiceitem.created', item);
  if (invoice) await refreshDraft(work, invoice);
  return item;
}

export async function deleteInvoiceItem(work: Work, id: string): Promise<object> {
  const item = await work.get('invoiceitem', id);
  const invoice = item.invoice === null ? undefined : await work.get('invoice', idOf(item.invoice) ?? '');
  if (invoice) requireStatus(invoice, 'take items from', 'draft');
  work.remove(item);
  await emit(work, 'invoiceitem.deleted', item);
  if (invoice) await refreshDraft(work, invoice);
  return deletedForm(item);
}

async function priced(work: Work, params: Stripe.InvoiceItemCreateParams) {
  const { amount, pricing, quantity = 1 } = params;
  if (amount !== undefined) return { amount, quantity: 1, unit: undefined };
  if (!pricing?.price) throw invalid('You must pass `amount` or `pricing[price]`.', 'parameter_missing', 'amount');
  const unit = await work.get('price', pricing.price, 'pricing[price]');
  if (unit.recurring) throw invalid('The price must be a one_time price.', undefined, 'pricing[price]');
  return { amount: (unit.unit_amount ?? 0) * quantity, quantity, unit };
}
