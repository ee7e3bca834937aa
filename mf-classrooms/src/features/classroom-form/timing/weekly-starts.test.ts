import { nextWeekly, weeklyStarts } from './weekly-starts';

const NOW = new Date(2026, 10, 21, 13, 45);
const on = (day: number, hour = 18) => new Date(2026, 10, day, hour);

describe('weeklyStarts', () => {
  it.each([
    // November goes on as its 31st to 51st day; 30 days ahead is the 51st at 13:45.
    ['from tomorrow', 22, [22, 29, 36, 43, 50]],
    ['from a day whose fifth time is too late', 23, [23, 30, 37, 44]],
    ['in the last week', 47, [47]],
    ['beyond what can be created', 60, []],
  ])('goes as far as 30 days ahead, %s', (_what, first, days) => {
    expect(weeklyStarts(on(first), NOW)).toEqual(days.map((day) => on(day)));
  });
});

describe('nextWeekly', () => {
  it.each([
    ['a class of last month', new Date(2026, 9, 10, 18), new Date(2026, 10, 21, 18)],
    ['a class of this morning', on(21, 9), on(28, 9)],
    ['a class that would begin again in two minutes', new Date(2026, 10, 14, 13, 47), new Date(2026, 10, 28, 13, 47)],
    ['a class still ahead', on(24), on(31)],
    ['a class whose next week is too far ahead', on(48), new Date(2026, 10, 21, 14)],
  ])('finds the next time of %s', (_what, start, next) => {
    expect(nextWeekly(start, NOW)).toEqual(next);
  });
});
