import { LIVE_COMMENTS } from '@manabiba/shared/contract/room-documents';
import { subMilliseconds } from 'date-fns';
import { type RawBuilder, sql } from 'kysely';

import type { Db, Trx } from '../../../platform/database/db';
import { type ChangedDocument, markChanged } from '../../realtime/live-outbox';
import { markBoard } from '../board/board.repository';
import { groupMembersRepository } from '../groups/group-members.repository';
import { changed } from '../live-documents/room-documents';
import { pinsRepository } from '../questions/pins.repository';
import { markQuestions } from '../questions/questions.repository';
import { roomColumns, type RoomRow } from '../room/room-row';
import { SILENT_MS } from '../room/room-rules';

/** How many silent participants are removed in one transaction; the rest follows in the next. */
const MAX_AT_ONCE = 500;
const PRESENT = sql<boolean>`joined_at is not null and left_at is null`;
/** The seconds that a stay adds to a user's time present. */
const staySeconds = (until: RawBuilder<Date>) =>
  sql<number>`seconds_present + greatest(0, extract(epoch from ${until} - coalesce(present_since, joined_at)))::int`;
const timeOf = (time: Date) => sql<Date>`${time}::timestamptz`;

/**
 * Why participants leave a room. Those who left by choice lower their hand; those who were disconnected, or may be
 * reloading, find it raised again.
 */
export type Leaving = 'left' | 'away' | 'silent';

async function newestComments(trx: Trx, classroomId: string): Promise<ChangedDocument[]> {
  const rows = await trx
    .selectFrom('classroom_comments')
    .select('id')
    .where('classroom_id', '=', classroomId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(LIVE_COMMENTS)
    .execute();
  return rows.map(({ id }) => changed.comment(classroomId, id));
}

async function openedPolls(trx: Trx, classroomId: string): Promise<ChangedDocument[]> {
  const rows = await trx
    .selectFrom('classroom_polls')
    .select('id')
    .where('classroom_id', '=', classroomId)
    .where('opened_at', 'is not', null)
    .execute();
  return rows.map(({ id }) => changed.poll(classroomId, id));
}

/** The lifecycle of rooms: SQL only, the rules are in room-rules.ts. */
export const roomLifeRepository = {
  /**
   * Returns a room locked until the transaction ends, and since when its host is gone (null: present, or never came).
   */
  async lock(trx: Trx, classroomId: string): Promise<{ room: RoomRow; hostLeftAt: Date | null } | undefined> {
    const room = await trx
      .selectFrom('classrooms')
      .select(roomColumns)
      .where('id', '=', classroomId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!room) return undefined;
    const host = await trx
      .selectFrom('classroom_users')
      .select('left_at')
      .where('classroom_id', '=', classroomId)
      .where('role', '=', 'host')
      .executeTakeFirst();
    return { room, hostLeftAt: host?.left_at ?? null };
  },

  /** Marks the live documents of everybody in a room. */
  async markEveryone(trx: Trx, classroomId: string, now: Date): Promise<void> {
    const rows = await trx
      .selectFrom('classroom_users')
      .select('user_id')
      .where('classroom_id', '=', classroomId)
      .where(PRESENT)
      .execute();
    await markChanged(
      trx,
      rows.map(({ user_id: userId }) => changed.user(classroomId, userId)),
      now,
    );
  },

  async warn(trx: Trx, classroomId: string, minutesLeft: 5 | 1 | 0, now: Date): Promise<void> {
    await trx
      .updateTable('classrooms')
      .set({ minutes_left: minutesLeft, updated_at: now })
      .where('id', '=', classroomId)
      .execute();
    await markChanged(trx, [changed.room(classroomId)], now);
  },

  /** Cancels a room. Returns the event that owns it, if any. */
  async cancel(trx: Trx, classroomId: string, now: Date): Promise<string | null> {
    const room = await trx
      .updateTable('classrooms')
      .set((eb) => ({ state: 'cancelled', calendar_sequence: eb('calendar_sequence', '+', 1), updated_at: now }))
      .where('id', '=', classroomId)
      .returning('event_id')
      .executeTakeFirst();
    return room?.event_id ?? null;
  },

  /** Makes a room live; its live documents start with the newest comments, all questions and the polls that were opened before. */
  async open(trx: Trx, classroomId: string, now: Date, endAt: Date): Promise<void> {
    await trx
      .updateTable('classrooms')
      .set({ state: 'live', started_at: now, forgotten_at: null, end_at: endAt, updated_at: now, minutes_left: null })
      .where('id', '=', classroomId)
      .execute();
    const comments = await newestComments(trx, classroomId);
    const polls = await openedPolls(trx, classroomId);
    await markChanged(trx, [changed.room(classroomId), ...comments, ...polls], now);
    await markQuestions(trx, classroomId, now);
    await markBoard(trx, classroomId, now);
  },

  /** Deletes the live documents of an ended room. */
  async forget(trx: Trx, classroomId: string, now: Date): Promise<void> {
    await trx.updateTable('classrooms').set({ forgotten_at: now }).where('id', '=', classroomId).execute();
    const users = await trx
      .selectFrom('classroom_users as p')
      .innerJoin('classrooms as c', 'c.id', 'p.classroom_id')
      .select('p.user_id')
      .where('c.id', '=', classroomId)
      .whereRef('p.left_at', '=', 'c.ended_at')
      .execute();
    const people = users.map(({ user_id: id }) => changed.user(classroomId, id));
    const comments = await newestComments(trx, classroomId);
    const polls = await openedPolls(trx, classroomId);
    await markChanged(trx, [changed.room(classroomId), ...people, ...comments, ...polls], now);
    await markQuestions(trx, classroomId, now);
    await markBoard(trx, classroomId, now);
  },

  /**
   * Ends a room. Everyone leaves; the documents stay for a while, so that all see the end. The participant count
   * becomes the total number of attendees. Returns the event that owns it, if any.
   */
  async end(trx: Trx, classroomId: string, now: Date): Promise<string | null> {
    await groupMembersRepository.close(trx, classroomId, now);
    await trx
      .updateTable('classroom_users')
      .set({ left_at: now, seconds_present: staySeconds(timeOf(now)), hand_raised_at: null })
      .where('classroom_id', '=', classroomId)
      .where(PRESENT)
      .execute();
    await trx
      .updateTable('classroom_users')
      .set({ waiting_since: null })
      .where('classroom_id', '=', classroomId)
      .where('waiting_since', 'is not', null)
      .execute();
    const room = await trx
      .updateTable('classrooms')
      .set({
        state: 'ended',
        ended_at: now,
        updated_at: now,
        is_guarded: false,
        participant_count: sql<number>`(select count(*) from classroom_users u where u.classroom_id = classrooms.id and u.joined_at is not null and u.kicked_at is null)`,
      })
      .where('id', '=', classroomId)
      .returning('event_id')
      .executeTakeFirst();
    await pinsRepository.unpin(trx, classroomId, now);
    await markChanged(trx, [changed.room(classroomId), changed.count(classroomId)], now);
    return room?.event_id ?? null;
  },

  /**
   * Removes participants from a room and its lobby; as silent only those who still are. Returns when the host left, if
   * the host was among them.
   */
  async leave(
    trx: Trx,
    classroomId: string,
    userIds: readonly string[],
    how: Leaving,
    now: Date,
  ): Promise<Date | null> {
    const leftAt = how === 'silent' ? sql<Date>`coalesce(last_seen_at, ${timeOf(now)})` : timeOf(now);
    // A participant who reports in while this waits for the row is not silent.
    const silentBefore = subMilliseconds(now, SILENT_MS);
    const gone = await trx
      .updateTable('classroom_users')
      .set({
        left_at: leftAt,
        seconds_present: staySeconds(leftAt),
        is_screen_on: false,
        is_camera_on: false,
        ...(how === 'left' && { hand_raised_at: null, reaction_name: null }),
      })
      .where('classroom_id', '=', classroomId)
      .where('user_id', 'in', [...userIds])
      .where(PRESENT)
      .$if(how === 'silent', (query) => query.where('last_seen_at', '<', silentBefore))
      .returning(['user_id', 'role', 'left_at'])
      .execute();
    const unwaited = await trx
      .updateTable('classroom_users')
      .set({ waiting_since: null })
      .where('classroom_id', '=', classroomId)
      .where('user_id', 'in', [...userIds])
      .where('waiting_since', 'is not', null)
      .$if(how === 'silent', (query) => query.where('last_seen_at', '<', silentBefore))
      .returning('user_id')
      .execute();
    if (gone.length > 0) {
      await groupMembersRepository.leave(
        trx,
        classroomId,
        gone.map(({ user_id: id }) => id),
        now,
      );
      await trx
        .updateTable('classrooms')
        .set((eb) => ({ participant_count: eb('participant_count', '-', gone.length) }))
        .where('id', '=', classroomId)
        .execute();
      await markChanged(
        trx,
        [changed.count(classroomId), ...gone.map(({ user_id: id }) => changed.user(classroomId, id))],
        now,
      );
    }
    if (unwaited.length > 0) await markChanged(trx, [changed.room(classroomId)], now);
    return gone.find(({ role }) => role === 'host')?.left_at ?? null;
  },

  /** Finds rooms with participants who have been silent for too long. */
  async findWithSilent(db: Db, now: Date): Promise<string[]> {
    const rows = await db
      .selectFrom('classroom_users')
      .select('classroom_id')
      .distinct()
      .where('last_seen_at', '<', subMilliseconds(now, SILENT_MS))
      .where((eb) =>
        eb.or([
          eb('waiting_since', 'is not', null),
          eb.and([eb('joined_at', 'is not', null), eb('left_at', 'is', null)]),
        ]),
      )
      .execute();
    return rows.map(({ classroom_id: id }) => id);
  },

  async findSilent(trx: Trx, classroomId: string, now: Date): Promise<string[]> {
    const rows = await trx
      .selectFrom('classroom_users')
      .select('user_id')
      .where('classroom_id', '=', classroomId)
      .where('last_seen_at', '<', subMilliseconds(now, SILENT_MS))
      .where((eb) =>
        eb.or([
          eb('waiting_since', 'is not', null),
          eb.and([eb('joined_at', 'is not', null), eb('left_at', 'is', null)]),
        ]),
      )
      .limit(MAX_AT_ONCE)
      .execute();
    return rows.map(({ user_id: id }) => id);
  },

  /** Finds rooms with overdue steps, whatever happened to their jobs. Event rooms follow their event. */
  async findOverdue(
    db: Db,
    {
      cancelledBefore,
      endedBefore,
      hostGoneBefore,
    }: { cancelledBefore: Date; endedBefore: Date; hostGoneBefore: Date },
  ): Promise<string[]> {
    const rows = await db
      .selectFrom('classrooms as c')
      .select('c.id')
      .where('c.state', 'in', ['scheduled', 'live'])
      .where('c.event_id', 'is', null)
      .where((eb) =>
        eb.or([
          eb.and([eb('c.state', '=', 'scheduled'), eb('c.start_at', '<=', cancelledBefore)]),
          eb.and([eb('c.state', '=', 'live'), eb('c.end_at', '<=', endedBefore)]),
          eb.and([
            eb('c.state', '=', 'live'),
            eb.exists(
              eb
                .selectFrom('classroom_users as h')
                .select('h.user_id')
                .whereRef('h.classroom_id', '=', 'c.id')
                .where('h.role', '=', 'host')
                .where('h.left_at', '<=', hostGoneBefore),
            ),
          ]),
        ]),
      )
      .limit(MAX_AT_ONCE)
      .execute();
    return rows.map(({ id }) => id);
  },
};
