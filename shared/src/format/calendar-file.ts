/** What a calendar entry tells. `id` is stable, so that taking an entry in twice changes it instead of doubling it. */
export interface CalendarEntry {
  id: string;
  title: string;
  description: string;
  startAt: string;
  endAt: string;
  /** When it was last changed. */
  changedAt: string | Date;
  /** The page about it. Its host makes the id unique in the world. */
  url: string;
  isCancelled?: boolean;
  /** Reminds so many minutes before the start; without it the calendar's own habit holds. */
  remindMinutesBefore?: number;
}

/** RFC 5545, 3.1: no line is longer than this; a longer one goes on after a line break and one space. */
const MAX_LINE_OCTETS = 75;

/** RFC 5545, 3.3.11: these would end a value or start another. */
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
 * A calendar file (text/calendar, .ics) with one entry. Times are in UTC; every calendar shows them in its own zone.
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
