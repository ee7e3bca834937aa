import type { ClassroomComment } from '@manabiba/shared/contract/classroom-comments';
import { LIVE_COMMENTS, type RoomCommentDoc } from '@manabiba/shared/contract/room-documents';
import type { LiveStatus } from '@manabiba/shared/platform';

/** The range of comments that arrived during a connection loss, from the last one before it to the last one in it. */
export interface MissedRange {
  after: string;
  until: string;
  /** More was missed than the live collection holds; the rest is fetched by page. */
  hasHole: boolean;
}

/** All known comments of a room. */
export interface RoomThread {
  known: ReadonlyMap<string, RoomCommentDoc>;
  /** The ids in the last live snapshot; one that disappears from it has been deleted. */
  live: ReadonlySet<string>;
  /** The newest comment when the connection was lost; null while connected. */
  brokenAfter: string | null;
  missed: MissedRange | null;
  status: LiveStatus;
  /** Whether a live snapshot has been received. */
  hasSnapshot: boolean;
}

export const emptyThread: RoomThread = {
  known: new Map(),
  live: new Set(),
  brokenAfter: null,
  missed: null,
  status: 'connecting',
  hasSnapshot: false,
};

/** A sort key by time that compares as a string. */
export const positionOf = ({ createdAt, id }: Pick<RoomCommentDoc, 'createdAt' | 'id'>) => `${createdAt} ${id}`;

/** Returns the comments by time, newest last. */
export function inOrder({ known }: Pick<RoomThread, 'known'>): RoomCommentDoc[] {
  return [...known.values()].sort((a, b) => (positionOf(a) < positionOf(b) ? -1 : 1));
}

/** Merges a snapshot of the live collection. Known comments are removed only when they were deleted. */
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
  // While disconnected a snapshot may be incomplete: it shows what exists, not what was deleted.
  if (status !== 'live') return { ...next, known };
  const now = new Set(items.map(({ id }) => id));
  for (const id of thread.live) {
    if (now.has(id)) continue;
    const gone = known.get(id);
    // A new comment pushes the oldest out of a full collection; anything else that disappears has been deleted.
    const isPushedOut = gone && oldest && items.length >= LIVE_COMMENTS && positionOf(gone) < positionOf(oldest);
    if (!isPushedOut) known.delete(id);
  }
  return closeGap({ ...next, known, live: now, hasSnapshot: true }, items);
}

/** Marks the comments missed during a connection loss, until the next one. */
function closeGap(thread: RoomThread, items: readonly RoomCommentDoc[]): RoomThread {
  const { brokenAfter } = thread;
  if (brokenAfter === null) return thread;
  const oldest = items[0];
  const newest = items.at(-1);
  if (!oldest || !newest || positionOf(newest) <= brokenAfter) return { ...thread, brokenAfter: null };
  const hasHole = items.length >= LIVE_COMMENTS && positionOf(oldest) > brokenAfter;
  return { ...thread, brokenAfter: null, missed: { after: brokenAfter, until: positionOf(newest), hasHole } };
}

/**
 * Merges comments from the api: older pages, or the response to a comment just sent. Removes those marked as deleted.
 */
export function mergeFetched(thread: RoomThread, comments: readonly ClassroomComment[]): RoomThread {
  const known = new Map(thread.known);
  for (const comment of comments) {
    if (comment.deletedAt) known.delete(comment.id);
    // An edit made here is newer than what is known; the live document follows.
    else if (!known.has(comment.id) || comment.editedAt !== null) known.set(comment.id, toDoc(comment));
  }
  return { ...thread, known };
}

/** Removes a comment that was just deleted here; it reappears if the live collection still has it. */
export function withoutComment(thread: RoomThread, id: string): RoomThread {
  const known = new Map(thread.known);
  known.delete(id);
  return { ...thread, known };
}

function toDoc({ id, user, body, createdAt, editedAt, replyTo }: ClassroomComment): RoomCommentDoc {
  return {
    id,
    userId: user?.id ?? null,
    nickname: user?.nickname ?? '退会したユーザー',
    avatarUrl: user?.avatarUrl ?? null,
    body,
    createdAt,
    editedAt,
    replyTo,
  };
}

/** Returns comments by others, excluding blocked users: the ones that count as new. */
export function ofOthers(
  comments: readonly RoomCommentDoc[],
  meId: string,
  blocked: ReadonlySet<string>,
): RoomCommentDoc[] {
  return comments.filter(({ userId }) => userId !== meId && (userId === null || !blocked.has(userId)));
}

/** Returns the number of comments within a time range. */
export function countBetween(comments: readonly RoomCommentDoc[], after: string, until: string | null): number {
  return comments.filter((comment) => positionOf(comment) > after && (until === null || positionOf(comment) <= until))
    .length;
}
