import { linkedParts, richText } from './rich-text';

it('splits paragraphs at empty lines and keeps single line breaks', () => {
  expect(richText('一行目\r\n二行目\n\n次の段落')).toEqual([
    { kind: 'paragraph', lines: [[{ text: '一行目' }], [{ text: '二行目' }]] },
    { kind: 'paragraph', lines: [[{ text: '次の段落' }]] },
  ]);
});

it('turns lines that begin with a dot or a dash into a list', () => {
  expect(richText('用意するもの:\n・白地図\n- 色鉛筆')).toEqual([
    { kind: 'paragraph', lines: [[{ text: '用意するもの:' }]] },
    { kind: 'list', items: [[{ text: '白地図' }], [{ text: '色鉛筆' }]] },
  ]);
});

it('links a URL and leaves the sentence around it unchanged', () => {
  expect(richText('資料は https://example.jp/map?a=1&b=2。印刷してください')).toEqual([
    {
      kind: 'paragraph',
      lines: [
        [
          { text: '資料は ' },
          { text: 'https://example.jp/map?a=1&b=2', href: 'https://example.jp/map?a=1&b=2' },
          { text: '。印刷してください' },
        ],
      ],
    },
  ]);
});

it.each(['javascript:alert(1)', 'data:text/html,<b>x</b>', 'ftp://example.jp', '<a href="https:">x</a>'])(
  'never links %s',
  (text) => {
    const [block] = richText(text);
    expect(block?.kind === 'paragraph' && block.lines.flat().some((part) => part.href)).toBe(false);
  },
);

it('renders nothing for empty text', () => {
  expect(richText(' \n\n ')).toEqual([]);
});

it('finds URLs across several lines and leaves everything else as typed', () => {
  expect(linkedParts('- 一\nhttps://example.jp/c\njavascript:alert(1)')).toEqual([
    { text: '- 一\n' },
    { text: 'https://example.jp/c', href: 'https://example.jp/c' },
    { text: '\njavascript:alert(1)' },
  ]);
});
