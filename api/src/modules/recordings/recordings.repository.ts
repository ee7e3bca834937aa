import type { ClassroomState } from '@manabiba/shared/contract/classrooms';
import { sql } from 'kysely';

import type { Db } from '../../platform/database/db';
import { newId } from '../../platform/ids';
import { findMediaRoom } from '../classrooms/media/find-media-room';
import { isMinor } from '../users/age';
import type { TrackOwner } from './recording-rules';

/** A room with what decides who is recorded in it. */
export interface RecordedRoom {
  state: ClassroomState;
  isRecording: boolean;
  hostId: string;
  owners: Map<string, TrackOwner>;
}

/** A stored track whose recording has not ended. */
export interface RunningTrack {
  id: string;
  file: string;
  egressId: string | null;
  trackSid: string;
  startedAt: Date | null;
}

export type RecordingsRepository = ReturnType<typeof createRecordingsRepository>;

/** What is recorded of rooms: SQL only. */
export function createRecordingsRepository(db: Db) {
  return {
    /** Returns a room with everybody who is in it; undefined for an unknown room. */
    async find(classroomId: string, now: Date): Promise<RecordedRoom | undefined> {
      const room = await findMediaRoom(db, classroomId);
      if (!room) return undefined;
      const rows = await db
        .selectFrom('classroom_users as p')
        .leftJoin('users as u', 'u.id', 'p.user_id')
        .select(['p.user_id', 'p.recording_consent_at', 'u.birth_date'])
        .where('p.classroom_id', '=', classroomId)
        .where('p.joined_at', 'is not', null)
        .where('p.left_at', 'is', null)
        .where('p.kicked_at', 'is', null)
        .execute();
      const owners = rows.map((row) => ({
        userId: row.user_id,
        birthDate: row.birth_date,
        isMinor: row.birth_date !== null && isMinor(row.birth_date, now),
        // Whoever turns recording on agrees to it.
        hasConsented: row.recording_consent_at !== null || row.user_id === room.host_id,
      }));
      return {
        state: room.state,
        isRecording: room.recording,
        hostId: room.host_id,
        owners: new Map(owners.map((owner) => [owner.userId, owner])),
      };
    },

    /** Returns whether something was recorded in a room and is not part of an archive yet, or may still be recorded. */
    async isOpen(classroomId: string): Promise<boolean> {
      const {
        rows: [row],
      } = await sql<{ is_open: boolean }>`select
        exists (select 1 from recording_spans where classroom_id = ${classroomId} and ended_at is null)
        or exists (select 1 from recorded_tracks where classroom_id = ${classroomId} and collected_at is null) as is_open`.execute(
        db,
      );
      return row?.is_open === true;
    },

    /** Returns the rooms that are recorded now, and those whose recording has not become an archive yet. */
    async listOpen(): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`select id from classrooms where recording and state = 'live'
        union select classroom_id from recording_spans where ended_at is null
        union select classroom_id from recorded_tracks where collected_at is null`.execute(db);
      return rows.map(({ id }) => id);
    },

    /** Opens or closes the span in which a room is recorded. Repeating the call changes nothing. */
    async follow(classroomId: string, isRecording: boolean, now: Date): Promise<void> {
      if (isRecording)
        await db
          .insertInto('recording_spans')
          .values({ id: newId('rsp'), classroom_id: classroomId, started_at: now })
          .onConflict((conflict) => conflict.column('classroom_id').where('ended_at', 'is', null).doNothing())
          .execute();
      else
        await db
          .updateTable('recording_spans')
          .set({ ended_at: now })
          .where('classroom_id', '=', classroomId)
          .where('ended_at', 'is', null)
          .execute();
    },

    async running(classroomId: string): Promise<RunningTrack[]> {
      const rows = await db
        .selectFrom('recorded_tracks')
        .select(['id', 'file', 'egress_id', 'track_sid', 'started_at'])
        .where('classroom_id', '=', classroomId)
        .where('state', 'in', ['starting', 'active'])
        .execute();
      return rows.map((row) => ({
        id: row.id,
        file: row.file,
        egressId: row.egress_id,
        trackSid: row.track_sid,
        startedAt: row.started_at,
      }));
    },

    /** Notes a track before its recording starts, so that no file is ever unknown. Null when it is noted already. */
    async add(track: {
      classroomId: string;
      userId: string;
      kind: 'voice' | 'camera' | 'screen';
      trackSid: string;
      now: Date;
    }): Promise<{ id: string; file: string } | null> {
      const id = newId('rec');
      const file = `${track.classroomId}/${id}`;
      const row = await db
        .insertInto('recorded_tracks')
        .values({
          id,
          classroom_id: track.classroomId,
          user_id: track.userId,
          kind: track.kind,
          track_sid: track.trackSid,
          file,
          created_at: track.now,
        })
        .onConflict((conflict) =>
          conflict
            .columns(['classroom_id', 'track_sid'])
            // Literal: a prepared statement finds no partial index by parameters once PostgreSQL plans it for all values.
            .where(sql<boolean>`state in ('starting', 'active')`)
            .doNothing(),
        )
        .returning('id')
        .executeTakeFirst();
      return row ? { id, file } : null;
    },

    async setEgress(id: string, egressId: string): Promise<void> {
      await db.updateTable('recorded_tracks').set({ egress_id: egressId }).where('id', '=', id).execute();
    },

    async setState(
      id: string,
      state: 'active' | 'complete' | 'failed',
      { startedAt, endedAt, file }: { startedAt: Date | null; endedAt: Date | null; file?: string },
    ): Promise<void> {
      await db
        .updateTable('recorded_tracks')
        .set({ state, started_at: startedAt, ended_at: endedAt, ...(file !== undefined && { file }) })
        .where('id', '=', id)
        .execute();
    },
  };
}
