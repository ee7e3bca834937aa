/** @jest-environment node */
import { dayOf, groupByDay } from './day-groups';

const at = (createdAt: string) => ({ createdAt });

it('cuts at the midnight of the reader, to the second', () => {
  const items = ['2026-11-20T15:00:00.000Z', '2026-11-20T14:59:59.999Z', '2026-11-20T03:00:00.000Z', '2026-11-19T15:00:00.000Z'].map(at);
  expect(groupByDay(items, 'Asia/Tokyo').map(({ day, items: inDay }) => [day, inDay.length])).toEqual([['2026-11-21', 1], ['2026-11-20', 3]]);
});

it.each([
  ['Asia/Tokyo', '2026-11-21'],
  ['UTC', '2026-11-20'],
  ['America/Los_Angeles', '2026-11-20'],
  ['Pacific/Kiritimati', '2026-11-21'],
])('takes the day of %s', (timeZone, day) => {
  expect(dayOf(new Date('2026-11-20T15:30:00.000Z'), timeZone)).toBe(day);
});

it('keeps the order, and one heading for a day of which some came late', () => {
  const items = ['2026-11-21T05:00:00.000Z', '2026-11-20T05:00:00.000Z', '2026-11-21T01:00:00.000Z'].map(at);
  expect(groupByDay(items, 'UTC')).toEqual([
    { day: '2026-11-21', items: [items[0], items[2]] }, { day: '2026-11-20', items: [items[1]] },
  ]);
});

it('has no groups for an empty inbox', () => {
  expect(groupByDay([])).toEqual([]);
});
