import fc from 'fast-check';

import { cuesWithout, linesIn, placeOf, utterancesOf } from './utterances';

const LENGTH = 600;
const speech = fc
  .tuple(fc.constantFrom('hana', 'ken'), fc.integer({ min: 0, max: 5900 }), fc.integer({ min: 3, max: 100 }))
  .map(([personId, from, length]) => ({ personId, from: from / 10, until: Math.min(LENGTH, (from + length) / 10) }));

it('joins what a person says with short pauses, and leaves other people apart', () => {
  const speeches = [
    { personId: 'hana', from: 10, until: 12 },
    { personId: 'ken', from: 12, until: 14 },
    { personId: 'hana', from: 14.5, until: 20 },
    { personId: 'hana', from: 23.5, until: 25 },
  ];
  expect(utterancesOf(speeches, LENGTH)).toEqual([
    { personId: 'hana', from: 9.7, until: 20.3 },
    { personId: 'ken', from: 11.7, until: 14.3 },
    { personId: 'hana', from: 23.2, until: 25.3 },
  ]);
});

it('covers everything that is said, within the recording, and never twice by one person', () => {
  fc.assert(
    fc.property(fc.array(speech, { maxLength: 30 }), (speeches) => {
      const utterances = utterancesOf(speeches, LENGTH);
      for (const { personId, from, until } of speeches)
        expect(
          utterances.filter((one) => one.personId === personId && one.from <= from && one.until >= until),
        ).toHaveLength(1);
      for (const { personId, from, until } of utterances) {
        expect(from).toBeGreaterThanOrEqual(0);
        expect(until).toBeLessThanOrEqual(LENGTH);
        const others = utterances.filter((one) => one.personId === personId && one.from > from);
        for (const other of others) expect(other.from).toBeGreaterThan(until);
      }
    }),
  );
});

it('leaves out what would begin after the end of the recording', () => {
  expect(utterancesOf([{ personId: 'hana', from: LENGTH, until: LENGTH + 2 }], LENGTH)).toEqual([]);
});

it('shifts with the cut of the host, and has no place where it is cut off', () => {
  const video = { cutStart: 10, length: 50 };
  expect(placeOf({ from: 20, until: 22 }, video)).toBe(10);
  expect(placeOf({ from: 8, until: 12 }, video)).toBe(0);
  expect(placeOf({ from: 4, until: 10 }, video)).toBeNull();
  expect(placeOf({ from: 60, until: 62 }, video)).toBeNull();
});

it('has the sentences that begin within it, or soon after: they are recognized late', () => {
  const at = (seconds: number) => new Date(1_700_000_000_000 + seconds * 1000);
  const line = (text: string, from: number, until: number) => ({ text, startedAt: at(from), endedAt: at(until) });
  const spans = [
    { startedAt: at(0), endedAt: at(10) },
    { startedAt: at(100), endedAt: at(130) },
  ];
  const lines = [line('前', 100, 103), line('中', 106, 108), line('遅い', 111, 112), line('後', 112, 114)];
  const found = linesIn({ from: 15, until: 20 }, lines, spans);
  expect(found.map(({ text }) => text)).toEqual(['中', '遅い']);
});

it('leaves the captions empty as long as it lasts, in the times of the cut video', () => {
  const cues = [
    { start: 0, end: 2 },
    { start: 2, end: 4 },
    { start: 6, end: 8 },
    { start: 8, end: 9 },
  ];
  // Lines, and with them captions, may be a little late.
  expect(cuesWithout(cues, [{ from: 13, until: 16 }], 10)).toEqual([cues[0], cues[3]]);
});
