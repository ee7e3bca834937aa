import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import type { createGuestPaymentIntent, createPaymentIntent } from '@manabiba/shared/contract/payments';
import type { PaymentMethod } from '@manabiba/shared/contract/tickets';

import type { SessionViewer, SignedInViewer } from '../../access/viewer';
import { AppError } from '../../platform/app-error';
import type { Clock } from '../../platform/clock';
import type { Db, Trx } from '../../platform/database/db';
import { inTransaction } from '../../platform/database/transaction';
import { newId } from '../../platform/ids';
import type { Limiter } from '../../platform/security/limiter';
import type { HoldRequest } from '../participations/holds.service';
import type { ParticipationsService } from '../participations/participations.service';
import type { PurchaseConsentsService } from '../purchase-consents/purchase-consents.service';
import { isMinor } from '../users/age';
import type { UsersService } from '../users/users.service';
import type { ApplyPaymentService } from './apply-payment.service';
import type { PaymentProvider } from './payment-provider';
import { holdUntilOf, splitPrice } from './payment-rules';
import type { OfferRow, PaymentRow, PaymentsRepository } from './payments.repository';
import type { ProviderIntent } from './provider-objects';

interface CheckoutDeps {
  db: Db;
  payments: PaymentsRepository;
  provider: PaymentProvider | null;
  participations: ParticipationsService;
  apply: ApplyPaymentService;
  users: UsersService;
  consents: Pick<PurchaseConsentsService, 'isGiven'>;
  limiter: Limiter;
  clock: Clock;
  feePercent: number;
}

interface Choice {
  ticketTypeId: string;
  method: PaymentMethod;
}
type Holder = HoldRequest['holder'];
interface Contact {
  name: string;
  email: string | null;
}

/** Attempts to buy that one visitor may make in an hour without an account: each keeps a seat for a while. */
const GUEST_HOLDS_PER_HOUR = 20;
const HOUR_SECONDS = 3600;
const GUEST_NAME = 'お客さま';

export type CheckoutService = ReturnType<typeof createCheckoutService>;

/**
 * Paying for a ticket: a seat is kept and the payment is written down, then the provider is asked, then its answer is
 * written down. Whatever ends in between, repeating the call goes on from there: the provider gets the same key.
 */
export function createCheckoutService(deps: CheckoutDeps) {
  const { db, payments, participations, apply, users, consents, limiter, clock, feePercent } = deps;

  function provider(): PaymentProvider {
    if (!deps.provider) throw new AppError('unavailable');
    return deps.provider;
  }

  /** Keeps the seat and finds or writes down the payment. `replaced`: an attempt by another method, to be ended first. */
  async function begin(trx: Trx, offer: OfferRow, { method }: Choice, holder: Holder) {
    const now = clock.now();
    const seat = await participations.resumeHold(trx, {
      eventId: offer.event_id,
      ticketTypeId: offer.ticket_type_id,
      holder,
      method,
      holdUntil: holdUntilOf(method, offer.sale_end_at, now),
      now,
    });
    const pending = await payments.lockPending(trx, seat.id);
    if (pending && pending.method !== method) return { seat, replaced: pending };
    const payment = pending ?? (await payments.insert(trx, newPayment(offer, method, holder, seat, now)));
    return { seat, payment };
  }

  const newPayment = (
    offer: OfferRow,
    method: PaymentMethod,
    holder: Holder,
    seat: { id: string; amount: number },
    now: Date,
  ) => ({
    id: newId('pay'),
    participation_id: seat.id,
    user_id: 'userId' in holder ? holder.userId : null,
    guest_email: 'guest' in holder ? holder.guest.email : null,
    seller_id: offer.organizer_id,
    title: `${offer.event_title} ${offer.ticket_name}チケット`,
    method,
    ...splitPrice(seat.amount, offer.tax_rate, feePercent),
    created_at: now,
  });

  /** Ends an attempt at the provider. Throws `already` when it turns out to have been paid meanwhile. */
  async function end(pending: PaymentRow): Promise<void> {
    if (pending.provider_intent_id === null) {
      await inTransaction(db, (trx) => payments.update(trx, pending.id, { state: 'cancelled' }));
      return;
    }
    const intent = await provider().cancelIntent(pending.provider_intent_id);
    await apply.applyIntent(intent);
    if (intent.status === 'succeeded') throw new AppError('already');
    if (intent.status !== 'cancelled') throw new AppError('conflict');
  }

  async function start(eventId: string, choice: Choice, holder: Holder, contact: Contact) {
    const offer = await payments.findOffer(eventId, choice.ticketTypeId);
    if (!offer) throw new AppError('not_found');
    let begun = await inTransaction(db, (trx) => begin(trx, offer, choice, holder));
    if (begun.replaced) {
      await end(begun.replaced);
      begun = await inTransaction(db, (trx) => begin(trx, offer, choice, holder));
    }
    const { seat, payment } = begun;
    if (!payment) throw new AppError('conflict');
    const intent = await intentOf(payment, offer, contact);
    return { participationId: seat.id, ...(await take(payment, seat, intent)) };
  }

  /** Writes down the provider's answer. */
  async function take(payment: PaymentRow, seat: { id: string; hold_expires_at: Date | null }, intent: ProviderIntent) {
    const until = intent.konbini ? new Date(intent.konbini.expiresAt) : seat.hold_expires_at;
    if (!until) throw new Error(`The seat ${seat.id} is paid for and has no end`);
    await inTransaction(db, async (trx) => {
      await participations.notePayment(trx, seat.id, { intentId: intent.id, method: payment.method });
      if (intent.konbini)
        await participations.markPendingPayment(trx, seat.id, { konbini: intent.konbini, holdUntil: until });
      await payments.update(trx, payment.id, { provider_intent_id: intent.id });
    });
    return { clientSecret: intent.clientSecret, amount: payment.amount, holdExpiresAt: until.toISOString() };
  }

  /** The provider's intent of a payment: made once, then found again. */
  function intentOf(payment: PaymentRow, offer: OfferRow, { name, email }: Contact): Promise<ProviderIntent> {
    if (payment.provider_intent_id !== null) return provider().retrieveIntent(payment.provider_intent_id);
    return provider().createIntent({
      paymentId: payment.id,
      amount: payment.amount,
      method: payment.method,
      description: payment.title,
      email,
      name,
      expiresAt: holdUntilOf(payment.method, offer.sale_end_at, payment.created_at),
    });
  }

  /** Throws what keeps a payment from being paid. */
  async function settle(payment: PaymentRow): Promise<void> {
    if (payment.state === 'paid') return;
    if (payment.provider_intent_id === null) throw new AppError('payment_required');
    const intent = await provider().retrieveIntent(payment.provider_intent_id);
    await apply.applyIntent(intent);
    if (intent.status === 'succeeded' || intent.status === 'processing') return;
    if (intent.status === 'action_required' && !intent.konbini) throw new AppError('payment_action_required');
    throw new AppError(intent.failureCode === null ? 'payment_required' : 'card_declined');
  }

  return {
    /** For somebody with an account. Under 18 a guardian must have agreed to this purchase. */
    async begin(
      viewer: SignedInViewer,
      eventId: string,
      choice: Choice,
    ): Promise<EndpointOutput<typeof createPaymentIntent>> {
      provider();
      const person = await inTransaction(db, async (trx) => {
        const found = await users.lock(trx, viewer.id);
        if (isMinor(found.birth_date, clock.now()) && !(await consents.isGiven(trx, viewer.id, choice.ticketTypeId)))
          throw new AppError('guardian_required');
        return found;
      });
      const holder = { userId: viewer.id, isStudentAge: viewer.isStudentAge };
      return start(eventId, choice, holder, { name: person.nickname, email: person.email });
    },

    /** For somebody without an account, who must be of age. */
    async beginAsGuest(
      viewer: SessionViewer,
      eventId: string,
      { email, birthDate, ...choice }: Choice & { email: string; birthDate: string },
      intent: string | undefined,
    ): Promise<EndpointOutput<typeof createGuestPaymentIntent>> {
      provider();
      if (isMinor(birthDate, clock.now())) throw new AppError('guardian_required');
      await limiter.consume(`guest-hold:${viewer.id}`, { max: GUEST_HOLDS_PER_HOUR, windowSeconds: HOUR_SECONDS });
      // A key of one visitor says nothing about another's.
      const guest = { email, birthDate, intent: intent === undefined ? null : `${viewer.id} ${intent}` };
      const attempt = await start(eventId, choice, { guest }, { name: GUEST_NAME, email });
      return { ...attempt, guestToken: participations.guestTokenOf(attempt.participationId) };
    },

    /**
     * After the browser has paid: asks the provider how the payment stands and takes it over. Returns the participation; throws
     * what keeps it from being paid: `payment_required`, `payment_action_required`, `card_declined`. Somebody else's
     * intent, or one of another event, is `not_found`.
     */
    async confirm(
      viewer: SignedInViewer,
      { eventId, paymentIntentId }: { eventId: string; paymentIntentId: string },
    ): Promise<string> {
      const payment = await payments.findOwn(viewer.id, eventId, paymentIntentId);
      if (!payment) throw new AppError('not_found');
      await settle(payment);
      return payment.participation_id;
    },
  };
}
