import { LIVE_COMMENTS } from '@manabiba/shared/contract/room-documents';
import { type RawBuilder, sql } from 'kysely';

import type { Db, Trx } from '../../../platform/database/db';
import { type ChangedDocument, markChanged } from '../../realtime/live-outbox';
import { changed } from '../live-documents/room-documents';
import { roomColumns, type RoomRow } from '../room/room-row';
import { SILENT_MS } from '../room/room-rules';

/** So many silent people are put out in one transaction; the rest follows in the next. */
const MAX_AT_ONCE = 500;
const PRESENT = sql<boolean>`joined_at is not null and left_at is null`;
/** What a stay adds to the seconds somebody was present. */
const staySeconds = (until: RawBuilder<Date>) =>
  sql<number>`seconds_present + greatest(0, extract(epoch from ${until} - coalesce(present_since, joined_at)))::int`;
const timeOf = (time: Date) => sql<Date>`${time}::timestamptz`;

/** Why people are out of a room. Who left by themselves lower their hand; who was cut off, or may be reloading, finds it up again. */
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

/** What becomes of rooms in the course of time: SQL only, the rules are in room-rules.ts. */
export const roomLifeRepository = {
  /** A room that nobody else changes until the transaction ends, and since when its host is gone (null: is there, or never came). */
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

  async warn(trx: Trx, classroomId: string, minutesLeft: 5 | 1 | 0, now: Date): Promise<void> {
    await trx
      .updateTable('classrooms')
      .set({ minutes_left: minutesLeft, updated_at: now })
      .where('id', '=', classroomId)
      .execute();
    await markChanged(trx, [changed.room(classroomId)], now);
  },

  /** Returns the event whose room it was, if it was one. */
  async cancel(trx: Trx, classroomId: string, now: Date): Promise<string | null> {
    const room = await trx
      .updateTable('classrooms')
      .set({ state: 'cancelled', updated_at: now })
      .where('id', '=', classroomId)
      .returning('event_id')
      .executeTakeFirst();
    return room?.event_id ?? null;
  },

  /** Makes a room live; its live documents begin with the newest comments. */
  async open(trx: Trx, classroomId: string, now: Date, endAt: Date): Promise<void> {
    await trx
      .updateTable('classrooms')
      .set({ state: 'live', started_at: now, forgotten_at: null, end_at: endAt, updated_at: now, minutes_left: null })
      .where('id', '=', classroomId)
      .execute();
    await markChanged(trx, [changed.room(classroomId), ...(await newestComments(trx, classroomId))], now);
  },

  /** Takes away the live documents of a room that is over. */
  async forget(trx: Trx, classroomId: string, now: Date): Promise<void> {
    await trx.updateTable('classrooms').set({ forgotten_at: now }).where('id', '=', classroomId).execute();
    const users = await trx
      .selectFrom('classroom_users as p')
      .innerJoin('classrooms as c', 'c.id', 'p.classroom_id')
      .select('p.user_id')
      .where('c.id', '=', classroomId)
      .whereRef('p.left_at', '=', 'c.ended_at')
      .execute();
    const comments = await newestComments(trx, classroomId);
    await markChanged(
      trx,
      [changed.room(classroomId), ...users.map(({ user_id: id }) => changed.user(classroomId, id)), ...comments],
      now,
    );
  },

  /** Writes that a room is over. Everybody leaves; their documents stay for a while, so that all see the end. Its number of people becomes how many had been there. Returns the event whose room it was, if it was one. */
  async end(trx: Trx, classroomId: string, now: Date): Promise<string | null> {
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
    await markChanged(trx, [changed.room(classroomId), changed.count(classroomId)], now);
    return room?.event_id ?? null;
  },

  /** Who speaks in a room follows its mode, except for those whose role the host gave. Children, people without a guardian's consent, visitors and pupils who may not speak stay listeners, and whoever finds no speaker's seat. */
  async followMode(
    trx: Trx,
    classroomId: string,
    audienceMode: boolean,
    { bornBy, needsNoConsentBornBy, now }: { bornBy: string; needsNoConsentBornBy: string; now: Date },
  ): Promise<void> {
    const rows = audienceMode
      ? await trx
          .updateTable('classroom_users')
          .set({ role: 'listener', is_muted: true, is_camera_on: false, is_screen_on: false })
          .where('classroom_id', '=', classroomId)
          .where('role', '=', 'speaker')
          .where('is_role_given', '=', false)
          .returning('user_id')
          .execute()
      : await trx
          .updateTable('classroom_users')
          .set({ role: 'speaker' })
          .where('classroom_id', '=', classroomId)
          .where('role', '=', 'listener')
          .where('is_role_given', '=', false)
          .where(
            'user_id',
            'in',
            trx
              .selectFrom('classroom_users as p')
              .innerJoin('users as u', 'u.id', 'p.user_id')
              .leftJoin('partner_schools as s', 's.id', 'u.partner_school_id')
              .select('p.user_id')
              .where('p.classroom_id', '=', classroomId)
              .where('p.role', '=', 'listener')
              .where('p.is_role_given', '=', false)
              .where((eb) =>
                eb.and([
                  eb.or([eb('u.birth_date', '<=', bornBy), eb('u.role', '=', 'professional')]),
                  eb.or([
                    eb('u.birth_date', '<=', needsNoConsentBornBy),
                    eb('u.role', '=', 'professional'),
                    eb('u.guardian_consent_at', 'is not', null),
                    eb('s.id', 'is not', null),
                  ]),
                  eb.or([eb('s.can_speak', 'is', null), eb('s.can_speak', '=', true)]),
                ]),
              )
              // There are so many seats of speakers; those who are there come first, then who came first.
              .orderBy(sql`p.joined_at is null or p.left_at is not null`)
              .orderBy('p.joined_at')
              .orderBy('p.user_id')
              .limit(sql<number>`(select greatest(0, c.max_speakers - (select count(*) from classroom_users b where b.classroom_id = c.id and b.role <> 'listener' and b.joined_at is not null and b.left_at is null))
            from classrooms c where c.id = ${classroomId})`),
          )
          .returning('user_id')
          .execute();
    await markChanged(
      trx,
      rows.map(({ user_id: id }) => changed.user(classroomId, id)),
      now,
    );
  },

  /** Takes people out of a room who are in it, and out of its lobby; as silent only who still is. Returns when the host left, if the host was among them. */
  async leave(
    trx: Trx,
    classroomId: string,
    userIds: readonly string[],
    how: Leaving,
    now: Date,
  ): Promise<Date | null> {
    const leftAt = how === 'silent' ? sql<Date>`coalesce(last_seen_at, ${timeOf(now)})` : timeOf(now);
    // Whoever speaks up while this waits for the row is not silent.
    const silentBefore = new Date(now.getTime() - SILENT_MS);
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

  /** Rooms in which somebody has been silent for too long. */
  async findWithSilent(db: Db, now: Date): Promise<string[]> {
    const rows = await db
      .selectFrom('classroom_users')
      .select('classroom_id')
      .distinct()
      .where('last_seen_at', '<', new Date(now.getTime() - SILENT_MS))
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
      .where('last_seen_at', '<', new Date(now.getTime() - SILENT_MS))
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

  /** Rooms whose time has come and passed, whatever became of their jobs. Rooms of events follow their event. */
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

  /**
   * Closes live rooms in which minors are without the host's care, and opens them again when it is back. A child of 12
   * or under needs a grown-up, verified host or co-host in the room; others under 18 that its host be there.
   */
  async guard(
    trx: Trx,
    { childrenBornAfter, minorsBornAfter, now }: { childrenBornAfter: string; minorsBornAfter: string; now: Date },
  ): Promise<void> {
    const { rows } = await sql<{ id: string }>`
      with place as (
        select p.classroom_id,
          bool_or(u.birth_date > ${childrenBornAfter} and u.role <> 'professional') as has_children,
          bool_or(u.birth_date > ${minorsBornAfter} and u.role <> 'professional' and p.role <> 'host') as has_minors,
          bool_or(p.role = 'host') as has_host,
          bool_or(p.role in ('host', 'co_host') and u.birth_date <= ${minorsBornAfter} and u.state = 'active') as has_grown_up
        from classrooms c
        join classroom_users p on p.classroom_id = c.id and p.joined_at is not null and p.left_at is null
        join users u on u.id = p.user_id
        where c.state = 'live'
        group by p.classroom_id)
      update classrooms c set is_guarded = not c.is_guarded, updated_at = ${now}
      from classrooms live left join place on place.classroom_id = live.id
      where c.id = live.id and c.state = 'live' and c.is_guarded <> coalesce(
        (place.has_children and not place.has_grown_up) or (place.has_minors and not place.has_host and not place.has_grown_up), false)
      returning c.id`.execute(trx);
    await markChanged(
      trx,
      rows.map(({ id }) => changed.room(id)),
      now,
    );
  },
};
