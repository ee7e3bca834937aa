import { OFFER_HOURS } from '@manabiba/shared/contract/limits';
import { addMilliseconds, min } from 'date-fns';
import { millisecondsInHour } from 'date-fns/constants';
import type { Insertable, Updateable } from 'kysely';

import { AppError } from '../../platform/app-error';
import type { Trx } from '../../platform/database/db';
import { publish } from '../../platform/events/domain-events';
import { newId } from '../../platform/ids';
import type { Jobs } from '../../platform/jobs/jobs';
import type { ParticipationsTable } from '../../tables/events';
import { isLive, offersUntil, seatOf } from './participation-rules';
import type {
  EventForSale,
  ParticipationRow,
  ParticipationsRepository,
  TicketForSale,
} from './participations.repository';
import type { SeatsRepository } from './seats.repository';

const OFFER_MS = OFFER_HOURS * millisecondsInHour;

export type CancelReason = NonNullable<ParticipationRow['cancel_reason']>;

interface SeatsDeps {
  participations: ParticipationsRepository;
  seats: SeatsRepository;
  jobs: Pick<Jobs, 'enqueue'>;
}

interface NewWait {
  event: EventForSale;
  ticket: TicketForSale;
  userId: string;
  route: ParticipationRow['route'];
  since: Date;
  now: Date;
}

export type SeatsService = ReturnType<typeof createSeatsService>;

/**
 * Transitions of participations, each with its counter. The lock order is the ticket type, the participation, then the
 * event whose participants are counted.
 */
export function createSeatsService({ participations, seats, jobs }: SeatsDeps) {
  const settleAt = (trx: Trx, participationId: string, at: Date) =>
    jobs.enqueue(trx, 'settle-participation', { participationId }, at);

  async function offer(trx: Trx, ticketTypeId: string, now: Date): Promise<boolean> {
    const next = await participations.findFirstWaiting(trx, ticketTypeId, now);
    if (!next) return false;
    const until = min([addMilliseconds(now, OFFER_MS), next.start_at]);
    await participations.update(trx, next.id, { state: 'offered', hold_expires_at: until, updated_at: now });
    await settleAt(trx, next.id, until);
    await publish(trx, 'seatOffered', { participationId: next.id, eventId: next.event_id });
    return true;
  }

  /** Passes the seat to the first on the waiting list; without one, or after the event has begun, it becomes free. */
  async function passOn(trx: Trx, ticketTypeId: string, from: 'held' | 'sold', now: Date): Promise<void> {
    if (!(await offer(trx, ticketTypeId, now))) await seats.free(trx, ticketTypeId, from);
    else if (from === 'sold') await seats.keepSold(trx, ticketTypeId);
  }

  /** Whoever watches the archive has not taken part in the event. */
  async function countParticipant(trx: Trx, { route, event_id: eventId }: ParticipationRow, by: 1 | -1): Promise<void> {
    if (route !== 'archive') await participations.countParticipant(trx, eventId, by);
  }

  return {
    /** Returns the participation, locked with its ticket type. An unknown one is `not_found`. */
    async lock(trx: Trx, id: string): Promise<ParticipationRow> {
      if (!(await seats.lockOf(trx, id))) throw new AppError('not_found');
      return participations.lock(trx, id);
    },

    /** Inserts a participation whose seat is already counted. A second one of a user is `already`. */
    async insert(trx: Trx, row: Insertable<ParticipationsTable>): Promise<ParticipationRow> {
      const inserted = await participations.insert(trx, row);
      if (!inserted) throw new AppError('already');
      if (inserted.hold_expires_at !== null) await settleAt(trx, inserted.id, inserted.hold_expires_at);
      if (inserted.state === 'confirmed') {
        await countParticipant(trx, inserted, 1);
        await publish(trx, 'participationConfirmed', { participationId: inserted.id, eventId: inserted.event_id });
      }
      return inserted;
    },

    /** Puts a user on the waiting list of a locked ticket, in order of `since`. */
    async wait(trx: Trx, { event, ticket, userId, route, since, now }: NewWait): Promise<ParticipationRow> {
      const until = offersUntil(event, ticket);
      const waiting = await participations.insert(trx, {
        id: newId('par'),
        event_id: event.id,
        ticket_type_id: ticket.id,
        user_id: userId,
        guest_email: null,
        route,
        state: 'waitlisted',
        payment_intent_id: null,
        amount: 0,
        waits_since: since,
        created_at: now,
        updated_at: now,
      });
      if (!waiting) throw new AppError('already');
      await settleAt(trx, waiting.id, until);
      return waiting;
    },

    /** Confirms a seat that is held for a user, or has just been taken again (`isTaken`). */
    async confirm(
      trx: Trx,
      row: ParticipationRow,
      now: Date,
      { isTaken = false, ...changes }: Updateable<ParticipationsTable> & { isTaken?: boolean } = {},
    ): Promise<ParticipationRow> {
      if (!isTaken) await seats.confirmHeld(trx, row.ticket_type_id);
      const confirmed = await participations.update(trx, row.id, {
        state: 'confirmed',
        hold_expires_at: null,
        confirmed_at: now,
        updated_at: now,
        ...changes,
      });
      await countParticipant(trx, row, 1);
      await publish(trx, 'participationConfirmed', { participationId: row.id, eventId: row.event_id });
      return confirmed;
    },

    /** Ends a live, locked participation in this state; its seat passes on. */
    async end(
      trx: Trx,
      row: ParticipationRow,
      now: Date,
      changes: Updateable<ParticipationsTable>,
    ): Promise<ParticipationRow> {
      if (!isLive(row)) throw new Error(`Participation ${row.id} is ${row.state} and cannot be ended`);
      const seat = seatOf(row);
      const ended = await participations.update(trx, row.id, { hold_expires_at: null, updated_at: now, ...changes });
      if (row.invitation_id !== null) await participations.returnInvitation(trx, row.invitation_id);
      if (seat !== null) await passOn(trx, row.ticket_type_id, seat, now);
      if (seat === 'sold') await countParticipant(trx, row, -1);
      return ended;
    },

    /** Offers free seats of a ticket to the waiting list, for example after its quota was raised. */
    async offerFree(trx: Trx, ticketTypeId: string, now: Date): Promise<void> {
      await seats.lock(trx, ticketTypeId);
      for (;;) {
        if (!(await participations.findFirstWaiting(trx, ticketTypeId, now))) return;
        if (!(await seats.holdForWaiting(trx, ticketTypeId))) return;
        await offer(trx, ticketTypeId, now);
      }
    },

    passOn,

    settleAt,
  };
}
