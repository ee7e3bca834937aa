import { ARCHIVE_TICKET_REFUND_DAYS } from '@manabiba/shared/contract/limits';
import { subDays, subMilliseconds } from 'date-fns';
import { millisecondsInMinute } from 'date-fns/constants';

import { AppError } from '../../platform/app-error';
import type { Clock } from '../../platform/clock';
import type { Db, Trx } from '../../platform/database/db';
import { inTransaction } from '../../platform/database/transaction';
import { type DomainEventHandlers, publish } from '../../platform/events/domain-events';
import type { UsersService } from '../users/users.service';
import { archiveTicketsRepository } from './archive-tickets.repository';
import type { CompanionsService } from './companions/companions.service';
import type { DiscountsService } from './discounts/discounts.service';
import { type GuestEntry, guestEntriesRepository } from './guest-entries.repository';
import type { GuestTokens } from './guest-tokens';
import { createHoldsService } from './holds.service';
import { hasBegun, isLive, offersUntil } from './participation-rules';
import type { EventForSale, ParticipationRow, ParticipationsRepository } from './participations.repository';
import type { Refunds } from './refunds';
import type { SeatsRepository } from './seats.repository';
import type { CancelReason, SeatsService } from './seats.service';

export type { ParticipationRow } from './participations.repository';
export type { RefundPart } from './refunds';

interface ParticipationsDeps {
  db: Db;
  participations: ParticipationsRepository;
  seats: SeatsRepository;
  steps: SeatsService;
  users: UsersService;
  refunds: Refunds;
  discounts: DiscountsService;
  companions: CompanionsService;
  guestTokens: GuestTokens;
  clock: Clock;
}

/** After this time overdue holds whose job was lost are settled. */
const LOST_AFTER_MS = 10 * millisecondsInMinute;
/** How many participations of a cancelled event end in one transaction. */
const BATCH = 50;

export type ParticipationsService = ReturnType<typeof createParticipationsService>;

/**
 * The lifecycle of participations for the modules of payments and events. Everything with a `trx` is part of the
 * caller's transaction, which must not have locked a ticket type or participation before, and locks an event's row only
 * briefly.
 */
export function createParticipationsService({
  db,
  participations,
  seats,
  steps,
  users,
  refunds,
  discounts,
  companions,
  guestTokens,
  clock,
}: ParticipationsDeps) {
  /** Adds a participation at the front of the waiting list, for a user who paid too late for the seat. */
  async function waitFirst(trx: Trx, paid: ParticipationRow, event: EventForSale, now: Date): Promise<void> {
    const { ticket_type_id: ticketTypeId, user_id: userId, route } = paid;
    const ticket = (await participations.findTickets(trx, event.id)).find(({ id }) => id === ticketTypeId);
    if (!ticket || userId === null || event.state === 'cancelled' || hasBegun(event, now)) return;
    await steps.wait(trx, { event, ticket, userId, route, since: new Date(0), now });
  }

  /** Returns whether what was bought can still be had: a place in the event, or its archive. */
  async function isOpen(trx: Trx, { route, user_id: userId }: ParticipationRow, event: EventForSale, now: Date) {
    if (route === 'archive') return userId !== null && archiveTicketsRepository.isSold(trx, event.id, userId);
    return event.state !== 'cancelled' && event.state !== 'draft' && event.end_at > now;
  }

  /**
   * Handles a payment for an ended participation and further seats that ended with it: gives all of them a seat if they
   * are free and nobody waits, and if the discount code has a use left for each; else refunds it.
   */
  async function confirmLate(
    trx: Trx,
    row: ParticipationRow,
    others: readonly ParticipationRow[],
    now: Date,
  ): Promise<'late_seated' | 'late_refund'> {
    const event = await participations.findEvent(trx, row.event_id);
    if (!event) throw new Error(`Participation ${row.id} has no event`);
    const other = row.user_id === null ? undefined : await participations.findLive(trx, row.event_id, row.user_id);
    if (
      row.state === 'expired' &&
      !other &&
      (await isOpen(trx, row, event, now)) &&
      (await discounts.hasUseLeft(trx, row, 1 + others.length)) &&
      (await seats.take(trx, row.ticket_type_id, 1 + others.length))
    ) {
      for (const each of [row, ...others]) await steps.confirm(trx, each, now, { isTaken: true });
      return 'late_seated';
    }
    for (const { id } of [row, ...others])
      await participations.update(trx, id, {
        state: 'refund_pending',
        cancel_reason: row.cancel_reason ?? 'late_payment',
        cancelled_at: row.cancelled_at ?? now,
        updated_at: now,
      });
    if (row.state === 'expired' && !other) await waitFirst(trx, row, event, now);
    await publish(trx, 'participationCancelled', {
      participationId: row.id,
      eventId: row.event_id,
      reason: 'late_payment',
      refund: await refunds.paidOf(trx, row.id),
    });
    return 'late_refund';
  }

  /** Ends a participation for any reason but its user's own: what was paid for what ends is refunded in full. */
  async function endInFull(trx: Trx, row: ParticipationRow, reason: CancelReason, now: Date): Promise<void> {
    await companions.end(trx, row, { reason, refund: await companions.paidOf(trx, row), now });
  }

  /** Ends one of a batch that was found live: a further seat with its buyer's, where it has not ended with that. */
  async function endFound(trx: Trx, id: string, reason: CancelReason, now: Date): Promise<void> {
    const row = await participations.lock(trx, id);
    const lead = row.lead_id !== null && row.user_id === null ? await participations.lock(trx, row.lead_id) : row;
    const ending = isLive(lead) ? lead : row;
    if (isLive(ending)) await endInFull(trx, ending, reason, now);
  }

  async function cancelSomeOf(trx: Trx, eventId: string, now: Date): Promise<boolean> {
    // Taking a seat locks its ticket type: from here on it sees that the event is cancelled.
    await seats.lockAll(trx, eventId);
    const found = await participations.findLiveOf(trx, eventId, BATCH);
    for (const { id } of found) await endFound(trx, id, 'event_cancelled', now);
    return found.length === BATCH;
  }

  const holds = createHoldsService({ participations, seats, steps, users, discounts, guestTokens, clock });

  /** Expires an overdue participation; a hold that was extended meanwhile stays. */
  async function settle(trx: Trx, id: string, now: Date): Promise<boolean> {
    const row = await steps.lock(trx, id);
    if (row.hold_expires_at !== null && row.hold_expires_at > now) return false;
    if (row.state === 'waitlisted') {
      const event = await participations.findEvent(trx, row.event_id);
      const ticket = (await participations.findTickets(trx, row.event_id)).find(
        ({ id: of }) => of === row.ticket_type_id,
      );
      if (!event || !ticket) throw new Error(`Participation ${id} has no event or ticket type`);
      const until = offersUntil(event, ticket);
      if (until > now && !hasBegun(event, now)) {
        await steps.settleAt(trx, id, until);
        return false;
      }
    } else if (row.hold_expires_at === null) return false;
    await companions.expire(trx, row, now);
    await steps.end(trx, row, now, { state: 'expired' });
    await publish(trx, 'participationExpired', { participationId: id, eventId: row.event_id });
    return true;
  }

  return {
    ...holds,

    /** Returns a user's live participation in an event, if any. */
    findLive: (trx: Trx, eventId: string, userId: string) => participations.findLive(trx, eventId, userId),

    /** Returns the participation, locked with its ticket type. An unknown one is `not_found`. */
    lock: (trx: Trx, id: string) => steps.lock(trx, id),

    /**
     * Confirms this locked participation as paid, as the provider reports. Repeating it changes nothing. `late_refund`:
     * it came too late for a seat; the caller refunds it, and a user with an account is first in line.
     */
    async confirmPaid(
      trx: Trx,
      locked: ParticipationRow,
      paid: number,
      now: Date,
    ): Promise<'confirmed' | 'late_seated' | 'late_refund'> {
      const { state } = locked;
      if (state === 'confirmed' || state === 'joined') return 'confirmed';
      if (state === 'refund_pending' || state === 'refunded') return 'late_refund';
      if (state === 'waitlisted') throw new Error(`Participation ${locked.id} is paid but on the waiting list`);
      const others = await companions.withLead(trx, locked);
      const row = await companions.divide(trx, locked, others, paid);
      if (state === 'expired' || state === 'cancelled') return confirmLate(trx, row, others, now);
      for (const each of [row, ...others]) await steps.confirm(trx, each, now);
      return 'confirmed';
    },

    /**
     * Records that the refund is complete: one that was due, or one by staff of what a cancellation had left. An archive
     * ticket that staff refund ends.
     */
    async markRefunded(trx: Trx, id: string): Promise<void> {
      const row = await steps.lock(trx, id);
      const now = clock.now();
      await companions.markRefunded(trx, row, now);
      if (row.route === 'archive' && row.state === 'confirmed')
        await steps.end(trx, row, now, { state: 'refunded', cancelled_at: now });
      else if (row.state === 'refund_pending' || row.state === 'cancelled')
        await participations.update(trx, id, { state: 'refunded', updated_at: now });
      else return;
      await publish(trx, 'participationRefunded', { participationId: id, eventId: row.event_id });
    },

    /** Ends an expired hold, offer or waiting list entry; returns false when it has not expired. */
    expire: settle,

    /** Ends a participation for the organizer, a guardian or a cancelled event, with a full refund. */
    async cancel(
      trx: Trx,
      id: string,
      reason: Exclude<CancelReason, 'self' | 'late_payment'>,
      now: Date,
    ): Promise<void> {
      const row = await steps.lock(trx, id);
      if (isLive(row)) await endInFull(trx, row, reason, now);
    },

    /** Ends some participations of a cancelled event; returns false when none is left. Repeat in new transactions. */
    cancelSomeOf,

    /** Handles the job after an event was cancelled: ends all its participations in batches. */
    async endAllOf({ eventId }: { eventId: string }): Promise<void> {
      let hasMore = true;
      while (hasMore)
        hasMore = await inTransaction(db, async (trx) => {
          const event = await participations.findEvent(trx, eventId);
          return event?.state === 'cancelled' && cancelSomeOf(trx, eventId, clock.now());
        });
    },

    /**
     * Handles the job after an archive was hidden or deleted: ends its tickets that are about to be paid, and refunds
     * those of the last days. Does nothing once it is shown again.
     */
    async endArchiveTickets({ eventId }: { eventId: string }): Promise<void> {
      let hasMore = true;
      while (hasMore)
        hasMore = await inTransaction(db, async (trx) => {
          // A hold that saw the archive locks its ticket type first: from here on it is found below.
          await seats.lockAll(trx, eventId);
          if (await archiveTicketsRepository.isShown(trx, eventId)) return false;
          const now = clock.now();
          const since = subDays(now, ARCHIVE_TICKET_REFUND_DAYS);
          const found = await archiveTicketsRepository.findTickets(trx, eventId, since, BATCH);
          for (const { id } of found) await endFound(trx, id, 'archive_withdrawn', now);
          return found.length === BATCH;
        });
    },

    /** Offers free seats to the waiting list, for example after a quota was raised. */
    offerFreeSeats: (trx: Trx, ticketTypeId: string, now: Date): Promise<void> =>
      steps.offerFree(trx, ticketTypeId, now),

    /** Records that a ticket holder, or a guest, has joined the room. Returns false when the seat is theirs no more. */
    markJoined: (trx: Trx, id: string, holderId: string | null): Promise<boolean> =>
      participations.markJoined(trx, id, holderId, clock.now()),

    /** Returns the guest ticket that this token opens; `not_found` for any other, and once an account has claimed it. */
    async findGuestEntry(token: string): Promise<GuestEntry> {
      const entry = await guestEntriesRepository.find(db, guestTokens.hashOf(token));
      if (!entry) throw new AppError('not_found');
      return entry;
    },

    /** Makes a visitor the one whom a guest ticket admits; returns false when it admits nobody any more. */
    admitGuest: (trx: Trx, id: string, visitorId: string): Promise<boolean> =>
      guestEntriesRepository.admit(trx, id, visitorId, clock.now()),

    guestTokenOf: (participationId: string): string => guestTokens.tokenOf(participationId),

    /** Lets no seat be held past the start of an event that was moved: who pays later gets the money back. */
    consumer: {
      async eventRescheduled(trx, { payload: { eventId, to } }) {
        const startAt = new Date(to);
        for (const { id } of await participations.holdAtMostUntil(trx, eventId, startAt))
          await steps.settleAt(trx, id, startAt);
      },
    } satisfies DomainEventHandlers,

    /** Handles the job at the end of a hold, an offer or a waiting list. */
    settle: ({ participationId }: { participationId: string }): Promise<void> =>
      inTransaction(db, async (trx) => {
        if ((await participations.findTicketId(trx, participationId)) !== undefined)
          await settle(trx, participationId, clock.now());
      }),

    /** Housekeeping: settles what lost jobs have left behind. */
    async settleOverdue(now: Date): Promise<void> {
      for (const { id } of await participations.findOverdue(subMilliseconds(now, LOST_AFTER_MS)))
        await inTransaction(db, (trx) => settle(trx, id, now));
      for (const { id } of await participations.findTicketsToOffer(now))
        await inTransaction(db, (trx) => steps.offerFree(trx, id, now));
    },
  };
}
