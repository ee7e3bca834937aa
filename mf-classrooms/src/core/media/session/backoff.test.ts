import { backoffMs } from './backoff';

it('doubles the wait up to a limit, and spreads it', () => {
  expect([0, 1, 2, 3, 4, 9].map((attempt) => backoffMs(attempt, 1))).toEqual([500, 1000, 2000, 4000, 8000, 8000]);
  expect(backoffMs(4, 0)).toBe(4000);
});
