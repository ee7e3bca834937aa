import { formatShortDate, type Moment } from '@manabiba/shared/format/date-time';
import { differenceInMilliseconds } from 'date-fns';
import { millisecondsInDay, millisecondsInHour, millisecondsInMinute } from 'date-fns/constants';

/** Formats the time since a moment: たった今, 5分前, 3時間前, 2日前; after a week the date. */
export function formatAgo(moment: Moment, now: Moment): string {
  const past = differenceInMilliseconds(now, moment);
  if (past < millisecondsInMinute) return 'たった今';
  if (past < millisecondsInHour) return `${Math.floor(past / millisecondsInMinute)}分前`;
  if (past < millisecondsInDay) return `${Math.floor(past / millisecondsInHour)}時間前`;
  if (past < 7 * millisecondsInDay) return `${Math.floor(past / millisecondsInDay)}日前`;
  return formatShortDate(moment, now);
}
