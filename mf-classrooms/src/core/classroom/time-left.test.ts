import { clockUntil, minutesLeft } from './time-left';

const now = new Date('2026-11-21T10:00:00.000Z');

it.each([
  ['2026-11-21T10:23:00.000Z', 23],
  ['2026-11-21T10:22:00.001Z', 23],
  ['2026-11-21T10:00:01.000Z', 1],
  ['2026-11-21T10:00:00.000Z', 0],
  ['2026-11-21T09:00:00.000Z', 0],
])('%s is %i minutes away', (endAt, minutes) => {
  expect(minutesLeft(endAt, now)).toBe(minutes);
});

it.each([
  ['2026-11-22T04:58:22.000Z', '18:58:22'],
  ['2026-11-21T10:00:00.400Z', '00:00:00'],
  ['2026-11-21T09:00:00.000Z', '00:00:00'],
  ['2026-11-24T11:02:03.000Z', '3日と01:02:03'],
])('the countdown to %s shows %s', (startAt, clock) => {
  expect(clockUntil(startAt, now)).toBe(clock);
});
