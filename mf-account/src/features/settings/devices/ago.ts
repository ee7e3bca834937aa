import { formatShortDate, type Moment } from '@manabiba/shared/format/date-time';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Formats the time since a moment: たった今, 5分前, 3時間前, 2日前; after a week the date. */
export function formatAgo(moment: Moment, now: Moment): string {
  const past = new Date(now).getTime() - new Date(moment).getTime();
  if (past < MINUTE_MS) return 'たった今';
  if (past < HOUR_MS) return `${Math.floor(past / MINUTE_MS)}分前`;
  if (past < DAY_MS) return `${Math.floor(past / HOUR_MS)}時間前`;
  if (past < 7 * DAY_MS) return `${Math.floor(past / DAY_MS)}日前`;
  return formatShortDate(moment, now);
}
