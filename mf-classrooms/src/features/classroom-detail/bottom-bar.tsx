import type { ClassroomDetail } from '@manabiba/shared/contract/classrooms';
import { useMe, useNow } from '@manabiba/shared/platform';
import { DateTime } from '@manabiba/shared/ui/date-time';
import { reservationOffer } from '../../core/classroom-permissions';
import { clockUntil } from '../../core/time-left';
import styles from './classroom-detail.module.css';
import { ReserveAction } from './reserve-action';

/** On a phone the one action stays at the thumb. Nothing when there is none. */
export function BottomBar({ classroom, classroomKey }: { classroom: ClassroomDetail; classroomKey: string | undefined }) {
  const now = useNow(1000);
  const { kind } = reservationOffer(classroom, useMe());
  if (kind === 'none' || kind === 'refused') return null;
  return (
    <div className={styles.bar}>
      <p className={styles.barText}>
        <strong><DateTime value={classroom.startAt} style="day" /><DateTime value={classroom.startAt} style="time" /></strong>
        {/* The panel's countdown tells the time already. */}
        <span aria-hidden>開始まで {clockUntil(classroom.startAt, now)}</span>
      </p>
      <ReserveAction classroom={classroom} classroomKey={classroomKey} />
    </div>
  );
}
