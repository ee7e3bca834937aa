import { formatLength } from '@manabiba/shared/format/duration';
import { useServerNow } from '@manabiba/shared/platform';
import { classNames } from '@manabiba/shared/ui/class-names';
import { Icon } from '@manabiba/shared/ui/icon';
import { millisecondsInSecond } from 'date-fns/constants';
import { Clock } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';

import styles from './time-left.module.css';

interface TimeLeftProps {
  /** Null while it is not known yet: its room is kept. */
  until: string | null;
  /** What is held until the deadline. */
  children: string;
  /** ok: there is no urgency for the user. */
  tone?: 'ok' | 'warn';
  /** Called when the time is up. */
  onEnd?: () => void;
}

/** Countdown of a seat hold, to the second, by the server clock. */
export function TimeLeft({ until, children, tone = 'warn', onEnd }: TimeLeftProps) {
  const now = useServerNow(millisecondsInSecond).getTime();
  const leftMs = until === null ? 0 : Date.parse(until) - now;
  const isOver = until !== null && leftMs <= 0;
  const notifyEnd = useEffectEvent(() => onEnd?.());
  useEffect(() => {
    if (isOver) notifyEnd();
  }, [isOver]);
  return (
    <p className={classNames(styles.left, tone === 'ok' && styles.ok, until === null && styles.unknown)}>
      <Icon icon={Clock} size={16} />
      <span>{isOver ? '確保時間が過ぎました。' : children}</span>
      {!isOver && <strong role="timer">残り {formatLength(leftMs / millisecondsInSecond)}</strong>}
    </p>
  );
}
