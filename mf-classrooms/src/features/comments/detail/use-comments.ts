import type { ClassroomDetail } from '@manabiba/shared/contract/classrooms';
import { listClassroomComments } from '@manabiba/shared/data/endpoints';
import { useEndpointPages } from '@manabiba/shared/platform';
import { useEffect, useRef } from 'react';

import { isSending } from './use-write-comment';

/**
 * Returns the comments of one classroom, oldest loaded first; older ones are loaded on demand. Refetches when the
 * classroom's comment count changes, or differs from a list that was kept from before.
 */
export function useComments({ id, commentCount }: ClassroomDetail, key: string | undefined) {
  const list = useEndpointPages(listClassroomComments, { params: { id }, query: { order: 'desc', key } });
  const { retry } = list;
  const hasOwnOnItsWay = list.items.some(isSending);
  const isLoaded = list.pages.length > 0;
  const listedCount = list.hasMore ? commentCount : list.items.filter(({ deletedAt }) => deletedAt === null).length;
  const knownCount = useRef<number>(undefined);
  useEffect(() => {
    if (!isLoaded) return;
    knownCount.current ??= listedCount;
    if (knownCount.current === commentCount) return;
    knownCount.current = commentCount;
    // An optimistic comment is counted before it is saved; the list is refetched once it is.
    if (!hasOwnOnItsWay) retry();
  }, [isLoaded, listedCount, commentCount, hasOwnOnItsWay, retry]);
  return { ...list, comments: [...list.items].reverse() };
}
