import { formatLength } from '@manabiba/shared/format/duration';
import { useServerNow } from '@manabiba/shared/platform';
import { Icon } from '@manabiba/shared/ui/icon';
import { Clock } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';

import styles from './time-left.module.css';

const SECOND_MS = 1000;

interface TimeLeftProps {
  until: string;
  /** What is held until the deadline. */
  children: string;
  /** ok: there is no urgency for the user. */
  tone?: 'ok' | 'warn';
  /** Called when the time is up. */
  onEnd?: () => void;
}

/** Countdown of a seat hold, to the second, by the server clock. */
export function TimeLeft({ until, children, tone = 'warn', onEnd }: TimeLeftProps) {
  const leftMs = Date.parse(until) - useServerNow(SECOND_MS).getTime();
  const isOver = leftMs <= 0;
  const tellEnd = useEffectEvent(() => onEnd?.());
  useEffect(() => {
    if (isOver) tellEnd();
  }, [isOver]);
  return (
    <p className={tone === 'ok' ? `${styles.left} ${styles.ok}` : styles.left}>
      <Icon icon={Clock} size={16} />
      <span>{isOver ? '確保時間が過ぎました。' : children}</span>
      {!isOver && <strong role="timer">残り {formatLength(leftMs / SECOND_MS)}</strong>}
    </p>
  );
}
