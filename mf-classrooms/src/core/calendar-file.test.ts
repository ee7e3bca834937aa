/** @jest-environment node */
import { calendarFile } from './calendar-file';

const classroom = {
  id: 'cls_abc', name: '地図を描く', description: '', updatedAt: '2026-11-20T00:00:00.000Z',
  startAt: '2026-11-22T04:45:00.000Z', endAt: '2026-11-22T05:30:00.000Z',
};
const URL_OF_PAGE = 'https://manabiba.example/classrooms/cls_abc';
const linesOf = (changes: Partial<typeof classroom> = {}) =>
  calendarFile({ ...classroom, ...changes }, URL_OF_PAGE).replaceAll('\r\n ', '').split('\r\n');

it('tells when, what and where, in UTC', () => {
  expect(linesOf()).toEqual(expect.arrayContaining([
    'UID:cls_abc@manabiba.example', 'DTSTART:20261122T044500Z', 'DTEND:20261122T053000Z', 'SUMMARY:地図を描く', `URL:${URL_OF_PAGE}`,
  ]));
});

it('escapes what would end a value, so that a title cannot add lines of its own', () => {
  const lines = linesOf({ name: 'A;B,C\\D\r\nEND:VEVENT', description: '一行目\n二行目' });
  expect(lines).toContain('SUMMARY:A\\;B\\,C\\\\D\\nEND:VEVENT');
  expect(lines).toContain(`DESCRIPTION:一行目\\n二行目\\n\\n${URL_OF_PAGE}`);
  expect(lines.filter((line) => line === 'END:VEVENT')).toHaveLength(1);
});

it('folds lines at 75 octets without cutting a character', () => {
  const file = calendarFile({ ...classroom, name: '長い題名'.repeat(12) }, URL_OF_PAGE);
  const octets = file.split('\r\n').map((line) => new TextEncoder().encode(line).length);
  expect(Math.max(...octets)).toBeLessThanOrEqual(75);
  expect(linesOf({ name: '長い題名'.repeat(12) })).toContain(`SUMMARY:${'長い題名'.repeat(12)}`);
});
