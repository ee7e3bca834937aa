import { tz } from '@date-fns/tz';

/** The zone of readers who have chosen none, such as guests. */
export const DEFAULT_TIME_ZONE = 'Asia/Tokyo';

/**
 * Makes a function of date-fns count in Japan's calendar. Dates that it returns keep the zone and print it in ISO
 * texts: `new Date()` of them is plain again.
 */
export const inJapan = { in: tz(DEFAULT_TIME_ZONE) };

function partsIn(timeZone: string, options: Intl.DateTimeFormatOptions, moment: Date): string {
  const parts = new Intl.DateTimeFormat('ja-JP', { timeZone, ...options }).formatToParts(moment);
  return parts.map(({ value }) => value.trim()).join('');
}

const DAY = { month: 'long', day: 'numeric', weekday: 'short' } as const;
const TIME = { hour: 'numeric', minute: '2-digit' } as const;

/** The name of a zone at a moment, as readers know it: 日本時間, 中央ヨーロッパ夏時間. */
function zoneName(timeZone: string, moment: Date): string {
  if (timeZone === DEFAULT_TIME_ZONE) return '日本時間';
  const parts = new Intl.DateTimeFormat('ja-JP', { timeZone, timeZoneName: 'long' }).formatToParts(moment);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

/** A day in Japan, with the year: 2026年11月22日. */
export const dayInJapan = (moment: Date): string =>
  new Intl.DateTimeFormat('ja-JP', { timeZone: DEFAULT_TIME_ZONE, dateStyle: 'long' }).format(moment);

/** The same without the year: 11月22日. */
export const shortDayInJapan = (moment: Date): string =>
  new Intl.DateTimeFormat('ja-JP', { timeZone: DEFAULT_TIME_ZONE, month: 'long', day: 'numeric' }).format(moment);

/** A time of day in Japan: 09:05. */
export const timeInJapan = (moment: Date): string =>
  new Intl.DateTimeFormat('ja-JP', { timeZone: DEFAULT_TIME_ZONE, hour: '2-digit', minute: '2-digit' }).format(moment);

/** A moment as read in a zone, which it names: 11月22日(日)13:45(日本時間). */
export const momentIn = (timeZone: string, moment: Date): string =>
  `${partsIn(timeZone, { ...DAY, ...TIME }, moment)}(${zoneName(timeZone, moment)})`;

/** The same with the year: 2026年11月22日(日)13:45(日本時間). */
export const fullMomentIn = (timeZone: string, moment: Date): string =>
  `${partsIn(timeZone, { year: 'numeric', ...DAY, ...TIME }, moment)}(${zoneName(timeZone, moment)})`;

/** A span as read in a zone: 2026年11月22日(日)13:45から14:30(日本時間). The end has its day where that is another. */
export function spanIn(timeZone: string, start: Date, end: Date): string {
  const day = (moment: Date) => partsIn(timeZone, DAY, moment);
  const until = partsIn(timeZone, day(start) === day(end) ? TIME : { ...DAY, ...TIME }, end);
  return `${partsIn(timeZone, { year: 'numeric', ...DAY, ...TIME }, start)}から${until}(${zoneName(timeZone, end)})`;
}
