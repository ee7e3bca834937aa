import { useIsOnline } from '@manabiba/shared/platform';
import { Notice } from '@manabiba/shared/ui/notice';
import { Spinner } from '@manabiba/shared/ui/spinner';
import { WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';

import styles from './chrome.module.css';

/** How long the recovery notice is shown, in milliseconds. */
const RECOVERY_MS = 5000;

/** Announces each lost connection once, and then its recovery. */
export function ConnectionNotice() {
  const isOnline = useIsOnline();
  const hasRecovered = useHasRecovered(isOnline);
  return (
    <div role="status">
      {!isOnline && (
        <Notice
          tone="offline"
          icon={WifiOff}
          action={
            <span className={styles.reconnecting}>
              <Spinner />
              再接続しています…
            </span>
          }
        >
          インターネットに正しく接続できていない可能性があります。接続が回復するまで、オフラインモードで動作します。
        </Notice>
      )}
      {hasRecovered && <Notice tone="ok">接続が回復しました。</Notice>}
    </div>
  );
}

function useHasRecovered(isOnline: boolean): boolean {
  const [wasOffline, setWasOffline] = useState(false);
  useEffect(() => {
    if (!isOnline) {
      setWasOffline(true);
      return undefined;
    }
    if (!wasOffline) return undefined;
    const timer = setTimeout(() => setWasOffline(false), RECOVERY_MS);
    return () => clearTimeout(timer);
  }, [isOnline, wasOffline]);
  return isOnline && wasOffline;
}
