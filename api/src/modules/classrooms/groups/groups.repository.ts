import { sql } from 'kysely';

import type { Db, Trx } from '../../../platform/database/db';
import { markChanged } from '../../realtime/live-outbox';
import { changed } from '../live-documents/room-documents';
import { mayGuard } from './group-guard.repository';
import type { GroupedPerson, SplitRow, SplitWithGroups } from './group-rules';

/** Returns divisions with their groups, by id. */
export async function readSplits(db: Db, ids: readonly string[]): Promise<Map<string, SplitWithGroups>> {
  const splits = await db
    .selectFrom('classroom_splits')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute();
  const groups = await db
    .selectFrom('classroom_groups as g')
    .select(['g.id', 'g.split_id', 'g.name'])
    .select(
      sql<string[]>`array(select m.user_id from classroom_group_members m where m.group_id = g.id order by 1)`.as(
        'userIds',
      ),
    )
    .where('g.split_id', 'in', [...ids])
    .orderBy('g.place')
    .execute();
  return new Map(
    splits.map((split) => [
      split.id,
      {
        ...split,
        groups: groups
          .filter(({ split_id: of }) => of === split.id)
          .map(({ id, name, userIds }) => ({ id, name, userIds })),
      },
    ]),
  );
}

/** Dividing a class into groups. Every change to a live document marks it in the same transaction. */
export const groupsRepository = {
  /** Lists who is in the room, except its host. */
  async listPeople(trx: Trx, classroomId: string, minorsBornAfter: string): Promise<GroupedPerson[]> {
    const { rows } = await sql<GroupedPerson>`
      select p.user_id as "userId", p.role = 'co_host' as "isCoHost",
        coalesce(u.birth_date > ${minorsBornAfter} and u.role <> 'professional', false) as "isMinor",
        coalesce(${mayGuard(minorsBornAfter)}, false) as "mayGuard"
      from classroom_users p left join users u on u.id = p.user_id
      where p.classroom_id = ${classroomId} and p.joined_at is not null and p.left_at is null and p.role <> 'host'
      order by p.user_id`.execute(trx);
    return rows;
  },

  /** Lists the pairs among these people of whom one has blocked the other. */
  async listBlocks(trx: Trx, userIds: readonly string[]): Promise<[string, string][]> {
    const rows = await trx
      .selectFrom('user_blocks')
      .select(['blocker_id', 'blocked_id'])
      .where('blocker_id', 'in', ['', ...userIds])
      .where('blocked_id', 'in', ['', ...userIds])
      .execute();
    return rows.map(({ blocker_id: blocker, blocked_id: blocked }) => [blocker, blocked]);
  },

  /** Opens a division with empty groups. No other one of the class may be open. */
  async open(
    trx: Trx,
    split: { id: string; classroomId: string; openedAt: Date; closesAt: Date },
    groups: readonly { id: string; name: string }[],
  ): Promise<void> {
    await trx
      .insertInto('classroom_splits')
      .values({ id: split.id, classroom_id: split.classroomId, opened_at: split.openedAt, closes_at: split.closesAt })
      .execute();
    await trx
      .insertInto('classroom_groups')
      .values(groups.map(({ id, name }, place) => ({ id, name, place, split_id: split.id })))
      .execute();
    await markChanged(trx, [changed.split(split.classroomId, split.id)], split.openedAt);
  },

  async read(trx: Trx, splitId: string): Promise<SplitWithGroups> {
    const split = (await readSplits(trx, [splitId])).get(splitId);
    if (!split) throw new Error(`${splitId} is not there, although its room is locked`);
    return split;
  },

  /** Brings the end forward. */
  async recall(trx: Trx, { id, classroom_id: classroomId }: SplitRow, closesAt: Date, now: Date): Promise<void> {
    await trx
      .updateTable('classroom_splits')
      .set({ recalled_at: now, closes_at: sql<Date>`least(closes_at, ${closesAt}::timestamptz)` })
      .where('id', '=', id)
      .execute();
    await markChanged(trx, [changed.split(classroomId, id)], now);
  },

  async setMessage(trx: Trx, { id, classroom_id: classroomId }: SplitRow, message: string, now: Date): Promise<void> {
    await trx.updateTable('classroom_splits').set({ message, message_at: now }).where('id', '=', id).execute();
    await markChanged(trx, [changed.split(classroomId, id)], now);
  },
};
