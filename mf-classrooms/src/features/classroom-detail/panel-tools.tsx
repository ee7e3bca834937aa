import type { ClassroomDetail } from '@manabiba/shared/contract/classrooms';
import { GENERAL_SENTENCE } from '@manabiba/shared/contract/errors';
import { toast } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { Calendar, Share } from 'lucide-react';

import { useShare } from '../../core/classroom/use-share';
import styles from './classroom-detail.module.css';

/**
 * 共有 and カレンダー. A private classroom cannot be shared by its public URL, which nobody could open; a cancelled one is not
 * shared.
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
  const hasCalendar = classroom.state === 'scheduled';
  if (!hasShare && !hasCalendar) return null;
  return (
    <div className={styles.tools}>
      {hasShare && (
        <Button variant="ghost" icon={<Icon icon={Share} />} isLoading={isRunning} onClick={share}>
          共有
        </Button>
      )}
      {hasCalendar && (
        <Button variant="ghost" icon={<Icon icon={Calendar} />} onClick={() => saveToCalendar(classroom, classroomKey)}>
          カレンダー
        </Button>
      )}
    </div>
  );
}

/** The code that writes the file is loaded on press. */
function saveToCalendar(classroom: ClassroomDetail, classroomKey: string | undefined): void {
  import('./save-calendar-file').then(
    ({ saveCalendarFile }) => saveCalendarFile(classroom, classroomKey),
    () => toast.error(GENERAL_SENTENCE),
  );
}
