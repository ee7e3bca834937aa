import { nextMorning, quietSpans, shownTime, timeChoices } from './quiet-hours';

it('offers every half hour, and a time that was set otherwise', () => {
  expect(timeChoices('22:00')).toHaveLength(48);
  const choices = timeChoices('22:10', '07:00');
  expect(choices).toHaveLength(49);
  expect(choices.slice(43, 47)).toEqual(['21:30', '22:00', '22:10', '22:30']);
});

it.each([
  ['07:00', '7:00'],
  ['00:30', '0:30'],
  ['22:00', '22:00'],
])('shows %s as %s', (time, shown) => {
  expect(shownTime(time)).toBe(shown);
});

it.each([
  ['within a day', '06:00', '12:00', [{ start: 25, length: 25 }]],
  [
    'through midnight',
    '18:00',
    '06:00',
    [
      { start: 0, length: 25 },
      { start: 75, length: 25 },
    ],
  ],
  ['until midnight', '18:00', '00:00', [{ start: 75, length: 25 }]],
  ['all day', '00:00', '00:00', [{ start: 0, length: 100 }]],
])('renders quiet hours %s', (_case, from, to, spans) => {
  expect(quietSpans(from, to)).toEqual(spans);
});

it.each([
  ['in the evening', new Date(2026, 10, 21, 20, 15), new Date(2026, 10, 22, 7), '明日'],
  ['on the last day of a month', new Date(2026, 10, 30, 9), new Date(2026, 11, 1, 7), '明日'],
  ['after midnight', new Date(2026, 10, 22, 0, 30), new Date(2026, 10, 22, 7), '今朝'],
])('pauses until the next morning when asked %s', (_case, now, until, name) => {
  expect(nextMorning(now)).toEqual({ until, name });
});
