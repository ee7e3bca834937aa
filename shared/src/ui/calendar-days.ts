/** Days as local dates at midnight; months and years by the wall calendar of the viewer. */

/** Midnight of the day that a moment falls on. */
export function startOfDay(date: Date): Date {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate());
}

/** So many days later, whatever summer time does. */
export function addDays(day: Date, count: number): Date {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + count);
}

/** So many months later, on the same day or on the month's last: 1/31 and one month is 2/28. */
export function addMonths(day: Date, count: number): Date {
  const lastOfMonth = new Date(day.getFullYear(), day.getMonth() + count + 1, 0).getDate();
  return new Date(day.getFullYear(), day.getMonth() + count, Math.min(day.getDate(), lastOfMonth));
}

export function isSameDay(one: Date, other: Date): boolean {
  return startOfDay(one).getTime() === startOfDay(other).getTime();
}

/** The nearest day that lies within the limits, which both count as whole days. */
export function clampDay(day: Date, min: Date | undefined, max: Date | undefined): Date {
  if (min !== undefined && day < startOfDay(min)) return startOfDay(min);
  if (max !== undefined && day > startOfDay(max)) return startOfDay(max);
  return startOfDay(day);
}

/** The weeks of the month that `day` is in, from Sunday; null where another month's day would be. */
export function weeksOfMonth(day: Date): (Date | null)[][] {
  const first = new Date(day.getFullYear(), day.getMonth(), 1);
  const dayCount = new Date(day.getFullYear(), day.getMonth() + 1, 0).getDate();
  const cells: (Date | null)[] = Array.from({ length: first.getDay() }, () => null);
  for (let count = 0; count < dayCount; count += 1) cells.push(addDays(first, count));
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
