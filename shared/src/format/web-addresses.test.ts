import { linkedParts, webAddresses } from './web-addresses';

const addressesIn = (text: string) => webAddresses(text).map(({ address }) => address);

it.each([...'（）【】〔〕《》〈〉「」『』［］｛｝！？：；…，．｡、。｣”’＞～｜', ' ', '\u3000', '\u200b', '\u202e'])(
  'ends an address before "%s"',
  (mark) => {
    expect(addressesIn(`資料${mark}https://example.jp/a${mark}をどうぞ`)).toEqual(['https://example.jp/a']);
    expect(addressesIn(`https://example.jp${mark}`)).toEqual(['https://example.jp']);
  },
);

it.each([
  ['a full stop', '(https://example.jp/a).', 'https://example.jp/a'],
  ['a bracket of the sentence', '資料(https://example.jp/a)です', 'https://example.jp/a'],
  ['an exclamation mark', 'https://example.jp/a!', 'https://example.jp/a'],
  ['text after a domain name', 'https://example.jpを見てください', 'https://example.jp'],
  ['text after a port', 'http://localhost:3000です', 'http://localhost:3000'],
])('leaves out %s', (_what, text, address) => {
  expect(addressesIn(text)).toEqual([address]);
});

it.each([
  'https://ja.wikipedia.org/wiki/東京_(曖昧さ回避)',
  'https://ja.wikipedia.org/wiki/ジョン・レノン',
  'https://ja.wikipedia.org/wiki/佐々木_(a_(b))',
  'HTTPS://EXAMPLE.JP/A',
  'https://例え.jp/道',
  'https://example.日本/',
  'https://example.jp/?q=%E6%9D%B1&b[]=1#節-2',
  'http://192.0.2.1:8080/a',
  'http://[2001:db8::1]/a',
  'https://example.jp/a-b_c~d;e=f',
])('keeps %s whole', (address) => {
  expect(addressesIn(`資料は${address}`)).toEqual([address]);
  expect(addressesIn(`（${address}）`)).toEqual([address]);
});

it.each([
  'javascript:alert(1)',
  'ftp://example.jp',
  '//example.jp',
  'example.jp',
  'a@example.jp',
  'https://',
  'xhttps://example.jp',
])('finds no address in %s', (text) => {
  expect(addressesIn(text)).toEqual([]);
});

it.each(['(', '[', '"a', '(a)', 'https://', 'https://a.', '.', '・'])(
  'reads a long text of "%s" in time proportional to its length',
  (part) => {
    const startedAt = performance.now();
    webAddresses(`https://example.jp/${part.repeat(4000)}`);
    expect(performance.now() - startedAt).toBeLessThan(1000);
  },
);

it('links a URL and leaves the sentence around it unchanged', () => {
  expect(linkedParts('資料は https://example.jp/map?a=1&b=2。印刷してください')).toEqual([
    { text: '資料は ' },
    { text: 'https://example.jp/map?a=1&b=2', href: 'https://example.jp/map?a=1&b=2' },
    { text: '。印刷してください' },
  ]);
});

it.each(['javascript:alert(1)', 'data:text/html,<b>x</b>', 'ftp://example.jp', '<a href="https:">x</a>'])(
  'never links %s',
  (text) => {
    expect(linkedParts(text)).toEqual([{ text }]);
  },
);

it('finds URLs across several lines and leaves everything else as typed', () => {
  expect(linkedParts('- 一\nhttps://example.jp/c\njavascript:alert(1)')).toEqual([
    { text: '- 一\n' },
    { text: 'https://example.jp/c', href: 'https://example.jp/c' },
    { text: '\njavascript:alert(1)' },
  ]);
});
