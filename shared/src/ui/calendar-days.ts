import { addDays, addMonths, eachDayOfInterval, endOfMonth, startOfDay, startOfMonth } from 'date-fns';

/** Days as local dates at midnight; months and years by the wall calendar of the viewer. */

/** The nearest day that lies within the limits, which both count as whole days. */
export function clampDay(day: Date, min: Date | undefined, max: Date | undefined): Date {
  if (min !== undefined && day < startOfDay(min)) return startOfDay(min);
  if (max !== undefined && day > startOfDay(max)) return startOfDay(max);
  return startOfDay(day);
}

/** The weeks of the month that `day` is in, from Sunday; null where another month's day would be. */
export function weeksOfMonth(day: Date): (Date | null)[][] {
  const first = startOfMonth(day);
  const cells: (Date | null)[] = [
    ...Array.from({ length: first.getDay() }, () => null),
    ...eachDayOfInterval({ start: first, end: endOfMonth(day) }),
  ];
  while (cells.length % 7 !== 0) cells.push(null);
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}

/** Where a key of the keyboard leads from a day, or null when it is not one of the grid's. */
export function dayAtKey(day: Date, key: string, isShift: boolean): Date | null {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'Home':
      return addDays(day, -day.getDay());
    case 'End':
      return addDays(day, 6 - day.getDay());
    case 'PageUp':
      return addMonths(day, isShift ? -12 : -1);
    case 'PageDown':
      return addMonths(day, isShift ? 12 : 1);
    default:
      return null;
  }
}
