import type { ClassroomDetail } from '@manabiba/shared/contract/classrooms';
import { formatCount } from '@manabiba/shared/format/count';
import { timeZoneNote } from '@manabiba/shared/format/date-time';
import { formatMinutes } from '@manabiba/shared/format/duration';
import { DateTime } from '@manabiba/shared/ui/date-time';
import { Icon } from '@manabiba/shared/ui/icon';
import { Calendar, Clock, Users } from 'lucide-react';
import styles from './classroom-detail.module.css';

/** When, how long, how many: the facts of the panel beside a classroom. */
export function ClassroomFacts({ classroom }: { classroom: ClassroomDetail }) {
  const { startAt, minutes, state, participantCount, reservedCount } = classroom;
  const zone = timeZoneNote(startAt);
  return (
    <dl className={styles.facts}>
      <dt><Icon icon={Calendar} size={16} />日時</dt>
      <dd><DateTime value={startAt} />{zone && <small>{zone}</small>}</dd>
      <dt><Icon icon={Clock} size={16} />時間</dt>
      <dd>{formatMinutes(minutes)}</dd>
      {state === 'live' && (
        <>
          <dt><Icon icon={Users} size={16} />参加</dt>
          <dd>{formatCount(participantCount)}人</dd>
        </>
      )}
      {state !== 'cancelled' && (
        <>
          <dt><Icon icon={Users} size={16} />予約</dt>
          <dd>{formatCount(reservedCount)}人</dd>
        </>
      )}
    </dl>
  );
}
