import { CompiledQuery, type Insertable, type Selectable, sql, type Updateable } from 'kysely';

import { type Db, type Pool, queryPrepared, type Trx } from '../../platform/database/db';
import { fromMicros, type TimePosition, toMicros } from '../../platform/database/time-position';
import type { ClassroomsTable } from '../../tables/classrooms';
import { isSchoolSeparated, type UserRow, userSelection } from '../users/user-columns';
import {
  blockedCountStatement,
  type ClassroomFilter,
  type ClassroomListRow,
  classroomListStatement,
  type ClassroomPosition,
  ownCountStatement,
  publicCountStatement,
  type Statement,
} from './classroom-list-statement';
import {
  classroomColumns,
  classroomJoins,
  type ClassroomRow,
  type FoundClassroom,
  isEventAudience,
  wasKickedAsGuest,
} from './classroom-row';
import { type ViewerRelationRow, viewerRelationsStatement } from './viewer-relations';

const lockedColumns = [
  'id',
  'state',
  'start_at',
  'category_id',
  'interest_ids',
  'private_mode',
  'event_id',
  'series_id',
  'calendar_sequence',
] as const;

/** The classroom as read under lock, on which a change may decide. */
export type LockedClassroom = Pick<Selectable<ClassroomsTable>, (typeof lockedColumns)[number]>;

export type NewClassroom = Insertable<ClassroomsTable>;
export type ClassroomValues = Updateable<ClassroomsTable>;

const findText = (viewerId: string | null) =>
  `select ${classroomColumns(viewerId && '$2', `me.kicked_at is not null or ${wasKickedAsGuest('$2')}`)},
    ${isSchoolSeparated('c.host_id', viewerId ? '$2' : 'null')} as is_school_separated,
    ${viewerId ? isEventAudience('$2') : 'false'} as is_event_audience,
    exists (select from classroom_materials m where m.classroom_id = c.id) as has_materials,
    exists (select from host_messages hm where hm.classroom_id = c.id and hm.removed_at is null) as has_messages
    from classrooms c ${classroomJoins(viewerId && '$2')} where c.id = $1`;

interface ReserversQuery {
  bornBy: string;
  after: TimePosition | null;
  limit: number;
}

const findManyText = (viewerId: string | null) =>
  `select ${classroomColumns(viewerId && '$2')} from classrooms c ${classroomJoins(viewerId && '$2')} where c.id = any($1)`;

interface ClassroomsRepositoryDeps {
  db: Db;
  pool: Pool;
}

export function createClassroomsRepository({ db, pool }: ClassroomsRepositoryDeps) {
  const count = async ({ text, values }: Statement) => {
    const [row] = await queryPrepared<{ total: number }>(pool, text, values);
    return row?.total ?? 0;
  };

  return {
    list(
      filter: ClassroomFilter,
      after: ClassroomPosition | null,
      limit: number,
      now: Date,
    ): Promise<ClassroomListRow[]> {
      const { text, values } = classroomListStatement(filter, after, limit, now);
      return queryPrepared<ClassroomListRow>(pool, text, values);
    },

    /** Returns how a viewer relates to rows of everybody's list. */
    relationsTo(rows: readonly ClassroomListRow[], viewerId: string): Promise<ViewerRelationRow[]> {
      const { text, values } = viewerRelationsStatement(viewerId, rows);
      return queryPrepared<ViewerRelationRow>(pool, text, values);
    },

    /** Returns the classrooms with these ids, in no particular order and without checking visibility. */
    findMany(ids: readonly string[], viewerId: string | null): Promise<ClassroomRow[]> {
      return queryPrepared<ClassroomRow>(pool, findManyText(viewerId), viewerId === null ? [ids] : [ids, viewerId]);
    },

    countPublic: (filter: ClassroomFilter) => count(publicCountStatement(filter)),
    countBlocked: (filter: ClassroomFilter & { viewerId: string }) => count(blockedCountStatement(filter)),
    countOwn: (filter: ClassroomFilter & { viewerId: string }) => count(ownCountStatement(filter)),

    /** Returns a classroom with its host and the viewer's relation to it, without checking visibility. */
    async find(id: string, viewerId: string | null): Promise<FoundClassroom | undefined> {
      const [row] = await queryPrepared<FoundClassroom>(
        pool,
        findText(viewerId),
        viewerId === null ? [id] : [id, viewerId],
      );
      return row;
    },

    /** Does the same with the classroom locked until the transaction ends. */
    async findLocked(trx: Trx, id: string, viewerId: string): Promise<FoundClassroom | undefined> {
      if (!(await lock(trx, id))) return undefined;
      // A separate statement: only now does it see what was committed while it waited for the lock.
      const {
        rows: [row],
      } = await trx.executeQuery(CompiledQuery.raw(findText(viewerId), [id, viewerId]));
      return row as FoundClassroom | undefined;
    },

    /**
     * Returns users with a reservation, earliest first: those born by `bornBy` (yyyy-MM-dd) and professionals, without
     * withdrawn users.
     */
    reservers(
      classroomId: string,
      viewerId: string | null,
      { bornBy, after, limit }: ReserversQuery,
    ): Promise<(UserRow & { listed_micros: number })[]> {
      return db
        .selectFrom('reservations as r')
        .innerJoin('users as u', 'u.id', 'r.user_id')
        .select(userSelection('u', '', viewerId))
        .select(toMicros('r.created_at').as('listed_micros'))
        .where('r.classroom_id', '=', classroomId)
        .where((eb) => eb.or([eb('u.birth_date', '<=', bornBy), eb('u.role', '=', 'professional')]))
        .where('u.state', '<>', 'withdrawn')
        .$if(after !== null, (query) =>
          query.where(
            sql<boolean>`(r.created_at, r.user_id) > (${fromMicros(after?.micros ?? 0)}, ${after?.id ?? ''})`,
          ),
        )
        .orderBy('r.created_at')
        .orderBy('r.user_id')
        .limit(limit)
        .execute() as Promise<(UserRow & { listed_micros: number })[]>;
    },

    lock,

    /** Inserts a classroom with its host's row in the room. */
    async insert(trx: Trx, classroom: NewClassroom): Promise<void> {
      await trx.insertInto('classrooms').values(classroom).execute();
      await trx
        .insertInto('classroom_users')
        .values({ classroom_id: classroom.id, user_id: classroom.host_id, role: 'host' })
        .execute();
    },

    async update(trx: Trx, id: string, set: ClassroomValues): Promise<void> {
      await trx.updateTable('classrooms').set(set).where('id', '=', id).execute();
    },
  };
}

/** Locks a classroom until the transaction ends; reservations and comments are not blocked. */
function lock(trx: Trx, id: string): Promise<LockedClassroom | undefined> {
  return trx.selectFrom('classrooms').select(lockedColumns).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

export type ClassroomsRepository = ReturnType<typeof createClassroomsRepository>;
