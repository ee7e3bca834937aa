import { type LiveStatus, useIsOnline } from '@manabiba/shared/platform';
import { Notice } from '@manabiba/shared/ui/notice';
import { Spinner } from '@manabiba/shared/ui/spinner';
import { Wifi, WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';

import styles from './room-stage.module.css';

/** How long the recovery of the connection is shown, in milliseconds. */
const RECOVERY_MS = 4000;

/**
 * Shows that the content may be stale, that the live connection or the network is down, and for a while that it has
 * recovered.
 */
export function LineState({ status }: { status: LiveStatus }) {
  const isOffline = useIsOffline(status);
  const isBack = useIsBack(isOffline, status);
  return (
    <div role="status">
      {status === 'reconnecting' && !isOffline && (
        <p className={styles.reconnecting}>
          <Spinner />
          再接続しています…
        </p>
      )}
      {isOffline && (
        <Notice
          tone="offline"
          icon={WifiOff}
          action={
            <span className={styles.again}>
              <Spinner />
              再接続しています…
            </span>
          }
        >
          インターネットに正しく接続できていない可能性があります。接続が回復するまで、オフラインモードで動作します。
        </Notice>
      )}
      {isBack && (
        <Notice tone="ok" icon={Wifi}>
          接続が回復しました。
        </Notice>
      )}
    </div>
  );
}

/** Returns whether the network, or the connection to the live documents, is down. */
export function useIsOffline(status: LiveStatus): boolean {
  const isOnline = useIsOnline();
  return !isOnline || status === 'offline';
}

/** Returns whether the connection has just recovered from an outage. */
function useIsBack(isOffline: boolean, status: LiveStatus): boolean {
  const [wasOffline, setWasOffline] = useState(false);
  if (isOffline && !wasOffline) setWasOffline(true);
  const isBack = wasOffline && !isOffline && status === 'live';
  useEffect(() => {
    if (!isBack) return undefined;
    const timer = setTimeout(() => setWasOffline(false), RECOVERY_MS);
    return () => clearTimeout(timer);
  }, [isBack]);
  return isBack;
}
