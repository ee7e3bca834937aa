import fc from 'fast-check';

import { chaptersOf } from './chapters';

const moments = fc.array(
  fc.record({ at: fc.integer({ min: -100, max: 4000 }), title: fc.constantFrom('画面の共有', '質問', 'まとめ') }),
  { maxLength: 80 },
);

it('begin at 0, in order, half a minute apart and within the video', () => {
  fc.assert(
    fc.property(moments, fc.integer({ min: 0, max: 600 }), fc.integer({ min: 1, max: 3600 }), (given, from, length) => {
      const chapters = chaptersOf(given, { from, until: from + length, opening: 'はじめ' });
      if (chapters.length === 0) return;
      expect(chapters[0]?.at).toBe(0);
      expect(chapters.length).toBeGreaterThan(1);
      expect(chapters.length).toBeLessThanOrEqual(50);
      chapters.slice(1).forEach(({ at }, index) => expect(at - (chapters[index]?.at ?? 0)).toBeGreaterThanOrEqual(30));
      expect(chapters.at(-1)?.at).toBeLessThanOrEqual(length - 30);
    }),
  );
});

it('are those of the kept part, from its start', () => {
  const given = [
    { at: 10, title: '前' },
    { at: 130, title: '画面の共有' },
    { at: 140, title: '質問' },
    { at: 400, title: 'まとめ' },
    { at: 3690, title: '後' },
  ];
  expect(chaptersOf(given, { from: 60, until: 3700, opening: 'はじめ' })).toEqual([
    { at: 0, title: 'はじめ' },
    { at: 70, title: '画面の共有' },
    { at: 340, title: 'まとめ' },
  ]);
});

it('are none where nothing divides the video', () => {
  expect(chaptersOf([{ at: 5, title: '画面の共有' }], { from: 0, until: 600, opening: 'はじめ' })).toEqual([]);
});
