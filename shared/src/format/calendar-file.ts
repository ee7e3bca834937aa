/**
 * The content of a calendar entry. `id` is stable, so that importing an entry twice updates it instead of duplicating
 * it.
 */
export interface CalendarEntry {
  id: string;
  title: string;
  description: string;
  startAt: string;
  endAt: string;
  /** When it was last changed. */
  changedAt: string | Date;
  /** The page about it. Its host makes the id globally unique. */
  url: string;
  isCancelled?: boolean;
  /** Reminder in minutes before the start; without it the calendar's default applies. */
  remindMinutesBefore?: number;
}

/** RFC 5545, 3.1: the maximum line length in octets; a longer line is folded with a line break and one space. */
const MAX_LINE_OCTETS = 75;

/** RFC 5545, 3.3.11: characters that would end a value or start another. */
const escapeText = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r\n?|\n/g, '\\n');

/** 20261122T044500Z */
const stamp = (moment: string | Date) => new Date(moment).toISOString().replace(/[-:]|\.\d{3}/g, '');

function fold(line: string): string {
  const encoder = new TextEncoder();
  let folded = '';
  let octets = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (octets + size > MAX_LINE_OCTETS) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}

function reminder(minutes: number, title: string): string[] {
  return ['BEGIN:VALARM', 'ACTION:DISPLAY', `DESCRIPTION:${escapeText(title)}`, `TRIGGER:-PT${minutes}M`, 'END:VALARM'];
}

/**
 * Returns a calendar file (text/calendar, .ics) with one entry. Times are in UTC; each calendar shows them in its own
 * zone.
 */
export function calendarFile(entry: CalendarEntry): string {
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Manabiba//Calendar//JA',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${entry.id}@${new URL(entry.url).hostname}`,
    `DTSTAMP:${stamp(entry.changedAt)}`,
    `DTSTART:${stamp(entry.startAt)}`,
    `DTEND:${stamp(entry.endAt)}`,
    `SUMMARY:${escapeText(entry.title)}`,
    `DESCRIPTION:${escapeText(entry.description ? `${entry.description}\n\n${entry.url}` : entry.url)}`,
    `URL:${entry.url}`,
    `STATUS:${entry.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    ...(entry.remindMinutesBefore === undefined ? [] : reminder(entry.remindMinutesBefore, entry.title)),
    'END:VEVENT',
    'END:VCALENDAR',
  ]
    .map((line) => `${fold(line)}\r\n`)
    .join('');
}
