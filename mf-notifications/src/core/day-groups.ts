export interface DayGroup<Item> {
  /** The calendar day in the reader's time zone, "2026-11-21". */
  day: string;
  items: Item[];
}

const dayFormats = new Map<string | undefined, Intl.DateTimeFormat>();

/** The calendar day on which a moment falls for the reader, "2026-11-21". */
export function dayOf(moment: Date, timeZone?: string): string {
  let format = dayFormats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
    dayFormats.set(timeZone, format);
  }
  return format.format(moment);
}

/**
 * Puts what is listed newest first under its calendar day, keeping the order.
 *
 * A day that comes up twice (a page arrived late) stays one group: nobody sees the same heading two times.
 */
export function groupByDay<Item extends { createdAt: string }>(items: readonly Item[], timeZone?: string): DayGroup<Item>[] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const day = dayOf(new Date(item.createdAt), timeZone);
    const group = groups.get(day);
    if (group) group.push(item);
    else groups.set(day, [item]);
  }
  return [...groups].map(([day, dayItems]) => ({ day, items: dayItems }));
}
