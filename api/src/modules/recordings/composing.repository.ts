import type { Db, Trx } from '../../platform/database/db';
import { newId } from '../../platform/ids';
import type { ArchivesTable, MediaInfo } from '../../tables/archives';
import type { StoredTrack } from './recording-rules';

/** A room whose recording is over, with everything that its video is made of. */
export interface RecordedClass {
  id: string;
  hostId: string;
  eventId: string | null;
  name: string;
  description: string;
  categoryId: string;
  isOpenToAll: boolean;
  tracks: StoredTrack[];
  spans: { startedAt: Date; endedAt: Date }[];
}

/** An archive while its video is composed. */
export interface ComposedArchive {
  id: string;
  /** The folder of the new version below the archive's own. */
  version: string;
  takenOut: Set<string>;
}

export type ComposingRepository = ReturnType<typeof createComposingRepository>;

/** Recordings on their way to archives: SQL only. */
export function createComposingRepository(db: Db) {
  return {
    /** Returns an ended room with what was recorded in it; undefined while anything is still being recorded. */
    async find(classroomId: string): Promise<RecordedClass | undefined> {
      const room = await db
        .selectFrom('classrooms')
        .select(['id', 'host_id', 'event_id', 'name', 'description', 'category_id', 'all_users'])
        .where('id', '=', classroomId)
        .where('state', '=', 'ended')
        .executeTakeFirst();
      const tracks = await db
        .selectFrom('recorded_tracks')
        .select(['user_id', 'kind', 'file', 'state', 'started_at', 'ended_at'])
        .where('classroom_id', '=', classroomId)
        .orderBy('created_at')
        .execute();
      const spans = await db
        .selectFrom('recording_spans')
        .select(['started_at', 'ended_at'])
        .where('classroom_id', '=', classroomId)
        .execute();
      const isRunning = tracks.some(({ state }) => state === 'starting' || state === 'active');
      if (!room || isRunning || spans.some((span) => span.ended_at === null)) return undefined;
      return {
        id: room.id,
        hostId: room.host_id,
        eventId: room.event_id,
        name: room.name,
        description: room.description,
        categoryId: room.category_id,
        isOpenToAll: room.all_users,
        tracks: tracks.flatMap((track) =>
          track.started_at
            ? [
                {
                  userId: track.user_id,
                  kind: track.kind,
                  file: `${track.file}.webm`,
                  startedAt: track.started_at,
                  endedAt: track.ended_at,
                },
              ]
            : [],
        ),
        spans: spans.flatMap((span) => (span.ended_at ? [{ startedAt: span.started_at, endedAt: span.ended_at }] : [])),
      };
    },

    /** Creates the archive of a room with its folder and the recorded people, or returns the one that exists. */
    async open(trx: Trx, room: RecordedClass, now: Date): Promise<ComposedArchive> {
      const source = { source: room.eventId ? 'event' : 'classroom', source_id: room.eventId ?? room.id } as const;
      const id = newId('arc');
      await trx
        .insertInto('archives')
        .values({
          ...source,
          id,
          host_id: room.hostId,
          title: room.name,
          description: room.description,
          category_id: room.categoryId,
          access: accessOf(room),
          created_at: now,
          updated_at: now,
        })
        .onConflict((conflict) => conflict.columns(['source', 'source_id']).doNothing())
        .execute();
      const archive = await trx
        .selectFrom('archives')
        .select(['id', 'media_version'])
        .where('source', '=', source.source)
        .where('source_id', '=', source.source_id)
        .executeTakeFirstOrThrow();
      const people = [...new Set([room.hostId, ...room.tracks.map(({ userId }) => userId)])];
      await trx
        .insertInto('archive_parts')
        .values(people.map((userId) => ({ archive_id: archive.id, user_id: userId })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await trx
        .insertInto('archive_folders')
        .values({ folder: `archives/${archive.id}`, archive_id: archive.id, created_at: now })
        .onConflict((conflict) => conflict.column('folder').doNothing())
        .execute();
      const parts = await trx
        .selectFrom('archive_parts')
        .select('user_id')
        .where('archive_id', '=', archive.id)
        .where('taken_out_at', 'is not', null)
        .orderBy('user_id')
        .execute();
      const takenOut = parts.map((part) => part.user_id);
      return { id: archive.id, version: `v${takenOut.length + 1}`, takenOut: new Set(takenOut) };
    },

    async setProgress(archiveId: string, percent: number, now: Date): Promise<void> {
      await db
        .updateTable('archives')
        .set({ state: 'processing', failure: null, progress: percent, updated_at: now })
        .where('id', '=', archiveId)
        .where('published_at', 'is', null)
        .execute();
    },

    async setFailure(archiveId: string, failure: ArchivesTable['failure']['__select__'], now: Date): Promise<void> {
      await db
        .updateTable('archives')
        .set({ state: 'failed', failure, updated_at: now })
        .where('id', '=', archiveId)
        .execute();
    },

    /** Makes the composed version the current one. The days of review begin with the first. */
    async setReady(
      trx: Trx,
      { id, version }: ComposedArchive,
      video: { seconds: number; info: MediaInfo; chapters: { at: number; title: string }[]; reviewEndsAt: Date },
      now: Date,
    ): Promise<void> {
      await trx
        .updateTable('archives')
        .set((eb) => ({
          state: 'ready',
          progress: 100,
          failure: null,
          duration_seconds: video.seconds,
          media_version: version,
          media_info: JSON.stringify(video.info),
          chapters: JSON.stringify(video.chapters),
          thumbnail_url: `/v1/archive_media/${id}/${version}/poster.jpg`,
          review_ends_at: eb.fn.coalesce('review_ends_at', eb.val(video.reviewEndsAt)),
          updated_at: now,
        }))
        .where('id', '=', id)
        .execute();
    },
  };
}

/** An event's archive is for those who had a place; a classroom's for those who could have come. */
const accessOf = ({ eventId, isOpenToAll }: RecordedClass) =>
  eventId ? 'ticket' : isOpenToAll ? 'public' : 'signed_in';
