import { useIsOnline } from '@manabiba/shared/platform';
import { useState } from 'react';

import { ConnectionNotice } from './connection-notice';

/** Notices that no first screen needs. The connection has one from its first loss on. */
export function LateNotices() {
  const isOnline = useIsOnline();
  const [wasLost, setWasLost] = useState(false);
  if (!isOnline && !wasLost) setWasLost(true);
  return wasLost && <ConnectionNotice />;
}
