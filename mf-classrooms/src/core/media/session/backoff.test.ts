import { backoffMs } from './backoff';

it('doubles the delay up to a limit, with jitter', () => {
  expect([0, 1, 2, 3, 4, 9].map((attempt) => backoffMs(attempt, 1))).toEqual([500, 1000, 2000, 4000, 8000, 8000]);
  expect(backoffMs(4, 0)).toBe(4000);
});
