import { aClassroom } from '@manabiba/shared/testing/builders';

import { topDays } from './top-days';

const at = (...starts: string[]) => starts.map((startAt) => aClassroom({ startAt }));
const shape = (starts: string[]) =>
  topDays(at(...starts), 'Asia/Tokyo').map(({ key, items }) => `${key}: ${items.length}`);
const onDay = (day: string, count: number) => Array.from({ length: count }, (_, hour) => `${day}T0${hour}:00:00.000Z`);

it('shows four classrooms for each of the next two days that have any', () => {
  expect(shape([...onDay('2026-11-21', 6), ...onDay('2026-11-24', 5), ...onDay('2026-11-25', 1)])).toEqual([
    '2026-11-21: 4',
    '2026-11-24: 4',
  ]);
});

it('gives all slots to one day when only one has classrooms', () => {
  expect(shape(onDay('2026-11-21', 10))).toEqual(['2026-11-21: 8']);
});

it('starts a new day at midnight of the viewer', () => {
  expect(shape(['2026-11-21T14:59:00.000Z', '2026-11-21T15:00:00.000Z'])).toEqual(['2026-11-21: 1', '2026-11-22: 1']);
});
