import { addDays, addMonths, eachDayOfInterval, endOfMonth, startOfDay, startOfMonth } from 'date-fns';

/** Days are local dates at midnight; months and years follow the viewer's calendar. */

/** Returns the nearest day within the limits, both inclusive as whole days. */
export function clampDay(day: Date, min: Date | undefined, max: Date | undefined): Date {
  if (min !== undefined && day < startOfDay(min)) return startOfDay(min);
  if (max !== undefined && day > startOfDay(max)) return startOfDay(max);
  return startOfDay(day);
}

/** Returns the weeks of the month of `day`, from Sunday; null for days of other months. */
export function weeksOfMonth(day: Date): (Date | null)[][] {
  const first = startOfMonth(day);
  const cells: (Date | null)[] = [
    ...Array.from({ length: first.getDay() }, () => null),
    ...eachDayOfInterval({ start: first, end: endOfMonth(day) }),
  ];
  while (cells.length % 7 !== 0) cells.push(null);
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}

/** Returns the day that a key moves to, or null for a key without a meaning in the grid. */
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
