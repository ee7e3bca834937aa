import fc from 'fast-check';

import { readRange } from './byte-range';

it.each<[string | undefined, ReturnType<typeof readRange>]>([
  [undefined, null],
  ['bytes=0-', { start: 0, end: 99 }],
  ['bytes=10-19', { start: 10, end: 19 }],
  ['bytes=90-500', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=20-10', null],
  ['bytes=0-1,5-6', null],
  ['lines=0-1', null],
  ['bytes=-', null],
])('reads %s of 100 bytes', (header, expected) => {
  expect(readRange(header, 100)).toEqual(expected);
});

it('never returns a part outside of the file', () => {
  const number = fc.option(fc.nat(), { nil: '' });
  fc.assert(
    fc.property(number, number, fc.nat(), (first, last, size) => {
      const range = readRange(`bytes=${first}-${last}`, size);
      if (range === null || range === 'unsatisfiable') return;
      expect(range.start).toBeGreaterThanOrEqual(0);
      expect(range.end).toBeGreaterThanOrEqual(range.start);
      expect(range.end).toBeLessThan(size);
    }),
  );
});
