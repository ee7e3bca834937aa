import { sql } from 'kysely';

import type { Trx } from '../../../platform/database/db';
import { markChanged } from '../../realtime/live-outbox';
import { changed } from '../live-documents/room-documents';

/** What only speakers have on. */
const OFF = { is_muted: true, is_camera_on: false, is_screen_on: false };

/**
 * Roles in all unfinished rooms. The transaction locks the row that the rule is about, a user's or a school's; rooms are
 * locked in order of their ids.
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

  /** Returns where pupils of a school may speak or ask to, in upcoming and live rooms, locked. */
  lockRoomsOfPupils(trx: Trx, schoolId: string) {
    return trx
      .selectFrom('classrooms as c')
      .innerJoin('classroom_users as p', 'p.classroom_id', 'c.id')
      .innerJoin('users as u', 'u.id', 'p.user_id')
      .select(['c.id', 'p.user_id', 'p.role'])
      .where('u.partner_school_id', '=', schoolId)
      .where((eb) => eb.or([eb('p.role', '<>', 'listener'), eb('p.hand_raised_at', 'is not', null)]))
      .where('c.state', 'in', ['scheduled', 'live'])
      .orderBy('c.id')
      .orderBy('p.user_id')
      .forNoKeyUpdate('c')
      .execute();
  },

  /** Turns off the microphone, camera and screen of a user who keeps the role. */
  async switchOff(trx: Trx, classroomId: string, userId: string, now: Date): Promise<void> {
    await trx
      .updateTable('classroom_users')
      .set(OFF)
      .where('classroom_id', '=', classroomId)
      .where('user_id', '=', userId)
      .execute();
    await markChanged(trx, [changed.user(classroomId, userId)], now);
  },

  /** Makes a user a listener and turns off everything reserved for speakers. */
  async makeListener(trx: Trx, classroomId: string, userId: string, now: Date): Promise<void> {
    await trx
      .updateTable('classroom_users')
      .set({
        role: 'listener',
        is_role_given: false,
        ...OFF,
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
