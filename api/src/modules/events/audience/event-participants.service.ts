import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import type { listOrganizedParticipants, OrganizedParticipant } from '@manabiba/shared/contract/event-sales';
import type * as z from 'zod/mini';

import type { SignedInViewer } from '../../../access/viewer';
import { AppError } from '../../../platform/app-error';
import type { Clock } from '../../../platform/clock';
import { cursorOf, positionOf, type TimePosition } from '../../../platform/database/time-position';
import type { Write } from '../../../platform/database/transaction';
import type { ParticipationsService } from '../../participations/participations.service';
import { toUser } from '../../users/user-columns';
import type { OrganizedEventsRepository } from '../editing/organized-events.repository';
import type { EventParticipantsRepository, OrganizedParticipantRow } from './event-participants.repository';
import { csvHeader, csvLine } from './participants-csv';

interface EventParticipantsDeps {
  participants: EventParticipantsRepository;
  organized: OrganizedEventsRepository;
  participations: Pick<ParticipationsService, 'lock' | 'cancel'>;
  write: Write;
  clock: Clock;
}

/** Tells whether a participation is still active. */
const isLive = (state: OrganizedParticipant['state']) =>
  ['waitlisted', 'offered', 'held', 'pending_payment', 'confirmed', 'joined'].includes(state);

/** How many participations of a file are read at a time. */
const CSV_PAGE = 500;

export type EventParticipantsService = ReturnType<typeof createEventParticipantsService>;

/** Participations as the organizer sees them: names of users, addresses of guests. */
export function createEventParticipantsService({
  participants,
  organized,
  participations,
  write,
  clock,
}: EventParticipantsDeps) {
  async function requireOwn(viewer: SignedInViewer, eventId: string): Promise<void> {
    if (!(await organized.isOrganizer(eventId, viewer.id))) throw new AppError('not_found');
  }

  const toParticipant = (row: OrganizedParticipantRow, viewer: SignedInViewer): OrganizedParticipant => ({
    id: row.participation_id,
    user: row.user_id === null || row.state === 'withdrawn' ? null : toUser(row, viewer, clock.now()),
    guestEmail: row.guest_email,
    ticketTypeId: row.ticket_type_id,
    ticketName: row.ticket_name,
    route: row.route,
    state: row.participation_state,
    amount: row.amount,
    paymentMethod: row.payment_method,
    cancelReason: row.cancel_reason,
    createdAt: row.participation_created_at.toISOString(),
    confirmedAt: row.confirmed_at?.toISOString() ?? null,
    cancelledAt: row.cancelled_at?.toISOString() ?? null,
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
      await requireOwn(viewer, eventId);
      const filter = { eventId, state, words: q };
      const [rows, totalCount] = await Promise.all([
        participants.list(filter, { viewerId: viewer.id, after, limit: limit + 1 }),
        participants.count(filter),
      ]);
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      return {
        items: shown.map((row) => toParticipant(row, viewer)),
        nextCursor: rows.length > limit && last ? cursorOf(positionAfter(last)) : null,
        totalCount,
      };
    },

    /**
     * Ends a participation, hold or waiting list entry and refunds the full payment. `not_found` for one of another
     * event, `conflict` for one that has already ended.
     */
    async refund(
      viewer: SignedInViewer,
      { id: eventId, participationId }: { id: string; participationId: string },
    ): Promise<OrganizedParticipant> {
      await requireOwn(viewer, eventId);
      await write(async (trx) => {
        const participation = await participations.lock(trx, participationId);
        if (participation.event_id !== eventId) throw new AppError('not_found');
        if (!isLive(participation.state)) throw new AppError('conflict');
        await participations.cancel(trx, participationId, 'organizer', clock.now());
      });
      const [row] = await participants.list(
        { eventId, id: participationId },
        { viewerId: viewer.id, after: null, limit: 1 },
      );
      if (!row) throw new Error(`Participation ${participationId} could not be loaded`);
      return toParticipant(row, viewer);
    },

    /** Streams all participations as chunks of a CSV file, read page by page. */
    async csv(viewer: SignedInViewer, eventId: string): Promise<AsyncIterable<string>> {
      await requireOwn(viewer, eventId);
      return pages(viewer, eventId);
    },
  };

  async function* pages(viewer: SignedInViewer, eventId: string): AsyncGenerator<string> {
    yield csvHeader();
    for (let after: TimePosition | null = null; ;) {
      const rows: OrganizedParticipantRow[] = await participants.list(
        { eventId },
        { viewerId: viewer.id, after, limit: CSV_PAGE },
      );
      yield rows.map((row) => csvLine(toParticipant(row, viewer))).join('');
      const last = rows.at(-1);
      if (!last || rows.length < CSV_PAGE) return;
      after = positionAfter(last);
    }
  }
}
