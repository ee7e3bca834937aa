import fc from 'fast-check';

import { spansOf } from './speech';

const QUIET = 0.001;
const LOUD = 0.1;
const levels = fc.array(fc.constantFrom(QUIET, LOUD), { maxLength: 300 });

it('finds no speech in silence', () => {
  expect(spansOf(new Array<number>(100).fill(QUIET))).toEqual([]);
});

it('joins what a short pause divides, and keeps a short sound apart', () => {
  const spoken = [
    ...new Array<number>(10).fill(LOUD),
    ...new Array<number>(8).fill(QUIET),
    ...new Array<number>(5).fill(LOUD),
    ...new Array<number>(20).fill(QUIET),
    LOUD,
    ...new Array<number>(20).fill(QUIET),
  ];
  const [first, short, ...others] = spansOf(spoken);
  expect(others).toEqual([]);
  expect(first?.from).toBe(0);
  expect(first?.until).toBeCloseTo(2.3, 6);
  expect(short?.from).toBeCloseTo(4.3, 6);
  expect(short?.until).toBeCloseTo(4.4, 6);
});

it('finds speeches in order, a pause apart, that begin and end with a sound', () => {
  fc.assert(
    fc.property(levels, (given) => {
      const spans = spansOf(given);
      spans.forEach(({ from, until }, index) => {
        expect(given[Math.round(from * 10)]).toBe(LOUD);
        expect(given[Math.round(until * 10) - 1]).toBe(LOUD);
        expect(until - from).toBeGreaterThan(0.05);
        const next = spans[index + 1];
        if (next) expect(next.from - until).toBeGreaterThan(0.9);
      });
    }),
  );
});
