import type { Classroom } from '@manabiba/shared/contract/classrooms';
import type { Me } from '@manabiba/shared/contract/users';

import { isForYouth } from '../classroom/classroom-permissions';
import { isOutsideYouthAudience } from '../classroom/viewer';
import { isModerator } from './room-rights';

type RoomFacts = Pick<
  Classroom,
  'state' | 'allUsers' | 'eventId' | 'locked' | 'isGuarded' | 'participantCount' | 'maxListeners' | 'myRole'
>;

/**
 * Returns what いま聞く offers to a viewer: to listen at once, to sign in first where an account is needed, or nothing. The
 * server enforces the same rules and further ones that only it can check after the click.
 */
export function listenOffer(classroom: RoomFacts, me: Me): 'listen' | 'sign_in' | 'none' {
  const { state, locked, isGuarded, participantCount, maxListeners, myRole } = classroom;
  // The host comes to speak.
  if (state !== 'live' || myRole === 'host') return 'none';
  // Whoever was inside may return.
  if (myRole === null && (locked || isGuarded || participantCount >= maxListeners)) return 'none';
  if (!isForYouth(classroom) || isModerator(myRole)) return 'listen';
  if (me.role === 'anonymous') return 'sign_in';
  return isOutsideYouthAudience(me) ? 'none' : 'listen';
}
