import { chapterSpans, spanIndexAt, spanShare } from './chapters';

it('covers the recording without gaps', () => {
  expect(
    chapterSpans(
      [
        { at: 260, title: '単位円' },
        { at: 0, title: 'はじめに' },
      ],
      600,
    ),
  ).toEqual([
    { start: 0, end: 260, title: 'はじめに' },
    { start: 260, end: 600, title: '単位円' },
  ]);
});

it.each([
  ['no chapters', [], [[0, 600]]],
  [
    'a late first chapter',
    [60],
    [
      [0, 60],
      [60, 600],
    ],
  ],
  [
    'two at one second',
    [0, 60, 60],
    [
      [0, 60],
      [60, 600],
    ],
  ],
  ['one at the end and one outside', [0, 600, 700, -5], [[0, 600]]],
])('handles %s', (_name, starts, spans) => {
  const chapters = starts.map((at) => ({ at, title: `${at}` }));
  expect(chapterSpans(chapters, 600).map(({ start, end }) => [start, end])).toEqual(spans);
});

it('has no spans while the duration is unknown', () => {
  expect(chapterSpans([{ at: 0, title: 'はじめに' }], 0)).toEqual([]);
  expect(spanIndexAt([], 12)).toBe(-1);
});

it('keeps spans adjoining and ordered for any chapters', () => {
  for (let seed = 1; seed < 400; seed++) {
    const random = (n: number) => (Math.imul(seed * 31 + n, 2654435761) >>> 0) / 2 ** 32;
    const duration = 1 + Math.floor(random(0) * 5000);
    const chapters = Array.from({ length: Math.floor(random(1) * 12) }, (_, n) => ({
      at: Math.floor(random(n + 2) * 6000) - 300,
      title: `${n}`,
    }));
    const spans = chapterSpans(chapters, duration);
    expect(spans[0]?.start).toBe(0);
    expect(spans.at(-1)?.end).toBe(duration);
    for (const [index, span] of spans.entries()) {
      expect(span.end).toBeGreaterThan(span.start);
      if (index > 0) expect(span.start).toBe(spans[index - 1]?.end);
      expect(spanIndexAt(spans, span.start)).toBe(index);
      expect(spanIndexAt(spans, span.end - 0.001)).toBe(index);
    }
  }
});

it('finds the span of a position and its share', () => {
  const spans = chapterSpans(
    [
      { at: 0, title: 'a' },
      { at: 100, title: 'b' },
    ],
    300,
  );
  expect([0, 99.9, 100, 299, 300, 999].map((at) => spanIndexAt(spans, at))).toEqual([0, 0, 1, 1, 1, 1]);
  expect(spanShare({ start: 100, end: 300, title: '' }, 150)).toBe(0.25);
  expect(spanShare({ start: 100, end: 300, title: '' }, 20)).toBe(0);
  expect(spanShare({ start: 100, end: 300, title: '' }, 400)).toBe(1);
});
