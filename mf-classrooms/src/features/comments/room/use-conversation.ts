import type { ClassroomComment, QuotedComment } from '@manabiba/shared/contract/classroom-comments';
import type { ClassroomDetail } from '@manabiba/shared/contract/classrooms';
import { LIVE_COMMENTS } from '@manabiba/shared/contract/room-documents';
import { useMe, useSession } from '@manabiba/shared/platform';
import { useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from 'react';

import { useBlocked } from '../../../core/room/use-blocked';
import { useRoomComments } from '../../../core/room/use-room';
import {
  countBetween,
  emptyThread,
  inOrder,
  mergeFetched,
  mergeLive,
  ofOthers,
  positionOf,
  withoutComment,
} from './room-thread';
import { sendQueueOf } from './send-queue';
import { useOlderComments } from './use-older-comments';

/**
 * The conversation of a live room, maintained whether or not it is shown: live comments, older ones on demand, and the
 * viewer's own pending ones.
 *
 * @param isShown whether the comments are currently visible; comments arriving meanwhile do not count as unread.
 */
export function useConversation(classroom: ClassroomDetail, key: string | undefined, isShown: boolean) {
  const me = useMe();
  const { items, status } = useRoomComments(classroom.id);
  const [heard, setHeard] = useState<{ items: typeof items; status: typeof status }>({
    items: undefined,
    status: 'connecting',
  });
  const [thread, setThread] = useState(emptyThread);
  if (heard.items !== items || heard.status !== status) {
    setHeard({ items, status });
    setThread(mergeLive(thread, items, status));
  }
  const { blocked, isKnown } = useBlocked();
  // Waits for the block list so that comments of blocked users never flash up.
  const comments = useMemo(() => (isKnown ? inOrder(thread) : []), [thread, isKnown]);
  const others = useMemo(() => ofOthers(comments, me.id, blocked), [comments, me.id, blocked]);
  const outgoing = useOutgoing(classroom.id, { key, isLive: status === 'live' }, (comment) =>
    setThread((known) => mergeFetched(known, [comment])),
  );
  const older = useOlderComments(classroom.id, key, {
    oldest: comments[0] && positionOf(comments[0]),
    holeAfter: thread.missed?.hasHole ? thread.missed.after : null,
    onFetched: (fetched) => setThread((known) => mergeFetched(known, fetched)),
  });
  const unreadCount = useUnread(others, { isShown, isKnown: thread.hasSnapshot && isKnown });
  const { missed } = thread;
  const isWhole = thread.hasSnapshot && thread.live.size < LIVE_COMMENTS;
  return {
    comments,
    /** The blocked users, whose comments are hidden until revealed. */
    blocked,
    outgoing,
    older: { ...older, hasMore: older.hasMore && !isWhole },
    unreadCount,
    /** Where the connection was lost and how many comments by others arrived meanwhile. */
    missed: missed && { after: missed.after, count: countBetween(others, missed.after, missed.until) },
    isLoading: !(thread.hasSnapshot && isKnown) && comments.length === 0,
    count: isWhole ? comments.length : Math.max(classroom.commentCount, comments.length),
    /** Shows the new words of a comment that was edited here. */
    take: (comment: ClassroomComment) => setThread((known) => mergeFetched(known, [comment])),
    /** Removes a comment that was deleted here. */
    forget: (id: string) => setThread((known) => withoutComment(known, id)),
  };
}

export type Conversation = ReturnType<typeof useConversation>;

/**
 * Returns the viewer's own pending comments. Each delivered one is handed over once, and unanswered ones are retried
 * when the connection is back.
 */
function useOutgoing(
  classroomId: string,
  { key, isLive }: { key: string | undefined; isLive: boolean },
  onSent: (comment: Parameters<typeof mergeFetched>[1][number]) => void,
) {
  const queue = sendQueueOf(classroomId);
  const items = useSyncExternalStore(queue.subscribe, queue.read, queue.read);
  useEffect(() => queue.setKey(key), [queue, key]);
  const isExpired = useSession((session) => session.isExpired);
  useEffect(() => {
    if (isLive && !isExpired) queue.retryUnheard();
  }, [queue, isLive, isExpired]);
  const handOver = useEffectEvent(() => {
    for (const { id, comment } of items) {
      if (!comment) continue;
      onSent(comment);
      queue.drop(id);
    }
  });
  useEffect(() => handOver(), [items]);
  return {
    items,
    send: (body: string, replyTo?: QuotedComment) => queue.send(body, replyTo),
    retry: (id: string) => queue.retry(id),
    drop: (id: string) => queue.drop(id),
  };
}

/** Returns how many comments by others arrived while the comments were not shown. */
function useUnread(
  comments: readonly { id: string; createdAt: string }[],
  { isShown, isKnown }: { isShown: boolean; isKnown: boolean },
): number {
  const last = comments.at(-1);
  const newest = last ? positionOf(last) : '';
  const [readUpTo, setReadUpTo] = useState<string>();
  // Comments that exist on joining are not new.
  if (isKnown && (isShown || readUpTo === undefined) && readUpTo !== newest) setReadUpTo(newest);
  if (isShown || readUpTo === undefined) return 0;
  return comments.filter((comment) => positionOf(comment) > readUpTo).length;
}
