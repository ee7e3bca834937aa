import type { Classroom } from '@manabiba/shared/contract/classrooms';
import { calendarFile } from '@manabiba/shared/format/calendar-file';
import { saveFile } from '@manabiba/shared/ui/save-file';

import { classroomHref } from '../../core/classroom/classroom-path';

const REMIND_MINUTES_BEFORE = 5;

/** Saves a classroom as a calendar file. */
export function saveCalendarFile(classroom: Classroom, key: string | undefined): void {
  const text = calendarFile({
    id: classroom.id,
    title: classroom.name,
    description: classroom.description,
    startAt: classroom.startAt,
    endAt: classroom.endAt,
    changedAt: classroom.updatedAt,
    url: new URL(classroomHref(classroom, key), window.location.origin).href,
    isCancelled: classroom.state === 'cancelled',
    remindMinutesBefore: REMIND_MINUTES_BEFORE,
  });
  saveFile(`${classroom.id}.ics`, text, 'text/calendar');
}
