import { subMilliseconds } from 'date-fns';
import { CompiledQuery, type Insertable, sql, type Updateable } from 'kysely';

import { type Db, type Pool, queryPrepared, type Trx } from '../../../platform/database/db';
import type { ClassroomUsersTable } from '../../../tables/classrooms';
import { markChanged } from '../../realtime/live-outbox';
import { pinnedOf } from '../live-documents/pinned.repository';
import { materialCountOf, presentationOf } from '../live-documents/presentation.repository';
import { changed } from '../live-documents/room-documents';
import { PLACE, type PlaceRow, toPlace } from './place-statement';
import type { Place, RoomExtras } from './room-row';
import type { Occupancy } from './room-rules';

const PRESENT = sql<boolean>`joined_at is not null and left_at is null`;

interface RoomsDeps {
  db: Db;
  pool: Pool;
}

export type RoomsRepository = ReturnType<typeof createRoomsRepository>;

/** Rooms and their participants. Every change to a live document marks it in the same transaction. */
export function createRoomsRepository({ db, pool }: RoomsDeps) {
  async function placeIn(trx: Trx, classroomId: string, userId: string | null): Promise<Place | undefined> {
    const {
      rows: [row],
    } = await trx.executeQuery(CompiledQuery.raw(PLACE, [classroomId, userId]));
    return row ? toPlace(row as PlaceRow) : undefined;
  }

  return {
    place: placeIn,

    /** Returns a room and a user's relation to it. An unknown user id has none. */
    async find(classroomId: string, userId: string | null): Promise<Place | undefined> {
      const [row] = await queryPrepared<PlaceRow>(pool, PLACE, [classroomId, userId]);
      return row && toPlace(row);
    },

    /** Does the same with the room locked until the transaction ends. */
    async lock(trx: Trx, classroomId: string, userId: string | null): Promise<Place | undefined> {
      await trx.selectFrom('classrooms').select('id').where('id', '=', classroomId).forNoKeyUpdate().execute();
      return placeIn(trx, classroomId, userId);
    },

    /**
     * Returns a user's relation with their row locked until the transaction ends. For what users report about
     * themselves, so that participants do not wait for each other. What concerns several users calls `lock` first.
     */
    async lockPerson(trx: Trx, classroomId: string, userId: string): Promise<Place | undefined> {
      await trx
        .selectFrom('classroom_users')
        .select('user_id')
        .where('classroom_id', '=', classroomId)
        .where('user_id', '=', userId)
        .forNoKeyUpdate()
        .execute();
      return placeIn(trx, classroomId, userId);
    },

    async occupancy(trx: Trx | null, classroomId: string): Promise<Occupancy> {
      const {
        rows: [row],
      } = await sql<Occupancy>`
        select (count(*) filter (where role <> 'listener'))::int as speakers, (count(*) filter (where role = 'listener'))::int as listeners,
          (select count(*)::int from reservations r where r.classroom_id = ${classroomId} and not exists (
            select 1 from classroom_users u where u.classroom_id = r.classroom_id and u.user_id = r.user_id and u.joined_at is not null)) as expected
        from classroom_users where classroom_id = ${classroomId} and ${PRESENT}`.execute(trx ?? db);
      if (!row) throw new Error('The count query returned no row');
      return row;
    },

    /** Returns whether a user born after `bornBy` (yyyy-MM-dd) is in the room. */
    async hasPeopleBornAfter(trx: Trx | null, classroomId: string, bornBy: string): Promise<boolean> {
      const found = await (trx ?? db)
        .selectFrom('classroom_users as p')
        .innerJoin('users as u', 'u.id', 'p.user_id')
        .select('u.id')
        .where('p.classroom_id', '=', classroomId)
        .where('p.joined_at', 'is not', null)
        .where('p.left_at', 'is', null)
        .where('u.birth_date', '>', bornBy)
        .where('u.role', '<>', 'professional')
        .limit(1)
        .executeTakeFirst();
      return found !== undefined;
    },

    /** Returns the ids of those who are in the room now. */
    async listPresent(classroomId: string): Promise<string[]> {
      const rows = await db
        .selectFrom('classroom_users')
        .select('user_id')
        .where('classroom_id', '=', classroomId)
        .where(PRESENT)
        .orderBy('user_id')
        .execute();
      return rows.map(({ user_id: id }) => id);
    },

    /** Returns whether another participant who is present in the same group, or in the main room, shows a screen. */
    async hasOtherScreen(classroomId: string, userId: string, groupId: string | null): Promise<boolean> {
      const found = await db
        .selectFrom('classroom_users')
        .select('user_id')
        .where('classroom_id', '=', classroomId)
        .where('user_id', '<>', userId)
        .where('is_screen_on', '=', true)
        .where(PRESENT)
        .where(
          sql<boolean>`(select m.group_id from classroom_group_members m join classroom_splits s on s.id = m.split_id
            where s.classroom_id = ${classroomId} and s.closed_at is null and m.user_id = classroom_users.user_id)
            is not distinct from ${groupId}`,
        )
        .limit(1)
        .executeTakeFirst();
      return found !== undefined;
    },

    /** Returns what a room's live document contains besides its row. */
    async roomExtras(trx: Trx, classroomId: string): Promise<RoomExtras> {
      return trx
        .selectFrom('classroom_users')
        .select((eb) => [
          eb.fn.countAll<number>().as('waitingCount'),
          sql<number>`nextval('live_outbox_version')`.as('version'),
          pinnedOf(sql`${classroomId}`).as('pinned'),
          presentationOf(sql`${classroomId}`).as('presentation'),
          materialCountOf(sql`${classroomId}`).as('materialCount'),
        ])
        .where('classroom_id', '=', classroomId)
        .where('waiting_since', 'is not', null)
        .executeTakeFirstOrThrow();
    },

    listWaiting(classroomId: string) {
      return db
        .selectFrom('classroom_users as p')
        .leftJoin('users as u', 'u.id', 'p.user_id')
        .select(['p.user_id', 'p.guest_name', 'p.waiting_since', 'u.nickname', 'u.avatar_url'])
        .where('p.classroom_id', '=', classroomId)
        .where('p.waiting_since', 'is not', null)
        .orderBy('p.waiting_since')
        .limit(500)
        .execute();
    },

    /** Inserts or updates a participant's row. Only given columns are written. */
    async save(trx: Trx, row: Insertable<ClassroomUsersTable>): Promise<void> {
      const { classroom_id: _classroom, user_id: _user, ...set } = row;
      await trx
        .insertInto('classroom_users')
        .values(row)
        .onConflict((conflict) => conflict.columns(['classroom_id', 'user_id']).doUpdateSet(set))
        .execute();
    },

    /** Updates a participant's row and marks it. Returns whether it exists. */
    async change(
      trx: Trx,
      place: { classroomId: string; userId: string },
      set: Updateable<ClassroomUsersTable>,
      now: Date,
    ): Promise<boolean> {
      const { numUpdatedRows } = await trx
        .updateTable('classroom_users')
        .set(set)
        .where('classroom_id', '=', place.classroomId)
        .where('user_id', '=', place.userId)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      await markChanged(trx, [changed.user(place.classroomId, place.userId)], now);
      return true;
    },

    /**
     * Handles a heartbeat that shows nothing new: it writes one column and marks nothing. Returns false when the user
     * is no longer in the room.
     */
    async heartbeat(classroomId: string, userId: string, now: Date): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('classroom_users')
        .set({ last_seen_at: now })
        .where('classroom_id', '=', classroomId)
        .where('user_id', '=', userId)
        .where(PRESENT)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Writes a reaction if the last one is at least `gapMs` ago; returns whether it did. */
    async react(
      trx: Trx,
      place: { classroomId: string; userId: string },
      set: Updateable<ClassroomUsersTable>,
      { now, gapMs }: { now: Date; gapMs: number },
    ): Promise<boolean> {
      const { numUpdatedRows } = await trx
        .updateTable('classroom_users')
        .set({ ...set, reacted_at: now })
        .where('classroom_id', '=', place.classroomId)
        .where('user_id', '=', place.userId)
        .where(PRESENT)
        .where((eb) => eb.or([eb('reacted_at', 'is', null), eb('reacted_at', '<=', subMilliseconds(now, gapMs))]))
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      await markChanged(trx, [changed.user(place.classroomId, place.userId)], now);
      return true;
    },

    /** Adds to the participant count of a room. */
    async count(trx: Trx, classroomId: string, by: number, now: Date): Promise<void> {
      await trx
        .updateTable('classrooms')
        .set((eb) => ({ participant_count: eb('participant_count', '+', by) }))
        .where('id', '=', classroomId)
        .execute();
      await markChanged(trx, [changed.count(classroomId)], now);
    },

    /** Mutes all present participants except hosts and the listed ones; returns the muted ones. */
    async muteAll(trx: Trx, classroomId: string, except: readonly string[], now: Date): Promise<string[]> {
      const rows = await trx
        .updateTable('classroom_users')
        .set({ is_muted: true, muted_by_host: true })
        .where('classroom_id', '=', classroomId)
        .where(PRESENT)
        .where('role', '<>', 'host')
        .where('is_muted', '=', false)
        .$if(except.length > 0, (query) => query.where('user_id', 'not in', [...except]))
        .returning('user_id')
        .execute();
      await markChanged(
        trx,
        rows.map(({ user_id: id }) => changed.user(classroomId, id)),
        now,
      );
      return rows.map(({ user_id: id }) => id);
    },

    /** Deletes the reservation of a user who may no longer come. */
    async dropReservation(trx: Trx, classroomId: string, userId: string): Promise<void> {
      const gone = await trx
        .deleteFrom('reservations')
        .where('classroom_id', '=', classroomId)
        .where('user_id', '=', userId)
        .returning('user_id')
        .executeTakeFirst();
      if (!gone) return;
      await trx
        .updateTable('classrooms')
        .set((eb) => ({ reserved_count: eb('reserved_count', '-', 1) }))
        .where('id', '=', classroomId)
        .execute();
    },

    /**
     * Returns the attributes that decide whether a user may have a role above listener; nothing for anonymous viewers.
     */
    async findSpeakingRules(trx: Trx, userId: string) {
      return trx
        .selectFrom('users as u')
        .leftJoin('partner_schools as s', 's.id', 'u.partner_school_id')
        .select(['u.birth_date', 'u.role', 'u.partner_school_id', 'u.guardian_consent_at', 's.can_speak'])
        .where('u.id', '=', userId)
        .executeTakeFirst();
    },
  };
}
