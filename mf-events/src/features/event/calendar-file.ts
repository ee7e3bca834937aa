import type { ClassroomEvent } from '@manabiba/shared/contract/events';

/** RFC 5545, 3.1: no line is longer than 75 octets; a longer one goes on after a line break and a space. */
const MAX_LINE_OCTETS = 75;

const escaped = (text: string) => text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\r\n|\r|\n/g, '\\n');
const stamp = (moment: string | Date) => new Date(moment).toISOString().replace(/[-:]|\.\d{3}/g, '');

function folded(line: string): string {
  const encoder = new TextEncoder();
  const lines: string[] = [];
  let current = '';
  let octets = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (octets + size > MAX_LINE_OCTETS) {
      lines.push(current);
      current = ' ';
      octets = 1;
    }
    current += character;
    octets += size;
  }
  return [...lines, current].join('\r\n');
}

/**
 * A calendar file (.ics) with this one event, for the reader's own calendar.
 *
 * Times are in UTC, so every calendar shows them in its own zone. Taking it in twice changes the entry instead of
 * doubling it, since the UID is the event's.
 */
export function calendarFile(event: ClassroomEvent, url: string, now: Date): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Manabiba//Events//JA',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${event.id}@${new URL(url).hostname}`,
    `DTSTAMP:${stamp(now)}`,
    `DTSTART:${stamp(event.startAt)}`,
    `DTEND:${stamp(event.endAt)}`,
    `SUMMARY:${escaped([event.title, event.subtitle].filter(Boolean).join(' '))}`,
    `DESCRIPTION:${escaped(`${event.description}\n\n${url}`)}`,
    `URL:${url}`,
    `STATUS:${event.state === 'cancelled' ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}
