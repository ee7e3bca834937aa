const JAPAN_OFFSET_MS = 9 * 3_600_000;

const startOf = (year: number, month: number) => new Date(Date.UTC(year, month, 1) - JAPAN_OFFSET_MS);

/** The month before that of `now` in Japan: its name, and where it begins and ends. */
export function lastMonthInJapan(now: Date): { month: string; label: string; from: Date; to: Date } {
  const inJapan = new Date(now.getTime() + JAPAN_OFFSET_MS);
  const [year, month] = [inJapan.getUTCFullYear(), inJapan.getUTCMonth()];
  const from = startOf(year, month - 1);
  const first = new Date(from.getTime() + JAPAN_OFFSET_MS);
  return {
    month: first.toISOString().slice(0, 7),
    label: `${first.getUTCFullYear()}年${first.getUTCMonth() + 1}月`,
    from,
    to: startOf(year, month),
  };
}

/** The hour of the day in Japan. */
export const hourInJapan = (now: Date): number => new Date(now.getTime() + JAPAN_OFFSET_MS).getUTCHours();

/** Returns whether it is Sunday morning, at the given hour or later, in a time zone. */
export function isSundayFrom(hour: number, timeZone: string, now: Date): boolean {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(now);
  const valueOf = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return valueOf('weekday') === 'Sun' && Number(valueOf('hour')) >= hour;
}
