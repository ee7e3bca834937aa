import { useEffect, useState } from 'react';

import { calendarParts, type Moment } from '../format/date-time';

/** Names of Japan's public holidays by day: { '2026-11-23': { name: '勤労感謝の日' } }. */
type Holidays = Readonly<Record<string, { name: string } | undefined>>;

const loadHolidays = (): Promise<Holidays> =>
  import('@holiday-jp/holiday_jp/lib/holidays').then((module) => module.default as Holidays);
const pad = (value: number) => String(value).padStart(2, '0');

/**
 * Returns a lookup for the name of Japan's public holiday on the day of a moment; null on other days.
 *
 * The calendar loads after the content. Until then no day is a holiday, and nothing else depends on it.
 */
export function useHolidays(): (moment: Moment) => string | null {
  const [holidays, setHolidays] = useState<Holidays>({});
  useEffect(() => {
    let isCurrent = true;
    loadHolidays().then(
      (loaded) => isCurrent && setHolidays(loaded),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, []);
  return (moment) => {
    const { year, month, day } = calendarParts(moment);
    return holidays[`${year}-${pad(month)}-${pad(day)}`]?.name ?? null;
  };
}
