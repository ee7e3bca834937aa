import { sql } from 'kysely';

import type { Db } from '../../../platform/database/db';

interface Question {
  /** Null: in all classes. */
  classroomId: string | null;
  /** Who was born after this day is a minor. */
  minorsBornAfter: string;
}

/** The people in a group of an open division who are in the room now, as `m`, `p` and `u`. */
const PRESENT_MEMBERS = sql`classroom_splits s
  join classroom_group_members m on m.split_id = s.id
  join classroom_users p on p.classroom_id = s.classroom_id and p.user_id = m.user_id and p.joined_at is not null and p.left_at is null
  join users u on u.id = p.user_id`;

const isMinor = (bornAfter: string) => sql<boolean>`(u.birth_date > ${bornAfter} and u.role <> 'professional')`;
/** An adult host or co-host of good standing: the one whom a room with children needs. */
export const mayGuard = (minorsBornAfter: string) =>
  sql<boolean>`(p.role in ('host', 'co_host') and u.birth_date <= ${minorsBornAfter} and u.state = 'active')`;

/** Which groups lack an adult. */
export const groupGuardRepository = {
  /** Returns the groups in which minors are without an adult host or co-host. */
  async findUnguarded(db: Db, { classroomId, minorsBornAfter }: Question) {
    const { rows } = await sql<{ classroom_id: string; group_id: string; user_ids: string[] }>`
      select s.classroom_id, m.group_id, array_agg(m.user_id) as user_ids from ${PRESENT_MEMBERS}
      where s.closed_at is null and (${classroomId}::text is null or s.classroom_id = ${classroomId})
      group by s.classroom_id, m.group_id
      having bool_or(${isMinor(minorsBornAfter)}) and not bool_or(${mayGuard(minorsBornAfter)})`.execute(db);
    return rows;
  },

  /** Returns the groups with an adult host or co-host. */
  async findGuarded(db: Db, { classroomId, minorsBornAfter }: Question): Promise<string[]> {
    const { rows } = await sql<{ group_id: string }>`
      select distinct m.group_id from ${PRESENT_MEMBERS}
      where s.closed_at is null and s.classroom_id = ${classroomId} and ${mayGuard(minorsBornAfter)}`.execute(db);
    return rows.map(({ group_id: id }) => id);
  },
};
