import fc from 'fast-check';

import { type Composition, cut, type RecordedTrack, scenesOf } from './composition';
import { frameCountOf } from './graph';
import { piecesOf, STEP_SECONDS } from './pieces';

const track = fc
  .record({
    kind: fc.constantFrom('camera' as const, 'screen' as const),
    person: fc.integer({ min: 0, max: 9 }),
    from: fc.integer({ min: -50, max: 9000 }),
    length: fc.integer({ min: 1, max: 3000 }),
  })
  .map(({ kind, person, from, length }): RecordedTrack => {
    const times = { from: from / 10, until: (from + length) / 10 };
    return { file: `${kind}-${person}-${from}`, kind, personId: `person-${person}`, ...times };
  });
const composition = fc
  .record({ tracks: fc.array(track, { maxLength: 30 }), tenths: fc.integer({ min: 1, max: 9000 }) })
  .map(({ tracks, tenths }): Composition =>
    cut({ tracks, speeches: [], hostId: 'person-0', from: 0, until: tenths / 10 }),
  );

it('covers the whole video without gaps, and begins where a player can start', () => {
  fc.assert(
    fc.property(composition, (whole) => {
      const pieces = piecesOf(whole);
      expect(pieces[0]?.from).toBe(0);
      expect(pieces.at(-1)?.until).toBe(whole.until);
      for (const [index, piece] of pieces.entries()) {
        expect(piece.from % STEP_SECONDS).toBe(0);
        expect(piece.until).toBeGreaterThan(piece.from);
        if (index > 0) expect(piece.from).toBe(pieces[index - 1]?.until);
      }
      const frames = pieces.reduce((sum, piece) => sum + frameCountOf(piece), 0);
      expect(Math.abs(frames - frameCountOf({ from: 0, until: whole.until }))).toBeLessThanOrEqual(1);
    }),
  );
});

it('shows in each piece what the whole shows then', () => {
  fc.assert(
    fc.property(composition, fc.double({ min: 0, max: 1, noNaN: true }), (whole, share) => {
      const at = whole.until * share * 0.999;
      const piece = piecesOf(whole).find(({ from, until }) => from <= at && at < until);
      const shown = piece?.scenes.find(({ from, until }) => from + piece.from <= at && at < until + piece.from);
      const expected = scenesOf(whole).find(({ from, until }) => from <= at && at < until);
      expect([shown?.screen, shown?.camera]).toEqual([expected?.screen, expected?.camera]);
    }),
  );
});

it('opens few files at once and lets a killed process repeat few minutes', () => {
  fc.assert(
    fc.property(composition, (whole) => {
      for (const { from, until, scenes } of piecesOf(whole)) {
        const files = new Set(scenes.flatMap(({ screen, camera }) => [screen?.file, camera?.file]).filter(Boolean));
        // One step alone may show more.
        if (until - from > STEP_SECONDS) expect(files.size).toBeLessThanOrEqual(6);
        expect(until - from).toBeLessThanOrEqual(300);
      }
    }),
  );
});
