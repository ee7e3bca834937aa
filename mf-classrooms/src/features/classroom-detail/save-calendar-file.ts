import type { Classroom } from '@manabiba/shared/contract/classrooms';
import { calendarFile } from '@manabiba/shared/format/calendar-file';
import { classroomHref } from '../../core/classroom-path';

const REMIND_MINUTES_BEFORE = 5;

/** Hands a classroom over to the device's calendar as a file. */
export function saveCalendarFile(classroom: Classroom, key: string | undefined): void {
  const text = calendarFile({
    id: classroom.id, title: classroom.name, description: classroom.description,
    startAt: classroom.startAt, endAt: classroom.endAt, changedAt: classroom.updatedAt,
    url: new URL(classroomHref(classroom, key), window.location.origin).href,
    isCancelled: classroom.state === 'cancelled', remindMinutesBefore: REMIND_MINUTES_BEFORE,
  });
  const href = URL.createObjectURL(new Blob([text], { type: 'text/calendar;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = href;
  link.download = `${classroom.id}.ics`;
  link.click();
  // The download has its own hold on the blob once it has begun, which is after this turn.
  setTimeout(() => URL.revokeObjectURL(href));
}
