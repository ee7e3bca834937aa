import { getArchive } from '@manabiba/shared/data/endpoints';
import { useEndpoint } from '@manabiba/shared/platform';
import { useState } from 'react';

/** How often an archive is polled while its video is composed, in milliseconds. */
const POLL_INTERVAL_MS = 5000;

/** Returns one archive, polled while its video is composed and the page is visible. */
export function useArchive(id: string) {
  const [isComposing, setIsComposing] = useState(false);
  const result = useEndpoint(getArchive, { params: { id } }, { refreshIntervalMs: isComposing ? POLL_INTERVAL_MS : 0 });
  const isNowComposing = result.data?.state === 'processing';
  if (isNowComposing !== isComposing) setIsComposing(isNowComposing);
  return result;
}
