import type { RoomDoc } from '@manabiba/shared/contract/room-documents';
import { Notice } from '@manabiba/shared/ui/notice';
import { Clock } from 'lucide-react';
import { useEffect, useState } from 'react';

/** How long a warning stays visible, in milliseconds; the header shows the remaining time throughout. */
const SHOWN_MS = 15_000;

const sentences = { 5: '残り5分です。', 1: '残り1分です。', 0: '終了時刻になりました。まもなく終了します。' } as const;

/** Warns when five minutes, one minute and no time are left. */
export function TimeWarning({ minutesLeft }: Pick<RoomDoc, 'minutesLeft'>) {
  const [expired, setExpired] = useState<RoomDoc['minutesLeft']>(null);
  useEffect(() => {
    if (minutesLeft === null) return undefined;
    const timer = setTimeout(() => setExpired(minutesLeft), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [minutesLeft]);
  return (
    <div role="status">
      {minutesLeft !== null && minutesLeft !== expired && (
        <Notice tone="warn" icon={Clock}>
          {sentences[minutesLeft]}
        </Notice>
      )}
    </div>
  );
}
