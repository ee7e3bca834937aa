import { percentOf } from './money';

it.each([
  // Exactly 54; in floating point 1500 * 3.6 / 100 is 53.999….
  [1500, 3.6, 54],
  [0, 3.6, 0],
  [50, 3.6, 1],
  [999, 3.6, 35],
  [300_000, 12.25, 36_750],
])('of %d yen, %d percent is %d yen', (amount, percent, expected) => {
  expect(percentOf(amount, percent)).toBe(expected);
});
