import type { ClassroomComment } from '@manabiba/shared/contract/classroom-comments';
import { LIVE_COMMENTS, type RoomCommentDoc } from '@manabiba/shared/contract/room-documents';
import type { LiveStatus } from '@manabiba/shared/platform';

/** A stretch that came while the line was down, between the last comment before it and the last of it. */
export interface Missed {
  after: string;
  until: string;
  /** More was missed than the live collection holds: what lies between comes by pages. */
  hasHole: boolean;
}

/** All that is known of what is written in a room. */
export interface RoomThread {
  known: ReadonlyMap<string, RoomCommentDoc>;
  /** Ids that the live collection held when it was last heard of: one that goes from there is deleted. */
  live: ReadonlySet<string>;
  /** The newest one when the line broke; null while it holds. */
  brokenAfter: string | null;
  missed: Missed | null;
  status: LiveStatus;
  /** The live collection has told what it holds. */
  isHeard: boolean;
}

export const emptyThread: RoomThread = {
  known: new Map(),
  live: new Set(),
  brokenAfter: null,
  missed: null,
  status: 'connecting',
  isHeard: false,
};

/** Where a comment stands in time: compares as text. */
export const positionOf = ({ createdAt, id }: Pick<RoomCommentDoc, 'createdAt' | 'id'>) => `${createdAt} ${id}`;

/** The comments by time, the newest last. */
export function inOrder({ known }: Pick<RoomThread, 'known'>): RoomCommentDoc[] {
  return [...known.values()].sort((a, b) => (positionOf(a) < positionOf(b) ? -1 : 1));
}

/** Takes what the live collection says now. Nothing that was known is lost but what has been deleted. */
export function mergeLive(
  thread: RoomThread,
  items: readonly RoomCommentDoc[] | undefined,
  status: LiveStatus,
): RoomThread {
  const before = thread.status === 'live' && status !== 'live' ? inOrder(thread).at(-1) : undefined;
  const brokenAfter = before ? positionOf(before) : thread.brokenAfter;
  const next: RoomThread = { ...thread, status, brokenAfter };
  if (!items) return next;
  const oldest = items[0];
  const known = new Map(thread.known);
  for (const item of items) known.set(item.id, item);
  // Without the line a collection may hold less than there is: it tells what is there, not what is gone.
  if (status !== 'live') return { ...next, known };
  const now = new Set(items.map(({ id }) => id));
  for (const id of thread.live) {
    if (now.has(id)) continue;
    const gone = known.get(id);
    // A full collection pushes its oldest out when a new one comes; whatever else goes has been deleted.
    const isPushedOut = gone && oldest && items.length >= LIVE_COMMENTS && positionOf(gone) < positionOf(oldest);
    if (!isPushedOut) known.delete(id);
  }
  return closeGap({ ...next, known, live: now, isHeard: true }, items);
}

/** The line is back: what came meanwhile is marked until the next outage. */
function closeGap(thread: RoomThread, items: readonly RoomCommentDoc[]): RoomThread {
  const { brokenAfter } = thread;
  if (brokenAfter === null) return thread;
  const oldest = items[0];
  const newest = items.at(-1);
  if (!oldest || !newest || positionOf(newest) <= brokenAfter) return { ...thread, brokenAfter: null };
  const hasHole = items.length >= LIVE_COMMENTS && positionOf(oldest) > brokenAfter;
  return { ...thread, brokenAfter: null, missed: { after: brokenAfter, until: positionOf(newest), hasHole } };
}

/** Takes comments that the api has told: older pages, or the answer to one's own. What it calls deleted goes. */
export function mergeFetched(thread: RoomThread, comments: readonly ClassroomComment[]): RoomThread {
  const known = new Map(thread.known);
  for (const comment of comments) {
    if (comment.deletedAt) known.delete(comment.id);
    else if (!known.has(comment.id)) known.set(comment.id, toDoc(comment));
  }
  return { ...thread, known };
}

/** One that has just been deleted here; it is back when the live collection still has it. */
export function withoutComment(thread: RoomThread, id: string): RoomThread {
  const known = new Map(thread.known);
  known.delete(id);
  return { ...thread, known };
}

function toDoc({ id, user, body, createdAt }: ClassroomComment): RoomCommentDoc {
  return {
    id,
    userId: user?.id ?? null,
    nickname: user?.nickname ?? '退会したユーザー',
    avatarUrl: user?.avatarUrl ?? null,
    body,
    createdAt,
  };
}

/** What others wrote, but those whom one has blocked: all that counts as new. */
export function ofOthers(
  comments: readonly RoomCommentDoc[],
  meId: string,
  blocked: ReadonlySet<string>,
): RoomCommentDoc[] {
  return comments.filter(({ userId }) => userId !== meId && (userId === null || !blocked.has(userId)));
}

/** How many stand within a stretch of time. */
export function countBetween(comments: readonly RoomCommentDoc[], after: string, until: string | null): number {
  return comments.filter((comment) => positionOf(comment) > after && (until === null || positionOf(comment) <= until))
    .length;
}
