import type { Classroom } from '@manabiba/shared/contract/classrooms';

/** RFC 5545, 3.3.11: these four would end a value or start another. */
function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r\n?|\n/g, '\\n');
}

/** 20261122T044500Z */
function stamp(iso: string | Date): string {
  return new Date(iso).toISOString().replace(/[-:]|\.\d{3}/g, '');
}

/** RFC 5545, 3.1: no line is longer than 75 octets; a longer one goes on after a line break and one space. */
function fold(line: string): string {
  const encoder = new TextEncoder();
  let folded = '';
  let octets = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (octets + size > 75) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}

/** A classroom as a calendar entry (text/calendar), with a reminder five minutes before it starts. */
export function calendarFile(
  classroom: Pick<Classroom, 'id' | 'name' | 'description' | 'startAt' | 'endAt' | 'updatedAt'>, url: string,
): string {
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Manabiba//Classrooms//JA',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${classroom.id}@${new URL(url).host}`,
    `DTSTAMP:${stamp(classroom.updatedAt)}`,
    `DTSTART:${stamp(classroom.startAt)}`,
    `DTEND:${stamp(classroom.endAt)}`,
    `SUMMARY:${escapeText(classroom.name)}`,
    `DESCRIPTION:${escapeText(classroom.description ? `${classroom.description}\n\n${url}` : url)}`,
    `URL:${url}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escapeText(classroom.name)}`,
    'TRIGGER:-PT5M',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].map(fold).join('\r\n');
}
