import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import type { createGuestPaymentIntent, createPaymentIntent } from '@manabiba/shared/contract/payments';
import type { SeatRecipient } from '@manabiba/shared/contract/seat-transfers';
import type { PaymentMethod } from '@manabiba/shared/contract/tickets';
import { secondsInHour } from 'date-fns/constants';

import type { SessionViewer, SignedInViewer } from '../../access/viewer';
import { AppError, notOffered } from '../../platform/app-error';
import type { Clock } from '../../platform/clock';
import type { Db, Trx } from '../../platform/database/db';
import { inTransaction } from '../../platform/database/transaction';
import { newId } from '../../platform/ids';
import type { Limiter } from '../../platform/security/limiter';
import type { CompanionsService } from '../participations/companions/companions.service';
import type { DiscountsService } from '../participations/discounts/discounts.service';
import type { HoldRequest } from '../participations/holds.service';
import type { ParticipationsService } from '../participations/participations.service';
import type { SoldOutService } from '../participations/sold-out/sold-out.service';
import type { SeatTransfersService } from '../participations/transfers/seat-transfers.service';
import type { PurchaseConsentsService } from '../purchase-consents/purchase-consents.service';
import type { CardOnFile, CardsService } from '../subscriptions/cards.service';
import { isMinor } from '../users/age';
import type { UsersService } from '../users/users.service';
import type { ApplyPaymentService } from './apply-payment.service';
import type { PaymentProvider } from './payment-provider';
import { holdUntilOf, payUntilOf, splitPrice } from './payment-rules';
import type { OfferRow, PaymentRow, PaymentsRepository } from './payments.repository';
import type { ProviderIntent } from './provider-objects';

interface CheckoutDeps {
  db: Db;
  payments: PaymentsRepository;
  provider: PaymentProvider | null;
  participations: ParticipationsService;
  discounts: DiscountsService;
  companions: Pick<CompanionsService, 'unpaid' | 'set'>;
  gifts: Pick<SeatTransfersService, 'setGift' | 'isOffered'>;
  soldOut: SoldOutService;
  apply: ApplyPaymentService;
  users: UsersService;
  consents: Pick<PurchaseConsentsService, 'isGiven'>;
  cards: Pick<CardsService, 'onFile'>;
  limiter: Limiter;
  clock: Clock;
  feePercent: number;
}

interface Choice {
  ticketTypeId: string;
  method: PaymentMethod;
  /** The addressee on the receipt. Unchanged when omitted. */
  addressee?: string | undefined;
  /** A code to use; null for none. Unchanged when omitted. */
  discountCode?: string | null | undefined;
  /** Whom the seat is bought for; null for the buyer. Unchanged when omitted. */
  gift?: SeatRecipient | null | undefined;
  /** The names for further seats. Unchanged when omitted. */
  companions?: readonly string[] | undefined;
}
type Holder = HoldRequest['holder'];
interface Contact {
  name: string;
  email: string | null;
  onFile?: CardOnFile | undefined;
}

/** The buyer's seat; the discount is that of all seats. */
type HeldSeat = Pick<Awaited<ReturnType<ParticipationsService['resumeHold']>>, 'id' | 'hold_expires_at' | 'discount'>;

/** The held seat with its payment, or with an attempt by another method or for another amount, to be cancelled first. */
type CheckoutAttempt = { contact: Contact; seat: HeldSeat } & (
  | { payment: PaymentRow; replaced?: never }
  | { payment?: never; replaced: PaymentRow }
);

/** Purchase attempts per hour of one visitor without an account, and of all behind one address: each holds a seat. */
const GUEST_HOLDS_PER_HOUR = 20;
const GUEST_HOLDS_PER_ADDRESS = 60;
const GUEST_NAME = 'お客さま';

const refuseCompanions = (sentence: string) => new AppError('invalid', { fields: { companions: sentence } });

export type CheckoutService = ReturnType<typeof createCheckoutService>;

/**
 * Checkout of a ticket: holds a seat and records the payment, calls the provider, then records its answer. After an
 * interruption at any step a repeated call resumes from there: it sends the provider the same idempotency key.
 */
export function createCheckoutService(deps: CheckoutDeps) {
  const { db, payments, participations, discounts, companions, gifts, soldOut, apply } = deps;
  const { users, consents, cards, limiter, clock, feePercent } = deps;

  function provider(): PaymentProvider {
    if (!deps.provider) throw notOffered();
    return deps.provider;
  }

  /** Requires a purchase that may have further seats: `count` of them. */
  async function requireFurther(trx: Trx, { kind }: OfferRow, seatId: string, count: number): Promise<void> {
    if (count === 0) return;
    if (kind !== 'general') throw refuseCompanions('このチケットは、ご本人の1席だけ購入できます。');
    if (await gifts.isOffered(trx, seatId)) throw refuseCompanions('プレゼントにするチケットは、1席だけ購入できます。');
  }

  /** Holds the seats and finds or inserts their payment. */
  async function begin(trx: Trx, offer: OfferRow, choice: Choice, holder: Holder) {
    const { method, addressee, discountCode, gift, companions: names } = choice;
    const now = clock.now();
    // Refuses a method whose deadline is too near.
    payUntilOf(method, offer.sale_end_at, now);
    const held = await participations.resumeHold(trx, {
      eventId: offer.event_id,
      ticketTypeId: offer.ticket_type_id,
      holder,
      method,
      // A payment at a convenience store holds it for longer once the provider has given its numbers.
      holdUntil: holdUntilOf(now),
      now,
    });
    if (gift !== undefined) await gifts.setGift(trx, held, gift);
    const { length: before } = await companions.unpaid(trx, held.id);
    const count = names?.length ?? before;
    await requireFurther(trx, offer, held.id, count);
    const pending = await payments.lockPending(trx, held.id);
    const change =
      discountCode === undefined
        ? undefined
        : await discounts.findChange(trx, held, discountCode, 1 + Math.min(before, count));
    // The price changes once nobody can pay the earlier one any more.
    if (pending && (change || count !== before || pending.method !== method)) return { seat: held, replaced: pending };
    const { amount, discount, discount_code_id } = held;
    const seat =
      change || count !== before
        ? await participations.changePrice(trx, held, change ?? { amount, discount, discount_code_id })
        : held;
    const others = before + count === 0 ? [] : await companions.set(trx, seat, names ?? null);
    const all = [seat, ...others] as const;
    const payment = pending ?? (await payments.insert(trx, newPayment(offer, method, holder, all, now)));
    if (addressee !== undefined && addressee !== payment.addressee)
      await payments.update(trx, payment.id, { addressee });
    return { seat: { ...seat, discount: seat.discount * all.length }, payment };
  }

  const newPayment = (
    offer: OfferRow,
    method: PaymentMethod,
    holder: Holder,
    seats: readonly [{ id: string; amount: number }, ...{ amount: number }[]],
    now: Date,
  ) => ({
    id: newId('pay'),
    participation_id: seats[0].id,
    user_id: 'userId' in holder ? holder.userId : null,
    guest_email: 'guest' in holder ? holder.guest.email : null,
    seller_id: offer.organizer_id,
    title: `${offer.event_title} ${offer.ticket_name}チケット${seats.length > 1 ? ` ${seats.length}席` : ''}`,
    method,
    ...splitPrice(
      seats.reduce((sum, { amount }) => sum + amount, 0),
      offer.tax_rate,
      feePercent,
    ),
    created_at: now,
  });

  /** Cancels an attempt at the provider. Throws `already` when it turns out to have been paid meanwhile. */
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

  /** Begins the payment here and at the provider. Returns null after ending an earlier attempt that is in the way. */
  async function attempt(work: (trx: Trx) => Promise<CheckoutAttempt>, offer: OfferRow) {
    const started = await inTransaction(db, work);
    if (!started.payment) {
      await end(started.replaced);
      return null;
    }
    const { payment } = started;
    const intent = await intentOf(payment, offer, started.contact);
    if (intent) return { ...started, payment, intent };
    // The buyer's data or the sale changed after the answer was lost. Nobody has what is needed to pay that attempt.
    await apply.giveUp(payment.id);
    return null;
  }

  async function start(
    eventId: string,
    choice: Choice,
    holder: Holder,
    contactOf: (trx: Trx) => Promise<Contact> | Contact,
  ) {
    const offer = await payments.findOffer(eventId, choice.ticketTypeId);
    if (!offer) throw new AppError('not_found');
    const work = async (trx: Trx): Promise<CheckoutAttempt> => {
      // Locks the account before the ticket.
      const contact = await contactOf(trx);
      return { contact, ...(await begin(trx, offer, choice, holder)) };
    };
    const started = (await attempt(work, offer)) ?? (await attempt(work, offer));
    if (!started) throw new AppError('conflict');
    const { contact, seat, payment, intent } = started;
    const { onFile } = contact;
    const savedCardId = onFile && intent.customerId === onFile.customerId ? onFile.cardId : null;
    return { participationId: seat.id, savedCardId, ...(await take(payment, seat, intent)) };
  }

  /** Records the provider's answer. */
  async function take(payment: PaymentRow, seat: HeldSeat, intent: ProviderIntent) {
    const until = intent.konbini ? new Date(intent.konbini.expiresAt) : seat.hold_expires_at;
    if (!until) throw new Error(`The held seat ${seat.id} has no expiry`);
    await inTransaction(db, async (trx) => {
      await participations.notePayment(trx, seat.id, { intentId: intent.id, method: payment.method });
      if (intent.konbini)
        await participations.markPendingPayment(trx, seat.id, { konbini: intent.konbini, holdUntil: until });
      await payments.update(trx, payment.id, { provider_intent_id: intent.id });
    });
    return {
      clientSecret: intent.clientSecret,
      amount: payment.amount,
      discount: seat.discount,
      holdExpiresAt: until.toISOString(),
    };
  }

  /** Returns the provider's intent of a payment: created once, retrieved afterwards. Null: see `createIntent`. */
  async function intentOf(
    payment: PaymentRow,
    offer: OfferRow,
    { name, email, onFile }: Contact,
  ): Promise<ProviderIntent | null> {
    if (payment.provider_intent_id !== null) return provider().retrieveIntent(payment.provider_intent_id);
    return provider().createIntent({
      paymentId: payment.id,
      amount: payment.amount,
      method: payment.method,
      description: payment.title,
      email,
      name,
      customerId: onFile?.customerId ?? null,
      expiresAt: payUntilOf(payment.method, offer.sale_end_at, payment.created_at),
    });
  }

  /** Applies the intent's current state; throws an error when the payment is not settled. */
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
    /** Returns `sold_out` when no seat is left and this user holds none; undefined when `begin` has to decide. */
    async refuseEarly(
      viewer: SignedInViewer,
      eventId: string,
      { ticketTypeId }: Choice,
    ): Promise<AppError | undefined> {
      return (await soldOut.isInVain({ eventId, ticketTypeId, userId: viewer.id }))
        ? new AppError('sold_out')
        : undefined;
    },

    /** Starts a purchase for a signed-in user. Minors under 18 need a guardian's consent to this purchase. */
    async begin(
      viewer: SignedInViewer,
      eventId: string,
      choice: Choice,
    ): Promise<EndpointOutput<typeof createPaymentIntent>> {
      provider();
      if (typeof choice.discountCode === 'string') await discounts.countTry(viewer);
      const holder = { userId: viewer.id, isStudentAge: viewer.isStudentAge };
      const onFile = choice.method === 'card' ? await cards.onFile(viewer.id) : undefined;
      return start(eventId, choice, holder, async (trx) => {
        const { birth_date: birthDate, nickname: name, email } = await users.lock(trx, viewer.id);
        if (isMinor(birthDate, clock.now())) {
          // A guardian has agreed to one ticket.
          if (choice.companions && choice.companions.length > 0)
            throw refuseCompanions('18歳未満の方は、ご本人の1席だけ購入できます。');
          if (!(await consents.isGiven(trx, viewer.id, choice.ticketTypeId))) throw new AppError('guardian_required');
        }
        return { name, email, onFile };
      });
    },

    /** Starts a purchase for a visitor without an account, who must be 18 or older. */
    async beginAsGuest(
      viewer: SessionViewer,
      eventId: string,
      { email, birthDate, ...choice }: Choice & { email: string; birthDate: string },
      { intent, address }: { intent: string | undefined; address: string },
    ): Promise<EndpointOutput<typeof createGuestPaymentIntent>> {
      provider();
      if (isMinor(birthDate, clock.now())) throw new AppError('guardian_required');
      await limiter.consume(`guest-hold:${viewer.id}`, { max: GUEST_HOLDS_PER_HOUR, windowSeconds: secondsInHour });
      await limiter.consume(`guest-hold:${address}`, { max: GUEST_HOLDS_PER_ADDRESS, windowSeconds: secondsInHour });
      if (typeof choice.discountCode === 'string') await discounts.countTry(viewer, address);
      // Scopes the idempotency key to the visitor.
      const scopedIntent = intent === undefined ? null : `${viewer.id} ${intent}`;
      const guest = { email, birthDate, intent: scopedIntent, sessionId: viewer.id };
      const { savedCardId: _none, ...attempt } = await start(eventId, choice, { guest }, () => ({
        name: GUEST_NAME,
        email,
      }));
      return { ...attempt, guestToken: participations.guestTokenOf(attempt.participationId) };
    },

    /**
     * Called after the browser has paid: queries the provider for the state of the payment and applies it. Returns the
     * participation; throws `payment_required`, `payment_action_required` or `card_declined` when the payment is
     * incomplete, and `not_found` for an intent of another user or another event.
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
