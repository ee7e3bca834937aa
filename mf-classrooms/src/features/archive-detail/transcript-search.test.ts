import { matchingCues } from './transcript-search';

const cues = ['青い矢印の長さが\nr です。', 'ＡとBが直角', 'カメラ'].map((text, start) => ({
  start,
  end: start + 1,
  text,
}));
const found = (search: string) => matchingCues(cues, search).map(({ start }) => start);

it.each([
  ['nothing', ' ', [0, 1, 2]],
  ['a word across a line break', '長さがr', [0]],
  ['another width and case', 'aとｂ', [1]],
  ['half-width katakana', 'ｶﾒﾗ', [2]],
  ['hiragana with an invisible character', 'か\u200bめら', [2]],
  ['something else', '内積', []],
])('finds %s', (_name, search, starts) => {
  expect(found(search)).toEqual(starts);
});
