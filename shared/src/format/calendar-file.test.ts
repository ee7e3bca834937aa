/** @jest-environment node */
import { type CalendarEntry, calendarFile } from './calendar-file';

const entry: CalendarEntry = {
  id: 'evt_abc',
  title: '最初の銀河',
  description: '',
  changedAt: '2026-11-20T00:00:00.000Z',
  startAt: '2026-12-05T05:00:00.000Z',
  endAt: '2026-12-05T06:30:00.000Z',
  url: 'https://manabiba.example/events/evt_abc',
};
const linesOf = (changes: Partial<CalendarEntry> = {}) =>
  calendarFile({ ...entry, ...changes })
    .replaceAll('\r\n ', '')
    .split('\r\n');

it('includes time, title and place, in UTC', () => {
  expect(linesOf()).toEqual(
    expect.arrayContaining([
      'UID:evt_abc@manabiba.example',
      'DTSTART:20261205T050000Z',
      'DTEND:20261205T063000Z',
      'SUMMARY:最初の銀河',
      'URL:https://manabiba.example/events/evt_abc',
      'STATUS:CONFIRMED',
    ]),
  );
});

it('marks a cancelled event', () => {
  expect(linesOf({ isCancelled: true })).toContain('STATUS:CANCELLED');
});

it('adds a reminder only on request', () => {
  expect(linesOf()).not.toContain('BEGIN:VALARM');
  expect(linesOf({ remindMinutesBefore: 5 })).toEqual(
    expect.arrayContaining(['BEGIN:VALARM', 'TRIGGER:-PT5M', 'END:VALARM']),
  );
});

it('escapes characters that would end a value, so that a title cannot add lines', () => {
  const lines = linesOf({ title: 'A;B,C\\D\r\nEND:VEVENT', description: '一行目\n二行目' });
  expect(lines).toContain('SUMMARY:A\\;B\\,C\\\\D\\nEND:VEVENT');
  expect(lines).toContain(`DESCRIPTION:一行目\\n二行目\\n\\n${entry.url}`);
  expect(lines.filter((line) => line === 'END:VEVENT')).toHaveLength(1);
});

it('folds lines at 75 octets without splitting a character', () => {
  const title = '長い題名'.repeat(12);
  const octets = calendarFile({ ...entry, title })
    .split('\r\n')
    .map((line) => new TextEncoder().encode(line).length);
  expect(Math.max(...octets)).toBeLessThanOrEqual(75);
  expect(linesOf({ title })).toContain(`SUMMARY:${title}`);
});
