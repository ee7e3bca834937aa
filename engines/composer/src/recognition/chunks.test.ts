import fc from 'fast-check';

import { CHUNK_SECONDS, chunksOf } from './chunks';

const speech = (from: number, until: number) => ({ from, until });

it('gives short speeches one chunk with the pause between them', () => {
  expect(chunksOf([speech(2, 4), speech(6, 8)], 60)).toEqual([{ from: 1.7, until: 8.3 }]);
});

it('leaves out a long pause', () => {
  expect(chunksOf([speech(2, 4), speech(40, 42)], 60)).toEqual([
    { from: 1.7, until: 4.3 },
    { from: 39.7, until: 42.3 },
  ]);
});

it('divides a long speech', () => {
  expect(chunksOf([speech(0, 50)], 50)).toEqual([
    { from: 0, until: 20 },
    { from: 20, until: 40 },
    { from: 40, until: 50 },
  ]);
});

it('holds every speech once, in chunks that the model can hear, whatever is said when', () => {
  const edges = fc.uniqueArray(fc.integer({ min: 0, max: 3000 }), { minLength: 2, maxLength: 40 });
  fc.assert(
    fc.property(edges, (times) => {
      const sorted = [...times].sort((a, b) => a - b).map((tenths) => tenths / 10);
      const speeches = sorted.flatMap((from, index) => {
        const until = sorted[index + 1];
        return index % 2 === 0 && until !== undefined ? [speech(from, until)] : [];
      });
      const chunks = chunksOf(speeches, 300);
      for (const [index, { from, until }] of chunks.entries()) {
        expect(from).toBeGreaterThanOrEqual(chunks[index - 1]?.until ?? 0);
        expect(until).toBeGreaterThan(from);
        expect(until - from).toBeLessThanOrEqual(CHUNK_SECONDS + 1e-9);
        expect(until).toBeLessThanOrEqual(300);
      }
      for (const { from, until } of speeches)
        for (let at = from + 0.05; at < until; at += 0.1)
          expect(chunks.filter((chunk) => chunk.from <= at && at < chunk.until)).toHaveLength(1);
    }),
  );
});
