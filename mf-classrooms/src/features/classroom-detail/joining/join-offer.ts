import type { Classroom } from '@manabiba/shared/contract/classrooms';
import { AUDIENCE_RESTRICTED } from '@manabiba/shared/contract/error-sentences';
import { OPENS_BEFORE_MINUTES } from '@manabiba/shared/contract/limits';
import type { Me } from '@manabiba/shared/contract/users';
import { millisecondsInMinute } from 'date-fns/constants';

import { isOutsideYouthAudience } from '../../../core/classroom/viewer';
import { isModerator } from '../../../core/room/room-rights';

type RoomFacts = Pick<Classroom, 'state' | 'startAt' | 'allUsers' | 'myRole' | 'isGuarded'>;

/**
 * What the join control offers: `start` is for the host; `guarded` waits for a verified adult; `refused` shows its
 * reason.
 */
export type JoinOffer =
  | { kind: 'join' | 'start' | 'sign_in' | 'guarded' | 'none' }
  | { kind: 'refused'; reason: string };

/** The server enforces the same rules and further ones that only it can check after the click. */
export function joinOffer({ state, startAt, allUsers, myRole, isGuarded }: RoomFacts, me: Me, now: Date): JoinOffer {
  if (
    state === 'scheduled' &&
    myRole === 'host' &&
    now.getTime() >= Date.parse(startAt) - OPENS_BEFORE_MINUTES * millisecondsInMinute
  )
    return { kind: 'start' };
  if (state !== 'live') return { kind: 'none' };
  if (!allUsers && !isModerator(myRole)) {
    if (me.role === 'anonymous') return { kind: 'sign_in' };
    if (isOutsideYouthAudience(me)) return { kind: 'refused', reason: AUDIENCE_RESTRICTED };
  }
  // Previous participants may return.
  return { kind: isGuarded && myRole === null ? 'guarded' : 'join' };
}
