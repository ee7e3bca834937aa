import fc from 'fast-check';

import type { AppError } from './app-error';
import { breakLine, parseCaptions, writeCaptions } from './captions';

const GOOD =
  'WEBVTT\n\n1\n00:01.000 --> 00:04.000\nこんにちは\n\nNOTE 聞き直す\n\n00:05.000 --> 00:06.500 align:start\n<v 佐藤>星の話\n';

it('reads cues with and without names, comments and settings', () => {
  expect(parseCaptions(GOOD)).toEqual([
    { start: 1, end: 4, lines: ['こんにちは'] },
    { start: 5, end: 6.5, lines: ['<v 佐藤>星の話'] },
  ]);
});

it('reads what it has written', async () => {
  const time = fc.integer({ min: 0, max: 90_000_000 });
  const cue = fc.record({ at: time, length: fc.integer({ min: 1, max: 100_000 }) });
  await fc.assert(
    fc.asyncProperty(fc.array(cue, { minLength: 1, maxLength: 20 }), async (given) => {
      const cues = given
        .sort((a, b) => a.at - b.at)
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
  ['another file', '1\n00:00:01,000 --> 00:00:02,000\nはい', '1行目: WEBVTT'],
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
