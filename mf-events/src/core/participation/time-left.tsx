import { formatLength } from '@manabiba/shared/format/duration';
import { Icon } from '@manabiba/shared/ui/icon';
import { Clock } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';

import styles from './time-left.module.css';
import { useServerNow } from './use-server-now';

const SECOND_MS = 1000;

interface TimeLeftProps {
  until: string;
  /** What is kept until then. */
  children: string;
  /** ok: nothing is asked of the person in a hurry. */
  tone?: 'ok' | 'warn';
  /** The time has come. */
  onEnd?: () => void;
}

/** How long a seat is still kept, to the second, by the clock of the server. */
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
