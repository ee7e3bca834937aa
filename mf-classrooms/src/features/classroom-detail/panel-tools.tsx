import type { ClassroomDetail } from '@manabiba/shared/contract/classrooms';
import { Button, buttonClass } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { Calendar, Share } from 'lucide-react';

import { useShare } from '../../core/classroom/use-share';

import styles from './classroom-detail.module.css';

/**
 * 共有 and カレンダー. A private classroom cannot be shared by its public URL, which nobody could open; a cancelled one is not
 * shared. An event room has neither: both are on the page of its event.
 */
export function PanelTools({
  classroom,
  classroomKey,
}: {
  classroom: ClassroomDetail;
  classroomKey: string | undefined;
}) {
  const { share, isRunning } = useShare(classroom);
  const hasShare = !classroom.privateMode && classroom.state !== 'cancelled';
  const hasCalendar = classroom.state === 'scheduled' && classroom.eventId === null;
  if (!hasShare && !hasCalendar) return null;
  return (
    <div className={styles.tools}>
      {hasShare && (
        <Button variant="ghost" icon={<Icon icon={Share} />} isLoading={isRunning} onClick={share}>
          共有
        </Button>
      )}
      {hasCalendar && (
        <a className={buttonClass({ variant: 'ghost' })} href={calendarHref(classroom.id, classroomKey)} download>
          <Icon icon={Calendar} />
          カレンダー
        </a>
      )}
    </div>
  );
}

const calendarHref = (id: string, key: string | undefined) =>
  `/v1/classrooms/${id}/calendar.ics${key === undefined ? '' : `?${new URLSearchParams({ key }).toString()}`}`;
