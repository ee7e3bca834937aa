import type { Stripe } from 'stripe';

import { emit } from '../events/emit';
import { invalid } from '../http/stripe-error';
import { pagePaths } from '../pages/paths';
import { CURRENCY } from '../params/shared-rules';
import { cancelIntent } from '../payments/payment-intents';
import { newId } from '../work/ids';
import type { Kinds } from '../work/kinds';
import type { Work } from '../work/work';
import { activeDiscounts, endUsed } from './discounts';
import { type LineDraft, pendingLine, setLines, subscriptionLines } from './invoice-lines';

type Invoice = Kinds['invoice'];
type Customer = Kinds['customer'];

export interface InvoiceDraft {
  readonly customer: Customer;
  readonly reason: NonNullable<Stripe.Invoice['billing_reason']>;
  readonly lines: readonly LineDraft[];
  readonly subscription?: Kinds['subscription'];
  readonly discounts: readonly (string | { id: string })[];
  readonly period: { start: number; end: number };
  /** Whether to include the customer's pending invoice items. */
  readonly takesPending: boolean;
  readonly autoAdvance: boolean;
  readonly description?: string | null;
  readonly metadata?: Stripe.Metadata;
  readonly defaultPaymentMethod?: string | null;
  /** When the draft is finalized automatically. */
  readonly finalizesAt?: number | null;
}

/** Creates a draft invoice, whose lines can still change. */
export async function createInvoice(work: Work, draft: InvoiceDraft): Promise<Invoice> {
  const { customer, subscription } = draft;
  const invoice = emptyInvoice(work, draft);
  const pending = draft.takesPending ? await takePending(work, customer.id, invoice.id) : [];
  const discounts = await activeDiscounts(work, draft.discounts);
  setLines(invoice, [...draft.lines, ...pending], discounts);
  if (invoice.subtotal > 0) endUsed(work, discounts);
  if (subscription) subscription.latest_invoice = invoice.id;
  work.save(invoice);
  await emit(work, 'invoice.created', invoice);
  return invoice;
}

/** Recalculates a draft after items were added or removed. */
export async function refreshDraft(work: Work, invoice: Invoice): Promise<void> {
  const items = await work.list({ kind: 'invoiceitem', keys: [`invoice:${invoice.id}`] });
  const discounts = await activeDiscounts(work, invoice.discounts as string[]);
  setLines(invoice, [...subscriptionLines(invoice), ...items.toReversed().map(pendingLine)], discounts);
  work.save(invoice);
}

/** Throws 400 unless the invoice is in one of these states. */
export function requireStatus(invoice: Invoice, action: string, ...allowed: readonly string[]): void {
  if (invoice.status !== null && allowed.includes(invoice.status)) return;
  throw invalid(
    `You can only ${action} an invoice that is ${allowed.join(' or ')}. This invoice's status is ${invoice.status}.`,
    'invoice_not_editable',
  );
}

export async function voidInvoice(work: Work, invoice: Invoice): Promise<Invoice> {
  requireStatus(invoice, 'void', 'open', 'uncollectible');
  await closeInvoice(work, invoice, { status: 'void', voided_at: work.now });
  await emit(work, 'invoice.voided', invoice);
  return invoice;
}

export async function markUncollectible(work: Work, invoice: Invoice): Promise<Invoice> {
  requireStatus(invoice, 'mark as uncollectible', 'open');
  invoice.status = 'uncollectible';
  invoice.status_transitions.marked_uncollectible_at = work.now;
  Object.assign(invoice, { next_payment_attempt: null, _dueAt: null });
  work.save(invoice);
  await emit(work, 'invoice.marked_uncollectible', invoice);
  return invoice;
}

async function closeInvoice(
  work: Work,
  invoice: Invoice,
  { status, voided_at: at }: { status: 'void'; voided_at: number },
) {
  invoice.status = status;
  invoice.status_transitions.voided_at = at;
  Object.assign(invoice, { next_payment_attempt: null, auto_advance: false, _dueAt: null });
  work.save(invoice);
  await endPayments(work, invoice, 'void_invoice');
}

/** Cancels the open payments of an invoice. */
export async function endPayments(work: Work, invoice: Invoice, reason: string): Promise<void> {
  const payments = await work.list({ kind: 'invoice_payment', keys: [`invoice:${invoice.id}`, 'status:open'] });
  for (const { id } of payments) {
    const payment = await work.get('invoice_payment', id);
    payment.status = 'canceled';
    payment.status_transitions.canceled_at = work.now;
    work.save(payment);
  }
  if (!invoice._intent) return;
  const intent = await work.get('payment_intent', invoice._intent);
  if (intent.status !== 'succeeded' && intent.status !== 'canceled') await cancelIntent(work, intent, reason);
}

async function takePending(work: Work, customerId: string, invoiceId: string): Promise<LineDraft[]> {
  const found = await work.list({ kind: 'invoiceitem', keys: [`customer:${customerId}`, 'isPending:true'] });
  const lines: LineDraft[] = [];
  for (const { id } of found.toReversed()) {
    const item = await work.get('invoiceitem', id);
    item.invoice = invoiceId;
    work.save(item);
    lines.push(pendingLine(item));
  }
  return lines;
}

function emptyInvoice(work: Work, draft: InvoiceDraft): Invoice {
  const { customer, subscription } = draft;
  const finalizesAt = draft.autoAdvance ? (draft.finalizesAt ?? null) : null;
  const secret = newId('secret').slice('secret_'.length);
  const id = newId('in');
  return {
    ...EMPTY,
    id,
    object: 'invoice',
    auto_advance: draft.autoAdvance,
    automatically_finalizes_at: finalizesAt,
    billing_reason: draft.reason,
    created: work.now,
    customer: customer.id,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_shipping: (customer.shipping ?? null) as Invoice['customer_shipping'],
    default_payment_method: draft.defaultPaymentMethod ?? null,
    description: draft.description ?? null,
    metadata: draft.metadata ?? {},
    parent: subscription
      ? {
          quote_details: null,
          subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
          type: 'subscription_details',
        }
      : null,
    period_end: draft.period.end,
    period_start: draft.period.start,
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    test_clock: customer._clock ?? null,
    hosted_invoice_url: `${work.settings.publicUrl()}${pagePaths.invoice(id, secret)}`,
    _clock: customer._clock ?? null,
    _dueAt: finalizesAt,
    _secret: secret,
  };
}

/** The initial values of an invoice. */
const EMPTY = {
  account_country: 'JP',
  account_name: null,
  account_tax_ids: null,
  amount_due: 0,
  amount_overpaid: 0,
  amount_paid: 0,
  amount_remaining: 0,
  amount_shipping: 0,
  application: null,
  attempt_count: 0,
  attempted: false,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
  collection_method: 'charge_automatically',
  currency: CURRENCY,
  custom_fields: null,
  customer_account: null,
  customer_tax_exempt: 'none',
  customer_tax_ids: [],
  default_source: null,
  default_tax_rates: [],
  discounts: [],
  due_date: null,
  effective_at: null,
  ending_balance: null,
  footer: null,
  from_invoice: null,
  invoice_pdf: null,
  issuer: { type: 'self' },
  last_finalization_error: null,
  latest_revision: null,
  lines: { object: 'list', data: [], has_more: false, url: '' },
  livemode: false,
  next_payment_attempt: null,
  number: null,
  on_behalf_of: null,
  payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
  post_payment_credit_notes_amount: 0,
  pre_payment_credit_notes_amount: 0,
  receipt_number: null,
  rendering: null,
  shipping_cost: null,
  shipping_details: null,
  starting_balance: 0,
  statement_descriptor: null,
  status: 'draft',
  subtotal: 0,
  subtotal_excluding_tax: 0,
  total: 0,
  total_discount_amounts: [],
  total_excluding_tax: 0,
  total_pretax_credit_amounts: [],
  total_taxes: [],
  webhooks_delivered_at: null,
} satisfies Partial<Invoice>;
