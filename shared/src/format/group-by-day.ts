import { dayKey } from './date-time';

/** The items of one calendar day of the viewer. */
export interface Day<Item> {
  /** 2026-11-21 in the viewer's time zone: a stable key for lists. */
  key: string;
  /** The moment of the first item, for the heading. */
  moment: string;
  items: Item[];
}

/**
 * Groups items by the viewer's calendar day, in their original order.
 *
 * 23:50 and 0:10 get separate headings, whatever the server's day is; a day that recurs (a page arrived late) stays one
 * group.
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
