import { listBlockedUsers } from '@manabiba/shared/data/endpoints';
import { isSignedIn, useEndpoint, useMe } from '@manabiba/shared/platform';
import { useMemo } from 'react';

/** Maximum delay until a block made in another window is noticed, in milliseconds. */
const ASK_AGAIN_MS = 60_000;

/**
 * Returns the ids of the people whom the viewer has blocked. Until `isKnown`, nothing that a block would hide should be
 * shown.
 */
export function useBlocked(): { blocked: ReadonlySet<string>; isKnown: boolean } {
  const isPerson = isSignedIn(useMe());
  const { data, error } = useEndpoint(listBlockedUsers, isPerson ? {} : null, { refreshIntervalMs: ASK_AGAIN_MS });
  const blocked = useMemo(() => new Set(data?.userIds), [data]);
  return { blocked, isKnown: !isPerson || data !== undefined || error !== undefined };
}
