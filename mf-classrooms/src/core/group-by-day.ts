export interface Day<T> {
  /** 2026-11-21 in the viewer's time zone: a stable key for lists. */
  key: string;
  /** Start of the day's first item, to write the heading from. */
  startAt: string;
  items: T[];
}

/**
 * Parts items that have a start into days as the viewer's calendar sees them, in the order in which they come.
 * 23:50 and 0:10 stand under two headings, whatever the server's day is.
 *
 * @param timeZone an IANA name; the device's own when left out.
 */
export function groupByDay<T extends { startAt: string }>(items: readonly T[], timeZone?: string): Day<T>[] {
  const calendar = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  const days = new Map<string, Day<T>>();
  for (const item of items) {
    const key = calendar.format(new Date(item.startAt));
    const day = days.get(key);
    if (day) day.items.push(item);
    else days.set(key, { key, startAt: item.startAt, items: [item] });
  }
  return [...days.values()];
}
