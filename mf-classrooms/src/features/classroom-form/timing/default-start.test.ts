import { defaultStart } from './default-start';

const local = (hour: number, minute: number, second = 0) => new Date(2026, 10, 21, hour, minute, second);

it.each([
  ['just after the hour', local(13, 1), local(13, 30)],
  ['just after the half hour', local(13, 31), local(14, 0)],
  ['five minutes before a slot', local(13, 25), local(13, 30)],
  ['too close to the half hour', local(13, 25, 1), local(14, 0)],
  ['too close to midnight', local(23, 58), new Date(2026, 10, 22, 0, 30)],
])('%s', (_when, now, expected) => {
  expect(defaultStart(now)).toEqual(expected);
});
