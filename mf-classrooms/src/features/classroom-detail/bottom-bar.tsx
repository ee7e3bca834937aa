import type { ClassroomDetail } from '@manabiba/shared/contract/classrooms';
import { useMe, useServerNow } from '@manabiba/shared/platform';
import { DateTime } from '@manabiba/shared/ui/date-time';
import type { ReactNode } from 'react';

import { reservationOffer } from '../../core/classroom/classroom-permissions';
import { isBeforeEvent } from '../../core/classroom/event-room';
import { clockUntil, minutesLeft } from '../../core/classroom/time-left';
import { JoinAction, type JoinProps } from './joining/join-action';
import { joinOffer } from './joining/join-offer';
import { ReserveAction } from './reserving/reserve-action';

import styles from './classroom-detail.module.css';

interface BottomBarProps extends JoinProps {
  classroom: ClassroomDetail;
  classroomKey: string | undefined;
}

/** On a phone, the primary action in a bar at the bottom. Renders nothing without an action. */
export function BottomBar({ classroom, classroomKey, onJoin }: BottomBarProps) {
  const now = useServerNow(1000);
  const me = useMe();
  const isOpen = !['none', 'refused', 'guarded'].includes(joinOffer(classroom, me, now).kind);
  if (isOpen) return <Bar classroom={classroom} action={<JoinAction classroom={classroom} onJoin={onJoin} />} />;
  if (['none', 'refused'].includes(reservationOffer(classroom, me).kind)) return null;
  return <Bar classroom={classroom} action={<ReserveAction classroom={classroom} classroomKey={classroomKey} />} />;
}

function Bar({ classroom, action }: { classroom: ClassroomDetail; action: ReactNode }) {
  const { state, startAt, endAt } = classroom;
  const now = useServerNow(1000);
  const isRunning = state === 'live' && !isBeforeEvent(classroom, now);
  return (
    <div className={styles.bar}>
      <p className={styles.barText}>
        <strong>
          <DateTime value={startAt} style="day" />
          <DateTime value={startAt} style="time" />
        </strong>
        {/* The panel shows the time already. */}
        <span aria-hidden>
          {isRunning ? `残り ${minutesLeft(endAt, now)}分` : `開始まで ${clockUntil(startAt, now)}`}
        </span>
      </p>
      {action}
    </div>
  );
}
