import { listBlockedUsers } from '@manabiba/shared/data/endpoints';
import { isSignedIn, useEndpoint, useMe } from '@manabiba/shared/platform';
import { useMemo } from 'react';

/** So late at most a block is heard of that was made in another window, in milliseconds. */
const ASK_AGAIN_MS = 60_000;

/** Whom one has blocked, by id. While it is not known nothing should be shown that a block would hide. */
export function useBlocked(): { blocked: ReadonlySet<string>; isKnown: boolean } {
  const isPerson = isSignedIn(useMe());
  const { data, error } = useEndpoint(listBlockedUsers, isPerson ? {} : null, { refreshIntervalMs: ASK_AGAIN_MS });
  const blocked = useMemo(() => new Set(data?.userIds), [data]);
  return { blocked, isKnown: !isPerson || data !== undefined || error !== undefined };
}
