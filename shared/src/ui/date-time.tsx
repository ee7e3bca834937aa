import { formatDate, formatMonthDay, formatShortDate, formatTime, timeZoneNote } from '../format/date-time';
import { classNames } from './class-names';

import styles from './date-time.module.css';

export interface DateTimeProps {
  /** ISO 8601, as in the api. */
  value: string;
  /**
   * `full` 2026年11月21日(土) 13:45, `zoned` the same with (日本時間) where that is correct, `date` without the time, `day`
   * 11月21日(土), `moment` 11月21日 13:45, `short` 11月21日, `time` 13:45.
   */
  style?: 'full' | 'zoned' | 'date' | 'day' | 'moment' | 'short' | 'time';
  /** Dates in its year omit the year in `moment` and `short`; without it all dates do. */
  now?: string | Date;
  className?: string;
}

/** A moment in the viewer's own zone. The gap before the time is CSS, not a character. */
export function DateTime({ value, style = 'full', now, className }: DateTimeProps) {
  const note = style === 'zoned' ? timeZoneNote(value) : null;
  const day = dayOf(value, style, now);
  const hasTime = style === 'full' || style === 'zoned' || style === 'moment' || style === 'time';
  return (
    <time dateTime={value} className={classNames(styles.time, className)}>
      {day !== null && <span className={styles.day}>{day}</span>}
      {hasTime && <span className={styles.clock}>{formatTime(value)}</span>}
      {note !== null && <span className={styles.note}>({note})</span>}
    </time>
  );
}

function dayOf(value: string, style: DateTimeProps['style'], now: string | Date | undefined): string | null {
  if (style === 'time') return null;
  if (style === 'day') return formatMonthDay(value);
  if (style === 'moment' || style === 'short') return formatShortDate(value, now ?? value);
  return formatDate(value);
}
