import { groupByDay } from './group-by-day';

const group = (moments: string[], timeZone: string) =>
  groupByDay(moments, (moment) => moment, timeZone).map(({ key, moment, items }) => [key, moment, items.length]);

it('splits at midnight of the viewer, to the millisecond', () => {
  expect(
    group(['2026-11-20T15:00:00.000Z', '2026-11-20T14:59:59.999Z', '2026-11-19T15:00:00.000Z'], 'Asia/Tokyo'),
  ).toEqual([
    ['2026-11-21', '2026-11-20T15:00:00.000Z', 1],
    ['2026-11-20', '2026-11-20T14:59:59.999Z', 2],
  ]);
});

it.each([
  ['Asia/Tokyo', '2026-11-21'],
  ['UTC', '2026-11-20'],
  ['America/Los_Angeles', '2026-11-20'],
  ['Pacific/Kiritimati', '2026-11-21'],
])('groups by the day of %s', (timeZone, key) => {
  expect(group(['2026-11-20T15:30:00.000Z'], timeZone)).toEqual([[key, '2026-11-20T15:30:00.000Z', 1]]);
});

it('keeps the order, and a single heading for a day with late items', () => {
  expect(group(['2026-11-21T05:00:00.000Z', '2026-11-20T05:00:00.000Z', '2026-11-21T01:00:00.000Z'], 'UTC')).toEqual([
    ['2026-11-21', '2026-11-21T05:00:00.000Z', 2],
    ['2026-11-20', '2026-11-20T05:00:00.000Z', 1],
  ]);
});

it('returns no days for an empty list', () => {
  expect(group([], 'UTC')).toEqual([]);
});
