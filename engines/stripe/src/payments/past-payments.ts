import { createRefund } from '../money/refunds';
import { CURRENCY } from '../params/shared-rules';
import type { Kinds } from '../work/kinds';
import { idOf, type Work } from '../work/work';
import { confirmIntent, createIntent } from './payment-intents';

/** A past card payment. */
export interface PastPayment {
  /** Id of the payment intent, `pi_…`, chosen by the caller so that a repetition records nothing twice. */
  readonly id: string;
  readonly amount: number;
  readonly description: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly receiptEmail: string | null;
  readonly paidAt: Date;
  /** A full refund. */
  readonly refund?: { readonly at: Date; readonly metadata: Readonly<Record<string, string>> } | undefined;
}

/** What the engine has recorded of a payment. */
export interface RecordedPayment {
  readonly id: string;
  readonly card: { readonly brand: string | null; readonly last4: string | null };
  readonly refundId: string | null;
}

/** Records payments in the order of their dates. Returns the current state of those that already exist. */
export async function recordPayments(work: Work, payments: readonly PastPayment[]): Promise<RecordedPayment[]> {
  await work.transaction.lock('past payments');
  const ids = payments.map(({ id }) => id);
  const present = new Set(await work.transaction.present(work.account, 'payment_intent', ids));
  const recorded: RecordedPayment[] = [];
  for (const payment of payments.toSorted((a, b) => a.paidAt.getTime() - b.paidAt.getTime())) {
    const intent = present.has(payment.id) ? await work.get('payment_intent', payment.id) : await pay(work, payment);
    const charge = await work.get('charge', idOf(intent.latest_charge) ?? '');
    const { brand = null, last4 = null } = charge.payment_method_details?.card ?? {};
    const [refund] =
      charge.amount_refunded > 0 ? await work.list({ kind: 'refund', keys: [`charge:${charge.id}`], limit: 1 }) : [];
    recorded.push({ id: intent.id, card: { brand, last4 }, refundId: refund?.id ?? null });
  }
  return recorded;
}

const secondsOf = (time: Date) => Math.floor(time.getTime() / 1000);

async function pay(now: Work, { id, amount, refund, ...details }: PastPayment): Promise<Kinds['payment_intent']> {
  const work = now.at(secondsOf(details.paidAt));
  const intent = await createIntent(
    work,
    {
      amount,
      currency: CURRENCY,
      allowed_payment_method_types: ['card'],
      description: details.description,
      metadata: details.metadata,
      payment_method: 'pm_card_visa',
      ...(details.receiptEmail !== null && { receipt_email: details.receiptEmail }),
    },
    { id },
  );
  const declined = await confirmIntent(work, intent, {});
  if (declined) throw declined;
  const charge = await work.get('charge', idOf(intent.latest_charge) ?? '');
  await makeAvailable(now, idOf(charge.balance_transaction));
  if (refund)
    await createRefund(now.at(secondsOf(refund.at)), { payment_intent: id, metadata: { ...refund.metadata } });
  return intent;
}

/** Marks a balance entry as available if its date has passed, so that no timer is needed for it. */
async function makeAvailable(now: Work, entryId: string | null): Promise<void> {
  const entry = await now.get('balance_transaction', entryId ?? '');
  if (entry.available_on > now.now) return;
  now.save<'balance_transaction'>(Object.assign(entry, { status: 'available' as const, _dueAt: null }));
}
