import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import type {
  ClassroomEvent,
  getClassroomEvent,
  listEventParticipants,
  listEvents,
} from '@manabiba/shared/contract/events';
import type { Participation } from '@manabiba/shared/contract/tickets';
import type { User } from '@manabiba/shared/contract/users';
import type * as z from 'zod/mini';

import { personIdOf, type Viewer } from '../../access/viewer';
import { AppError } from '../../platform/app-error';
import type { Clock } from '../../platform/clock';
import { pageOf, positionOf } from '../../platform/database/time-position';
import { orderByIds } from '../../platform/order-by-ids';
import type { EventAuthorityService } from '../teams/team-authority.service';
import { bornBy } from '../users/age';
import { toUser } from '../users/user-columns';
import { toEvent, toParticipation } from './event-row';
import type { EventRow, EventsRepository } from './events.repository';

interface EventsDeps {
  events: EventsRepository;
  authority: Pick<EventAuthorityService, 'accessOf'>;
  clock: Clock;
}

type ListQuery = z.output<typeof listEvents.query>;

/** Neither over nor cancelled. Drafts are never listed. */
const DEFAULT_STATES: readonly ClassroomEvent['state'][] = ['published', 'open', 'live'];
/** How many participants an event's page shows. */
const SHOWN_PARTICIPANTS = 7;

const isNewestFirst = (state: ListQuery['state']) => state === 'ended' || state === 'archived' || state === 'cancelled';

/** Events as the public sees them, with the viewer's participation. */
export function createEventsService({ events, authority, clock }: EventsDeps) {
  /** Completes rows with a fixed number of queries, however many rows there are. */
  async function complete(rows: EventRow[], viewer: Viewer, participants: User[]): Promise<ClassroomEvent[]> {
    if (rows.length === 0) return [];
    const now = clock.now();
    const viewerId = personIdOf(viewer);
    const eventIds = rows.map(({ id }) => id);
    const [tickets, speakers, hostings, mine] = await Promise.all([
      events.tickets(eventIds),
      events.speakers([...new Set(rows.flatMap(({ speaker_ids }) => speaker_ids))], viewerId),
      events.hostings([...new Set(rows.map(({ organizer_id }) => organizer_id))], now),
      viewerId === null ? [] : events.participationsOf(viewerId, eventIds),
    ]);
    const speakerById = new Map(speakers.map((speaker) => [speaker.id, toUser(speaker, viewer, now)]));
    return rows.map((row) =>
      toEvent(
        row,
        {
          tickets: tickets.filter(({ event_id }) => event_id === row.id),
          speakers: row.speaker_ids.flatMap((id) => speakerById.get(id) ?? []),
          participants,
          hosting: hostings.find(({ host_id }) => host_id === row.organizer_id),
          mine: mine.find(({ event_id }) => event_id === row.id),
        },
        viewer,
        now,
      ),
    );
  }

  async function isInTeam(viewer: Viewer, eventId: string): Promise<boolean> {
    const personId = personIdOf(viewer);
    return personId !== null && (await authority.accessOf(personId, eventId)) !== null;
  }

  /** Returns an event; a draft is `not_found`, except for its organizer and team. */
  async function visible(viewer: Viewer, id: string): Promise<EventRow> {
    const row = await events.find(id, personIdOf(viewer));
    if (!row || (row.state === 'draft' && !(await isInTeam(viewer, id)))) throw new AppError('not_found');
    return row;
  }

  async function withParticipants(viewer: Viewer, row: EventRow): Promise<ClassroomEvent> {
    const now = clock.now();
    const participants = await events.participants(row.id, personIdOf(viewer), {
      bornBy: bornBy(viewer.communicateMinAge, now),
      after: null,
      limit: SHOWN_PARTICIPANTS,
    });
    const [event] = await complete(
      [row],
      viewer,
      participants.map((user) => toUser(user, viewer, now)),
    );
    if (!event) throw new Error(`Event ${row.id} could not be loaded`);
    return event;
  }

  return {
    /** Returns a page of events by their start; past ones newest first. `from` is inclusive, `to` exclusive. */
    async list(viewer: Viewer, { state, from, to, cursor, limit }: ListQuery) {
      const rows = await events.list({
        states: state ? [state] : DEFAULT_STATES,
        order: isNewestFirst(state) ? 'desc' : 'asc',
        from: from === undefined ? null : new Date(from),
        to: to === undefined ? null : new Date(to),
        after: positionOf(cursor),
        limit: limit + 1,
        viewerId: personIdOf(viewer),
      });
      const { shown, nextCursor } = pageOf(rows, limit, (row) => ({ micros: row.start_micros, id: row.id }));
      return { items: await complete(shown, viewer, []), nextCursor };
    },

    /** Returns these events as list items, in this order. The caller has already checked visibility. */
    async findMany(viewer: Viewer, ids: readonly string[]): Promise<ClassroomEvent[]> {
      return complete(orderByIds(ids, await events.findMany(ids, personIdOf(viewer))), viewer, []);
    },

    /** Returns these events in this order, each with this participation of the viewer, whatever others they have. */
    async findManyWith(
      viewer: Viewer,
      picked: readonly { eventId: string; participationId: string }[],
    ): Promise<ClassroomEvent[]> {
      const viewerId = personIdOf(viewer);
      const [found, participations] = await Promise.all([
        events.findMany(
          picked.map(({ eventId }) => eventId),
          viewerId,
        ),
        events.findParticipations(picked.map(({ participationId }) => participationId)),
      ]);
      const rows = orderByIds(
        picked.map(({ eventId }) => eventId),
        found,
      );
      const completed = await complete(rows, viewer, []);
      const now = clock.now();
      return completed.map((event, index) => {
        const row = rows[index];
        const mine = participations.find(({ event_id: eventId }) => eventId === event.id);
        return { ...event, myParticipation: row && mine ? toParticipation(mine, row, now) : null };
      });
    },

    /** Returns a participation as its owner sees it. An unknown one is `not_found`. */
    async participation(id: string): Promise<Participation> {
      const [row] = await events.findParticipations([id]);
      const event = row && (await events.find(row.event_id, null));
      if (!row || !event) throw new AppError('not_found');
      return toParticipation(row, event, clock.now());
    },

    /** Returns the participants of an event, earliest first, without users of 12 or under and withdrawn ones. */
    async participants(
      viewer: Viewer,
      id: string,
      { cursor, limit }: z.output<typeof listEventParticipants.query>,
    ): Promise<EndpointOutput<typeof listEventParticipants>> {
      const now = clock.now();
      const after = positionOf(cursor);
      await visible(viewer, id);
      const rows = await events.participants(id, personIdOf(viewer), {
        bornBy: bornBy(viewer.communicateMinAge, now),
        after,
        limit: limit + 1,
      });
      const { shown, nextCursor } = pageOf(rows, limit, (row) => ({ micros: row.listed_micros, id: row.listed_id }));
      return { items: shown.map((row) => toUser(row, viewer, now)), nextCursor };
    },

    /** Returns one event with its first participants. A draft is `not_found`, except for its organizer and team. */
    async get(viewer: Viewer, id: string): Promise<ClassroomEvent> {
      return withParticipants(viewer, await visible(viewer, id));
    },

    /** Returns the event that takes place in a room; null for any other room. Only published events have one. */
    async ofRoom(viewer: Viewer, classroomId: string): Promise<EndpointOutput<typeof getClassroomEvent>> {
      const row = await events.findByRoom(classroomId, personIdOf(viewer));
      return { event: row ? await withParticipants(viewer, row) : null };
    },
  };
}

export type EventsService = ReturnType<typeof createEventsService>;
