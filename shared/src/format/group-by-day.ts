import { dayKey } from './date-time';

/** What falls on one day of the reader's calendar. */
export interface Day<Item> {
  /** 2026-11-21 in the reader's time zone: a stable key for lists. */
  key: string;
  /** The moment of the first item, to write the heading from. */
  moment: string;
  items: Item[];
}

/**
 * Parts items into days as the reader's calendar sees them, in the order in which they come.
 *
 * 23:50 and 0:10 stand under two headings, whatever the server's day is; a day that comes up twice (a page arrived
 * late) stays one.
 */
export function groupByDay<Item>(
  items: readonly Item[],
  momentOf: (item: Item) => string,
  timeZone?: string,
): Day<Item>[] {
  const days = new Map<string, Day<Item>>();
  for (const item of items) {
    const moment = momentOf(item);
    const key = dayKey(moment, timeZone);
    const day = days.get(key);
    if (day) day.items.push(item);
    else days.set(key, { key, moment, items: [item] });
  }
  return [...days.values()];
}
