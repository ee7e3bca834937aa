import { subMinutes } from 'date-fns';
import { sql } from 'kysely';

import type { Db, Trx } from '../../../platform/database/db';
import { markChanged } from '../../realtime/live-outbox';
import { changed } from '../live-documents/room-documents';
import { listenersWhoMaySpeak, type SpeakingAges } from '../room-life/room-mode.repository';
import type { SplitRow } from './group-rules';

/** How long media rooms of ended groups are still checked: no token for them is valid afterwards. */
const LOOKED_AT_MINUTES = 10;

/** How a class is divided now: SQL only, for everything that changes who is in a room. The room must be locked. */
export const groupMembersRepository = {
  /** Returns the division of a class that has not been closed. Its time may be over. */
  findOpen: (db: Db, classroomId: string): Promise<SplitRow | undefined> =>
    db
      .selectFrom('classroom_splits')
      .selectAll()
      .where('classroom_id', '=', classroomId)
      .where('closed_at', 'is', null)
      .executeTakeFirst(),

  /** Puts people into a group, from another one or from the main room. Listeners who may speak do so in it. */
  async place(
    trx: Trx,
    { classroomId, splitId, groupId }: { classroomId: string; splitId: string; groupId: string },
    userIds: readonly string[],
    { ages, now }: { ages: SpeakingAges; now: Date },
  ): Promise<void> {
    if (userIds.length === 0) return;
    await endStays(trx, splitId, userIds, now);
    const lent = await lendVoices(trx, classroomId, userIds, ages);
    await sql`insert into classroom_group_members (split_id, user_id, group_id, is_voice_lent)
      select ${splitId}, person, ${groupId}, person = any(${lent}::text[]) from unnest(${[...userIds]}::text[]) person
      on conflict (split_id, user_id) do update set group_id = excluded.group_id,
        is_voice_lent = classroom_group_members.is_voice_lent or excluded.is_voice_lent`.execute(trx);
    await sql`insert into classroom_group_stays (group_id, user_id, entered_at)
      select ${groupId}, person, ${now} from unnest(${[...userIds]}::text[]) person`.execute(trx);
    await markChanged(
      trx,
      [changed.split(classroomId, splitId), ...lent.map((userId) => changed.user(classroomId, userId))],
      now,
    );
  },

  /** Takes people out of their groups, to the main room or because they may not come back. */
  async remove(trx: Trx, classroomId: string, userIds: readonly string[], now: Date): Promise<void> {
    const split = await groupMembersRepository.findOpen(trx, classroomId);
    if (split && userIds.length > 0) await takeOut(trx, { classroomId, splitId: split.id }, userIds, { now, at: now });
  },

  /** Ends the stays of people who leave the room. They still belong to their group, to which they return. */
  async leave(trx: Trx, classroomId: string, userIds: readonly string[], now: Date): Promise<void> {
    const split = await groupMembersRepository.findOpen(trx, classroomId);
    if (split && userIds.length > 0) await endStays(trx, split.id, userIds, now);
  },

  /** Begins another stay of somebody in the group to which they belong. */
  async resume(trx: Trx, classroomId: string, userId: string, now: Date): Promise<void> {
    await sql`insert into classroom_group_stays (group_id, user_id, entered_at)
      select m.group_id, m.user_id, ${now} from classroom_group_members m join classroom_splits s on s.id = m.split_id
      where s.classroom_id = ${classroomId} and s.closed_at is null and s.closes_at > ${now} and m.user_id = ${userId}
      on conflict do nothing`.execute(trx);
  },

  /**
   * Closes the division of a class, if there is one: now, or with `onlyDue` only when its time is over. Everybody
   * is back in the main room from then on, with the role they had there. Returns whether it did.
   */
  async close(trx: Trx, classroomId: string, now: Date, { onlyDue = false } = {}): Promise<boolean> {
    const split = await groupMembersRepository.findOpen(trx, classroomId);
    if (!split || (onlyDue && split.closes_at > now)) return false;
    const at = split.closes_at < now ? split.closes_at : now;
    await trx
      .updateTable('classroom_splits')
      .set({ closed_at: at, message: '', message_at: null })
      .where('id', '=', split.id)
      .execute();
    await takeOut(trx, { classroomId, splitId: split.id }, null, { now, at });
    return true;
  },

  /** Finds classes whose division is over, whatever happened to its job. */
  async findDue(db: Db, now: Date): Promise<string[]> {
    const rows = await db
      .selectFrom('classroom_splits')
      .select('classroom_id')
      .where('closed_at', 'is', null)
      .where('closes_at', '<=', now)
      .execute();
    return rows.map(({ classroom_id: id }) => id);
  },

  /** Returns the groups of a class in whose media rooms somebody may still be. */
  async listMediaGroups(db: Db, classroomId: string, now: Date): Promise<string[]> {
    const rows = await db
      .selectFrom('classroom_groups as g')
      .innerJoin('classroom_splits as s', 's.id', 'g.split_id')
      .select('g.id')
      .where('s.classroom_id', '=', classroomId)
      .where((eb) => eb.or([eb('s.closed_at', 'is', null), eb('s.closed_at', '>', subMinutes(now, LOOKED_AT_MINUTES))]))
      .execute();
    return rows.map(({ id }) => id);
  },

  /** Returns who belongs to which group now, by person. */
  async groupsOf(db: Db, classroomId: string, now: Date): Promise<Map<string, string>> {
    const rows = await db
      .selectFrom('classroom_group_members as m')
      .innerJoin('classroom_splits as s', 's.id', 'm.split_id')
      .select(['m.user_id', 'm.group_id'])
      .where('s.classroom_id', '=', classroomId)
      .where('s.closed_at', 'is', null)
      .where('s.closes_at', '>', now)
      .execute();
    return new Map(rows.map(({ user_id: userId, group_id: groupId }) => [userId, groupId]));
  },
};

async function endStays(trx: Trx, splitId: string, userIds: readonly string[] | null, at: Date): Promise<void> {
  await sql`update classroom_group_stays y set left_at = greatest(y.entered_at, ${at}::timestamptz)
    from classroom_groups g where g.id = y.group_id and g.split_id = ${splitId} and y.left_at is null
    and (${userIds === null} or y.user_id = any(${[...(userIds ?? [])]}::text[]))`.execute(trx);
}

/** Takes some people, or all, out of their groups and returns them to their own roles. */
async function takeOut(
  trx: Trx,
  { classroomId, splitId }: { classroomId: string; splitId: string },
  userIds: readonly string[] | null,
  { now, at }: { now: Date; at: Date },
): Promise<void> {
  await endStays(trx, splitId, userIds, at);
  const gone = await trx
    .deleteFrom('classroom_group_members')
    .where('split_id', '=', splitId)
    .$if(userIds !== null, (query) => query.where('user_id', 'in', [...(userIds ?? [])]))
    .returning(['user_id', 'is_voice_lent'])
    .execute();
  const lent = gone.filter((row) => row.is_voice_lent).map(({ user_id: userId }) => userId);
  await takeVoicesBack(trx, classroomId, lent);
  await markChanged(
    trx,
    [changed.split(classroomId, splitId), ...lent.map((userId) => changed.user(classroomId, userId))],
    now,
  );
}

/**
 * Makes listeners who may speak speakers, and returns them. Their role counts as given while they are in a group, so that
 * it outlasts a reconnect; whom the host has made a listener stays one.
 */
async function lendVoices(
  trx: Trx,
  classroomId: string,
  userIds: readonly string[],
  ages: SpeakingAges,
): Promise<string[]> {
  const rows = await trx
    .updateTable('classroom_users')
    .set({ role: 'speaker', is_role_given: true })
    .where('classroom_id', '=', classroomId)
    .where('user_id', 'in', listenersWhoMaySpeak(trx, classroomId, ages).where('p.user_id', 'in', [...userIds]))
    .returning('user_id')
    .execute();
  return rows.map(({ user_id: userId }) => userId);
}

/** In a room that is no longer in audience mode they stay speakers, as everybody does. */
async function takeVoicesBack(trx: Trx, classroomId: string, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  await sql`update classroom_users p set is_role_given = false,
      role = case when c.audience_mode then 'listener' else p.role end,
      is_muted = p.is_muted or c.audience_mode,
      is_camera_on = p.is_camera_on and not c.audience_mode,
      is_screen_on = p.is_screen_on and not c.audience_mode
    from classrooms c where c.id = p.classroom_id and p.classroom_id = ${classroomId}
      and p.user_id = any(${[...userIds]}::text[]) and p.role = 'speaker'`.execute(trx);
}
