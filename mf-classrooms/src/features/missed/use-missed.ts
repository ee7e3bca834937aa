import type { listMissed as listMissedDefinition } from '@manabiba/shared/contract/classroom-missed';
import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import { listMissed } from '@manabiba/shared/data/endpoints';
import { callEndpoint, useIsOnline, useMe, useServerNow } from '@manabiba/shared/platform';
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';

import { useRoomUsers } from '../../core/room/use-room';

/** What happened during an absence. */
export type MissedSummary = EndpointOutput<typeof listMissedDefinition>;

/** Shorter outages and glances at another window are no absence, in milliseconds. */
const MIN_LOST_MS = 3_000;
const MIN_HIDDEN_MS = 20_000;
/** How long a dead connection may go unnoticed while the device believes to be online, in milliseconds. */
const UNNOTICED_MS = 10_000;

const TICK_MS = 1000;

/**
 * Returns what happened while the viewer was away: disconnected, with the page hidden, or, right after joining, in no
 * window at all. A further absence adds to what has not been put away yet.
 */
export function useMissed(classroomId: string) {
  const me = useMe();
  const { items, status } = useRoomUsers(classroomId);
  const isOnline = useIsOnline();
  const isInside = isOnline && status === 'live' && (items?.some(({ id }) => id === me.id) ?? false);
  const [hasJoined, setHasJoined] = useState(false);
  if (isInside && !hasJoined) setHasJoined(true);
  const [missed, setMissed] = useState<MissedSummary>();
  const ask = (since?: string) => {
    callEndpoint(listMissed, { params: { id: classroomId }, query: { since } })
      .then((answer) => setMissed(answer.items.length > 0 ? answer : undefined))
      // The comments mark what is new too.
      .catch(() => undefined);
  };
  const askFirst = useEffectEvent(() => ask());
  useEffect(() => {
    if (hasJoined) askFirst();
  }, [hasJoined]);
  useReturn(isInside, (start) => ask(missed?.since ?? start));
  return { missed, putAway: () => setMissed(undefined) };
}

/** Calls back with the beginning of each absence that has ended. */
function useReturn(isInside: boolean, onReturn: (since: string) => void): void {
  const now = useServerNow(TICK_MS).getTime();
  const isHidden = useIsHidden();
  const absence = useRef<{ start: number; isLost: boolean; isLate: boolean } | undefined>(undefined);
  const wasInside = useRef(false);
  const follow = useEffectEvent(() => {
    if (isInside && !isHidden) {
      const ended = absence.current;
      absence.current = undefined;
      wasInside.current = true;
      if (!ended || now - ended.start < (ended.isLost ? MIN_LOST_MS : MIN_HIDDEN_MS)) return;
      onReturn(new Date(ended.start - (ended.isLate ? UNNOTICED_MS : 0)).toISOString());
    } else if (wasInside.current) {
      absence.current ??= { start: now, isLost: false, isLate: !isInside && navigator.onLine };
      absence.current.isLost ||= !isInside;
    }
  });
  useEffect(() => follow(), [isInside, isHidden]);
}

function useIsHidden(): boolean {
  return useSyncExternalStore(listenToVisibility, () => document.visibilityState === 'hidden');
}

function listenToVisibility(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}
