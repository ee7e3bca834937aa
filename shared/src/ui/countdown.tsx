import { splitDuration } from '../format/duration';

import styles from './countdown.module.css';

/** Time until a start, in three cells. Takes the remaining milliseconds; the page owns the clock. */
export function Countdown({ remainingMs, label = '開始まで' }: { remainingMs: number; label?: string }) {
  const { days, hours, minutes, seconds } = splitDuration(remainingMs);
  const cells: [number, string][] = [
    [hours, '時間'],
    [minutes, '分'],
  ];
  if (days > 0) cells.unshift([days, '日']);
  else cells.push([seconds, '秒']);
  return (
    <div className={styles.countdown} role="timer" aria-label={label}>
      {cells.map(([value, unit], index) => (
        <div key={unit}>
          <b>{index === 0 ? value : String(value).padStart(2, '0')}</b>
          <span>{unit}</span>
        </div>
      ))}
    </div>
  );
}
