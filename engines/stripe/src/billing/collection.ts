import { emit } from '../events/emit';
import { CURRENCY, MIN_CHARGE } from '../params/shared-rules';
import { confirm, CONFIRMABLE } from '../payments/confirm';
import type { Outcome } from '../payments/outcomes';
import { createIntent } from '../payments/payment-intents';
import { newId } from '../work/ids';
import type { Kinds } from '../work/kinds';
import { idOf, type Work } from '../work/work';
import { requireStatus } from './invoices';

type Invoice = Kinds['invoice'];
type Intent = Kinds['payment_intent'];

/** Finalizes a draft: assigns its number, and a payment intent when an amount is due. */
export async function finalize(work: Work, invoice: Invoice): Promise<void> {
  requireStatus(invoice, 'finalize', 'draft');
  const customer = await work.get('customer', idOf(invoice.customer) ?? '');
  const sequence = customer.next_invoice_sequence ?? 1;
  // An amount below the minimum charge is carried over to the next invoice.
  const owed = invoice.total + customer.balance;
  const balance = { starting_balance: customer.balance, ending_balance: owed < MIN_CHARGE ? owed : 0 };
  Object.assign(customer, { next_invoice_sequence: sequence + 1, balance: balance.ending_balance });
  work.save(customer);
  Object.assign(invoice, {
    status: 'open',
    number: `${customer.invoice_prefix}-${String(sequence).padStart(4, '0')}`,
    effective_at: work.now,
    automatically_finalizes_at: null,
    ...balance,
    amount_due: owed - balance.ending_balance,
    amount_remaining: owed - balance.ending_balance,
    _dueAt: null,
  } satisfies Partial<Invoice>);
  invoice.status_transitions.finalized_at = work.now;
  if (invoice.amount_due > 0) await prepareIntent(work, invoice);
  work.save(invoice);
  await emit(work, 'invoice.finalized', invoice);
  if (invoice.amount_due === 0) await markPaid(work, invoice, null);
}

/** Attempts to collect an open invoice. The hooks of its intent record the outcome. */
export async function attempt(work: Work, invoice: Invoice, methodId: string | null): Promise<Outcome> {
  const intent = await work.get('payment_intent', invoice._intent ?? '');
  if (!CONFIRMABLE.some((status) => status === intent.status)) return undefined;
  if (methodId === null) {
    await paymentFailed(work, invoice);
    return undefined;
  }
  const method = await work.get('payment_method', methodId, 'payment_method');
  const outcome = await confirm(work, intent, { method, isMerchantInitiated: true });
  if (intent.status === 'requires_action') {
    await paymentFailed(work, invoice);
    await emit(work, 'invoice.payment_action_required', invoice);
  }
  return outcome;
}

/** Returns the payment method: the invoice's own, its subscription's, or the customer's. */
export async function payingMethod(work: Work, invoice: Invoice): Promise<string | null> {
  const own = idOf(invoice.default_payment_method);
  if (own !== null) return own;
  const subscriptionId = idOf(invoice.parent?.subscription_details?.subscription);
  const subscription = subscriptionId === null ? undefined : await work.find('subscription', subscriptionId);
  const theirs = idOf(subscription?.default_payment_method);
  if (theirs !== null) return theirs;
  const customer = await work.find('customer', idOf(invoice.customer) ?? '');
  return idOf(customer?.invoice_settings.default_payment_method);
}

/** Updates the invoice after its payment intent has changed. */
export async function followIntent(work: Work, intent: Intent): Promise<void> {
  if (!intent._invoice) return;
  const invoice = await work.get('invoice', intent._invoice);
  if (invoice.status !== 'open' && invoice.status !== 'uncollectible') return;
  if (intent.status === 'succeeded') await markPaid(work, invoice, intent);
  else if (intent.status === 'requires_payment_method') await paymentFailed(work, invoice);
}

export async function markPaid(work: Work, invoice: Invoice, intent: Intent | null): Promise<void> {
  Object.assign(invoice, {
    status: 'paid',
    attempted: true,
    attempt_count: intent ? invoice.attempt_count + 1 : invoice.attempt_count,
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    next_payment_attempt: null,
    _dueAt: null,
  } satisfies Partial<Invoice>);
  invoice.status_transitions.paid_at = work.now;
  work.save(invoice);
  if (intent) await settlePayment(work, invoice, intent);
  await emit(work, 'invoice.paid', invoice);
  await emit(work, 'invoice.payment_succeeded', invoice);
  await work.settings.hooks.invoicePaid(work, invoice, intent);
}

async function paymentFailed(work: Work, invoice: Invoice): Promise<void> {
  Object.assign(invoice, { attempted: true, attempt_count: invoice.attempt_count + 1 });
  work.save(invoice);
  await emit(work, 'invoice.payment_failed', invoice);
  await work.settings.hooks.invoiceFailed(work, invoice);
}

async function settlePayment(work: Work, invoice: Invoice, intent: Intent): Promise<void> {
  const [found] = await work.list({ kind: 'invoice_payment', keys: [`intent:${intent.id}`], limit: 1 });
  if (!found) return;
  const payment = await work.get('invoice_payment', found.id);
  Object.assign(payment, { status: 'paid', amount_paid: invoice.amount_due });
  payment.status_transitions.paid_at = work.now;
  work.save(payment);
  await emit(work, 'invoice_payment.paid', payment);
}

async function prepareIntent(work: Work, invoice: Invoice): Promise<void> {
  const customerId = idOf(invoice.customer) ?? '';
  const intent = await createIntent(
    work,
    {
      amount: invoice.amount_due,
      currency: CURRENCY,
      customer: customerId,
      allowed_payment_method_types: ['card'],
      description: invoice.description ?? `Invoice ${invoice.number}`,
      ...(invoice.parent ? { setup_future_usage: 'off_session' as const } : {}),
    },
    { invoice: invoice.id },
  );
  invoice._intent = intent.id;
  work.save<'invoice_payment'>({
    id: newId('inpay'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: work.now,
    currency: CURRENCY,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent.id, type: 'payment_intent' },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  });
}
