import { REACTION_GAP_MS } from '@manabiba/shared/contract/limits';
import type { ReactionName } from '@manabiba/shared/contract/room-documents';
import { sendReaction } from '@manabiba/shared/data/endpoints';
import { callEndpoint, isApiError, showMessageFor } from '@manabiba/shared/platform';
import { useEffect, useRef } from 'react';

import { showOwnReaction } from './own-reaction';

/** Slightly longer than the api requires, since a request may travel faster than the previous one. In milliseconds. */
const GAP_MS = REACTION_GAP_MS + 50;

type ReactionLayer = ReturnType<typeof showOwnReaction>;

/**
 * Sends a reaction to everyone in the classroom and shows it optimistically; null removes the last one.
 *
 * Quick clicks are throttled into one call with the last value. Rejected reactions are rolled back, silently when rate
 * limited, and never retried: a late reaction is worse than none.
 */
export function useSendReaction(classroomId: string) {
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; shown: ReactionLayer[] }>(undefined);
  const lastAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => () => clearTimeout(waiting.current?.timer), []);

  const deliver = async (reactionName: ReactionName | null, shown: readonly ReactionLayer[]) => {
    waiting.current = undefined;
    lastAt.current = performance.now();
    try {
      await callEndpoint(sendReaction, { params: { id: classroomId }, body: { reactionName } });
      shown.at(-1)?.settle();
    } catch (error) {
      for (const one of shown) one.takeBack();
      if (!isApiError(error)) throw error;
      if (error.code !== 'rate_limited') showMessageFor(error);
    }
  };

  return (reactionName: ReactionName | null) => {
    const shown = [...(waiting.current?.shown ?? []), showOwnReaction(classroomId, reactionName)];
    clearTimeout(waiting.current?.timer);
    const waitMs = lastAt.current + GAP_MS - performance.now();
    if (waitMs <= 0) void deliver(reactionName, shown);
    else waiting.current = { timer: setTimeout(() => void deliver(reactionName, shown), waitMs), shown };
  };
}
