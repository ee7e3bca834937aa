import { csvFile } from './csv';

/** The content after the byte order mark. */
const body = (...args: Parameters<typeof csvFile>) => csvFile(...args).slice(1);

it('begins with the bytes by which Excel recognizes UTF-8', () => {
  expect([...new TextEncoder().encode(csvFile([['名前']]))].slice(0, 4)).toEqual([0xef, 0xbb, 0xbf, 0xe5]);
});

it('ends every row with CRLF, including the last', () => {
  expect(
    body([
      ['名前', '分'],
      ['森 拓海', 45],
    ]),
  ).toBe('名前,分\r\n森 拓海,45\r\n');
});

it.each([
  ['a comma', '森,拓海', '"森,拓海"'],
  ['a quotation mark', '森"タク"拓海', '"森""タク""拓海"'],
  ['a line feed', '森\n拓海', '"森\n拓海"'],
  ['a carriage return', '森\r拓海', '"森\r拓海"'],
  ['no special characters', '森 拓海;𠮷', '森 拓海;𠮷'],
  ['no content', '', ''],
])('quotes a cell with %s', (_what, cell, written) => {
  expect(body([[cell, 'x']])).toBe(`${written},x\r\n`);
});

it.each([
  ['=1+1', "'=1+1"],
  ['+81', "'+81"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', '"\'\r=1"'],
  ['\n=1', '"\'\n=1"'],
  ['＝1+1', "'＝1+1"],
  ['＋81', "'＋81"],
  ['－1', "'－1"],
  ['＠SUM(A1)', "'＠SUM(A1)"],
  ['=HYPERLINK("https://evil.example","見る")', '"\'=HYPERLINK(""https://evil.example"",""見る"")"'],
])('neutralizes the formula %j', (cell, written) => {
  expect(body([[cell]])).toBe(`${written}\r\n`);
});

it('leaves numbers and signs inside text unchanged', () => {
  expect(body([[-5, 0, 'a=b', '090-1234']])).toBe('-5,0,a=b,090-1234\r\n');
});
