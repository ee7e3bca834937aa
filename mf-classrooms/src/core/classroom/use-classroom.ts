import { getClassroom } from '@manabiba/shared/data/endpoints';
import { useEndpoint } from '@manabiba/shared/platform';
import { useState } from 'react';

/** How often a classroom's page polls until it has ended, in milliseconds. */
const POLL_INTERVAL_MS = 15_000;

/**
 * Returns one classroom, polled every 15 s while its state may still change and the page is visible.
 *
 * @param key opens a private one.
 */
export function useClassroom(id: string, key: string | undefined) {
  const [isOver, setIsOver] = useState(false);
  const result = useEndpoint(
    getClassroom,
    { params: { id }, query: { key } },
    { refreshIntervalMs: isOver ? 0 : POLL_INTERVAL_MS },
  );
  const state = result.data?.state;
  const isNowOver = state === 'ended' || state === 'cancelled';
  if (isNowOver !== isOver) setIsOver(isNowOver);
  return result;
}
