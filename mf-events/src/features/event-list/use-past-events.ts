import { listEvents } from '@manabiba/shared/data/endpoints';
import { useEndpointPages } from '@manabiba/shared/platform';

import { mergePast } from './merge-past';

/** All ended and cancelled events, newest first, merged from three lists of the api. */
export function usePastEvents() {
  const ended = useEndpointPages(listEvents, { query: { state: 'ended' } });
  const archived = useEndpointPages(listEvents, { query: { state: 'archived' } });
  const cancelled = useEndpointPages(listEvents, { query: { state: 'cancelled' } });
  const lists = [ended, archived, cancelled];
  const { items, next } = mergePast(lists.map((list) => ({ items: list.items, hasMore: list.hasMore })));
  const failed = lists.filter((list) => list.error);
  const areAllThere = lists.every((list) => list.pages.length > 0);
  return {
    /** Undefined until all three have loaded. */
    items: areAllThere ? items : undefined,
    error: failed[0]?.error,
    hasMore: next.length > 0,
    isLoadingMore: lists.some((list) => list.isLoadingMore),
    loadMore: () => next.forEach((index) => lists[index]?.loadMore()),
    retry: () => failed.forEach((list) => list.retry()),
  };
}
