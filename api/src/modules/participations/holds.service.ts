import type { KonbiniDetails, PaymentMethod } from '@manabiba/shared/contract/tickets';
import type { Updateable } from 'kysely';

import { AppError } from '../../platform/app-error';
import type { Clock } from '../../platform/clock';
import type { Trx } from '../../platform/database/db';
import { publish } from '../../platform/events/domain-events';
import { newId } from '../../platform/ids';
import type { ParticipationsTable } from '../../tables/events';
import { isStudentAge } from '../users/age';
import type { UsersService } from '../users/users.service';
import { archiveTicketsRepository } from './archive-tickets.repository';
import { companionsRepository } from './companions/companions.repository';
import type { DiscountsService, PriceChange } from './discounts/discounts.service';
import type { GuestTokens } from './guest-tokens';
import { requireGuestMayHold, requireOnSale, requireTakingPlace, routeOf } from './participation-rules';
import type {
  EventForSale,
  GuestHolder,
  ParticipationRow,
  ParticipationsRepository,
  TicketForSale,
} from './participations.repository';
import type { SeatsRepository } from './seats.repository';
import type { SeatsService } from './seats.service';

export interface HoldRequest {
  eventId: string;
  ticketTypeId: string;
  holder: { userId: string; isStudentAge: boolean } | { guest: GuestHolder };
  /** Null when not chosen yet. */
  method: PaymentMethod | null;
  holdUntil: Date;
  now: Date;
}

interface HoldsDeps {
  participations: ParticipationsRepository;
  seats: SeatsRepository;
  steps: SeatsService;
  users: UsersService;
  discounts: DiscountsService;
  guestTokens: GuestTokens;
  clock: Clock;
}

const later = (one: Date | null, other: Date) => (one !== null && one > other ? one : other);

/** Returns whether a seat is held and a payment may be in progress. */
const isPaying = ({ state }: Pick<ParticipationRow, 'state'>) => state === 'held' || state === 'pending_payment';

/** Seats held during payment. */
export function createHoldsService({ participations, seats, steps, users, discounts, guestTokens, clock }: HoldsDeps) {
  /** Changes a seat that is about to be paid, and the further seats with it. */
  async function change(trx: Trx, id: string, changes: Updateable<ParticipationsTable>): Promise<ParticipationRow> {
    const row = await participations.update(trx, id, changes);
    await companionsRepository.follow(trx, row);
    return row;
  }

  /**
   * Returns the ticket while its event takes place or, for an archive ticket, while the archive is sold. Guests, who
   * have no account to watch with, get `not_found` for an archive ticket.
   */
  async function findOpen(
    trx: Trx,
    { eventId, ticketTypeId, holder, now }: Pick<HoldRequest, 'eventId' | 'ticketTypeId' | 'holder' | 'now'>,
  ): Promise<{ event: EventForSale; ticket: TicketForSale }> {
    const event = await participations.findEvent(trx, eventId);
    const ticket = (await participations.findTickets(trx, eventId)).find(({ id }) => id === ticketTypeId);
    if (!event || ticket?.kind !== 'archive') {
      const taking = requireTakingPlace(event, now);
      if (!ticket) throw new AppError('not_found');
      return { event: taking, ticket };
    }
    if (!('userId' in holder)) throw new AppError('not_found');
    if (!(await archiveTicketsRepository.isSold(trx, eventId, holder.userId))) throw new AppError('ended');
    return { event, ticket };
  }

  /**
   * Throws the reason why no seat is available: the user already has one, for example by a double click, or none is
   * left.
   */
  async function refuseHold(trx: Trx, { eventId, ticketTypeId, holder, now }: HoldRequest): Promise<never> {
    const { ticket } = await findOpen(trx, { eventId, ticketTypeId, holder, now });
    requireOnSale(ticket, now);
    if ('userId' in holder && (await participations.findLive(trx, eventId, holder.userId)))
      throw new AppError('already');
    throw new AppError('sold_out');
  }

  /** Returns the ticket if this user may pay for it now. */
  async function requireBuyable(trx: Trx, request: HoldRequest, isOffered: boolean) {
    const { holder, now } = request;
    const { event, ticket } = await findOpen(trx, request);
    if ('userId' in holder && holder.userId === event.organizer_id) throw new AppError('conflict');
    if (!isOffered) requireOnSale(ticket, now);
    if (ticket.kind === 'premium' || ticket.kind === 'invited') throw new AppError('not_found');
    const isYoung = 'userId' in holder ? holder.isStudentAge : isStudentAge(holder.guest.birthDate, now);
    if (ticket.kind === 'student' && !isYoung) throw new AppError('student_only');
    // Free tickets are taken by `createParticipation`.
    if (ticket.price === 0) throw new AppError('conflict');
    return ticket;
  }

  /**
   * Holds a seat for a user about to pay, or continues with an offered one.
   *
   * Throws `sold_out` when none is left or others wait, `already` for a user who has one, `not_open` before the sale,
   * `ended` after it or the event, and for an archive that is not sold, `conflict` for the organizer, a cancelled event and free tickets, `student_only` by
   * age.
   */
  async function startHold(trx: Trx, request: HoldRequest): Promise<ParticipationRow> {
    const { eventId, ticketTypeId, holder, method, holdUntil, now } = request;
    const userId = 'userId' in holder ? holder.userId : null;
    if (userId !== null) {
      await users.holdActive(trx, userId);
      const live = await participations.findLive(trx, eventId, userId);
      if (live && (live.state !== 'offered' || live.ticket_type_id !== ticketTypeId)) throw new AppError('already');
      if (live) {
        const { price } = await requireBuyable(trx, request, true);
        const { state } = await steps.lock(trx, live.id);
        if (state !== 'offered') throw new AppError('conflict');
        return change(trx, live.id, {
          payment_method: method,
          ...(await discounts.priceWith(trx, live.discount_code_id, price)),
          sold_for_start_at: null,
          updated_at: now,
        });
      }
    }
    if (!(await seats.hold(trx, ticketTypeId))) return refuseHold(trx, request);
    const ticket = await requireBuyable(trx, request, false);
    const { kind, price } = ticket;
    const id = newId('par');
    const guest = 'guest' in holder ? holder.guest : null;
    if (guest) requireGuestMayHold(ticket, await participations.countUnpaidGuests(trx, ticket, guest.email));
    return steps.insert(trx, {
      id,
      event_id: eventId,
      ticket_type_id: ticketTypeId,
      user_id: userId,
      guest_email: guest?.email ?? null,
      guest_birth_date: guest?.birthDate ?? null,
      guest_intent: guest?.intent ?? null,
      guest_session: guest?.sessionId ?? null,
      guest_token_hash: guest ? guestTokens.hashOf(guestTokens.tokenOf(id)) : null,
      route: routeOf(kind),
      state: 'held',
      payment_intent_id: null,
      amount: price,
      payment_method: method,
      hold_expires_at: holdUntil,
      created_at: now,
      updated_at: now,
    });
  }

  /**
   * Returns the guest's hold to continue with. It takes the key of the call, so that a repetition finds it again. One
   * for another ticket, or with another date of birth, is released instead.
   */
  async function findGuestHold(trx: Trx, { eventId, ticketTypeId, now }: HoldRequest, guest: GuestHolder) {
    const found = await participations.findOfGuest(trx, eventId, guest, now);
    if (!found || (guest.intent !== null && found.guest_intent === guest.intent)) return found;
    const row = await steps.lock(trx, found.id);
    if (row.state !== 'held') return undefined;
    if (row.ticket_type_id === ticketTypeId && row.guest_birth_date === guest.birthDate)
      return participations.update(trx, row.id, { guest_intent: guest.intent ?? row.guest_intent });
    await steps.end(trx, row, now, { state: 'cancelled', cancel_reason: 'self', cancelled_at: now });
    await publish(trx, 'participationCancelled', { participationId: row.id, eventId, reason: 'self', refund: 0 });
    return undefined;
  }

  return {
    startHold,

    /**
     * Continues with the user's hold of this ticket, extended like a new one, or creates one: see `startHold`. A guest
     * is identified by the idempotency key, or by the session and the e-mail address: one whose payment was refused
     * before its token arrived holds one seat, not two.
     */
    async resumeHold(trx: Trx, request: HoldRequest): Promise<ParticipationRow> {
      const { eventId, ticketTypeId, holder, method, holdUntil, now } = request;
      const found = await ('userId' in holder
        ? participations.findLive(trx, eventId, holder.userId)
        : findGuestHold(trx, request, holder.guest));
      if (!found || !isPaying(found) || found.ticket_type_id !== ticketTypeId) return startHold(trx, request);
      const row = await steps.lock(trx, found.id);
      if (!isPaying(row)) throw new AppError('conflict');
      if (row.hold_expires_at !== null && row.hold_expires_at <= now) throw new AppError('hold_expired');
      if (row.payment_method === method) return row;
      // A payment at a convenience store holds the seat for longer than the next method does, but an offer or a
      // guardian's answer may have promised it for longer before.
      const promised = row.state === 'pending_payment' ? row.held_before_store_until : row.hold_expires_at;
      const until = later(promised, holdUntil);
      await steps.settleAt(trx, row.id, until);
      return change(trx, row.id, {
        state: 'held',
        konbini: null,
        payment_method: method,
        hold_expires_at: until,
        updated_at: now,
      });
    },

    /** Changes what is to be paid for a locked seat and each further one; payment numbers for another amount are dropped. */
    changePrice: (trx: Trx, { id, state }: ParticipationRow, price: PriceChange): Promise<ParticipationRow> =>
      change(trx, id, {
        ...price,
        state: state === 'pending_payment' ? 'held' : state,
        konbini: null,
        updated_at: clock.now(),
      }),

    /** Extends a hold, for example after a guardian's consent; an offer keeps its expiry. */
    async prolongHold(trx: Trx, id: string, until: Date): Promise<ParticipationRow> {
      const row = await steps.lock(trx, id);
      if (row.state !== 'held' || row.hold_expires_at === null || row.hold_expires_at >= until) return row;
      await steps.settleAt(trx, id, until);
      return participations.update(trx, id, { hold_expires_at: until, updated_at: clock.now() });
    },

    /** Records the payment started for a hold, and a changed method. */
    async notePayment(trx: Trx, id: string, payment: { intentId: string; method: PaymentMethod }): Promise<void> {
      await participations.update(trx, id, { payment_intent_id: payment.intentId, payment_method: payment.method });
    },

    /**
     * Holds the seat until a slow payment has arrived, and announces new payment numbers. An expired hold is
     * `hold_expired`.
     */
    async markPendingPayment(
      trx: Trx,
      id: string,
      { konbini, holdUntil }: { konbini: KonbiniDetails | null; holdUntil: Date },
    ): Promise<void> {
      const row = await steps.lock(trx, id);
      if (row.state !== 'held' && row.state !== 'offered' && row.state !== 'pending_payment')
        throw new AppError('hold_expired');
      await change(trx, id, {
        state: 'pending_payment',
        konbini: konbini === null ? null : JSON.stringify(konbini),
        hold_expires_at: holdUntil,
        ...(row.state !== 'pending_payment' && { held_before_store_until: row.hold_expires_at }),
        updated_at: clock.now(),
      });
      await steps.settleAt(trx, id, holdUntil);
      if (konbini !== null && row.konbini === null)
        await publish(trx, 'storePaymentStarted', { participationId: id, eventId: row.event_id });
    },
  };
}
