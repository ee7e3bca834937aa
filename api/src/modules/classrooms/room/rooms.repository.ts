import { CompiledQuery, type Insertable, sql, type Updateable } from 'kysely';

import { type Db, type Pool, queryPrepared, type Trx } from '../../../platform/database/db';
import type { ClassroomUsersTable } from '../../../tables/classrooms';
import { markChanged } from '../../realtime/live-outbox';
import { isSchoolSeparated } from '../../users/user-columns';
import { isEventAudience, isEventSpeaker, wasKickedAsGuest } from '../classroom-row';
import { changed } from '../live-documents/room-documents';
import { participantColumns, type ParticipantRow, type Place, roomColumns, type RoomRow } from './room-row';
import type { Occupancy } from './room-rules';

type Prefixed<T, P extends string> = { [K in keyof T & string as `${P}${K}`]: T[K] | null };
type PlaceRow = RoomRow &
  Prefixed<ParticipantRow, 'me_'> & {
    is_reserved: boolean;
    is_kicked: boolean;
    is_school_separated: boolean;
    is_event_audience: boolean | null;
    is_event_speaker: boolean | null;
  };

/** One statement: a room, and the place of a person ($2) in it. */
const PLACE = `select ${roomColumns.map((column) => `c.${column}`).join(', ')},
    ${participantColumns.map((column) => `me.${column} as me_${column}`).join(', ')}, person.nickname as me_nickname, person.avatar_url as me_avatar_url,
    reservation.user_id is not null as is_reserved, (me.kicked_at is not null or ${wasKickedAsGuest('$2')}) as is_kicked,
    ${isSchoolSeparated('c.host_id', '$2')} as is_school_separated,
    ${isEventAudience('$2')} as is_event_audience, ${isEventSpeaker('$2')} as is_event_speaker
  from classrooms c
  left join classroom_users me on me.classroom_id = c.id and me.user_id = $2
  left join reservations reservation on reservation.classroom_id = c.id and reservation.user_id = $2
  left join users person on person.id = $2
  where c.id = $1`;

function toPlace(row: PlaceRow): Place {
  const me =
    row.me_role === null
      ? null
      : (Object.fromEntries(
          [...participantColumns, 'nickname', 'avatar_url'].map((column) => [
            column,
            row[`me_${column}` as keyof PlaceRow],
          ]),
        ) as unknown as ParticipantRow);
  return {
    room: row,
    me,
    isReserved: row.is_reserved,
    isKicked: row.is_kicked,
    isSchoolSeparated: row.is_school_separated,
    isEventAudience: row.is_event_audience === true,
    isEventSpeaker: row.is_event_speaker === true,
  };
}

const PRESENT = sql<boolean>`joined_at is not null and left_at is null`;

interface RoomsDeps {
  db: Db;
  pool: Pool;
}

export type RoomsRepository = ReturnType<typeof createRoomsRepository>;

/** Rooms and who is in them. Whatever changes a live document marks it in the same transaction. */
export function createRoomsRepository({ db, pool }: RoomsDeps) {
  async function placeIn(trx: Trx, classroomId: string, userId: string | null): Promise<Place | undefined> {
    const {
      rows: [row],
    } = await trx.executeQuery(CompiledQuery.raw(PLACE, [classroomId, userId]));
    return row ? toPlace(row as PlaceRow) : undefined;
  }

  return {
    place: placeIn,

    /** A room and a person's place in it. An id that nobody has is nobody's place. */
    async find(classroomId: string, userId: string | null): Promise<Place | undefined> {
      const [row] = await queryPrepared<PlaceRow>(pool, PLACE, [classroomId, userId]);
      return row && toPlace(row);
    },

    /** The same within a transaction that nobody else changes the room meanwhile. */
    async lock(trx: Trx, classroomId: string, userId: string | null): Promise<Place | undefined> {
      await trx.selectFrom('classrooms').select('id').where('id', '=', classroomId).forNoKeyUpdate().execute();
      return placeIn(trx, classroomId, userId);
    },

    /**
     * A person's place, whose row nobody else changes until the transaction ends. For what one says about oneself: a room's
     * people do not wait for each other. What concerns several people takes `lock` first.
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
      if (!row) throw new Error('Counting gave no row');
      return row;
    },

    /** Whether somebody born after `bornBy` (yyyy-MM-dd) is in the room. */
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

    /** What a room's live document has beside its row. */
    async liveNumbers(trx: Trx, classroomId: string): Promise<{ waitingCount: number; version: number }> {
      return trx
        .selectFrom('classroom_users')
        .select((eb) => [
          eb.fn.countAll<number>().as('waitingCount'),
          sql<number>`nextval('live_outbox_version')`.as('version'),
        ])
        .where('classroom_id', '=', classroomId)
        .where('waiting_since', 'is not', null)
        .executeTakeFirstOrThrow();
    },

    listWaiting(classroomId: string) {
      return db
        .selectFrom('classroom_users as p')
        .leftJoin('users as u', 'u.id', 'p.user_id')
        .select(['p.user_id', 'p.waiting_since', 'u.nickname', 'u.avatar_url'])
        .where('p.classroom_id', '=', classroomId)
        .where('p.waiting_since', 'is not', null)
        .orderBy('p.waiting_since')
        .limit(500)
        .execute();
    },

    /** Adds or changes somebody's row. Only what is given is written. */
    async save(trx: Trx, row: Insertable<ClassroomUsersTable>): Promise<void> {
      const { classroom_id: _classroom, user_id: _user, ...set } = row;
      await trx
        .insertInto('classroom_users')
        .values(row)
        .onConflict((conflict) => conflict.columns(['classroom_id', 'user_id']).doUpdateSet(set))
        .execute();
    },

    /** Changes somebody's row and marks it. Says whether there is one. */
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

    /** A heartbeat that shows nothing new stays here: it writes one column and marks nothing. False when the person is not in the room any more. */
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

    /** Writes a reaction when the last one is at least `gapMs` ago; says whether it was. */
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
        .where((eb) => eb.or([eb('reacted_at', 'is', null), eb('reacted_at', '<=', new Date(now.getTime() - gapMs))]))
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      await markChanged(trx, [changed.user(place.classroomId, place.userId)], now);
      return true;
    },

    /** Adds to the number of people in a room. */
    async count(trx: Trx, classroomId: string, by: number, now: Date): Promise<void> {
      await trx
        .updateTable('classrooms')
        .set((eb) => ({ participant_count: eb('participant_count', '+', by) }))
        .where('id', '=', classroomId)
        .execute();
      await markChanged(trx, [changed.count(classroomId)], now);
    },

    /** Mutes everybody who is there, but hosts and those named; returns whom. */
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

    /** A reserved seat of somebody who may not come any more is given back. */
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

    async banDevice(trx: Trx, classroomId: string, deviceId: string, now: Date): Promise<void> {
      await trx
        .insertInto('classroom_device_bans')
        .values({ classroom_id: classroomId, device_id: deviceId, created_at: now })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    /** Takes the ban of a device away, unless somebody else who was put out used it too. */
    async allowDevice(trx: Trx, classroomId: string, deviceId: string): Promise<void> {
      await trx
        .deleteFrom('classroom_device_bans')
        .where('classroom_id', '=', classroomId)
        .where('device_id', '=', deviceId)
        .where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('classroom_users')
                .select('user_id')
                .where('classroom_id', '=', classroomId)
                .where('device_id', '=', deviceId)
                .where('kicked_at', 'is not', null),
            ),
          ),
        )
        .execute();
    },

    async isDeviceBanned(trx: Trx, classroomId: string, deviceId: string): Promise<boolean> {
      const found = await trx
        .selectFrom('classroom_device_bans')
        .select('device_id')
        .where('classroom_id', '=', classroomId)
        .where('device_id', '=', deviceId)
        .executeTakeFirst();
      return found !== undefined;
    },

    /** What decides whether somebody may be given a role above listener; nothing for visitors. */
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
