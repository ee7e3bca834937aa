import { getClassroom } from '@manabiba/shared/data/endpoints';
import { useEndpoint } from '@manabiba/shared/platform';
import { useState } from 'react';

/** How often a classroom's page asks again while it has not ended, in milliseconds. */
const POLL_INTERVAL_MS = 15_000;

/**
 * One classroom, asked for again every 15 s while it may still change by itself and the page is visible.
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
