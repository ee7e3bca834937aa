import { addMinutes } from 'date-fns';

import type { Db } from '../../../../platform/database/db';
import { newId } from '../../../../platform/ids';

/** Divides a live room into two groups for ten minutes, with some people in the first one. Returns their ids. */
export async function insertSplit(
  db: Db,
  classroomId: string,
  { userIds = [], now = new Date() }: { userIds?: readonly string[]; now?: Date } = {},
): Promise<{ splitId: string; first: string; second: string }> {
  const [splitId, first, second] = [newId('spl'), newId('grp'), newId('grp')];
  await db
    .insertInto('classroom_splits')
    .values({ id: splitId, classroom_id: classroomId, opened_at: now, closes_at: addMinutes(now, 10) })
    .execute();
  await db
    .insertInto('classroom_groups')
    .values([
      { id: first, split_id: splitId, place: 0, name: 'グループ1' },
      { id: second, split_id: splitId, place: 1, name: 'グループ2' },
    ])
    .execute();
  for (const userId of userIds) {
    await db
      .insertInto('classroom_group_members')
      .values({ split_id: splitId, user_id: userId, group_id: first, is_voice_lent: false })
      .execute();
    await db
      .insertInto('classroom_group_stays')
      .values({ group_id: first, user_id: userId, entered_at: now })
      .execute();
  }
  return { splitId, first, second };
}
