import { linesOf } from './recognized-text';

const chunks = [
  { from: 10, until: 18 },
  { from: 100, until: 120 },
];
const row = (start: number, end: number, text: string) => `{"start":${start},"end":${end},"text":"${text}"}`;

it('gives each line its time in the video', () => {
  expect(linesOf([row(500, 2500, ' 今日は。'), row(20_000, 40_000, '微分です')].join('\n'), chunks, 'hana')).toEqual([
    { personId: 'hana', from: 10.5, until: 12.5, text: '今日は。' },
    { personId: 'hana', from: 100, until: 120, text: '微分です' },
  ]);
});

it('ends a line with its chunk, and leaves out what is heard in the silence after it', () => {
  expect(linesOf([row(6000, 12_000, '続き'), row(12_000, 16_000, 'なし')].join('\n'), chunks, 'hana')).toEqual([
    { personId: 'hana', from: 16, until: 18, text: '続き' },
  ]);
});

it('takes quotes and backslashes as they are', () => {
  expect(linesOf(row(0, 1000, '"x" は \\d'), chunks, 'hana')).toMatchObject([{ text: '"x" は \\d' }]);
});

it.each(['', ' ', '[音楽]', '(拍手)', '（笑）', '【音楽】', '♪♪'])('leaves out "%s", which nobody said', (text) => {
  expect(linesOf(row(0, 1000, text), chunks, 'hana')).toEqual([]);
});

it.each(['', 'no JSON', row(40_000, 41_000, '後'), '{"start":0}'])('ignores "%s"', (written) => {
  expect(linesOf(written, chunks, 'hana')).toEqual([]);
});
