import type { Trx } from '../../../platform/database/db';
import { ADULT_AGE, bornBy } from '../../users/age';
import { groupGuardRepository } from './group-guard.repository';
import { groupMembersRepository } from './group-members.repository';

/**
 * Continues the stay of a participant who rejoins the room and belongs to a group. A minor whose group has no adult any
 * more stays in the main room instead.
 */
export async function returnToGroup(trx: Trx, classroomId: string, userId: string, now: Date): Promise<void> {
  const unguarded = await groupGuardRepository.findUnguarded(trx, {
    classroomId,
    minorsBornAfter: bornBy(ADULT_AGE, now),
  });
  if (unguarded.some(({ user_ids: userIds }) => userIds.includes(userId)))
    await groupMembersRepository.remove(trx, classroomId, [userId], now);
  else await groupMembersRepository.resume(trx, classroomId, userId, now);
}
