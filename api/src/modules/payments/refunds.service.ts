import type { Clock } from '../../platform/clock';
import type { Trx } from '../../platform/database/db';
import { newId } from '../../platform/ids';
import type { Jobs } from '../../platform/jobs/jobs';
import type { RefundsTable } from '../../tables/payments';
import type { PaymentRow, PaymentsRepository } from './payments.repository';

interface RefundsDeps {
  payments: PaymentsRepository;
  jobs: Pick<Jobs, 'enqueue'>;
  clock: Clock;
}

type Reason = RefundsTable['reason'];

export type RefundsService = ReturnType<typeof createRefundsService>;

/** Refunds: recorded in the transaction that causes them, then requested from the provider by a job. */
export function createRefundsService({ payments, jobs, clock }: RefundsDeps) {
  const leftOf = async (trx: Trx, payment: PaymentRow) => payment.amount - (await payments.refundsOf(trx, payment.id));

  /** Refunds the rest of a payment. Does nothing when nothing is left. */
  async function requestFor(trx: Trx, payment: PaymentRow, reason: Reason): Promise<void> {
    const amount = await leftOf(trx, payment);
    if (amount <= 0) return;
    const now = clock.now();
    const refundId = newId('ref');
    await payments.insertRefund(trx, { id: refundId, payment_id: payment.id, amount, reason, created_at: now });
    await jobs.enqueue(trx, 'send-refund', { refundId }, now);
  }

  async function sumOf(trx: Trx, participationId: string, counts: (payment: PaymentRow) => boolean): Promise<number> {
    let paid = 0;
    for (const payment of (await payments.lockPaid(trx, participationId)).filter(counts))
      paid += await leftOf(trx, payment);
    return paid;
  }

  return {
    requestFor,

    /** Returns what was paid for a participation and is neither refunded nor about to be, in yen. */
    paidOf: (trx: Trx, participationId: string): Promise<number> => sumOf(trx, participationId, () => true),

    /** Does the same for the payments of this user, or of a guest. */
    paidBy: (trx: Trx, participationId: string, userId: string | null): Promise<number> =>
      sumOf(trx, participationId, ({ user_id: payerId }) => payerId === userId),

    /** Refunds all of that. */
    async request(trx: Trx, participationId: string, reason: Reason): Promise<void> {
      for (const payment of await payments.lockPaid(trx, participationId)) await requestFor(trx, payment, reason);
    },

    /** Moves a claimed ticket's payments, including pending ones, to the account. */
    giveTo: (trx: Trx, participationId: string, userId: string): Promise<void> =>
      payments.giveTo(trx, participationId, userId),
  };
}
