import { quietSpans, shownTime } from './quiet-hours';

import styles from './settings.module.css';

const MARKED_HOURS = [0, 6, 12, 18];

/** A day with its quiet hours filled. */
export function DayBar({ from, to }: { from: string; to: string }) {
  const label = `${shownTime(from)}から${from < to ? '' : '翌日の'}${shownTime(to)}まで控えます`;
  return (
    <div className={styles.dayBar} role="img" aria-label={label}>
      {quietSpans(from, to).map(({ start, length }) => (
        <i key={start} style={{ left: `${start}%`, width: `${length}%` }} />
      ))}
      {MARKED_HOURS.map((hour) => (
        <span key={hour} style={{ left: `${(hour / 24) * 100}%` }}>
          {hour}時
        </span>
      ))}
    </div>
  );
}
