import type { ClassroomEvent } from '@manabiba/shared/contract/events';

/** One list of what is over, newest first, as far as it has been loaded. */
export interface PastList {
  items: readonly ClassroomEvent[];
  hasMore: boolean;
}

const startOf = (event: ClassroomEvent) => Date.parse(event.startAt);

/** The moment down to which a list is known: the start of its last item, or everything when nothing more is there. */
function knownDownTo(list: PastList): number {
  const last = list.items.at(-1);
  if (!list.hasMore) return -Infinity;
  return last ? startOf(last) : Infinity;
}

/**
 * Puts lists together that each come newest first in pages, as one list newest first.
 *
 * Only what is newer than the end of every unfinished list is shown, so that no later page has to be squeezed in above
 * what somebody has already read. `next` are the places of the lists that hold the rest back: those to load more of.
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
