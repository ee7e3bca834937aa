import { resignUrl } from './resign-url';

it.each([
  [
    'a signature in the query',
    'https://m.test/a/720/3.m4s?exp=1&sig=old',
    'https://m.test/a/main.m3u8?exp=1&sig=old',
    'https://m.test/a/main.m3u8?exp=9&sig=new',
    'https://m.test/a/720/3.m4s?exp=9&sig=new',
  ],
  [
    'a signature in the folder',
    'https://m.test/old/a/720/3.m4s',
    'https://m.test/old/a/main.m3u8',
    'https://m.test/new/a/main.m3u8',
    'https://m.test/new/a/720/3.m4s',
  ],
  [
    'a file elsewhere',
    'https://cdn.test/3.m4s?sig=old',
    'https://m.test/a/main.m3u8?sig=old',
    'https://m.test/a/main.m3u8?sig=new',
    'https://cdn.test/3.m4s?sig=old',
  ],
  [
    'a query that is not signed',
    'https://m.test/a/3.m4s?v=2',
    'https://m.test/a/main.m3u8?sig=old',
    'https://m.test/a/main.m3u8?sig=new',
    'https://m.test/a/3.m4s?v=2',
  ],
])('handles %s', (_name, url, first, current, renewed) => {
  expect(resignUrl(url, first, current)).toBe(renewed);
  expect(resignUrl(url, first, first)).toBe(url);
});
