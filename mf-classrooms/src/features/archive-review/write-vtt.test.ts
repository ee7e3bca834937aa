import { writeVtt } from './write-vtt';

it('writes times, lines and what must not be read as markup', () => {
  const cues = [
    { start: 1.5, end: 3, text: 'こんにちは。\n\n はじめます。 ' },
    { start: 4, end: 5, text: '  ' },
    { start: 3661.042, end: 3663, text: 'a < b & c --> d' },
  ];
  expect(writeVtt(cues)).toBe(
    'WEBVTT\n\n00:00:01.500 --> 00:00:03.000\nこんにちは。\nはじめます。\n\n01:01:01.042 --> 01:01:03.000\na &lt; b &amp; c --&gt; d\n',
  );
});

it('writes nothing when nothing is left', () => {
  expect(writeVtt([{ start: 0, end: 1, text: '' }])).toBeNull();
});
