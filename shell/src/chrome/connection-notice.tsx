import { dayKey, formatDateTime, formatTime } from '@manabiba/shared/format/date-time';
import { useIsOnline } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { Notice } from '@manabiba/shared/ui/notice';
import { Spinner } from '@manabiba/shared/ui/spinner';
import { RefreshCw, WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';

import { keptAt } from '../offline/kept-page';

import styles from './chrome.module.css';

/** How long the recovery notice is shown, in milliseconds. */
const RECOVERY_MS = 5000;

/** Announces each lost connection once, and then its recovery. */
export function ConnectionNotice() {
  const isOnline = useIsOnline();
  const isRecent = useIsRecent(isOnline);
  const since = keptAt();
  if (!isOnline)
    return (
      <Notice tone="offline" icon={WifiOff} action={<Reconnecting />}>
        {since === undefined
          ? 'インターネットに正しく接続できていない可能性があります。接続が回復するまで、オフラインモードで動作します。'
          : `オフラインのため、${timeOf(since)}時点の内容を表示しています。予約や送信などの操作は、接続が回復してからご利用ください。`}
      </Notice>
    );
  if (since !== undefined) return <LatestNotice since={since} />;
  return isRecent && <Notice tone="ok">接続が回復しました。</Notice>;
}

function Reconnecting() {
  return (
    <span className={styles.reconnecting}>
      <Spinner />
      再接続しています…
    </span>
  );
}

/** A page kept for offline stays open because the user has typed something. */
function LatestNotice({ since }: { since: string }) {
  const action = (
    <Button size="small" onClick={() => location.reload()}>
      最新の内容を表示
    </Button>
  );
  return (
    <Notice tone="ok" icon={RefreshCw} action={action}>
      接続が回復しました。{timeOf(since)}時点の内容を表示しています。
    </Notice>
  );
}

function timeOf(since: string): string {
  return dayKey(since) === dayKey(Date.now()) ? formatTime(since) : formatDateTime(since);
}

function useIsRecent(isOnline: boolean): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    setIsOver(false);
    if (!isOnline) return undefined;
    const timer = setTimeout(() => setIsOver(true), RECOVERY_MS);
    return () => clearTimeout(timer);
  }, [isOnline]);
  return !isOver;
}
