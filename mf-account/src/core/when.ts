import type { Professional } from '@manabiba/shared/contract/events';
import { daysBetween, formatMonthDay, formatShortDate, formatTime } from '@manabiba/shared/format/date-time';
import { formatRating } from '@manabiba/shared/format/rating';

/** Formats near dates as 今日 20:15 or 明日 9:00, later ones as 11月24日. */
export function whenShort(startAt: string, now: Date): string {
  const days = daysBetween(now, startAt);
  if (days === 0) return `今日 ${formatTime(startAt)}`;
  return days === 1 ? `明日 ${formatTime(startAt)}` : formatShortDate(startAt, now);
}

/** A professional's ratings and next classroom, in one line: ★4.5(12件)・次回 今日 21:00. */
export function professionalNote({ rating, nextClassroomAt }: Professional, now: Date): string | undefined {
  return (
    [rating && formatRating(rating), nextClassroomNote(nextClassroomAt, now)].filter(Boolean).join('・') || undefined
  );
}

/** Formats a professional's next classroom: 次回 今日 21:00, 次回 11月22日(日), or 開催中 once it has started. */
export function nextClassroomNote(nextClassroomAt: string | null, now: Date): string | undefined {
  if (nextClassroomAt === null) return undefined;
  if (Date.parse(nextClassroomAt) <= now.getTime()) return '開催中';
  return daysBetween(now, nextClassroomAt) <= 1
    ? `次回 ${whenShort(nextClassroomAt, now)}`
    : `次回 ${formatMonthDay(nextClassroomAt)}`;
}
