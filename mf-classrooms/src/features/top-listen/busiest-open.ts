import type { Classroom } from '@manabiba/shared/contract/classrooms';
import type { Me } from '@manabiba/shared/contract/users';

import { listenOffer } from '../../core/room/listen-offer';

/** Returns the live classroom with the most participants that the viewer can enter now. */
export function busiestOpen(live: readonly Classroom[], me: Me): Classroom | undefined {
  return live
    .filter((classroom) => listenOffer(classroom, me) === 'listen')
    .sort((a, b) => b.participantCount - a.participantCount)[0];
}
