import { matchingPages } from './page-search';

const page = (number: number, text: string) => ({
  at: number * 60,
  materialId: 'mat_1',
  title: '星の一生',
  page: number,
  text,
});
const pages = [page(1, 'はじめに\n太陽と恒星'), page(2, ''), page(3, '超新星\n爆発のあと')];
const found = (search: string) => matchingPages(pages, search).map(({ page: number, excerpt }) => [number, excerpt]);

it.each([
  [
    'nothing: all, each by its first line',
    '',
    [
      [1, 'はじめに'],
      [2, ''],
      [3, '超新星'],
    ],
  ],
  ['a word: the line with it', '恒星', [[1, '太陽と恒星']]],
  ['a word across two lines', '新星爆発', [[3, '超新星']]],
  ['another writing of a word', 'ﾊｼﾞﾒﾆ', [[1, 'はじめに']]],
  [
    'the name of the file',
    '一生',
    [
      [1, 'はじめに'],
      [2, ''],
      [3, '超新星'],
    ],
  ],
  ['a word that is nowhere', '惑星', []],
])('finds pages by %s', (_what, search, expected) => {
  expect(found(search)).toEqual(expected);
});
