import type { ClassroomEvent } from '@manabiba/shared/contract/events';

/** A single list of past events, newest first, as far as loaded. */
export interface PastList {
  items: readonly ClassroomEvent[];
  hasMore: boolean;
}

const startOf = (event: ClassroomEvent) => Date.parse(event.startAt);

/**
 * Returns the moment down to which a list is complete: the start of its last item, or -Infinity when there are no more
 * pages.
 */
function knownDownTo(list: PastList): number {
  const last = list.items.at(-1);
  if (!list.hasMore) return -Infinity;
  return last ? startOf(last) : Infinity;
}

/**
 * Merges paginated lists, each newest first, into one.
 *
 * Only items newer than the end of every unfinished list are shown, so that a later page never inserts items above what
 * the user has already read. `next` holds the indexes of the lists that block the rest: load more of those.
 */
export function mergePast(lists: readonly PastList[]): { items: ClassroomEvent[]; next: number[] } {
  const frontier = Math.max(...lists.map(knownDownTo));
  const items = lists
    .flatMap((list) => list.items)
    .filter((event) => startOf(event) >= frontier)
    .sort((a, b) => startOf(b) - startOf(a));
  const next = lists.flatMap((list, index) => (list.hasMore && knownDownTo(list) === frontier ? [index] : []));
  return { items, next };
}
