import { sql } from 'kysely';

import type { Trx } from '../../../platform/database/db';
import { markChanged } from '../../realtime/live-outbox';
import { changed } from '../live-documents/room-documents';

/**
 * Roles of one user in all unfinished rooms. The transaction locks the user's row; rooms are locked in order of their
 * ids.
 */
export const roomRightsRepository = {
  /** Returns upcoming or live rooms in which a user has more than the listener role, locked. */
  lockRoomsOf(trx: Trx, userId: string) {
    return trx
      .selectFrom('classrooms as c')
      .innerJoin('classroom_users as p', 'p.classroom_id', 'c.id')
      .select(['c.id', 'c.state', 'p.role'])
      .where('p.user_id', '=', userId)
      .where('p.role', '<>', 'listener')
      .where('c.state', 'in', ['scheduled', 'live'])
      .orderBy('c.id')
      .forNoKeyUpdate('c')
      .execute();
  },

  /** Makes a user a listener and turns off everything reserved for speakers. */
  async makeListener(trx: Trx, classroomId: string, userId: string, now: Date): Promise<void> {
    await trx
      .updateTable('classroom_users')
      .set({
        role: 'listener',
        is_role_given: false,
        is_muted: true,
        is_camera_on: false,
        is_screen_on: false,
        hand_raised_at: null,
        reaction_name: sql`nullif(reaction_name, 'raise_hand')`,
      })
      .where('classroom_id', '=', classroomId)
      .where('user_id', '=', userId)
      .execute();
    await markChanged(trx, [changed.user(classroomId, userId)], now);
  },

  /** Lowers the hand of a listener in every live room. */
  async lowerHands(trx: Trx, userId: string, now: Date): Promise<void> {
    const rows = await trx
      .updateTable('classroom_users')
      .set({ hand_raised_at: null, reaction_name: sql`nullif(reaction_name, 'raise_hand')` })
      .where('user_id', '=', userId)
      .where('hand_raised_at', 'is not', null)
      .returning('classroom_id')
      .execute();
    await markChanged(
      trx,
      rows.map(({ classroom_id: id }) => changed.user(id, userId)),
      now,
    );
  },
};
