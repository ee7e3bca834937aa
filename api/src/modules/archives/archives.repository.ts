import { type Selectable, sql } from 'kysely';

import type { Db } from '../../platform/database/db';
import { fromMicros, type TimePosition, toMicros } from '../../platform/database/time-position';
import type { ArchivesTable } from '../../tables/archives';
import { type UserRow, userSelection } from '../users/user-columns';

type HostRow = { [K in keyof UserRow as `host_${K}`]: UserRow[K] };

/** An archive with its host, and whether the viewer may watch it. */
export type ArchiveRow = Omit<Selectable<ArchivesTable>, 'host_id' | 'created_at' | 'updated_at'> &
  HostRow & { can_watch: boolean; published_micros: number };

interface ListQuery {
  hostId: string;
  viewerId: string | null;
  after: TimePosition | null;
  limit: number;
}

export type ArchivesRepository = ReturnType<typeof createArchivesRepository>;

/** True for viewers who meet the archive's access rule, and always for its host. */
const mayWatch = (viewerId: string | null) => sql<boolean>`(a.access = 'public' or (${viewerId}::text is not null and (
  a.host_id = ${viewerId} or a.access = 'signed_in'
  or (a.access = 'subscriber' and exists (select 1 from users v where v.id = ${viewerId} and v.is_subscribed))
  or (a.access = 'ticket' and a.source = 'event' and exists (
    select 1 from participations p where p.event_id = a.source_id and p.user_id = ${viewerId} and p.state in ('confirmed', 'joined'))))))`;

/** Repository of archives. */
export function createArchivesRepository(db: Db) {
  const selectArchives = (viewerId: string | null) =>
    db
      .selectFrom('archives as a')
      .innerJoin('users as host', 'host.id', 'a.host_id')
      .select([
        'a.id',
        'a.source',
        'a.source_id',
        'a.title',
        'a.description',
        'a.category_id',
        'a.chapters',
        'a.caption_url',
        'a.thumbnail_url',
        'a.duration_seconds',
        'a.watch_count',
        'a.is_pickup',
        'a.access',
        'a.state',
        'a.published_at',
        toMicros('a.published_at').as('published_micros'),
        mayWatch(viewerId).as('can_watch'),
      ])
      .select(userSelection('host', 'host_', viewerId));

  return {
    /** Returns the archives with these ids, in no particular order. */
    findMany(ids: readonly string[], viewerId: string | null): Promise<ArchiveRow[]> {
      return selectArchives(viewerId)
        .where('a.id', '=', sql<string>`any(${ids})`)
        .execute() as Promise<ArchiveRow[]>;
    },

    /** Lists a host's ready archives, newest first. */
    listOfHost({ hostId, viewerId, after, limit }: ListQuery): Promise<ArchiveRow[]> {
      return selectArchives(viewerId)
        .where('a.host_id', '=', hostId)
        .where('a.state', '=', 'ready')
        .$if(after !== null, (query) =>
          query.where(sql<boolean>`(a.published_at, a.id) < (${fromMicros(after?.micros ?? 0)}, ${after?.id ?? ''})`),
        )
        .orderBy('a.published_at', 'desc')
        .orderBy('a.id', 'desc')
        .limit(limit)
        .execute() as Promise<ArchiveRow[]>;
    },
  };
}
