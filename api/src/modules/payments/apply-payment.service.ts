import { addMilliseconds } from 'date-fns';
import { millisecondsInHour } from 'date-fns/constants';

import type { Clock } from '../../platform/clock';
import type { Db, Trx } from '../../platform/database/db';
import { inTransaction } from '../../platform/database/transaction';
import type { Jobs } from '../../platform/jobs/jobs';
import type { ParticipationsService } from '../participations/participations.service';
import type { PaymentRow, PaymentsRepository } from './payments.repository';
import type { ProviderCharge, ProviderIntent, ProviderRefund } from './provider-objects';
import type { RefundsService } from './refunds.service';

/** How long a payment in progress at the provider holds its seat, in milliseconds. */
const PROCESSING_HOLD_MS = millisecondsInHour;

interface ApplyDeps {
  db: Db;
  payments: PaymentsRepository;
  refunds: RefundsService;
  participations: ParticipationsService;
  jobs: Pick<Jobs, 'enqueue'>;
  clock: Clock;
}

/** The provider's report about the intent of a payment. */
export interface IntentNews {
  payment: PaymentRow;
  intent: ProviderIntent;
}

/** What the intent of one or several payments should have received. */
interface Dues {
  intent: ProviderIntent;
  amount: number;
}

/** A participation with all its payment attempts, locked. */
interface LockedPlace {
  participation: Awaited<ReturnType<ParticipationsService['lock']>>;
  attempts: PaymentRow[];
}

/** Returns whether a report about an intent changes anything. */
function mayChange(payment: PaymentRow, { status, failureCode }: ProviderIntent): boolean {
  if (payment.state === 'paid') return false;
  if (payment.provider_intent_id === null || status === 'succeeded') return true;
  if (payment.state === 'cancelled') return false;
  return status === 'cancelled' || status === 'processing' || failureCode !== payment.failure_code;
}

export type ApplyPaymentService = ReturnType<typeof createApplyPaymentService>;

/**
 * Applies the provider's reports about intents and refunds. The same report may arrive repeatedly, late and in any
 * order: final states stay (paid, cancelled, refunded), everything before only moves forward.
 *
 * The lock order is participation, then payment, as everywhere.
 */
export function createApplyPaymentService({ db, payments, refunds, participations, jobs, clock }: ApplyDeps) {
  async function takePaid(trx: Trx, place: LockedPlace, payment: PaymentRow, { intent, amount }: Dues): Promise<void> {
    if (intent.amountReceived !== amount)
      throw new Error(`${intent.id} received ${intent.amountReceived} yen instead of ${amount}`);
    const now = clock.now();
    const { participation_id: participationId } = payment;
    const others = place.attempts.filter(({ id }) => id !== payment.id);
    const paidBefore = others.some(({ state }) => state === 'paid') ? await refunds.paidOf(trx, participationId) : 0;
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
    const outcome = await participations.confirmPaid(trx, place.participation, payment.amount, now);
    if (outcome === 'late_refund') await refunds.request(trx, participationId, 'late_payment');
    // Another attempt, started in another window, must not be paid as well.
    if (others.some(({ state }) => state === 'pending'))
      await jobs.enqueue(trx, 'cancel-payment', { participationId }, now);
  }

  async function takeUnpaid(trx: Trx, payment: PaymentRow, { status, failureCode }: ProviderIntent): Promise<void> {
    if (status === 'cancelled') await payments.update(trx, payment.id, { state: 'cancelled' });
    else if (status === 'processing')
      await participations.markPendingPayment(trx, payment.participation_id, {
        konbini: null,
        holdUntil: addMilliseconds(clock.now(), PROCESSING_HOLD_MS),
      });
    else if (failureCode !== payment.failure_code)
      await payments.update(trx, payment.id, { failure_code: failureCode });
  }

  async function takeOverOne(trx: Trx, known: PaymentRow, dues: Dues): Promise<void> {
    const { intent } = dues;
    const participation = await participations.lock(trx, known.participation_id);
    const attempts = await payments.lockAttempts(trx, known.participation_id);
    const payment = attempts.find(({ id }) => id === known.id);
    if (!payment || payment.state === 'paid') return;
    if (payment.provider_intent_id === null) {
      await payments.update(trx, payment.id, { provider_intent_id: intent.id });
      // The answer with the payment numbers was lost.
      if (intent.konbini && participation.state === 'held')
        await participations.markPendingPayment(trx, participation.id, {
          konbini: intent.konbini,
          holdUntil: new Date(intent.konbini.expiresAt),
        });
    }
    if (intent.status === 'succeeded') await takePaid(trx, { participation, attempts }, payment, dues);
    else if (payment.state === 'pending') await takeUnpaid(trx, payment, intent);
  }

  /** Applies an intent to the payments that share it, all or none. */
  async function takeOver(trx: Trx, known: PaymentRow, intent: ProviderIntent): Promise<void> {
    const bundle = await payments.listBundle(trx, known);
    const amount = bundle.reduce((sum, payment) => sum + payment.amount, 0);
    for (const payment of bundle) await takeOverOne(trx, payment, { intent, amount });
  }

  return {
    /**
     * Returns the reports that may change something, with their payments: a cheap check without locks, for many at
     * once.
     */
    async changing(intents: readonly ProviderIntent[]): Promise<IntentNews[]> {
      const known = await payments.findOfIntents(intents);
      const byId = new Map(known.map((payment) => [payment.id, payment]));
      const byIntent = new Map(known.map((payment) => [payment.provider_intent_id, payment]));
      return intents.flatMap((intent) => {
        const payment = intent.paymentId ? byId.get(intent.paymentId) : byIntent.get(intent.id);
        return payment && mayChange(payment, intent) ? [{ payment, intent }] : [];
      });
    },

    /** Applies an intent. One that does not belong to a payment here changes nothing. */
    async applyIntent(intent: ProviderIntent): Promise<void> {
      const known = intent.paymentId ? await payments.find(intent.paymentId) : await payments.findByIntent(intent.id);
      if (known) await inTransaction(db, (trx) => takeOver(trx, known, intent));
    },

    /** Applies several intents, all of them or, if one fails, none. */
    applyIntents: (news: readonly IntentNews[]): Promise<void> =>
      inTransaction(db, async (trx) => {
        for (const { payment, intent } of news) await takeOver(trx, payment, intent);
      }),

    /**
     * Cancels an attempt without a known intent: the process ended before the provider answered, and nobody has what is
     * needed to pay it.
     */
    async giveUp(paymentId: string): Promise<void> {
      const known = await payments.find(paymentId);
      if (!known) return;
      await inTransaction(db, async (trx) => {
        for (const { id } of await payments.listBundle(trx, known)) {
          const payment = await payments.lock(trx, id);
          if (payment?.state === 'pending' && payment.provider_intent_id === null)
            await payments.update(trx, id, { state: 'cancelled' });
        }
      });
    },

    /** Records which cards paid. */
    applyCharges: (charges: readonly ProviderCharge[]): Promise<void> => payments.noteCards(charges),

    /** Applies a refund. One that was not requested here changes nothing. */
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
        if (refund.reason !== 'duplicate')
          await participations.markRefunded(trx, refund.participation_id ?? payment.participation_id);
      });
    },
  };
}
