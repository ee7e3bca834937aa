import type { RoomRole } from '@manabiba/shared/contract/classrooms';
import type { RoomUserDoc } from '@manabiba/shared/contract/room-documents';

const RANK: Readonly<Record<RoomRole, number>> = { host: 0, co_host: 1, speaker: 2, listener: 3 };

/** Everybody as the list shows them: by role, and who came first is first. */
export function inListOrder(people: readonly RoomUserDoc[]): RoomUserDoc[] {
  // They come ordered by joining, and sorting keeps that among equals.
  return [...people].sort((a, b) => RANK[a.role] - RANK[b.role]);
}

/** Who has raised a hand, the first one first. */
export function handsInOrder(people: readonly RoomUserDoc[]): RoomUserDoc[] {
  const raised = people.filter(({ handRaisedAt }) => handRaisedAt !== null);
  return raised.sort((a, b) => Date.parse(a.handRaisedAt ?? '') - Date.parse(b.handRaisedAt ?? ''));
}

/** Those whose name has these words in it, however they are written: ｻﾄｳ finds サトウ. */
export function namedLike(people: readonly RoomUserDoc[], words: string): readonly RoomUserDoc[] {
  const wanted = folded(words);
  return wanted === '' ? people : people.filter(({ nickname }) => folded(nickname).includes(wanted));
}

const folded = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\s+/g, '');
