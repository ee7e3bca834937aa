import fc from 'fast-check';

import type { AppError } from './app-error';
import { breakLine, parseCaptions, requireReadable, writeCaptions } from './captions';

const GOOD =
  'WEBVTT\n\n1\n00:01.000 --> 00:04.000\nこんにちは\n\nNOTE 聞き直す\n\n00:05.000 --> 00:06.500 align:start\n<v 佐藤>星の話\n';

it('reads cues with and without names, comments and settings', () => {
  expect(parseCaptions(GOOD)).toEqual([
    { start: 1, end: 4, lines: ['こんにちは'] },
    { start: 5, end: 6.5, lines: ['星の話'] },
  ]);
});

it.each([
  [
    'no empty line after the header',
    'WEBVTT\n00:01.000 --> 00:02.000\n最初\n\n00:03.000 --> 00:04.000\n次',
    ['最初', '次'],
  ],
  ['a name after the header', 'WEBVTT\n1\n00:01.000 --> 00:02.000\n最初', ['最初']],
  ['a header of several lines', 'WEBVTT\nKind: captions\nLanguage: ja\n\n00:01.000 --> 00:02.000\nはい', ['はい']],
  [
    'styles and regions',
    'WEBVTT\n\nSTYLE\n::cue { color: red }\n\nREGION\nid:a\n\n00:01.000 --> 00:02.000\nはい',
    ['はい'],
  ],
  ['ruby', 'WEBVTT\n\n00:01.000 --> 00:02.000\n<ruby>震<rt>ふる</rt></ruby>える', ['震える']],
  ['voices and classes', 'WEBVTT\n\n00:01.000 --> 00:02.000\n<v.loud 佐藤 花>はい</v> <c.red>赤</c>', ['はい 赤']],
  [
    'references',
    'WEBVTT\n\n00:01.000 --> 00:02.000\nit&#39;s &quot;fine&quot; &#x2764; &amp; &lt;3&hearts;',
    [`it's "fine" ❤ & <3♥`],
  ],
  ['signs that are no markup', 'WEBVTT\n\n00:01.000 --> 00:02.000\n1 < 2 & 3 <3', ['1 < 2 & 3 <3']],
  [
    'SRT',
    '\uFEFF1\r\n00:00:01,000 --> 00:00:02,500\r\n<i>一</i>\r\n\r\n2\r\n0:00:03,000 --> 0:00:04,000 X1:1\r\n{\\an8}<font color="red">二</font>',
    ['一', '二'],
  ],
])('reads %s', (_what, text, lines) => {
  expect(parseCaptions(text).flatMap((cue) => cue.lines)).toEqual(lines);
});

it('writes what could be read as markup or a time as references', async () => {
  const cues = [{ start: 1, end: 2, lines: ['a < b && <i> --> &amp;'] }];
  expect(parseCaptions(await writeCaptions(cues))).toEqual(cues);
});

it('names the line of what was decoded with the wrong character set', () => {
  expect(() => requireReadable('WEBVTT\n\n00:01.000 --> 00:02.000\n\uFFFD\uFFFD')).toThrow(
    expect.objectContaining({ fields: { vtt: expect.stringContaining('4行目: 文字が正しく') } }),
  );
});

it('reads what it has written', async () => {
  const time = fc.integer({ min: 0, max: 90_000_000 });
  const cue = fc.record({ at: time, length: fc.integer({ min: 1, max: 100_000 }) });
  await fc.assert(
    fc.asyncProperty(fc.array(cue, { minLength: 1, maxLength: 20 }), async (given) => {
      const cues = given
        // The order of cues in WebVTT: of those that start together, the longer one comes first.
        .sort((a, b) => a.at - b.at || b.length - a.length)
        .map(({ at, length }) => ({ start: at / 1000, end: (at + length) / 1000, lines: ['星'] }));
      const read = parseCaptions(await writeCaptions(cues));
      expect(read.map(({ start, end }) => [Math.round(start * 1000), Math.round(end * 1000)])).toEqual(
        cues.map(({ start, end }) => [Math.round(start * 1000), Math.round(end * 1000)]),
      );
    }),
    { numRuns: 30 },
  );
});

it.each([
  ['another file', '[Script Info]\nTitle: 星', '1行目: WEBVTT'],
  ['an empty file', '', '1行目: WEBVTT'],
  ['no captions', 'WEBVTT\n\nNOTE 何もない\n', '4行目: 字幕がありません'],
  ['a comma in a time', 'WEBVTT\n\n00:01,000 --> 00:02.000\nはい', '3行目: 時刻は'],
  ['a block without a time', 'WEBVTT\n\n00:01.000 --> 00:02.000\nはい\n\nいいえ', '6行目: 時刻は'],
  ['an end before the start', 'WEBVTT\r\n\r\n00:02.000 --> 00:01.000\r\nはい', '3行目: 終わり'],
  [
    'a time that goes back',
    'WEBVTT\n\n00:05.000 --> 00:06.000\nはい\n\n00:01.000 --> 00:02.000\nはい',
    '6行目: 時刻が',
  ],
  ['no empty line between', 'WEBVTT\n\n00:01.000 --> 00:02.000\nはい\n00:03.000 --> 00:04.000\nはい', '5行目: 字幕と'],
  ['a setting', 'WEBVTT\n\n00:01.000 --> 00:02.000 align:middle\nはい', '3行目: 表示位置の指定「align:middle」'],
  ['a number in a setting', 'WEBVTT\n\n00:01.000 --> 00:02.000 line:5px\nはい', '3行目: 表示位置の指定「line:5px」'],
  ['a time in SRT', '1\n00:00:01,000 --> 00:00:02,000\nはい\n\n2\n00:00:09 --> 00:00:10,000\nいいえ', '6行目: 時刻は'],
  ['no text', 'WEBVTT\n\n00:01.000 --> 00:02.000\n\n', '3行目: 字幕の文'],
])('names the line of an error: %s', (_what, text, message) => {
  const read = () => parseCaptions(text);
  expect(read).toThrow('invalid');
  try {
    read();
  } catch (error) {
    expect((error as AppError).fields?.['vtt']).toContain(message);
  }
});

it('breaks long lines between phrases and loses nothing', async () => {
  const long = '今日は天気がよいので、みんなで星を見に行くことにしましたが、雲が出てきてしまいました。';
  const text = await writeCaptions([{ start: 0, end: 1, lines: [long] }]);
  const lines = text.trimEnd().split('\n').slice(3);
  expect(lines.length).toBe(2);
  expect(lines.join('')).toBe(long);
  expect(breakLine('短い', () => [])).toEqual(['短い']);
});
