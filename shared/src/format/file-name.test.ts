import { fileNamePart } from './file-name';

it.each([
  ['三角関数の合成を、図だけで理解する', '三角関数の合成を、図だけで理解する'],
  ['入門/その1: "はじめ" <1>|?*\\', '入門 その1 はじめ 1'],
  ['../../etc/passwd', 'etc passwd'],
  ['改行\r\nと\tタブ', '改行 と タブ'],
  ['請求書\u202Egpj.exe', '請求書 gpj.exe'],
  [' ... ', ''],
])('%j becomes %j', (text, part) => {
  expect(fileNamePart(text)).toBe(part);
});

it('truncates at a character boundary', () => {
  expect(fileNamePart('𠮷'.repeat(100))).toBe('𠮷'.repeat(60));
});
