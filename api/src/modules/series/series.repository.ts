import { MAX_SERIES_DATES, WATCHED_PERCENT } from '@manabiba/shared/contract/limits';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';

import type { Db, Trx } from '../../platform/database/db';
import { fromMicros, type TimePosition } from '../../platform/database/time-position';
import type { SeriesReportsTable, SeriesTable } from '../../tables/series';
import type { TeamMembersTable } from '../../tables/teams';
import { isSchoolSeparated, type UserRow, userSelection } from '../users/user-columns';

/** A series with its host, as somebody finds it. */
export type FoundSeries = Selectable<SeriesTable> & {
  [Column in keyof UserRow as `host_${Column}`]: UserRow[Column];
} & { is_school_separated: boolean; booked_at: Date | null };

export interface SeriesDateRow {
  id: string;
  /** The event that takes place in it; null for a class. */
  event_id: string | null;
  state: 'scheduled' | 'live' | 'ended' | 'cancelled';
  ended_at: Date | null;
  series_added_at: Date | null;
  /** What the viewer did with it; false without a viewer. */
  has_attended: boolean;
  has_watched: boolean;
  /** The published archive of the event; null for a class, which names its own. */
  event_archive_id: string | null;
}

export interface SeriesSummaryRow {
  id: string;
  title: string;
  date_count: number;
  ended_count: number;
  is_live: boolean;
  next_start_at: Date | null;
  ended_at: Date | null;
}

/** A series with its host, as lists show it. */
export type ListedSeriesRow = SeriesSummaryRow & {
  [Column in keyof UserRow as `host_${Column}`]: UserRow[Column];
};

export interface OwnSeriesRow extends SeriesSummaryRow {
  created_micros: number;
  /** Of a member; null for the host. */
  roles: TeamMembersTable['roles'] | null;
}

interface NewReport extends Pick<Selectable<SeriesReportsTable>, 'reason' | 'detail'> {
  id: string;
  seriesId: string;
  reporterId: string;
  evidence: object;
  now: Date;
}

export type SeriesRepository = ReturnType<typeof createSeriesRepository>;

/** Repository of series, of which classes and events are the dates, and of reports about them. */
export function createSeriesRepository(db: Db) {
  return {
    /** Returns a series without checking whether the viewer may see it. */
    find(id: string, viewerId: string | null): Promise<FoundSeries | undefined> {
      return db
        .selectFrom('series as sr')
        .innerJoin('users as host', 'host.id', 'sr.host_id')
        .leftJoin('series_bookings as b', (join) =>
          join.onRef('b.series_id', '=', 'sr.id').on('b.user_id', '=', viewerId ?? ''),
        )
        .selectAll('sr')
        .select(userSelection('host', 'host_', viewerId))
        .select('b.booked_at')
        .select(separated(viewerId).as('is_school_separated'))
        .where('sr.id', '=', id)
        .executeTakeFirst() as Promise<FoundSeries | undefined>;
    },

    /** Returns the dates by their start, with what the viewer did with them. */
    async dates(database: Db | Trx, id: string, viewerId: string | null): Promise<SeriesDateRow[]> {
      const { rows } = await sql<SeriesDateRow>`
        select c.id, c.event_id, ${stateOfDate} as state, c.ended_at, c.series_added_at,
          coalesce(me.joined_at is not null and me.kicked_at is null, false) as has_attended,
          coalesce(p.furthest_seconds * 100 >= a.duration_seconds * ${WATCHED_PERCENT}::int and a.duration_seconds > 0, false) as has_watched,
          case when c.event_id is not null and a.state = 'ready' and a.published_at is not null then a.id end as event_archive_id
        from classrooms c
        left join classroom_users me on me.classroom_id = c.id and me.user_id = ${viewerId}::text and me.role <> 'host'
        left join events e on e.id = c.event_id
        left join archives a on a.id = coalesce(c.archive_id, e.archive_id)
        left join archive_positions p on p.archive_id = a.id and p.user_id = ${viewerId}::text
        where c.series_id = ${id} order by c.start_at, c.id`.execute(database);
      return rows;
    },

    /** Returns the dates that have not begun and that somebody has reserved. */
    reservedDates(id: string, userId: string): Promise<{ id: string }[]> {
      return (
        db
          .selectFrom('classrooms as c')
          .innerJoin('reservations as r', 'r.classroom_id', 'c.id')
          .leftJoin('classroom_users as me', (join) =>
            join.onRef('me.classroom_id', '=', 'c.id').onRef('me.user_id', '=', 'r.user_id'),
          )
          .select('c.id')
          .where('c.series_id', '=', id)
          .where('c.state', '=', 'scheduled')
          .where('r.user_id', '=', userId)
          // Whoever was removed has no say there any more.
          .where('me.kicked_at', 'is', null)
          .orderBy('c.id')
          .execute()
      );
    },

    /** Returns the series that somebody hosts or helps with, the latest first. */
    async listOf(userId: string, after: TimePosition | null, limit: number): Promise<OwnSeriesRow[]> {
      const begin = after ? sql`and (s.created_at, s.id) < (${fromMicros(after.micros)}, ${after.id})` : sql``;
      const { rows } = await sql<OwnSeriesRow>`
        select s.id, s.title, s.ended_at, (extract(epoch from s.created_at) * 1000000)::bigint as created_micros,
          d.date_count, d.ended_count, d.is_live, d.next_start_at, m.roles
        from series s left join team_members m on m.series_id = s.id and m.user_id = ${userId}
          cross join lateral ${figuresOfDates('s.id')} d
        where s.id in (
          select id from series where host_id = ${userId} union all select series_id from team_members where user_id = ${userId}
        ) ${begin} order by s.created_at desc, s.id desc limit ${limit}`.execute(db);
      return rows;
    },

    /** Returns the series with these ids, in no particular order, without checking whether the viewer may see them. */
    async findMany(ids: readonly string[], viewerId: string | null): Promise<ListedSeriesRow[]> {
      return (await db
        .selectFrom('series as sr')
        .innerJoin('users as host', 'host.id', 'sr.host_id')
        .innerJoinLateral(figuresOfDates('sr.id').as('d'), (join) => join.onTrue())
        .select(['sr.id', 'sr.title', 'sr.ended_at'])
        .select(['d.date_count', 'd.ended_count', 'd.next_start_at', 'd.is_live'])
        .select(userSelection('host', 'host_', viewerId))
        .where('sr.id', '=', sql<string>`any(${[...ids]}::text[])`)
        .execute()) as ListedSeriesRow[];
    },

    /**
     * Locks a series until the transaction ends, so that its number of dates and its end hold. Not its key, which acts of
     * the team refer to: whoever removes a member would wait for it with the member locked.
     */
    lock(trx: Trx, id: string): Promise<Pick<Selectable<SeriesTable>, 'ended_at'> | undefined> {
      return trx.selectFrom('series').select('ended_at').where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
    },

    async insert(trx: Trx, row: Insertable<SeriesTable>): Promise<void> {
      await trx.insertInto('series').values(row).execute();
    },

    async update(trx: Trx, id: string, set: Updateable<SeriesTable>): Promise<void> {
      await trx.updateTable('series').set(set).where('id', '=', id).execute();
    },

    /**
     * Adds classes and rooms of events of the host. Returns the names of those that were in no series, or null unless
     * all can be in it: public ones of no other series that are not cancelled, and no more than a series may have.
     */
    async addDates(
      trx: Trx,
      { id, hostId, classroomIds, now }: { id: string; hostId: string; classroomIds: readonly string[]; now: Date },
    ): Promise<string[] | null> {
      // In the order of their ids, so that two such calls cannot wait for each other.
      const { rows } = await sql<{ name: string; is_new: boolean }>`
        update classrooms c set series_id = ${id}, series_added_at = coalesce(c.series_added_at, ${now})
        from (
          select id, series_id from classrooms where id = any(${[...classroomIds]}::text[]) order by id for no key update
        ) wanted
        where c.id = wanted.id and c.host_id = ${hostId} and (c.series_id is null or c.series_id = ${id})
          and (c.event_id is not null or not c.private_mode) and c.state <> 'cancelled'
        returning c.name, wanted.series_id is null as is_new`.execute(trx);
      if (rows.length < new Set(classroomIds).size) return null;
      const { total } = await trx
        .selectFrom('classrooms')
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .where('series_id', '=', id)
        .executeTakeFirstOrThrow();
      return Number(total) <= MAX_SERIES_DATES
        ? rows.filter(({ is_new: isNew }) => isNew).map(({ name }) => name)
        : null;
    },

    /** Takes a class out. Returns its name, or undefined when it was not in. */
    async removeDate(trx: Trx, id: string, classroomId: string): Promise<string | undefined> {
      const row = await trx
        .updateTable('classrooms')
        .set({ series_id: null, series_added_at: null })
        .where('id', '=', classroomId)
        .where('series_id', '=', id)
        .returning('name')
        .executeTakeFirst();
      return row?.name;
    },

    /** Notes that somebody has reserved all dates now. */
    async book(id: string, userId: string, now: Date): Promise<void> {
      await db
        .insertInto('series_bookings')
        .values({ series_id: id, user_id: userId, booked_at: now })
        .onConflict((conflict) => conflict.columns(['series_id', 'user_id']).doUpdateSet({ booked_at: now }))
        .execute();
    },

    async unbook(id: string, userId: string): Promise<void> {
      await db.deleteFrom('series_bookings').where('series_id', '=', id).where('user_id', '=', userId).execute();
    },

    async hasReported(id: string, reporterId: string): Promise<boolean> {
      const found = await db
        .selectFrom('series_reports')
        .select('id')
        .where('series_id', '=', id)
        .where('reporter_id', '=', reporterId)
        .where('state', '=', 'open')
        .executeTakeFirst();
      return found !== undefined;
    },

    /** Files a report. Does nothing when this user has an open report of that series. */
    async report({ id, seriesId, reporterId, reason, detail, evidence, now }: NewReport): Promise<void> {
      await db
        .insertInto('series_reports')
        .values({
          id,
          series_id: seriesId,
          reporter_id: reporterId,
          reason,
          detail,
          evidence: JSON.stringify(evidence),
          created_at: now,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
  };
}

/** SQL: the state of the date c, whose event may be e. An event that is cancelled while its room is open leaves it ended. */
const stateOfDate = sql<SeriesDateRow['state']>`case when e.state = 'cancelled' then 'cancelled' else c.state end`;

/** SQL: a row about the dates of a series, whose id is this column. */
const figuresOfDates = (seriesId: string) =>
  sql<Pick<SeriesSummaryRow, 'date_count' | 'ended_count' | 'is_live' | 'next_start_at'>>`(
    select (count(*) filter (where d.state <> 'cancelled'))::int as date_count,
      (count(*) filter (where d.state = 'ended'))::int as ended_count,
      coalesce(bool_or(d.state = 'live' and (d.event_state is null or d.event_state = 'live')), false) as is_live,
      min(d.start_at) filter (where d.state in ('scheduled', 'live')) as next_start_at
    from (
      select ${stateOfDate} as state, e.state as event_state, c.start_at
      from classrooms c left join events e on e.id = c.event_id where c.series_id = ${sql.ref(seriesId)}
    ) d
  )`;

const separated = (viewerId: string | null) => {
  const [before = '', after = ''] = isSchoolSeparated('sr.host_id', '$viewer').split('$viewer');
  return sql<boolean>`${sql.raw(before)}${viewerId}::text${sql.raw(after)}`;
};
