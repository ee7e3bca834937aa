import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import type { createGuestPaymentIntent, createPaymentIntent } from '@manabiba/shared/contract/payments';
import type { SeatRecipient } from '@manabiba/shared/contract/seat-transfers';
import type { PaymentMethod } from '@manabiba/shared/contract/tickets';
import { secondsInHour } from 'date-fns/constants';

import type { SessionViewer, SignedInViewer } from '../../access/viewer';
import { AppError } from '../../platform/app-error';
import type { Clock } from '../../platform/clock';
import type { Trx } from '../../platform/database/db';
import type { Limiter } from '../../platform/security/limiter';
import type { CompanionsService } from '../participations/companions/companions.service';
import type { DiscountsService } from '../participations/discounts/discounts.service';
import type { HoldRequest } from '../participations/holds.service';
import type { ParticipationRow, ParticipationsService } from '../participations/participations.service';
import type { SoldOutService } from '../participations/sold-out/sold-out.service';
import type { SeatTransfersService } from '../participations/transfers/seat-transfers.service';
import type { PurchaseConsentsService } from '../purchase-consents/purchase-consents.service';
import type { CardsService } from '../subscriptions/cards.service';
import { isMinor } from '../users/age';
import type { UsersService } from '../users/users.service';
import type { ApplyPaymentService } from './apply-payment.service';
import { newPayment } from './new-payment';
import type { BegunOrder, Contact, PaymentAttempts } from './payment-attempts';
import { holdUntilOf, payUntilOf } from './payment-rules';
import type { OfferRow, PaymentRow, PaymentsRepository } from './payments.repository';

interface CheckoutDeps {
  payments: PaymentsRepository;
  attempts: PaymentAttempts;
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

/** Purchase attempts per hour of one visitor without an account, and of all behind one address: each holds a seat. */
const GUEST_HOLDS_PER_HOUR = 20;
const GUEST_HOLDS_PER_ADDRESS = 60;
const GUEST_NAME = 'お客さま';

const refuseCompanions = (sentence: string) => new AppError('invalid', { fields: { companions: sentence } });

export type CheckoutService = ReturnType<typeof createCheckoutService>;

/** Checkout of a ticket: holds the seats and records their payment. */
export function createCheckoutService(deps: CheckoutDeps) {
  const { payments, attempts, participations, discounts, companions, gifts, soldOut, apply } = deps;
  const { users, consents, cards, limiter, clock, feePercent } = deps;
  const { provider } = attempts;

  /** Requires a purchase that may have further seats: `count` of them. */
  async function requireFurther(trx: Trx, { kind }: OfferRow, seatId: string, count: number): Promise<void> {
    if (count === 0) return;
    if (kind !== 'general') throw refuseCompanions('このチケットは、ご本人の1席だけ購入できます。');
    if (await gifts.isOffered(trx, seatId)) throw refuseCompanions('プレゼントにするチケットは、1席だけ購入できます。');
  }

  /** Holds the seats and finds or inserts their payment. */
  async function begin(
    trx: Trx,
    offer: OfferRow,
    choice: Choice,
    holder: Holder,
    contact: Contact,
  ): Promise<BegunOrder> {
    const { method, addressee, discountCode, gift, companions: names } = choice;
    const now = clock.now();
    // Refuses a method whose deadline is too near.
    payUntilOf(method, offer.sale_end_at, now);
    const resumed = await participations.resumeHold(trx, {
      eventId: offer.event_id,
      ticketTypeId: offer.ticket_type_id,
      holder,
      method,
      // A payment at a convenience store holds it for longer once the provider has given its numbers.
      holdUntil: holdUntilOf(now),
      now,
    });
    const pending = await payments.lockPending(trx, resumed.id);
    if (pending && pending.bundle_id !== null) return { replaced: [pending] };
    const held = await withoutSeriesDiscount(trx, resumed);
    if (gift !== undefined) await gifts.setGift(trx, held, gift);
    const { length: before } = await companions.unpaid(trx, held.id);
    const count = names?.length ?? before;
    await requireFurther(trx, offer, held.id, count);
    const change =
      discountCode === undefined
        ? undefined
        : await discounts.findChange(trx, held, discountCode, 1 + Math.min(before, count));
    // The price changes once nobody can pay the earlier one any more.
    if (pending && (change || count !== before || pending.method !== method)) return { replaced: [pending] };
    const { amount, discount, discount_code_id } = held;
    const seat =
      change || count !== before
        ? await participations.changePrice(trx, held, change ?? { amount, discount, discount_code_id })
        : held;
    const others = before + count === 0 ? [] : await companions.set(trx, seat, names ?? null);
    const all = [seat, ...others] as const;
    const payment =
      pending ?? (await payments.insert(trx, newPayment({ offer, method, holder, seats: all, feePercent, now })));
    if (addressee !== undefined && addressee !== payment.addressee)
      await payments.update(trx, payment.id, { addressee });
    return {
      contact,
      purchases: [{ seat: { ...seat, discount: seat.discount * all.length }, payment }],
      description: payment.title,
      payUntil: payUntilOf(method, offer.sale_end_at, payment.created_at),
    };
  }

  /** Sets a seat back to its full price that was held with others of a series. */
  async function withoutSeriesDiscount(trx: Trx, seat: ParticipationRow): Promise<ParticipationRow> {
    const { amount, discount, discount_code_id: codeId } = seat;
    if (discount === 0 || codeId !== null) return seat;
    return participations.changePrice(trx, seat, { amount: amount + discount, discount: 0, discount_code_id: null });
  }

  async function start(
    eventId: string,
    choice: Choice,
    holder: Holder,
    contactOf: (trx: Trx) => Promise<Contact> | Contact,
  ) {
    const offer = await payments.findOffer(eventId, choice.ticketTypeId);
    if (!offer) throw new AppError('not_found');
    return attempts.start(async (trx) => {
      // Locks the account before the ticket.
      const contact = await contactOf(trx);
      return begin(trx, offer, choice, holder, contact);
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
