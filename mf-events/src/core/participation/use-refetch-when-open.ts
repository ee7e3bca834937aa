import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import { useServerNow } from '@manabiba/shared/platform';
import { millisecondsInSecond } from 'date-fns/constants';
import { useEffect, useEffectEvent } from 'react';

import { hasSeat } from './participation-status';

/** The server opens entry in a job, which may run a moment late. */
const AGAIN_MS = 15_000;

/**
 * Polls from the moment entry should open, by the server clock, until `joinUrl` is available. Returns whether that
 * moment has come.
 */
export function useRefetchWhenOpen(event: ClassroomEvent, refetch: () => void): boolean {
  const now = useServerNow(millisecondsInSecond).getTime();
  const isDue =
    hasSeat(event.myParticipation) &&
    !event.myParticipation?.joinUrl &&
    now >= Date.parse(event.entryOpenAt) &&
    now < Date.parse(event.endAt);
  const ask = useEffectEvent(refetch);
  useEffect(() => {
    if (!isDue) return undefined;
    ask();
    const timer = setInterval(ask, AGAIN_MS);
    return () => clearInterval(timer);
  }, [isDue]);
  return isDue;
}
