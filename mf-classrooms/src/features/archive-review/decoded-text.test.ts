import { decodedText } from './decoded-text';

const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => parseInt(byte, 16)).buffer;

it.each([
  ['UTF-8', 'e38193e38293e381abe381a1e381af0a'],
  ['UTF-8 with a mark', 'efbbbfe38193e38293e381abe381a1e381af0a'],
  ['Shift_JIS', '82b182f182c982bf82cd0a'],
  ['EUC-JP', 'a4b3a4f3a4cba4c1a4cf0a'],
  ['ISO-2022-JP', '1b244224332473244b2441244f1b28420a'],
  ['UTF-16 with a mark', 'fffe533093306b3061306f300a00'],
  ['big-endian UTF-16 with a mark', 'feff30533093306b3061306f000a'],
  ['UTF-16 without a mark', '533093306b3061306f300a00'],
])('decodes %s', (_name, hex) => {
  expect(decodedText(bytesOf(hex))).toBe('こんにちは\n');
});

it('decodes kanji in Shift_JIS and half-width katakana', () => {
  expect(decodedText(bytesOf('8e9a968b0ab6c0b6c5'))).toBe('字幕\nｶﾀｶﾅ');
});

it('decodes nothing that is no text in these', () => {
  expect(decodedText(bytesOf('ffd8ffe1fffe80'))).toBeNull();
});
