import type { RoomRole } from '@manabiba/shared/contract/classrooms';
import type { RoomUserDoc } from '@manabiba/shared/contract/room-documents';
import { foldForSearch } from '@manabiba/shared/contract/search-fold';

const RANK: Readonly<Record<RoomRole, number>> = { host: 0, co_host: 1, speaker: 2, listener: 3 };

/** Returns the participants in list order: by role, then by joining. */
export function inListOrder(people: readonly RoomUserDoc[]): RoomUserDoc[] {
  // The input is sorted by joining, and the sort is stable.
  return [...people].sort((a, b) => RANK[a.role] - RANK[b.role]);
}

/** Filters by name as searches compare text: ｻﾄｳ finds サトウ. */
export function namedLike(people: readonly RoomUserDoc[], words: string): readonly RoomUserDoc[] {
  const wanted = foldForSearch(words);
  return wanted === '' ? people : people.filter(({ nickname }) => foldForSearch(nickname).includes(wanted));
}
