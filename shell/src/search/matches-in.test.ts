import { matchesIn } from './matches-in';

const marked = (text: string, words: string) =>
  matchesIn(text, words)
    .map(({ text: part, isMatch }) => (isMatch ? `[${part}]` : part))
    .join('');

it.each([
  ['part of a word', '三角関数の合成', '関数', '三角[関数]の合成'],
  ['katakana for hiragana', 'ベクトルの言葉', 'べくとる', '[ベクトル]の言葉'],
  ['hiragana for katakana', 'やさしい英語', 'ヤサシイ', '[やさしい]英語'],
  ['half-width katakana', 'ギターの夜', 'ｷﾞﾀｰ', '[ギター]の夜'],
  ['another width and case', 'Ｐｙｔｈｏｎ入門', 'python', '[Ｐｙｔｈｏｎ]入門'],
  ['several words in any place', '英語で話す45分', '45　英語', '[英語]で話す[45]分'],
  ['every occurrence', '数と数と数', '数', '[数]と[数]と[数]'],
  ['adjacent matches', '数数', '数', '[数数]'],
  ['nothing for a match by reading', '数学の夜', 'すうがく', '数学の夜'],
  ['nothing without query words', '数学の夜', ' ', '数学の夜'],
  ['a letter that folds to several', '10㌔走る', 'きろ', '10[㌔]走る'],
  ['a variant of a kanji with its selector', '葛\u{e0100}城の髙橋', '葛城 高橋', '[葛\u{e0100}城]の[髙橋]'],
  ['a match across a space or a sign', '三角 関数・入門', '関数入門', '三角 [関数・入門]'],
  ['letters with separate marks', 'カ\u3099ク', 'がく', '[カ\u3099ク]'],
  ['ヴァ for バ', 'ヴァイオリン', 'ばいおりん', '[ヴァイオリン]'],
])('marks %s', (_rule, text, words, expected) => {
  expect(marked(text, words)).toBe(expected);
});
