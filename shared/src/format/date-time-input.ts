import { isExists } from 'date-fns';

const pad = (value: number) => String(value).padStart(2, '0');

/** Formats a Date for a form input, in the viewer's own zone: 2026/11/21 13:45. */
export function formatDateTimeInput(date: Date): string {
  return `${formatDateInput(date)} ${pad(date.getHours())}:${pad(date.getMinutes())}`;
}

/** Formats a Date for a date-only input: 2026/11/21. */
export function formatDateInput(date: Date): string {
  return `${date.getFullYear()}/${pad(date.getMonth() + 1)}/${pad(date.getDate())}`;
}

/**
 * Parses 2026/11/21 13:45 in the viewer's own zone; null when it is invalid.
 *
 * Nonexistent dates and times are also null: 2026/02/30, 25:61, and the hour skipped by a change to summer time.
 * Full-width digits are accepted, because a Japanese keyboard types them.
 */
export function parseDateTimeInput(text: string): Date | null {
  const match = /^(\d{4})\/(\d{1,2})\/(\d{1,2}) (\d{1,2}):(\d{2})$/.exec(toHalfWidth(text));
  if (match === null) return null;
  const [year, month, day, hour, minute] = match.slice(1).map(Number) as [number, number, number, number, number];
  const date = new Date(year, month - 1, day, hour, minute);
  return date.getHours() === hour && date.getMinutes() === minute && isExists(year, month - 1, day) ? date : null;
}

/** Parses 2026/11/21 as the start of that day in the viewer's own zone; null when it is invalid. */
export function parseDateInput(text: string): Date | null {
  const match = /^(\d{4})\/(\d{1,2})\/(\d{1,2})$/.exec(toHalfWidth(text));
  if (match === null) return null;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  const date = new Date(year, month - 1, day);
  return isExists(year, month - 1, day) ? date : null;
}

function toHalfWidth(text: string): string {
  return text.normalize('NFKC').trim().replace(/\s+/g, ' ');
}
