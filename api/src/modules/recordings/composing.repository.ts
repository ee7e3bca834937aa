import type { Speech } from '@manabiba/engine-composer/composition';
import { MAX_CHAPTER_TITLE_LENGTH } from '@manabiba/shared/contract/limits';
import { type Insertable, sql } from 'kysely';

import type { Db, Trx } from '../../platform/database/db';
import { newId } from '../../platform/ids';
import type { ArchivesTable, MediaInfo } from '../../tables/archives';
import { linesRepository } from './lines/lines.repository';
import type { StoredTrack } from './recording-rules';
import { utterancesRepository } from './utterances/utterances.repository';

/** An archive whose video this process composes. */
export interface ComposedArchive {
  id: string;
  hostId: string;
  /** What the video contains; a later revision makes this one obsolete. */
  revision: number;
  failures: number;
  cutStart: number;
  cutEnd: number;
  /** Whose whole part is taken out. */
  takenOut: Set<string>;
  /** Utterances that others have taken out of their parts. */
  removals: Speech[];
  tracks: StoredTrack[];
  spans: { startedAt: Date; endedAt: Date }[];
  /** Pins and pages that were shown on the stage; they suggest chapters. */
  stage: { at: Date; title: string }[];
}

/** The name of the folder in which a revision of an archive is composed. */
export const workNameOf = ({ id, revision }: Pick<ComposedArchive, 'id' | 'revision'>) => `${id}-v${revision}`;

type Failure = ArchivesTable['failure']['__select__'];

export type ComposingRepository = ReturnType<typeof createComposingRepository>;

/** Recordings that become archives: SQL only. */
export function createComposingRepository(db: Db) {
  const ofRevision = ({ id, revision }: Pick<ComposedArchive, 'id' | 'revision'>) =>
    db.updateTable('archives').where('id', '=', id).where('compose_revision', '=', revision);

  return {
    collect,

    /**
     * Claims the archive that is due first, until `until`: another process takes it over then. Undefined when none is.
     */
    async claim(now: Date, until: Date): Promise<ComposedArchive | undefined> {
      const { rows } = await sql<{
        id: string;
        host_id: string;
        compose_revision: number;
        compose_failures: number;
        cut_start: number;
        cut_end: number;
      }>`update archives set compose_at = ${until}, state = 'processing', failure = null
        where id = (select id from archives where compose_at <= ${now} order by compose_at limit 1 for update skip locked)
        returning id, host_id, compose_revision, compose_failures, cut_start, cut_end`.execute(db);
      const [row] = rows;
      if (!row) return undefined;
      const parts = await db
        .selectFrom('archive_parts')
        .select('user_id')
        .where('archive_id', '=', row.id)
        .where('taken_out_at', 'is not', null)
        .execute();
      return {
        id: row.id,
        hostId: row.host_id,
        revision: row.compose_revision,
        failures: row.compose_failures,
        cutStart: row.cut_start,
        cutEnd: row.cut_end,
        takenOut: new Set(parts.map((part) => part.user_id)),
        removals: await utterancesRepository.listTakenOut(db, row.id),
        ...(await recordingOf(db, row.id)),
      };
    },

    /** Renews the claim, and records the progress. False: what the video contains has changed meanwhile. */
    async keep(archive: ComposedArchive, until: Date, percent?: number): Promise<boolean> {
      const { numUpdatedRows } = await ofRevision(archive)
        .set({ compose_at: until, ...(percent !== undefined && { progress: percent }) })
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Releases the claim until `at`, without a failure: the storage cannot be reached, or this process stops. */
    async postpone(archive: ComposedArchive, at: Date): Promise<void> {
      await ofRevision(archive).set({ compose_at: at }).execute();
    },

    /** Records why composing failed; `retryAt` is null when only a person may retry. */
    async setFailure(archive: ComposedArchive, failure: Failure, retryAt: Date | null, now: Date): Promise<void> {
      await ofRevision(archive)
        .set((eb) => ({
          state: 'failed',
          failure,
          compose_at: retryAt,
          compose_failures: eb('compose_failures', '+', 1),
          updated_at: now,
        }))
        .execute();
    },

    /**
     * Makes the composed version the current one, and returns the version before it. The days of review begin with the
     * first version; the chapters of later ones are the host's. Undefined when the revision is obsolete.
     */
    async setReady(
      trx: Trx,
      { id, revision }: ComposedArchive,
      video: {
        version: string;
        seconds: number;
        info: MediaInfo;
        chapters: { at: number; title: string }[];
        reviewEndsAt: Date;
      },
      now: Date,
    ): Promise<{ before: string | null } | undefined> {
      const known = await trx
        .selectFrom('archives')
        .select(['media_version', 'review_ends_at'])
        .where('id', '=', id)
        .where('compose_revision', '=', revision)
        .forUpdate()
        .executeTakeFirst();
      if (!known) return undefined;
      await trx
        .updateTable('archives')
        .set({
          state: 'ready',
          progress: 100,
          failure: null,
          compose_at: null,
          compose_failures: 0,
          duration_seconds: video.seconds,
          media_version: video.version,
          media_info: JSON.stringify(video.info),
          ...(known.media_version === null && { chapters: JSON.stringify(video.chapters) }),
          thumbnail_url: `/v1/archive_media/${id}/${video.version}/poster.jpg`,
          review_ends_at: known.review_ends_at ?? video.reviewEndsAt,
          updated_at: now,
        })
        .where('id', '=', id)
        .execute();
      return { before: known.media_version };
    },

    /** Returns recorded files that are no longer needed: their archive is published, or gone. */
    async listUnneeded(limit: number): Promise<{ id: string; file: string }[]> {
      const { rows } = await sql<{ id: string; file: string }>`select t.id, t.file from recorded_tracks t
        left join archives a on a.id = t.archive_id
        where t.collected_at is not null and (a.id is null or a.published_at is not null)
        order by t.id limit ${limit}`.execute(db);
      return rows;
    },

    /** Returns the work folders of archives whose current revision is not composed yet. */
    async listUnfinished(): Promise<Set<string>> {
      const rows = await db
        .selectFrom('archives')
        .select(['id', 'compose_revision'])
        .where('state', 'in', ['processing', 'failed'])
        .execute();
      return new Set(rows.map((row) => workNameOf({ id: row.id, revision: row.compose_revision })));
    },

    forgetUtterances: (): Promise<void> => utterancesRepository.removePublished(db),

    async forgetTrack(id: string): Promise<void> {
      await db.deleteFrom('recorded_tracks').where('id', '=', id).execute();
    },
  };
}

async function recordingOf(db: Db, archiveId: string): Promise<Pick<ComposedArchive, 'tracks' | 'spans' | 'stage'>> {
  const tracks = await db
    .selectFrom('recorded_tracks')
    .select(['classroom_id', 'user_id', 'kind', 'file', 'started_at', 'ended_at'])
    .where('archive_id', '=', archiveId)
    .orderBy('created_at')
    .execute();
  const classroomId = tracks[0]?.classroom_id ?? '';
  const spans = await db
    .selectFrom('recording_spans')
    .select(['started_at', 'ended_at'])
    .where('classroom_id', '=', classroomId)
    .execute();
  return {
    stage: [...(await pinsOf(db, classroomId)), ...(await pagesOf(db, classroomId))],
    tracks: tracks.flatMap(({ started_at: startedAt, ended_at: endedAt, user_id: userId, kind, file }) =>
      startedAt ? [{ userId, kind, file, startedAt, endedAt }] : [],
    ),
    spans: spans.flatMap((span) => (span.ended_at ? [{ startedAt: span.started_at, endedAt: span.ended_at }] : [])),
  };
}

/** Returns what was pinned and has not been deleted since: its first line, without its author. */
async function pinsOf(db: Db, classroomId: string): Promise<ComposedArchive['stage']> {
  const { rows } = await sql<{ at: Date; title: string }>`
    select p.pinned_at as at, left(split_part(coalesce(q.body, c.body), chr(10), 1), ${MAX_CHAPTER_TITLE_LENGTH}::int) as title
    from classroom_pins p
    left join classroom_questions q on q.id = p.question_id and q.state in ('open', 'answered')
    left join classroom_comments c on c.id = p.comment_id and c.deleted_at is null
    where p.classroom_id = ${classroomId} and coalesce(q.id, c.id) is not null
    order by p.pinned_at`.execute(db);
  return rows;
}

/** Returns the pages that were presented: their first line, or their number for a page without words. */
async function pagesOf(db: Db, classroomId: string): Promise<ComposedArchive['stage']> {
  const { rows } = await sql<{ at: Date; title: string }>`
    select p.shown_at as at, left(coalesce(nullif(split_part(p.body, chr(10), 1), ''), m.title || ' ' || p.page || 'ページ'),
      ${MAX_CHAPTER_TITLE_LENGTH}::int) as title
    from presented_pages p join classroom_materials m on m.id = p.material_id
    where p.classroom_id = ${classroomId}
    order by p.shown_at, p.id`.execute(db);
  return rows;
}

/**
 * Makes the recording of an ended room an archive that is due to be composed. Does nothing while anything is still
 * being recorded; a room in which nothing was recorded gets none.
 */
async function collect(trx: Trx, classroomId: string, now: Date): Promise<void> {
  const room = await trx
    .selectFrom('classrooms')
    .select(['id', 'host_id', 'event_id', 'name', 'description', 'category_id', 'all_users'])
    .where('id', '=', classroomId)
    .where('state', '=', 'ended')
    .forNoKeyUpdate()
    .executeTakeFirst();
  const tracks = await trx
    .selectFrom('recorded_tracks')
    .select(['user_id', 'state', 'started_at'])
    .where('classroom_id', '=', classroomId)
    .where('collected_at', 'is', null)
    .execute();
  if (!room || tracks.some(({ state }) => state === 'starting' || state === 'active')) return;
  const people = new Set(tracks.flatMap((track) => (track.started_at ? [track.user_id] : [])));
  const archiveId = people.size > 0 ? await insertArchive(trx, toArchive(room, now)) : null;
  if (archiveId)
    await trx
      .insertInto('archive_parts')
      .values([...people.add(room.host_id)].map((userId) => ({ archive_id: archiveId, user_id: userId })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  await linesRepository.collect(trx, classroomId, archiveId);
  await trx
    .updateTable('recorded_tracks')
    .set({ archive_id: archiveId, collected_at: now })
    .where('classroom_id', '=', classroomId)
    .where('collected_at', 'is', null)
    .execute();
}

/** Inserts an archive with the folder of its files. Null when the room or event has one already. */
async function insertArchive(trx: Trx, archive: Insertable<ArchivesTable>): Promise<string | null> {
  const inserted = await trx
    .insertInto('archives')
    .values(archive)
    .onConflict((conflict) => conflict.columns(['source', 'source_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) return null;
  await trx
    .insertInto('archive_folders')
    .values({ folder: `archives/${inserted.id}`, archive_id: inserted.id, created_at: archive.created_at })
    .execute();
  return inserted.id;
}

interface EndedRoom {
  id: string;
  host_id: string;
  event_id: string | null;
  name: string;
  description: string;
  category_id: string;
  all_users: boolean;
}

/** An event's archive is for those who had a place; a classroom's for those who could have come. */
const toArchive = (room: EndedRoom, now: Date): Insertable<ArchivesTable> => ({
  id: newId('arc'),
  source: room.event_id ? 'event' : 'classroom',
  source_id: room.event_id ?? room.id,
  host_id: room.host_id,
  title: room.name,
  description: room.description,
  category_id: room.category_id,
  access: room.event_id ? 'ticket' : room.all_users ? 'public' : 'signed_in',
  state: 'processing',
  compose_at: now,
  created_at: now,
  updated_at: now,
});
