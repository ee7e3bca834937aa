import type { Clock } from '../../platform/clock';
import type { Trx } from '../../platform/database/db';
import { newId } from '../../platform/ids';
import type { Jobs } from '../../platform/jobs/jobs';
import type { RefundsTable } from '../../tables/payments';
import type { RefundPart } from '../participations/participations.service';
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

  /** Refunds the rest of a payment, or a part of it. Does nothing when nothing is left. Returns the amount. */
  async function requestFor(
    trx: Trx,
    payment: PaymentRow,
    reason: Reason,
    { amount: requested, companionId }: RefundPart = { amount: Number.POSITIVE_INFINITY, companionId: null },
  ): Promise<number> {
    const amount = Math.min(await leftOf(trx, payment), requested);
    if (amount <= 0) return 0;
    const now = clock.now();
    const id = newId('ref');
    const refund = { id, payment_id: payment.id, participation_id: companionId, amount, reason, created_at: now };
    await payments.insertRefund(trx, refund);
    await jobs.enqueue(trx, 'send-refund', { refundId: id }, now);
    return amount;
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

    /** Refunds all of that, or a part. */
    async request(trx: Trx, participationId: string, reason: Reason, part?: RefundPart): Promise<void> {
      const { amount, companionId } = part ?? { amount: Number.POSITIVE_INFINITY, companionId: null };
      let rest = amount;
      for (const payment of await payments.lockPaid(trx, participationId))
        rest -= await requestFor(trx, payment, reason, { amount: rest, companionId });
    },

    /** Moves a claimed ticket's payments, including pending ones, to the account. */
    giveTo: (trx: Trx, participationId: string, userId: string): Promise<void> =>
      payments.giveTo(trx, participationId, userId),
  };
}
