import { layOut } from './mail-layout';

/** The form of a mail in HTML, with one paragraph. */
const htmlOf = (paragraph: string, hasLinks = true) =>
  String(layOut('a@example.jp', { subject: '持ち物のご案内', paragraphs: [paragraph], hasLinks }).html);

/** Where the links of a paragraph lead. */
const linksIn = (paragraph: string) =>
  [...htmlOf(paragraph).matchAll(/<a class="link" href="([^"]*)"/g)].map((of) => of[1]);

it.each([
  'https://ja.wikipedia.org/wiki/東京_(曖昧さ回避)',
  'https://ja.wikipedia.org/wiki/ジョン・レノン',
  'HTTPS://EXAMPLE.JP/A',
  'https://例え.jp/道',
])('links %s whole', (address) => {
  expect(linksIn(`資料は${address}。`)).toEqual([address]);
  expect(linksIn(`資料（${address}）をどうぞ`)).toEqual([address]);
});

it('links neither the text after an address nor another scheme', () => {
  expect(linksIn('https://example.jpを見てください。javascript:alert(1)')).toEqual(['https://example.jp']);
});

it('escapes the markup in and around a link', () => {
  expect(htmlOf('<b>"https://example.jp/?a=1&b=2"</b>')).toContain(
    '&lt;b&gt;&quot;<a class="link" href="https://example.jp/?a=1&amp;b=2" style="color:#27459B">https://example.jp/?a=1&amp;b=2</a>&quot;&lt;/b&gt;',
  );
});

it('links nothing in a mail without links', () => {
  expect(htmlOf('https://example.jp', false)).not.toContain('<a');
});
