import { isQuiet } from './quiet-hours';

const night = { quiet_from: '22:00', quiet_to: '07:00', time_zone: 'Asia/Tokyo', paused_until: null };
const at = (time: string) => new Date(time);

describe('quiet hours', () => {
  it.each([
    ['before they begin', '2026-11-23T12:59:00Z', false],
    ['when they begin', '2026-11-23T13:00:00Z', true],
    ['after midnight', '2026-11-23T18:00:00Z', true],
    ['when they end', '2026-11-23T22:00:00Z', false],
  ])('over midnight in Japan: %s', (_when, time, expected) => {
    expect(isQuiet(night, at(time))).toBe(expected);
  });

  it('within a day', () => {
    const lunch = { ...night, quiet_from: '12:00', quiet_to: '13:00' };
    expect([isQuiet(lunch, at('2026-11-23T03:30:00Z')), isQuiet(lunch, at('2026-11-23T04:00:00Z'))]).toEqual([
      true,
      false,
    ]);
  });

  it.each([
    ['winter', '2026-01-15T06:30:00Z', false],
    ['summer, an hour earlier by the clock of the world', '2026-07-15T05:30:00Z', false],
    ['summer, within them', '2026-07-15T04:30:00Z', true],
    ['winter, within them', '2026-01-15T05:30:00Z', true],
    ['the night in which the clock goes forward', '2026-03-29T04:30:00Z', true],
  ])('follow the summer time of Paris: %s', (_when, time, expected) => {
    expect(isQuiet({ ...night, time_zone: 'Europe/Paris' }, at(time))).toBe(expected);
  });

  it('follow users who move to another zone', () => {
    const time = at('2026-11-23T18:00:00Z');
    expect([isQuiet(night, time), isQuiet({ ...night, time_zone: 'America/New_York' }, time)]).toEqual([true, false]);
  });

  it('are none without times, and a pause counts at any time until it ends', () => {
    const never = { ...night, quiet_from: null, quiet_to: null };
    const pausedUntil = at('2026-11-23T12:00:00Z');
    expect([
      isQuiet(never, pausedUntil),
      isQuiet({ ...never, paused_until: pausedUntil }, at('2026-11-23T11:59:59Z')),
      isQuiet({ ...never, paused_until: pausedUntil }, pausedUntil),
    ]).toEqual([false, true, false]);
  });
});
