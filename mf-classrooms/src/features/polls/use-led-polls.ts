import { listClassroomPolls } from '@manabiba/shared/data/endpoints';
import { useEndpoint } from '@manabiba/shared/platform';
import { useEffect, useEffectEvent } from 'react';

import { useRoomPolls } from './use-room-polls';

/**
 * Returns all polls of a class with their results, for its moderators. In the room they follow the live documents, which
 * say that something has changed but contain no results before these are shown.
 */
export function useLedPolls(classroomId: string, isInRoom: boolean) {
  const { items: live } = useRoomPolls(isInRoom ? classroomId : null);
  const polls = useEndpoint(listClassroomPolls, { params: { id: classroomId } }, { maxAgeSeconds: 0 });
  const changes = live
    ?.map(({ id, state, answerCount, isShown }) => [id, state, answerCount, isShown].join(' '))
    .join();
  const refresh = useEffectEvent(() => polls.retry());
  useEffect(() => {
    if (changes !== undefined) refresh();
  }, [changes]);
  return polls;
}
