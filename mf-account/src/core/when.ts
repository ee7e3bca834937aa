import { daysBetween, formatMonthDay, formatShortDate, formatTime } from '@manabiba/shared/format/date-time';

/** 今日 20:15, 明日 9:00 for what is close, 11月24日 beyond. */
export function whenShort(startAt: string, now: Date): string {
  const days = daysBetween(now, startAt);
  if (days === 0) return `今日 ${formatTime(startAt)}`;
  return days === 1 ? `明日 ${formatTime(startAt)}` : formatShortDate(startAt, now);
}

/** What a professional's next classroom is said as: 次回 今日 21:00, 次回 11月22日(日); what has begun is 開催中. */
export function nextClassroomNote(nextClassroomAt: string | null, now: Date): string | undefined {
  if (nextClassroomAt === null) return undefined;
  if (Date.parse(nextClassroomAt) <= now.getTime()) return '開催中';
  return daysBetween(now, nextClassroomAt) <= 1
    ? `次回 ${whenShort(nextClassroomAt, now)}`
    : `次回 ${formatMonthDay(nextClassroomAt)}`;
}
