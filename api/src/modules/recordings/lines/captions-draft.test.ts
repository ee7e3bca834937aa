import fc from 'fast-check';

import { captionsDraft } from './captions-draft';

const START = Date.parse('2026-11-23T03:00:00Z');
const at = (seconds: number) => new Date(START + seconds * 1000);
const said = (text: string, from: number, until: number) => ({ text, startedAt: at(from), endedAt: at(until) });
const span = (from: number, until: number) => ({ startedAt: at(from), endedAt: at(until) });
/** Three letters are a phrase. */
const toPhrases = (text: string) => text.match(/.{1,3}/gsu) ?? [];

it('counts the times from the start of the video, without what was not recorded', () => {
  const lines = [said('はじめます。', 2, 4), said('休憩です。', 70, 72), said('続けます。', 103.25, 105)];
  expect(captionsDraft(lines, { spans: [span(0, 60), span(100, 160)], cutStart: 0, length: 120 }, toPhrases)).toEqual([
    { start: 2, end: 4, text: 'はじめます。' },
    { start: 63.25, end: 65, text: '続けます。' },
  ]);
});

it('leaves out what is cut off, and shortens what is cut through', () => {
  const lines = [said('前', 1, 3), said('途中', 9, 12), said('中', 20, 21), said('終わり', 49, 55), said('後', 56, 58)];
  expect(captionsDraft(lines, { spans: [span(0, 60)], cutStart: 10, length: 40 }, toPhrases)).toEqual([
    { start: 0, end: 2, text: '途中' },
    { start: 10, end: 11, text: '中' },
    { start: 39, end: 40, text: '終わり' },
  ]);
});

it('shows a word that is said at once for a second', () => {
  expect(captionsDraft([said('はい', 5, 5)], { spans: [span(0, 60)], cutStart: 0, length: 60 }, toPhrases)).toEqual([
    { start: 5, end: 6, text: 'はい' },
  ]);
});

it('divides a long sentence, whose parts share its time by their length', () => {
  const cues = captionsDraft(
    [said('あ'.repeat(96), 0, 12)],
    { spans: [span(0, 60)], cutStart: 0, length: 60 },
    toPhrases,
  );
  expect(cues).toEqual([
    { start: 0, end: 6, text: 'あ'.repeat(48) },
    { start: 6, end: 12, text: 'あ'.repeat(48) },
  ]);
});

it('keeps the order and the bounds of the video for any recording', () => {
  const seconds = fc.integer({ min: 0, max: 300 });
  const line = fc
    .tuple(seconds, fc.integer({ min: 0, max: 60 }), fc.string({ minLength: 1, maxLength: 400 }))
    .filter(([, , text]) => text.trim() !== '')
    .map(([from, length, text]) => said(text.trim(), from, from + length));
  const spans = fc
    .uniqueArray(seconds, { minLength: 2, maxLength: 8 })
    .map((edges) => [...edges].sort((a, b) => a - b))
    .map((edges) =>
      edges.flatMap((from, index) =>
        index % 2 === 0 && edges[index + 1] !== undefined ? [span(from, edges[index + 1] as number)] : [],
      ),
    );
  fc.assert(
    fc.property(
      fc.array(line),
      spans,
      fc.integer({ min: 0, max: 50 }),
      fc.integer({ min: 1, max: 300 }),
      (lines, recorded, cutStart, length) => {
        const cues = captionsDraft(lines, { spans: recorded, cutStart, length }, toPhrases);
        for (const [index, { start, end, text }] of cues.entries()) {
          expect(start).toBeGreaterThanOrEqual(cues[index - 1]?.start ?? 0);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(length);
          expect(text).not.toBe('');
        }
      },
    ),
  );
});
