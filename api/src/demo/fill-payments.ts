import { max, subDays } from 'date-fns';
import type { PoolClient } from 'pg';

import { splitPrice } from '../modules/payments/payment-rules';
import type { PaymentsTable } from '../tables/payments';
import { deterministicId } from './plan/deterministic';
import type { DemoOptions } from './seed-demo';
import { changeDemo, insertRows } from './write-rows';

/** A card payment as it is recorded at the payment provider. */
export interface DemoPayment {
  /** Id of the payment intent at the provider. */
  id: string;
  amount: number;
  description: string;
  metadata: Record<string, string>;
  receiptEmail: string | null;
  paidAt: Date;
  refund?: { at: Date; metadata: Record<string, string> } | undefined;
}

/** Records past payments at the embedded provider. Payments that it already has stay unchanged. */
export type RecordPayments = (
  payments: readonly DemoPayment[],
) => Promise<readonly { id: string; card: { brand: string | null; last4: string | null }; refundId: string | null }[]>;

interface SoldTicket {
  id: string;
  user_id: string | null;
  guest_email: string | null;
  email: string | null;
  seller_id: string;
  title: string;
  amount: number;
  tax_rate: PaymentsTable['tax_rate'];
  paid_at: Date;
  is_refunded: boolean;
}

/** Sold tickets of demo events without a payment. Those bought by users have one: that of the buyer's seat. */
const SOLD = `
  select p.id, p.user_id, p.guest_email, coalesce(p.guest_email, u.email) as email, e.organizer_id as seller_id,
    e.title || ' ' || t.name || 'チケット' as title, p.amount, t.tax_rate, coalesce(p.confirmed_at, p.created_at) as paid_at,
    p.state in ('refund_pending', 'refunded') as is_refunded
  from participations p join events e on e.id = p.event_id join ticket_types t on t.id = p.ticket_type_id
    left join users u on u.id = p.user_id
  where e.is_demo and p.amount > 0 and p.state in ('confirmed', 'joined', 'refund_pending', 'refunded')
    and not exists (select from payments x where x.participation_id = coalesce(p.lead_id, p.id))
  order by paid_at, p.id`;

/**
 * Creates the missing payment of each sold demo ticket, here and at the embedded provider, so that receipts, refunds
 * and the organizers' totals are consistent. Resumes after an interruption; does nothing when no payment is missing.
 */
export async function fillPayments({
  pool,
  now,
  feePercent,
  record,
}: DemoOptions & { feePercent: number; record: RecordPayments }): Promise<{ filled: number }> {
  const { rows: unpaid } = await pool.query<SoldTicket>(SOLD);
  if (unpaid.length === 0) return { filled: 0 };
  const recorded = new Map(
    (await record(unpaid.map((ticket) => providerPayment(ticket, now)))).map((each) => [each.id, each]),
  );
  return changeDemo(pool, async (client) => {
    // Another process may have inserted the payments in the meantime.
    const { rows } = await client.query<SoldTicket>(SOLD);
    const sold = rows.filter((ticket) => recorded.has(intentId(ticket)));
    await insertPayments(client, sold, recorded, { now, feePercent });
    return { filled: sold.length };
  });
}

const paymentId = ({ id }: SoldTicket) => deterministicId('pay', id);
const refundId = ({ id }: SoldTicket) => deterministicId('ref', id);
const intentId = ({ id }: SoldTicket) => deterministicId('pi', id);

/** Demo refunds are dated yesterday, but never before the payment. */
const refundedAt = ({ paid_at: paidAt }: SoldTicket, now: Date) => max([paidAt, subDays(now, 1)]);

const providerPayment = (ticket: SoldTicket, now: Date): DemoPayment => ({
  id: intentId(ticket),
  amount: ticket.amount,
  description: ticket.title,
  metadata: { payment_id: paymentId(ticket) },
  receiptEmail: ticket.email,
  paidAt: ticket.paid_at,
  refund: ticket.is_refunded ? { at: refundedAt(ticket, now), metadata: { refund_id: refundId(ticket) } } : undefined,
});

async function insertPayments(
  client: PoolClient,
  sold: readonly SoldTicket[],
  recorded: ReadonlyMap<string, Awaited<ReturnType<RecordPayments>>[number]>,
  { now, feePercent }: { now: Date; feePercent: number },
): Promise<void> {
  const payments = sold.map((ticket) => ({
    id: paymentId(ticket),
    participation_id: ticket.id,
    user_id: ticket.user_id,
    guest_email: ticket.guest_email,
    seller_id: ticket.seller_id,
    title: ticket.title,
    method: 'card',
    ...splitPrice(ticket.amount, ticket.tax_rate, feePercent),
    state: 'paid',
    provider_intent_id: intentId(ticket),
    card_brand: recorded.get(intentId(ticket))?.card.brand,
    card_last4: recorded.get(intentId(ticket))?.card.last4,
    refunded: ticket.is_refunded ? ticket.amount : 0,
    kind: 'ticket',
    created_at: ticket.paid_at,
    paid_at: ticket.paid_at,
  }));
  const refunds = sold
    .filter((ticket) => ticket.is_refunded)
    .map((ticket) => ({
      id: refundId(ticket),
      payment_id: paymentId(ticket),
      amount: ticket.amount,
      reason: 'event_cancelled',
      state: 'paid',
      provider_refund_id: recorded.get(intentId(ticket))?.refundId,
      created_at: refundedAt(ticket, now),
      done_at: refundedAt(ticket, now),
    }));
  await insertRows(client, 'payments', payments);
  await insertRows(client, 'refunds', refunds);
  await client.query(
    `update participations p set payment_intent_id = x.provider_intent_id, payment_method = 'card' from payments x
     where x.participation_id = p.id and x.id = any($1)`,
    [payments.map(({ id }) => id)],
  );
  await client.query(
    `update participations p set state = 'refunded', cancelled_at = r.done_at, cancel_reason = 'event_cancelled', updated_at = r.done_at
     from payments x join refunds r on r.payment_id = x.id where x.participation_id = p.id and r.id = any($1)`,
    [refunds.map(({ id }) => id)],
  );
}
