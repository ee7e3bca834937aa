import { splitDuration } from '@manabiba/shared/format/duration';
import { millisecondsInMinute } from 'date-fns/constants';

const untilMs = (moment: string, now: Date) => new Date(moment).getTime() - now.getTime();
const two = (value: number) => String(value).padStart(2, '0');

/** Returns the whole minutes until a class ends, at least 0: 残り 23分. A started minute counts in full. */
export function minutesLeft(endAt: string, now: Date): number {
  return Math.max(0, Math.ceil(untilMs(endAt, now) / millisecondsInMinute));
}

/** Formats a countdown: 18:58:22, or 3日と01:02:03 beyond a day. Never negative. */
export function clockUntil(startAt: string, now: Date): string {
  const { days, hours, minutes, seconds } = splitDuration(untilMs(startAt, now));
  const clock = `${two(hours)}:${two(minutes)}:${two(seconds)}`;
  return days > 0 ? `${days}日と${clock}` : clock;
}

/** Formats the time until a class ends: 23:41, then 0:00. */
export function clockLeft(endAt: string, now: Date): string {
  const { hours, minutes, seconds } = splitDuration(untilMs(endAt, now));
  return `${hours * 60 + minutes}:${two(seconds)}`;
}

/** Returns whether the last five minutes have begun. */
export const isFewLeft = (endAt: string, now: Date) => untilMs(endAt, now) < 5 * millisecondsInMinute;
