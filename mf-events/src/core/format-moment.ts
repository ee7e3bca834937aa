import { formatMonthDay, formatTime, type Moment } from '@manabiba/shared/format/date-time';

/** 12月5日(土) 13:30, for use inside a sentence. */
export function formatMoment(moment: Moment): string {
  return `${formatMonthDay(moment)} ${formatTime(moment)}`;
}
