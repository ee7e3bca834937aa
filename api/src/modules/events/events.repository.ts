import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import { type Selectable, sql } from 'kysely';

import type { Db } from '../../platform/database/db';
import { fromMicros, type TimePosition, toMicros } from '../../platform/database/time-position';
import type { EventsTable, ParticipationsTable, TicketTypesTable } from '../../tables/events';
import type { ProfessionalsTable } from '../../tables/users';
import { hostTotals, type RatingTotals } from '../ratings/rating-average';
import { seriesOfDate } from '../series/series-of-date';
import { type UserRow, userSelection } from '../users/user-columns';

type OrganizerRow = { [K in keyof UserRow as `organizer_${K}`]: UserRow[K] };

type Organization = Omit<Selectable<ProfessionalsTable>, 'user_id'>;
type OrganizationRow = { [K in keyof Organization]: Organization[K] | null };

/** An event with its organizer. The organization's columns are null when the organizer has none. */
export interface EventRow
  extends
    OrganizerRow,
    OrganizationRow,
    RatingTotals,
    Omit<
      Selectable<EventsTable>,
      'organizer_id' | 'is_demo' | 'created_at' | 'updated_at' | 'published_at' | 'cancelled_at'
    > {
  start_micros: number;
  /** The ratings of everything that the organizer has hosted, and their stars. */
  organizer_totals: number[];
  /** The key of its classroom, if private. */
  classroom_key: string | null;
  series: ClassroomEvent['series'];
}

export interface TicketTypeRow extends Selectable<TicketTypesTable> {
  waitlisted_count: number;
  /** False for the ticket of an archive that is not published for ticket holders. */
  is_sold: boolean;
}
export interface ParticipationRow extends Selectable<ParticipationsTable> {
  /** 1 is next to be offered a seat; null unless waitlisted. */
  waitlist_position: number | null;
  /** The payment, once refunded the refund, by which its owner finds the receipt. */
  receipt_id: string | null;
  /** Paid by another user, who has given it away. */
  is_given: boolean;
  /** The further seats of its buyer in the same state, and what they cost. */
  companions: number;
  companions_amount: number;
}

interface ParticipantsQuery {
  bornBy: string;
  after: TimePosition | null;
  limit: number;
}

interface ParticipantRow extends UserRow {
  listed_id: string;
  listed_micros: number;
}

/** The public classrooms of an organizer. */
export interface HostingRow {
  host_id: string;
  classroom_count: number;
  next_classroom_at: Date | null;
}

interface EventsQuery {
  states: readonly ClassroomEvent['state'][];
  order: 'asc' | 'desc';
  /** Bounds of the start; `to` is exclusive. */
  from: Date | null;
  to: Date | null;
  after: TimePosition | null;
  limit: number;
  viewerId: string | null;
}

/** For the participation "p": its place on the waiting list of its ticket; null unless it is waitlisted. */
export const waitlistPosition = sql<number | null>`case when p.state = 'waitlisted' then (
  select count(*)::int from participations w where w.ticket_type_id = p.ticket_type_id and w.state = 'waitlisted'
    and (w.waits_since, w.id) <= (p.waits_since, p.id)) end`;

/** For the participation "p" of a user: the refund that ended it, otherwise its payment; null while nothing is paid. */
const receiptId = sql<string | null>`(
  select coalesce(r.id, y.id) from payments y
  left join refunds r on r.payment_id = y.id and r.participation_id is null and r.state = 'paid' and r.reason <> 'duplicate' and p.state = 'refunded'
  where y.participation_id = p.id and y.state = 'paid' and y.user_id = p.user_id
  order by r.done_at desc nulls last, y.refunded, y.paid_at desc limit 1)`;

/** For the participation "p": whether another user has paid for it. */
const isGiven = sql<boolean>`exists (select from payments y
  where y.participation_id = coalesce(p.lead_id, p.id) and y.state = 'paid' and y.user_id is distinct from p.user_id)`;

/** For the participation "p": the further seats that are its buyer's and share its state. */
const companions = sql`from participations c where c.lead_id = p.id and c.user_id is null
  and (c.state = p.state or array[c.state, p.state] <@ array['confirmed', 'joined'] or c.state = 'held' and p.state = 'offered')`;

/** What a user sees of their participation "p", besides its own columns. */
const participationFacts = [
  waitlistPosition.as('waitlist_position'),
  receiptId.as('receipt_id'),
  isGiven.as('is_given'),
  sql<number>`(select count(*)::int ${companions})`.as('companions'),
  sql<number>`(select coalesce(sum(c.amount), 0)::int ${companions})`.as('companions_amount'),
] as const;

/** For the ticket type "t": not the ticket of an archive, or of one that is published for ticket holders. */
const isSold = sql<boolean>`(t.kind <> 'archive' or exists (select from archives a
  where a.source = 'event' and a.source_id = t.event_id and a.state = 'ready' and a.published_at is not null and a.access = 'ticket'))`;

/** Selects ticket types "t" with the length of their waiting list. */
export const selectTicketTypes = (db: Db) =>
  db
    .selectFrom('ticket_types as t')
    .selectAll('t')
    .select(
      sql<number>`(select count(*)::int from participations w where w.ticket_type_id = t.id and w.state = 'waitlisted')`.as(
        'waitlisted_count',
      ),
    )
    .select(isSold.as('is_sold'));

export function createEventsRepository(db: Db) {
  const selectEvents = (viewerId: string | null) =>
    db
      .selectFrom('events as e')
      .innerJoin('users as organizer', 'organizer.id', 'e.organizer_id')
      .leftJoin('professionals as org', 'org.user_id', 'e.organizer_id')
      .leftJoin('classrooms as room', 'room.id', 'e.classroom_id')
      .leftJoin('rating_totals as totals', 'totals.subject_id', 'e.id')
      .select([
        'e.id',
        'e.title',
        'e.subtitle',
        'e.description',
        'e.image_url',
        'e.category_id',
        'e.speaker_ids',
        'e.start_at',
        'e.end_at',
        'e.entry_open_at',
        'e.state',
        'e.classroom_id',
        'e.archive_id',
        'e.cancel_policy',
        'e.refund_policy',
        'e.allows_transfers',
        'e.calendar_sequence',
        'e.cancel_reason',
        'e.participant_count',
        'org.org_name',
        'org.org_url',
        'org.invoice_registration_no',
        'org.category_ids',
        'org.verified_at',
        'room.private_key as classroom_key',
        sql<ClassroomEvent['series']>`${sql.raw(seriesOfDate('room'))}`.as('series'),
        'totals.rating_count',
        'totals.star_total',
        sql<number[]>`${sql.raw(hostTotals('e.organizer_id'))}`.as('organizer_totals'),
        toMicros('e.start_at').as('start_micros'),
      ])
      .select(userSelection('organizer', 'organizer_', viewerId));

  return {
    list({ states, order, from, to, after, limit, viewerId }: EventsQuery): Promise<EventRow[]> {
      const beyond = sql.raw(order === 'asc' ? '>' : '<');
      return selectEvents(viewerId)
        .where('e.state', 'in', states)
        .$if(from !== null, (query) => query.where('e.start_at', '>=', from as Date))
        .$if(to !== null, (query) => query.where('e.start_at', '<', to as Date))
        .$if(after !== null, (query) =>
          query.where(
            sql<boolean>`(e.start_at, e.id) ${beyond} (${fromMicros(after?.micros ?? 0)}, ${after?.id ?? ''})`,
          ),
        )
        .orderBy('e.start_at', order)
        .orderBy('e.id', order)
        .limit(limit)
        .execute() as Promise<EventRow[]>;
    },

    /** Returns the events with these ids, in no particular order. */
    findMany(ids: readonly string[], viewerId: string | null): Promise<EventRow[]> {
      return selectEvents(viewerId)
        .where('e.id', '=', sql<string>`any(${ids})`)
        .execute() as Promise<EventRow[]>;
    },

    find(id: string, viewerId: string | null): Promise<EventRow | undefined> {
      return selectEvents(viewerId).where('e.id', '=', id).executeTakeFirst() as Promise<EventRow | undefined>;
    },

    /** Finds the event that takes place in a room. */
    findByRoom(classroomId: string, viewerId: string | null): Promise<EventRow | undefined> {
      return selectEvents(viewerId)
        .where('e.id', '=', (of) =>
          of.selectFrom('classrooms as hall').select('hall.event_id').where('hall.id', '=', classroomId),
        )
        .executeTakeFirst() as Promise<EventRow | undefined>;
    },

    tickets(eventIds: readonly string[]): Promise<TicketTypeRow[]> {
      return selectTicketTypes(db)
        .where('t.event_id', '=', sql<string>`any(${eventIds})`)
        .orderBy('t.position')
        .orderBy('t.price', 'desc')
        .orderBy('t.id')
        .execute();
    },

    /** Returns the users with these ids who have not withdrawn, in no particular order. */
    speakers(ids: readonly string[], viewerId: string | null): Promise<UserRow[]> {
      return db
        .selectFrom('users as u')
        .select(userSelection('u', '', viewerId))
        .where('u.id', '=', sql<string>`any(${ids})`)
        .where('u.state', '<>', 'withdrawn')
        .execute() as Promise<UserRow[]>;
    },

    hostings(hostIds: readonly string[], now: Date): Promise<HostingRow[]> {
      return db
        .selectFrom('classrooms')
        .select([
          'host_id',
          sql<number>`count(*)::int`.as('classroom_count'),
          sql<Date | null>`min(start_at) filter (where state = 'scheduled' and start_at > ${now})`.as(
            'next_classroom_at',
          ),
        ])
        .where('host_id', '=', sql<string>`any(${hostIds})`)
        .where('state', '<>', 'cancelled')
        .where('private_mode', '=', false)
        .groupBy('host_id')
        .execute();
    },

    /** Returns, for each event, the viewer's active participation, or else the last one with a refund in progress. */
    participationsOf(userId: string, eventIds: readonly string[]): Promise<ParticipationRow[]> {
      return db
        .selectFrom('participations as p')
        .selectAll('p')
        .select(participationFacts)
        .distinctOn('p.event_id')
        .where('p.user_id', '=', userId)
        .where('p.event_id', '=', sql<string>`any(${eventIds})`)
        .where('p.state', 'not in', ['expired', 'cancelled'])
        .orderBy('p.event_id')
        .orderBy(sql`p.state in ('refund_pending', 'refunded')`)
        .orderBy('p.created_at', 'desc')
        .orderBy('p.id')
        .execute();
    },

    /** Returns these participations, in no particular order. */
    findParticipations(ids: readonly string[]): Promise<ParticipationRow[]> {
      return db
        .selectFrom('participations as p')
        .selectAll('p')
        .select(participationFacts)
        .where('p.id', '=', sql<string>`any(${ids})`)
        .execute();
    },

    /**
     * Returns participants, earliest first: those born by `bornBy` (yyyy-MM-dd) and professionals, without withdrawn
     * users.
     */
    participants(
      eventId: string,
      viewerId: string | null,
      { bornBy, after, limit }: ParticipantsQuery,
    ): Promise<ParticipantRow[]> {
      return db
        .selectFrom('participations as p')
        .innerJoin('users as u', 'u.id', 'p.user_id')
        .select(userSelection('u', '', viewerId))
        .select(['p.id as listed_id', toMicros('p.created_at').as('listed_micros')])
        .where('p.event_id', '=', eventId)
        .where('p.route', '<>', 'archive')
        .where('p.state', 'in', ['confirmed', 'joined'])
        .where((eb) => eb.or([eb('u.birth_date', '<=', bornBy), eb('u.role', '=', 'professional')]))
        .where('u.state', '<>', 'withdrawn')
        .$if(after !== null, (query) =>
          query.where(sql<boolean>`(p.created_at, p.id) > (${fromMicros(after?.micros ?? 0)}, ${after?.id ?? ''})`),
        )
        .orderBy('p.created_at')
        .orderBy('p.id')
        .limit(limit)
        .execute() as Promise<ParticipantRow[]>;
    },
  };
}

export type EventsRepository = ReturnType<typeof createEventsRepository>;
