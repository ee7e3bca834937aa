import { MAX_CLASSES_IN_FIGURES, SMALLEST_GROUP, STAYED_PART } from '@manabiba/shared/contract/limits';

import { type Pool, queryPrepared } from '../../platform/database/db';
import type { TimePosition } from '../../platform/database/time-position';
import { RATING_TOTALS, type RatingTotals, ratingTotalsOf } from '../ratings/rating-average';

export interface ClassFiguresRow extends RatingTotals {
  id: string;
  name: string;
  start_at: Date;
  start_micros: number;
  joined: number;
  /** Null without participants. */
  median_seconds: number | null;
  stayed: number;
  returning: number;
  /** Of all participants of the returned classes that are not small groups; the same in every row. */
  overall_median_seconds: number | null;
}

export interface ArchiveFiguresRow {
  id: string;
  title: string;
  published_at: Date;
  published_micros: number;
  duration_seconds: number;
  viewers: number;
  /** How many reached each tenth. */
  reached: number[];
}

interface ClassesQuery {
  hostId: string;
  /** Null: all. */
  since: Date | null;
  after: TimePosition | null;
  limit: number;
}

const TENTHS = Array.from({ length: 10 }, (_, index) => index + 1);

/** SQL: microseconds $n of a position as a time. */
const timeOf = (micros: string) => `(timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond')`;

/**
 * The figures of the classes of a host ($1) since a time ($2) after a position ($3, $4). A class begins for its
 * participants at the planned start, even when the host opened the room before. Whether somebody had come before is
 * decided by all counted classes of the host, not by those of the period. Classes are numbered from the latest: sorting
 * numbers is several times faster than sorting ids.
 */
const classesText = `
  with held as materialized (
    select (row_number() over (order by start_at desc, id desc))::int as number, id, name, start_at,
      extract(epoch from ended_at - case when ended_at > start_at then greatest(started_at, start_at) else started_at end) as seconds
    from classrooms where host_id = $1 and state = 'ended' and event_id is null
    order by start_at desc, id desc limit ${MAX_CLASSES_IN_FIGURES}
  ), visits as materialized (
    select h.number, p.user_id, p.seconds_present
    from held h join classroom_users p on p.classroom_id = h.id
    where p.joined_at is not null and p.kicked_at is null and p.role in ('speaker', 'listener')
  ), first_visits as materialized (
    select user_id, max(number) as number from visits group by user_id
  ), shown as (
    select * from held where ($2::timestamptz is null or start_at >= $2)
      and ($3::bigint is null or (start_at, id) < (${timeOf('$3')}, $4))
    order by number limit $5
  ), figures as (
    select c.number, count(v.user_id)::int as joined,
      percentile_cont(0.5) within group (order by v.seconds_present) as median_seconds,
      (count(*) filter (where v.seconds_present >= c.seconds * ${STAYED_PART}))::int as stayed,
      (count(*) filter (where f.number > c.number))::int as returning
    from shown c left join visits v using (number) left join first_visits f using (user_id)
    group by c.number, c.seconds
  )
  select c.id, c.name, c.start_at, (extract(epoch from c.start_at) * 1000000)::bigint as start_micros,
    g.joined, g.median_seconds, g.stayed, g.returning, ${RATING_TOTALS}, (
      select percentile_cont(0.5) within group (order by v.seconds_present)
      from figures large join visits v using (number) where large.joined >= ${SMALLEST_GROUP}
    ) as overall_median_seconds
  from shown c join figures g using (number) ${ratingTotalsOf('c.id')}
  order by c.number`;

/** The archives of a host ($1) after a position ($2, $3). Positions are whole seconds, rounded down. */
const archivesText = `
  select a.id, a.title, a.published_at, (extract(epoch from a.published_at) * 1000000)::bigint as published_micros,
    a.duration_seconds, w.viewers, w.reached
  from archives a cross join lateral (
    select count(*)::int as viewers,
      array[${TENTHS.map((tenth) => `count(*) filter (where (o.furthest_seconds + 1) * 10 >= a.duration_seconds * ${tenth})`).join(', ')}]::int[] as reached
    from archive_positions o where o.archive_id = a.id and o.user_id <> a.host_id
      and not exists (select 1 from archive_parts s where s.archive_id = a.id and s.user_id = o.user_id)
  ) w
  where a.host_id = $1 and a.state = 'ready' and a.published_at is not null
    and ($2::bigint is null or (a.published_at, a.id) < (${timeOf('$2')}, $3))
  order by a.published_at desc, a.id desc limit $4`;

export type HostFiguresRepository = ReturnType<typeof createHostFiguresRepository>;

/** Repository of the statistics of a host's classes and archives. */
export function createHostFiguresRepository(pool: Pool) {
  return {
    /** Returns the ended classes, the latest first. */
    listClasses: ({ hostId, since, after, limit }: ClassesQuery) =>
      queryPrepared<ClassFiguresRow>(pool, classesText, [
        hostId,
        since,
        after?.micros ?? null,
        after?.id ?? null,
        limit,
      ]),

    /** Returns the published archives, the latest first. */
    listArchives: ({ hostId, after, limit }: Omit<ClassesQuery, 'since'>) =>
      queryPrepared<ArchiveFiguresRow>(pool, archivesText, [hostId, after?.micros ?? null, after?.id ?? null, limit]),
  };
}
