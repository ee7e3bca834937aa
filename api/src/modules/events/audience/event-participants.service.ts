import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import type { listOrganizedParticipants, OrganizedParticipant } from '@manabiba/shared/contract/event-sales';
import { mayInEvent } from '@manabiba/shared/contract/team-rights';
import type * as z from 'zod/mini';

import type { SignedInViewer } from '../../../access/viewer';
import { AppError } from '../../../platform/app-error';
import type { Clock } from '../../../platform/clock';
import { cursorOf, positionOf, type TimePosition } from '../../../platform/database/time-position';
import type { Write } from '../../../platform/database/transaction';
import { publish } from '../../../platform/events/domain-events';
import type { ParticipationsService } from '../../participations/participations.service';
import type { EventAuthorityService } from '../../teams/team-authority.service';
import type { TeamLogService } from '../../teams/team-log.service';
import { toUser } from '../../users/user-columns';
import type { EventParticipantsRepository, OrganizedParticipantRow } from './event-participants.repository';
import { csvHeader, csvLine } from './participants-csv';

interface EventParticipantsDeps {
  participants: EventParticipantsRepository;
  authority: EventAuthorityService;
  log: TeamLogService;
  participations: Pick<ParticipationsService, 'lock' | 'cancel'>;
  write: Write;
  clock: Clock;
}

/** Returns whether a participation is still active. */
const isLive = (state: OrganizedParticipant['state']) =>
  ['waitlisted', 'offered', 'held', 'pending_payment', 'confirmed', 'joined'].includes(state);

const isPaid = (state: OrganizedParticipant['state']) => state === 'confirmed' || state === 'joined';

const UNPAID_FURTHER =
  'お支払いが済むまで、この席だけを取り消すことはできません。申し込んだ方の席を取り消してください。';

/** How many participations of a file are read at a time. */
const CSV_PAGE = 500;

export type EventParticipantsService = ReturnType<typeof createEventParticipantsService>;

/** Participations as the organizer sees them: names of users, addresses of guests. */
export function createEventParticipantsService({
  participants,
  authority,
  log,
  participations,
  write,
  clock,
}: EventParticipantsDeps) {
  const toParticipant = (
    row: OrganizedParticipantRow,
    viewer: SignedInViewer,
    seesSales: boolean,
  ): OrganizedParticipant => ({
    id: row.participation_id,
    user: row.user_id === null || row.state === 'withdrawn' ? null : toUser(row, viewer, clock.now()),
    guestEmail: row.guest_email,
    companion: row.companion_name === null ? null : { name: row.companion_name, buyer: row.buyer_name },
    further: { seats: row.further_seats, amount: seesSales ? row.further_amount : null },
    ticketTypeId: row.ticket_type_id,
    ticketName: row.ticket_name,
    route: row.route,
    state: row.participation_state,
    amount: seesSales ? row.amount : null,
    paymentMethod: seesSales ? row.payment_method : null,
    cancelReason: row.cancel_reason,
    createdAt: row.participation_created_at.toISOString(),
    confirmedAt: row.confirmed_at?.toISOString() ?? null,
    cancelledAt: row.cancelled_at?.toISOString() ?? null,
    checkedInAt: row.checked_in_at?.toISOString() ?? null,
  });

  const positionAfter = (row: OrganizedParticipantRow): TimePosition => ({
    micros: row.created_micros,
    id: row.participation_id,
  });

  return {
    /** Returns a page of participations in any state, latest first. */
    async list(
      viewer: SignedInViewer,
      eventId: string,
      { state, q, cursor, limit }: z.output<typeof listOrganizedParticipants.query>,
    ): Promise<EndpointOutput<typeof listOrganizedParticipants>> {
      const after = positionOf(cursor);
      const seesSales = mayInEvent(await authority.require(viewer, eventId, 'readParticipants'), 'readSales');
      const filter = { eventId, state, words: q };
      const [rows, totalCount] = await Promise.all([
        participants.list(filter, { viewerId: viewer.id, after, limit: limit + 1 }),
        participants.count(filter),
      ]);
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      return {
        items: shown.map((row) => toParticipant(row, viewer, seesSales)),
        nextCursor: rows.length > limit && last ? cursorOf(positionAfter(last)) : null,
        totalCount,
      };
    },

    /**
     * Ends a participation, hold or waiting list entry and refunds the full payment. `not_found` for one of another
     * event, `conflict` for one that has already ended, and for a further seat that is not paid yet: it is paid with its
     * buyer's, in one amount.
     */
    async refund(
      viewer: SignedInViewer,
      { id: eventId, participationId }: { id: string; participationId: string },
    ): Promise<OrganizedParticipant> {
      // First, so that nobody else learns which ids exist.
      const standing = await authority.require(viewer, eventId, 'refund');
      await write(async (trx) => {
        const participation = await participations.lock(trx, participationId);
        await authority.requireIn(trx, viewer, eventId, 'refund');
        if (participation.event_id !== eventId) throw new AppError('not_found');
        if (!isLive(participation.state)) throw new AppError('conflict');
        if (participation.lead_id !== null && participation.user_id === null && !isPaid(participation.state))
          throw new AppError('conflict', { sentence: UNPAID_FURTHER });
        await participations.cancel(trx, participationId, 'organizer', clock.now());
        await log.record(trx, { subjectId: eventId, actorId: viewer.id, act: 'participant_refunded', participationId });
      });
      return findOne(viewer, eventId, participationId, mayInEvent(standing, 'readSales'));
    },

    /** Marks whoever has a seat as received, or takes it back. Only a change is written in the log. */
    async checkIn(
      viewer: SignedInViewer,
      { id: eventId, participationId }: { id: string; participationId: string },
      isCheckedIn: boolean,
    ): Promise<OrganizedParticipant> {
      const standing = await authority.require(viewer, eventId, 'checkIn');
      await write(async (trx) => {
        const participation = await participations.lock(trx, participationId);
        await authority.requireIn(trx, viewer, eventId, 'checkIn');
        if (participation.event_id !== eventId) throw new AppError('not_found');
        if (!(await participants.canBeReceived(trx, participationId))) throw new AppError('conflict');
        if (!(await participants.setCheckedIn(trx, participationId, isCheckedIn, clock.now()))) return;
        if (isCheckedIn) await publish(trx, 'participationCheckedIn', { participationId, eventId });
        const act = isCheckedIn ? 'participant_checked_in' : 'check_in_undone';
        await log.record(trx, { subjectId: eventId, actorId: viewer.id, act, participationId });
      });
      return findOne(viewer, eventId, participationId, mayInEvent(standing, 'readSales'));
    },

    /** Streams all participations as chunks of a CSV file, read page by page. */
    async csv(viewer: SignedInViewer, eventId: string): Promise<AsyncIterable<string>> {
      const seesSales = mayInEvent(await authority.require(viewer, eventId, 'readParticipants'), 'readSales');
      await write((trx) => log.record(trx, { subjectId: eventId, actorId: viewer.id, act: 'participants_downloaded' }));
      return pages(viewer, eventId, seesSales);
    },
  };

  async function findOne(viewer: SignedInViewer, eventId: string, id: string, seesSales: boolean) {
    const [row] = await participants.list({ eventId, id }, { viewerId: viewer.id, after: null, limit: 1 });
    if (!row) throw new Error(`Participation ${id} could not be loaded`);
    return toParticipant(row, viewer, seesSales);
  }

  async function* pages(viewer: SignedInViewer, eventId: string, seesSales: boolean): AsyncGenerator<string> {
    yield csvHeader();
    for (let after: TimePosition | null = null; ;) {
      const rows: OrganizedParticipantRow[] = await participants.list(
        { eventId },
        { viewerId: viewer.id, after, limit: CSV_PAGE },
      );
      yield rows.map((row) => csvLine(toParticipant(row, viewer, seesSales))).join('');
      const last = rows.at(-1);
      if (!last || rows.length < CSV_PAGE) return;
      after = positionAfter(last);
    }
  }
}
