import { monthsLater, periodEnd } from './periods';

const at = (text: string) => Date.parse(text) / 1000;

it.each([
  ['2026-01-31T00:00:00Z', 1, '2026-02-28T00:00:00Z'],
  ['2028-01-31T12:30:00Z', 1, '2028-02-29T12:30:00Z'],
  ['2028-02-29T00:00:00Z', 12, '2029-02-28T00:00:00Z'],
  ['2026-12-15T23:59:59Z', 1, '2027-01-15T23:59:59Z'],
])('%s plus %i months is %s', (from, months, to) => {
  expect(monthsLater(at(from), months)).toBe(at(to));
});

it('a subscription started on the 31st returns to the 31st', () => {
  const anchor = at('2026-01-31T00:00:00Z');
  const monthly = { interval: 'month', interval_count: 1 } as const;
  const ends = [anchor];
  for (let count = 0; count < 4; count += 1) ends.push(periodEnd(anchor, ends.at(-1) ?? 0, monthly));
  expect(ends.map((end) => new Date(end * 1000).toISOString().slice(5, 10))).toEqual([
    '01-31',
    '02-28',
    '03-31',
    '04-30',
    '05-31',
  ]);
});
