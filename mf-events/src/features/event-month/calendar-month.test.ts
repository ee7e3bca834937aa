import { calendarParts } from '@manabiba/shared/format/date-time';

import { dateParam, momentOn, monthOf, readDate } from './calendar-month';

afterEach(() => {
  globalThis.pageTimeZone = undefined;
});

it.each([
  ['December 2026, which begins on a Tuesday', '2026-12', '2026-11-29', '2027-01-03', 5],
  ['February 2026, four weeks from a Sunday', '2026-02', '2026-02-01', '2026-03-01', 4],
  ['August 2026, over six weeks', '2026-08', '2026-07-26', '2026-09-06', 6],
])('includes whole weeks: %s', (_case, text, from, to, weeks) => {
  const month = monthOf(readDate(text)?.month ?? new Date(NaN));
  expect([dateParam(month.from), dateParam(month.to), month.weeks.length]).toEqual([from, to, weeks]);
  expect(month.weeks.flat()).toHaveLength(weeks * 7);
});

it.each([
  ['2026-12-05', '2026-12-05'],
  ['2026-12', null],
])('parses %s', (text, day) => {
  const read = readDate(text);
  expect(read?.day ? dateParam(read.day) : null).toBe(day);
  expect(read?.month.getMonth()).toBe(11);
});

it.each([undefined, '', '2026-13', '2026-02-30', '2026-2-3', 'today'])('rejects %s as a date', (text) => {
  expect(readDate(text)).toBeNull();
});

it.each(['Asia/Tokyo', 'America/New_York', 'Pacific/Auckland', 'Pacific/Pago_Pago'])(
  'finds the hours of a day in the zone of the page: %s',
  (zone) => {
    globalThis.pageTimeZone = () => zone;
    const day = new Date(2026, 11, 5);
    expect(calendarParts(momentOn(day))).toMatchObject({ month: 12, day: 5, hour: 12 });
    const { from, to } = monthOf(day);
    expect(calendarParts(from)).toMatchObject({ month: 11, day: 29, hour: 0, minute: 0 });
    expect(calendarParts(to)).toMatchObject({ month: 1, day: 3, hour: 0, minute: 0 });
  },
);
