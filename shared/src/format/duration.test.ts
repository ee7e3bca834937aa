import { millisecondsInHour, millisecondsInMinute } from 'date-fns/constants';

import { formatLength, formatMinutes, formatRemaining, splitDuration } from './duration';

describe('a duration', () => {
  it.each([
    [0, '0:00'],
    [2703, '45:03'],
    [3723, '1:02:03'],
    [90_000, '25:00:00'],
  ])('of a %d-second recording is %s', (seconds, words) => {
    expect(formatLength(seconds)).toBe(words);
  });

  it.each([
    [45, '45分'],
    [60, '1時間'],
    [90, '1時間30分'],
  ])('of %d planned minutes is %s', (minutes, words) => {
    expect(formatMinutes(minutes)).toBe(words);
  });

  it.each([
    [31 * millisecondsInMinute + 59_000, '31分'],
    [59_999, '59秒'],
    [3 * millisecondsInHour + 12 * millisecondsInMinute, '3時間12分'],
    [49 * millisecondsInHour, '2日'],
    [-1, '0秒'],
  ])('of %d remaining ms is %s', (durationMs, words) => {
    expect(formatRemaining(durationMs)).toBe(words);
  });

  it('is never below zero', () => {
    expect(splitDuration(-5000)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 0 });
  });
});
