import { REACTION_GAP_MS } from '@manabiba/shared/contract/limits';
import type { ReactionName } from '@manabiba/shared/contract/room-documents';
import { sendReaction } from '@manabiba/shared/data/endpoints';
import { callEndpoint, isApiError, showMessageFor } from '@manabiba/shared/platform';
import { useEffect, useRef } from 'react';

import { showOwnReaction } from './own-reaction';

/** A little more than the api asks for: a call may travel faster than the one before it. In milliseconds. */
const GAP_MS = REACTION_GAP_MS + 50;

type Shown = ReturnType<typeof showOwnReaction>;

/**
 * Sends a reaction to everyone in the classroom and shows it at once; null takes the last one back.
 *
 * Presses in quick succession become one call with what was pressed last. What the api refuses is taken back; that it
 * came too soon is not worth a word, and nothing is retried: a late reaction is worse than none.
 */
export function useSendReaction(classroomId: string) {
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; shown: Shown[] }>(undefined);
  const lastAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => () => clearTimeout(waiting.current?.timer), []);

  const deliver = async (reactionName: ReactionName | null, shown: readonly Shown[]) => {
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
