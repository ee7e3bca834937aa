import type { Clock } from '../../platform/clock';
import type { Db, Trx } from '../../platform/database/db';
import { inTransaction } from '../../platform/database/transaction';
import type { Jobs } from '../../platform/jobs/jobs';
import type { ParticipationsService } from '../participations/participations.service';
import type { PaymentRow, PaymentsRepository } from './payments.repository';
import type { ProviderCharge, ProviderIntent, ProviderRefund } from './provider-objects';
import type { RefundsService } from './refunds.service';

/** How long a payment that the provider is working on keeps its seat, in milliseconds. */
const PROCESSING_HOLD_MS = 60 * 60_000;

interface ApplyDeps {
  db: Db;
  payments: PaymentsRepository;
  refunds: RefundsService;
  participations: ParticipationsService;
  jobs: Pick<Jobs, 'enqueue'>;
  clock: Clock;
}

export type ApplyPaymentService = ReturnType<typeof createApplyPaymentService>;

/**
 * Takes over what the provider says about an intent or a refund. The same news may come often, late and in any order:
 * what is final stays (paid, cancelled, given back), everything before it only moves forward.
 *
 * Locks go from the participation to the payment, as everywhere.
 */
export function createApplyPaymentService({ db, payments, refunds, participations, jobs, clock }: ApplyDeps) {
  async function takePaid(trx: Trx, payment: PaymentRow, intent: ProviderIntent): Promise<void> {
    if (intent.amountReceived !== payment.amount)
      throw new Error(`${intent.id} brought ${intent.amountReceived} yen where ${payment.amount} were asked`);
    const now = clock.now();
    const { participation_id: participationId } = payment;
    const paidBefore = await refunds.paidOf(trx, participationId);
    await payments.update(trx, payment.id, {
      state: 'paid',
      paid_at: now,
      failure_code: null,
      ...(intent.card && { card_brand: intent.card.brand, card_last4: intent.card.last4 }),
    });
    if (paidBefore > 0) {
      await refunds.requestFor(trx, payment, 'duplicate');
      return;
    }
    const outcome = await participations.confirmPaid(trx, participationId, now);
    if (outcome === 'late_refund') await refunds.request(trx, participationId, 'late_payment');
    // Another attempt, begun in another window, must not be paid as well.
    if (await payments.lockPending(trx, participationId))
      await jobs.enqueue(trx, 'cancel-payment', { participationId }, now);
  }

  async function takeUnpaid(trx: Trx, payment: PaymentRow, { status, failureCode }: ProviderIntent): Promise<void> {
    if (status === 'cancelled') await payments.update(trx, payment.id, { state: 'cancelled' });
    else if (status === 'processing')
      await participations.markPendingPayment(trx, payment.participation_id, {
        konbini: null,
        holdUntil: new Date(clock.now().getTime() + PROCESSING_HOLD_MS),
      });
    else if (failureCode !== payment.failure_code)
      await payments.update(trx, payment.id, { failure_code: failureCode });
  }

  return {
    /** Takes over an intent. One that was not made for a payment of ours changes nothing. */
    async applyIntent(intent: ProviderIntent): Promise<void> {
      const known = intent.paymentId ? await payments.find(intent.paymentId) : await payments.findByIntent(intent.id);
      if (!known) return;
      await inTransaction(db, async (trx) => {
        await participations.lock(trx, known.participation_id);
        const payment = await payments.lock(trx, known.id);
        if (!payment || payment.state === 'paid') return;
        if (payment.provider_intent_id === null)
          await payments.update(trx, payment.id, { provider_intent_id: intent.id });
        if (intent.status === 'succeeded') await takePaid(trx, payment, intent);
        else if (payment.state === 'pending') await takeUnpaid(trx, payment, intent);
      });
    },

    /**
     * Ends an attempt of which no intent is known: the process ended before the provider had answered, and nobody has what
     * is needed to pay it.
     */
    async giveUp(paymentId: string): Promise<void> {
      await inTransaction(db, async (trx) => {
        const payment = await payments.lock(trx, paymentId);
        if (payment?.state === 'pending' && payment.provider_intent_id === null)
          await payments.update(trx, payment.id, { state: 'cancelled' });
      });
    },

    /** Notes which card paid. */
    async applyCharge({ intentId, card }: ProviderCharge): Promise<void> {
      const payment = await payments.findByIntent(intentId);
      if (!payment) return;
      await inTransaction(db, (trx) =>
        payments.update(trx, payment.id, { card_brand: card.brand, card_last4: card.last4 }),
      );
    },

    /** Takes over a refund. One that we did not ask for changes nothing. */
    async applyRefund(news: ProviderRefund): Promise<void> {
      const known = news.refundId === null ? undefined : await payments.findRefund(news.refundId);
      const of = known && (await payments.find(known.payment_id));
      if (!known || !of) return;
      await inTransaction(db, async (trx) => {
        await participations.lock(trx, of.participation_id);
        const payment = await payments.lock(trx, of.id);
        const refund = await payments.lockRefund(trx, known.id);
        if (!payment || !refund || refund.state === 'paid') return;
        const isDone = news.status !== 'pending';
        await payments.updateRefund(trx, refund.id, {
          provider_refund_id: news.id,
          ...(isDone && { state: news.status === 'succeeded' ? 'paid' : 'failed', done_at: clock.now() }),
          failure_reason: news.failureReason,
        });
        if (news.status !== 'succeeded') return;
        await payments.update(trx, payment.id, { refunded: payment.refunded + refund.amount });
        if (refund.reason !== 'duplicate') await participations.markRefunded(trx, payment.participation_id);
      });
    },
  };
}
