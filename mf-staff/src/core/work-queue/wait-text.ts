import { differenceInMinutes } from 'date-fns';
import { minutesInDay } from 'date-fns/constants';

/** Formats a wait: 1:38, or 2日 from two days on. */
export function waitText(since: string, now: Date): string {
  const minutes = Math.max(0, differenceInMinutes(now, since));
  if (minutes >= 2 * minutesInDay) return `${Math.floor(minutes / minutesInDay)}日`;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}

/** The same in words: 1時間38分. */
export function waitWords(since: string, now: Date): string {
  const text = waitText(since, now);
  const [hours = '0', minutes] = text.split(':');
  if (minutes === undefined) return text;
  return `${hours === '0' ? '' : `${hours}時間`}${Number(minutes)}分`;
}
