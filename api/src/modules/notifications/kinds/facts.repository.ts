import { sql } from 'kysely';

import type { Trx } from '../../../platform/database/db';
import type { NewCause } from './declare-kind';

/** The rows from which causes of notifications are built. */
export const notificationFacts = {
  classroom: (trx: Trx, id: string) =>
    trx
      .selectFrom('classrooms')
      .select(['id', 'name', 'host_id', 'state', 'private_mode', 'start_at', 'end_at', 'event_id'])
      .where('id', '=', id)
      .executeTakeFirst(),

  event: (trx: Trx, id: string) =>
    trx
      .selectFrom('events')
      .select(['id', 'title', 'state', 'start_at', 'end_at', 'organizer_id'])
      .where('id', '=', id)
      .executeTakeFirst(),

  series: (trx: Trx, id: string) =>
    trx.selectFrom('series').select(['id', 'title', 'host_id']).where('id', '=', id).executeTakeFirst(),

  /** Counts the dates that were added to a series at a time and are not over. */
  async countAddedDates(trx: Trx, seriesId: string, addedAt: string): Promise<number> {
    const { added } = await trx
      .selectFrom('classrooms')
      .select(({ fn }) => fn.countAll<number>().as('added'))
      .where('series_id', '=', seriesId)
      .where('series_added_at', '=', new Date(addedAt))
      .where('state', 'in', ['scheduled', 'live'])
      .executeTakeFirstOrThrow();
    return Number(added);
  },

  /**
   * Returns the series to announce to followers now, each once: those with a date ahead, once none has been added
   * since `settledBy` or the next one starts by `urgentBy`.
   */
  async takeUnannouncedSeries(
    trx: Trx,
    { now, settledBy, urgentBy }: { now: Date; settledBy: Date; urgentBy: Date },
  ): Promise<{ id: string; title: string; host_id: string; date_count: number }[]> {
    const { rows } = await sql<{ id: string; title: string; host_id: string; date_count: number }>`
      update series s set announced_at = ${now}
      from series candidate cross join lateral (
        select count(*)::int as date_count, max(c.series_added_at) as added_at,
          min(c.start_at) filter (where c.state in ('scheduled', 'live')) as next_start_at
        from classrooms c where c.series_id = candidate.id and c.state <> 'cancelled'
      ) d
      where s.id = candidate.id and candidate.announced_at is null and s.announced_at is null
        and s.hidden_at is null and s.ended_at is null
        and d.next_start_at is not null and (d.added_at <= ${settledBy} or d.next_start_at <= ${urgentBy})
      returning s.id, s.title, s.host_id, d.date_count`.execute(trx);
    return rows;
  },

  /** Returns the events that start after `from`, up to and including `to`. */
  startingBetween: (trx: Trx, from: Date, to: Date) =>
    trx
      .selectFrom('events')
      .select(['id', 'title', 'start_at', 'organizer_id'])
      .where('state', 'in', ['published', 'open', 'live'])
      .where('start_at', '>', from)
      .where('start_at', '<=', to)
      .execute(),

  /** Returns the archives published after `from`, up to and including `to`. Those of the demo are never announced. */
  publishedBetween: (trx: Trx, from: Date, to: Date) =>
    trx
      .selectFrom('archives as a')
      .innerJoin('users as host', 'host.id', 'a.host_id')
      .select(['a.id', 'a.title', 'a.source', 'a.source_id', 'a.host_id', 'a.published_at'])
      .where('a.state', '=', 'ready')
      .where('a.published_at', '>', from)
      .where('a.published_at', '<=', to)
      .where(sql<boolean>`not host.is_demo`)
      .execute(),
};

/** Returns the cause for notifying people of a classroom of its host, with its times; null when it is gone. */
export async function classroomCause(
  trx: Trx,
  classroomId: string,
): Promise<{ cause: NewCause; startAt: Date; endAt: Date } | null> {
  const classroom = await notificationFacts.classroom(trx, classroomId);
  if (!classroom) return null;
  const cause = {
    key: classroomId,
    title: classroom.name,
    url: `/classrooms/${classroomId}`,
    actorId: classroom.host_id,
    subjects: { classroom: classroomId },
  };
  return { cause, startAt: classroom.start_at, endAt: classroom.end_at };
}

/** Returns the cause for notifying the host or the author of a rating; null when it is gone. */
export async function ratingCause(trx: Trx, id: string, whom: 'host_id' | 'user_id'): Promise<NewCause | null> {
  const rating = await trx
    .selectFrom('ratings as r')
    .leftJoin('classrooms as c', 'c.id', 'r.classroom_id')
    .leftJoin('events as e', 'e.id', 'r.event_id')
    .leftJoin('archives as a', 'a.id', 'r.archive_id')
    .select(['r.classroom_id', 'r.event_id', 'r.archive_id', 'r.host_id', 'r.user_id'])
    .select(sql<string>`coalesce(c.name, e.title, a.title)`.as('title'))
    .where('r.id', '=', id)
    .where('r.removed_at', 'is', null)
    .executeTakeFirst();
  if (!rating) return null;
  const { classroom_id: classroom, event_id: event, archive_id: archive } = rating;
  return {
    key: id,
    title: rating.title,
    url: classroom ? `/classrooms/${classroom}` : event ? `/events/${event}` : `/archives/${archive}`,
    // Not shown; who has blocked or muted the other is left out.
    actorId: whom === 'host_id' ? rating.user_id : rating.host_id,
    subjects: { user: rating[whom], ...(classroom ? { classroom } : event ? { event } : {}) },
  };
}
