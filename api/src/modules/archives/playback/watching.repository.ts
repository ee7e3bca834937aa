import { COUNTED_WATCH_SECONDS, FASTEST_PLAYBACK } from '@manabiba/shared/contract/limits';
import { CompiledQuery } from 'kysely';

import type { Db } from '../../../platform/database/db';
import { isFoundBy, mayWatch } from '../archive-access';

export interface Watch {
  archiveId: string;
  /** The signed-in viewer; null for anonymous visitors, whose position is not kept. */
  personId: string | null;
  /** The signed-in viewer or the anonymous visitor. */
  viewerId: string;
  sessionId: string;
  positionSeconds: number;
  watchedSeconds: number;
  now: Date;
}

export interface WatchOutcome {
  can_watch: boolean;
  counted: boolean;
  watch_count: number;
}

/** How much later the first report of a playback may arrive than the others, in seconds: it may open the connection. */
const DELAY_SECONDS = 5;

/** SQL: what may have been played since the viewer's first report of this archive, in seconds of video. */
const playableSince = (startedAt: string) =>
  `${FASTEST_PLAYBACK} * (extract(epoch from $4 - ${startedAt}) + ${DELAY_SECONDS})`;

/*
 * One statement: keeps the position, and counts the watch if it is long enough, can have been played, is not the host's
 * and the viewer's first in 24 hours. A playback that was paused overnight is not counted twice. The first report is
 * never counted: it marks when the viewer began.
 */
const watchText = (personId: string | null) => `
  with target as (
    select a.id, a.host_id, a.watch_count, a.duration_seconds, a.published_at is not null as is_published, ${mayWatch(personId)} as can_watch,
      least(${COUNTED_WATCH_SECONDS}, a.duration_seconds / 2.0) as enough${personId === null ? '' : ', least($5::float, a.duration_seconds)::int as position'}
    from archives a where a.id = $1 and ${isFoundBy(personId)}
  ), ${
    personId
      ? `kept as (
    insert into archive_positions as p (user_id, archive_id, position_seconds, furthest_seconds, started_at, updated_at)
    select ${personId}, id, position, least(position, ${FASTEST_PLAYBACK * DELAY_SECONDS}), $4, $4 from target where can_watch
    on conflict (user_id, archive_id) do update set position_seconds = excluded.position_seconds,
      furthest_seconds = greatest(p.furthest_seconds, least(excluded.position_seconds, ${playableSince('p.started_at')})::int),
      updated_at = excluded.updated_at
      where p.updated_at <= excluded.updated_at
  ), `
      : ''
  }counted as (
    insert into archive_watches as w (archive_id, viewer_id, session_id, started_at)
    select id, $2, $3, $4 from target where can_watch and is_published and host_id <> $2
    on conflict (archive_id, viewer_id) do update set session_id = excluded.session_id, counted_at = $4
      where $6::float > 0 and least($6::float, ${playableSince('w.started_at')}) >= (select enough from target)
        and (w.counted_at is null or (w.counted_at <= $4 - interval '24 hours' and w.session_id <> excluded.session_id))
    returning archive_id, counted_at
  ), risen as (
    update archives a set watch_count = a.watch_count + 1 from counted
    where a.id = counted.archive_id and counted.counted_at is not null returning a.watch_count
  )
  select can_watch, exists (select 1 from risen) as counted, coalesce((select watch_count from risen), watch_count) as watch_count from target`;

const textOfPerson = watchText('$7');
// Every placeholder has to be used: $5 is not, without a position.
const textOfVisitor = watchText(null).replaceAll('$6', '$5');

export type WatchingRepository = ReturnType<typeof createWatchingRepository>;

/** Repository of who has watched what, and how far. */
export function createWatchingRepository(db: Db) {
  return {
    /** Returns undefined for an archive that the viewer cannot find. */
    async watch(watch: Watch): Promise<WatchOutcome | undefined> {
      const { archiveId, personId, viewerId, sessionId, positionSeconds, watchedSeconds, now } = watch;
      const query =
        personId === null
          ? CompiledQuery.raw(textOfVisitor, [archiveId, viewerId, sessionId, now, watchedSeconds])
          : CompiledQuery.raw(textOfPerson, [
              archiveId,
              viewerId,
              sessionId,
              now,
              positionSeconds,
              watchedSeconds,
              personId,
            ]);
      const { rows } = await db.executeQuery(query);
      return rows[0] as WatchOutcome | undefined;
    },

    /** Deletes watches that neither prevent a second count nor show what is watched together. */
    async removeWatchesBefore(before: Date): Promise<void> {
      await db
        .deleteFrom('archive_watches')
        .where((eb) =>
          eb.or([eb('counted_at', '<', before), eb.and([eb('counted_at', 'is', null), eb('started_at', '<', before)])]),
        )
        .execute();
    },
  };
}
