import type { ClassroomDetail } from '@manabiba/shared/contract/classrooms';
import { listClassroomComments } from '@manabiba/shared/data/endpoints';
import { useEndpointPages } from '@manabiba/shared/platform';
import { useEffect, useRef } from 'react';

import { isSending } from './use-write-comment';

/**
 * The comments of one classroom, the oldest of the loaded ones first; older ones are loaded on demand. Asks again when
 * the classroom tells of another number of comments.
 */
export function useComments({ id, commentCount }: ClassroomDetail, key: string | undefined) {
  const list = useEndpointPages(listClassroomComments, { params: { id }, query: { order: 'desc', key } });
  const { retry } = list;
  const hasOwnOnItsWay = list.items.some(isSending);
  const knownCount = useRef(commentCount);
  useEffect(() => {
    if (knownCount.current === commentCount) return;
    knownCount.current = commentCount;
    // One's own comment is counted before it is there; the list is asked again when it is.
    if (!hasOwnOnItsWay) retry();
  }, [commentCount, hasOwnOnItsWay, retry]);
  return { ...list, comments: [...list.items].reverse() };
}
