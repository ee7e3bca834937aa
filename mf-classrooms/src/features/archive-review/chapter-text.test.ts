import { chapterText, readChapterText } from './chapter-text';

const chapters = [
  { at: 0, title: 'はじめに 矢印で考える' },
  { at: 260, title: '単位円をもう一度' },
  { at: 3723, title: '質問' },
];

it('reads back what it writes', () => {
  expect(chapterText(chapters)).toBe('0:00 はじめに 矢印で考える\n4:20 単位円をもう一度\n1:02:03 質問');
  expect(readChapterText(chapterText(chapters))).toEqual({ chapters });
});

it('accepts full-width digits and empty lines', () => {
  expect(readChapterText('\n４：２０ 単位円\n\n')).toEqual({ chapters: [{ at: 260, title: '単位円' }] });
});

it.each([
  ['a line without a time', '0:00 はじめに\nつぎ', 2],
  ['a line without a name', '0:00 ', 1],
  ['seconds above 59', '0:75 あ', 1],
])('names %s', (_name, text, wrongLine) => {
  expect(readChapterText(text)).toEqual({ wrongLine });
});
