import { sql } from 'kysely';

import type { Db, Trx } from '../../../platform/database/db';

/** An event or classroom as a calendar entry, and whether the user still participates. */
export interface CalendarRow {
  id: string;
  source: 'event' | 'classroom';
  title: string;
  description: string;
  state: string;
  start_at: Date;
  end_at: Date;
  calendar_sequence: number;
  changed_at: Date;
  is_given_up: boolean;
}

const COLUMNS = sql`e.id, 'event' as source, e.title, e.description, e.state, e.start_at, e.end_at, e.calendar_sequence`;
const CLASSROOM_COLUMNS = sql`c.id, 'classroom' as source, c.name as title, c.description, c.state, c.start_at, c.end_at, c.calendar_sequence,
  c.updated_at as changed_at, false as is_given_up`;
/** For the participation "p": it has, or had, a calendar entry. */
const HAS_PLACE = sql`p.route <> 'archive' and (p.state in ('confirmed', 'joined') or (p.confirmed_at is not null and p.state in ('cancelled', 'refund_pending', 'refunded')))`;

/** Entries of a personal feed. */
const MAX_ENTRIES = 500;

export type CalendarRepository = ReturnType<typeof createCalendarRepository>;

/** Repository of calendar entries and of the secrets of personal feeds. */
export function createCalendarRepository(db: Db) {
  return {
    async findPublished(eventId: string): Promise<CalendarRow | undefined> {
      const { rows } = await sql<CalendarRow>`
        select ${COLUMNS}, e.updated_at as changed_at, false as is_given_up from events e
        where e.id = ${eventId} and e.state <> 'draft'`.execute(db);
      return rows[0];
    },

    /** Returns the event of a user's participation; of several, the relevant one. */
    async findOf(userId: string, eventId: string): Promise<CalendarRow | undefined> {
      const { rows } = await sql<CalendarRow>`
        select ${COLUMNS}, greatest(e.updated_at, p.updated_at) as changed_at, p.state not in ('confirmed', 'joined') as is_given_up
        from participations p join events e on e.id = p.event_id
        where p.user_id = ${userId} and p.event_id = ${eventId} and ${HAS_PLACE}
        order by p.state in ('confirmed', 'joined') desc, p.created_at desc, p.id limit 1`.execute(db);
      return rows[0];
    },

    async findOfParticipation(trx: Trx, participationId: string): Promise<CalendarRow | undefined> {
      const { rows } = await sql<CalendarRow>`
        select ${COLUMNS}, greatest(e.updated_at, p.updated_at) as changed_at, p.state not in ('confirmed', 'joined') as is_given_up
        from participations p join events e on e.id = p.event_id where p.id = ${participationId}`.execute(trx);
      return rows[0];
    },

    async findClassroom(classroomId: string): Promise<CalendarRow | undefined> {
      const { rows } = await sql<CalendarRow>`
        select ${CLASSROOM_COLUMNS} from classrooms c where c.id = ${classroomId}`.execute(db);
      return rows[0];
    },

    /** Returns the dates of a series by their start, cancelled ones included, which calendars remove. */
    async listOfSeries(seriesId: string): Promise<CalendarRow[]> {
      const { rows } = await sql<CalendarRow>`
        select * from ((
          select ${COLUMNS}, e.updated_at as changed_at, false as is_given_up
          from classrooms c join events e on e.id = c.event_id where c.series_id = ${seriesId}
        ) union all (
          select ${CLASSROOM_COLUMNS} from classrooms c where c.series_id = ${seriesId} and c.event_id is null
        )) dates order by start_at, id`.execute(db);
      return rows;
    },

    /**
     * Returns the events of a user that start after `since`, including cancelled participations, which calendars
     * remove, and the classrooms that the user has reserved or hosts. The room of an event is that event. Of many, those
     * nearest to now.
     */
    async listOf(userId: string, { since, now }: { since: Date; now: Date }): Promise<CalendarRow[]> {
      const { rows } = await sql<CalendarRow>`
        select * from (select * from ((
          select distinct on (e.id) ${COLUMNS}, greatest(e.updated_at, p.updated_at) as changed_at,
            p.state not in ('confirmed', 'joined') as is_given_up
          from participations p join events e on e.id = p.event_id
          where p.user_id = ${userId} and e.start_at > ${since} and ${HAS_PLACE}
          order by e.id, p.state in ('confirmed', 'joined') desc, p.created_at desc, p.id
        ) union all (
          select ${CLASSROOM_COLUMNS} from classrooms c
          where c.start_at > ${since} and c.event_id is null
            and (c.host_id = ${userId} or c.id in (select classroom_id from reservations where user_id = ${userId}))
        )) mine order by greatest(${now} - start_at, start_at - ${now}), id limit ${MAX_ENTRIES}) nearest order by start_at, id`.execute(
        db,
      );
      return rows;
    },

    async findFeed(userId: string): Promise<{ created_at: Date } | undefined> {
      return db.selectFrom('calendar_feeds').select('created_at').where('user_id', '=', userId).executeTakeFirst();
    },

    /** Returns the owner of a feed. Withdrawn and suspended users have none. */
    async findFeedOwner(secretHash: string): Promise<{ user_id: string } | undefined> {
      return db
        .selectFrom('calendar_feeds as f')
        .innerJoin('users as u', 'u.id', 'f.user_id')
        .select('f.user_id')
        .where('f.secret_hash', '=', secretHash)
        .where('u.state', 'not in', ['suspended', 'withdrawn'])
        .executeTakeFirst();
    },

    async setFeed(userId: string, secretHash: string, now: Date): Promise<void> {
      await db
        .insertInto('calendar_feeds')
        .values({ user_id: userId, secret_hash: secretHash, created_at: now })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ secret_hash: secretHash, created_at: now }))
        .execute();
    },

    async deleteFeed(userId: string): Promise<void> {
      await db.deleteFrom('calendar_feeds').where('user_id', '=', userId).execute();
    },
  };
}
