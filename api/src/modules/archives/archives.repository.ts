import type { Selectable } from 'kysely';

import { type Pool, queryPrepared } from '../../platform/database/db';
import type { TimePosition } from '../../platform/database/time-position';
import type { ArchivesTable } from '../../tables/archives';
import { IS_PUBLISHED, isFoundBy, isShownTo, mayWatch } from './archive-access';
import { type ArchiveFilter, archiveListStatement, UNSEEN_COUNT } from './archive-list-statement';
import { ARCHIVE_RELATIONS, type ArchiveRelationRow } from './archive-relations';
import { archiveColumns, archiveJoins, type ArchiveRow, FINISHED_SECONDS, UNTOUCHED_SECONDS } from './archive-row';

type OwnColumn = 'media_info' | 'review_ends_at' | 'progress' | 'failure' | 'cut_start' | 'cut_end';

/** One archive with what only its own page shows. */
export type FoundArchive = ArchiveRow &
  Pick<Selectable<ArchivesTable>, OwnColumn> & {
    /** For how much it is sold; null for one that is not. */
    ticket_price: number | null;
    /** Recorded speakers other than the host. */
    other_speakers: number;
    is_recorded: boolean;
    is_taken_out: boolean;
  };

export type ArchivesRepository = ReturnType<typeof createArchivesRepository>;

const values = (viewerId: string | null, ...rest: unknown[]) => (viewerId === null ? rest : [...rest, viewerId]);

/** The same statement for visitors and for people, whose id is the given placeholder. Built once. */
function textFor(placeholder: string, textOf: (viewerId: string | null) => string) {
  const ofVisitors = textOf(null);
  const ofPeople = textOf(placeholder);
  return (viewerId: string | null) => (viewerId === null ? ofVisitors : ofPeople);
}

const findText = textFor(
  '$2',
  (viewerId) =>
    `select ${archiveColumns(viewerId)}, a.media_info, a.review_ends_at, a.progress, a.failure, a.cut_start, a.cut_end,
    case when a.source = 'event' then (select t.price from ticket_types t
      where t.event_id = a.source_id and t.kind = 'archive' and t.sale_end_at > t.sale_start_at) end as ticket_price,
    (select count(*)::int from archive_parts p where p.archive_id = a.id and p.user_id <> a.host_id) as other_speakers,
    ${viewerId ? `exists (select 1 from archive_parts p where p.archive_id = a.id and p.user_id = ${viewerId})` : 'false'} as is_recorded,
    ${viewerId ? `exists (select 1 from archive_parts p where p.archive_id = a.id and p.user_id = ${viewerId} and p.taken_out_at is not null)` : 'false'} as is_taken_out
    from archives a ${archiveJoins(viewerId)} where a.id = $1 and ${isFoundBy(viewerId)}`,
);

const manyText = textFor(
  '$2',
  (viewerId) => `select ${archiveColumns(viewerId)} from archives a ${archiveJoins(viewerId)} where a.id = any($1)`,
);

const watchableText = textFor(
  '$3',
  (viewerId) =>
    `select a.id from archives a where a.source = $1 and a.source_id = $2 and ${isFoundBy(viewerId)} and ${mayWatch(viewerId)}`,
);

/** The room that an archive was recorded in. */
const CLASSROOM = `select coalesce(e.classroom_id, c.id) as id from archives a
  left join events e on a.source = 'event' and e.id = a.source_id
  left join classrooms c on a.source = 'classroom' and c.id = a.source_id
  where a.id = $1`;

/** SQL: the ranked recommendations of the archive `$1`, at most `$2`. */
export const recommendedText = textFor(
  '$3',
  (viewerId) =>
    `select ${archiveColumns(viewerId)} from archive_recommendations r join archives a on a.id = r.recommended_id ${archiveJoins(viewerId)}
    where r.archive_id = $1 and ${IS_PUBLISHED} and ${isShownTo(viewerId)} order by r.rank limit $2`,
);

/** What the viewer has begun and not finished, by when they last watched. */
const CONTINUED = `select ${archiveColumns('$1')} from archives a ${archiveJoins('$1')}
    where w.position_seconds >= ${UNTOUCHED_SECONDS} and w.position_seconds <= a.duration_seconds - ${FINISHED_SECONDS}
    and ${IS_PUBLISHED} and ${isShownTo('$1')} and ${mayWatch('$1')} order by w.updated_at desc, a.id limit $2`;

/** Archives that the viewer hosts or speaks in, by creation. */
const ownText = (isInReview: boolean, hasPosition: boolean) =>
  `select ${archiveColumns('$1')}, (extract(epoch from a.created_at) * 1000000)::bigint as created_micros
    from archives a ${archiveJoins('$1')}
    where (a.host_id = $1 or a.id in (select archive_id from archive_parts where user_id = $1)) and ${isFoundBy('$1')}
    ${isInReview ? `and a.published_at is null and a.state <> 'failed'` : ''}
    ${hasPosition ? `and (a.created_at, a.id) < (timestamptz 'epoch' + $3::bigint * interval '1 microsecond', $4)` : ''}
    order by a.created_at desc, a.id desc limit $2`;

/** Repository of archives as they are read. */
export function createArchivesRepository(pool: Pool) {
  return {
    list(filter: ArchiveFilter, after: TimePosition | null, limit: number): Promise<ArchiveRow[]> {
      const statement = archiveListStatement(filter, after, limit);
      return queryPrepared<ArchiveRow>(pool, statement.text, statement.values);
    },

    /** Returns how a viewer relates to rows of everybody's list. */
    relationsTo(rows: readonly ArchiveRow[], viewerId: string): Promise<ArchiveRelationRow[]> {
      return queryPrepared<ArchiveRelationRow>(pool, ARCHIVE_RELATIONS, [viewerId, rows.map(({ id }) => id)]);
    },

    async countUnseen(viewerId: string): Promise<number> {
      const [row] = await queryPrepared<{ total: number }>(pool, UNSEEN_COUNT, [viewerId]);
      return row?.total ?? 0;
    },

    /** Returns the archives with these ids, in no particular order and without checking visibility. */
    findMany(ids: readonly string[], viewerId: string | null): Promise<ArchiveRow[]> {
      return queryPrepared<ArchiveRow>(pool, manyText(viewerId), values(viewerId, ids));
    },

    /** Returns an archive that the viewer may find. */
    async find(id: string, viewerId: string | null): Promise<FoundArchive | undefined> {
      const [row] = await queryPrepared<FoundArchive>(pool, findText(viewerId), values(viewerId, id));
      return row;
    },

    async isWatchable({ source, id }: { source: 'classroom' | 'event'; id: string }, viewerId: string | null) {
      const rows = await queryPrepared(pool, watchableText(viewerId), values(viewerId, source, id));
      return rows.length > 0;
    },

    /** Returns the room that an archive was recorded in; null for one that came without. */
    async classroomOf(id: string): Promise<string | null> {
      const [row] = await queryPrepared<{ id: string | null }>(pool, CLASSROOM, [id]);
      return row?.id ?? null;
    },

    recommended(id: string, viewerId: string | null, limit: number): Promise<ArchiveRow[]> {
      return queryPrepared<ArchiveRow>(pool, recommendedText(viewerId), values(viewerId, id, limit));
    },

    listContinued(viewerId: string, limit: number): Promise<ArchiveRow[]> {
      return queryPrepared<ArchiveRow>(pool, CONTINUED, [viewerId, limit]);
    },

    /** `isInReview`: only what is still to be published. */
    listOwn(viewerId: string, isInReview: boolean, after: TimePosition | null, limit: number) {
      const position = after ? [after.micros, after.id] : [];
      return queryPrepared<ArchiveRow & { created_micros: number }>(pool, ownText(isInReview, after !== null), [
        viewerId,
        limit,
        ...position,
      ]);
    },
  };
}
