import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import { dayKey, formatDate, formatTime, timeZoneNote } from '@manabiba/shared/format/date-time';
import { Icon } from '@manabiba/shared/ui/icon';
import { Calendar, LogIn } from 'lucide-react';

import { formatMoment } from '../../core/format-moment';

import styles from './event.module.css';

/** The schedule and the entry time. Dates, time ranges and the time zone do not wrap. */
export function EventFacts({ event }: { event: ClassroomEvent }) {
  const { startAt, endAt, entryOpenAt } = event;
  const onOneDay = (a: string, b: string) => dayKey(a) === dayKey(b);
  const zone = timeZoneNote(startAt);
  return (
    <dl className={styles.facts}>
      <dt>
        <Icon icon={Calendar} size={16} />
        日時
      </dt>
      <dd>
        <time dateTime={startAt}>
          <span className={styles.unit}>{formatDate(startAt)}</span>{' '}
          <span className={styles.unit}>
            {formatTime(startAt)}から{onOneDay(startAt, endAt) ? formatTime(endAt) : formatMoment(endAt)}
          </span>
        </time>
        {zone && <span className={`${styles.unit} ${styles.soft}`}>({zone})</span>}
      </dd>
      <dt>
        <Icon icon={LogIn} size={16} />
        入場
      </dt>
      <dd>{onOneDay(startAt, entryOpenAt) ? formatTime(entryOpenAt) : formatMoment(entryOpenAt)}から</dd>
    </dl>
  );
}
