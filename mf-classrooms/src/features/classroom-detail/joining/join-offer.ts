import type { Classroom } from '@manabiba/shared/contract/classrooms';
import { OPENS_BEFORE_MINUTES } from '@manabiba/shared/contract/limits';
import type { Me } from '@manabiba/shared/contract/users';

import { isOutsideYouthAudience } from '../../../core/classroom/viewer';
import { isModerator } from '../../../core/room/room-rights';

type RoomFacts = Pick<Classroom, 'state' | 'startAt' | 'allUsers' | 'myRole' | 'isGuarded'>;

/**
 * What the way into the room may offer: `start` is the host's own; `guarded` waits for a verified adult; `refused` is shown
 * with its sentence.
 */
export type JoinOffer =
  { kind: 'join' | 'start' | 'sign_in' | 'guarded' | 'none' } | { kind: 'refused'; reason: string };

/** The server keeps the same rules, and more: what only it can know stands behind the button. */
export function joinOffer({ state, startAt, allUsers, myRole, isGuarded }: RoomFacts, me: Me, now: Date): JoinOffer {
  if (
    state === 'scheduled' &&
    myRole === 'host' &&
    now.getTime() >= Date.parse(startAt) - OPENS_BEFORE_MINUTES * 60_000
  )
    return { kind: 'start' };
  if (state !== 'live') return { kind: 'none' };
  if (!allUsers && !isModerator(myRole)) {
    if (me.role === 'anonymous') return { kind: 'sign_in' };
    if (isOutsideYouthAudience(me)) return { kind: 'refused', reason: 'この教室は24歳以下の方が対象です。' };
  }
  // Who has been in it before may come back.
  return { kind: isGuarded && myRole === null ? 'guarded' : 'join' };
}
