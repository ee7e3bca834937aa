import { richText } from './rich-text';

it('splits paragraphs at empty lines and keeps single line breaks', () => {
  expect(richText('一行目\r\n二行目\n\n次の段落')).toEqual([
    { kind: 'paragraph', lines: ['一行目', '二行目'] },
    { kind: 'paragraph', lines: ['次の段落'] },
  ]);
});

it('turns lines that begin with a dot or a dash into a list', () => {
  expect(richText('用意するもの:\n・白地図\n- 色鉛筆')).toEqual([
    { kind: 'paragraph', lines: ['用意するもの:'] },
    { kind: 'list', items: ['白地図', '色鉛筆'] },
  ]);
});

it('renders nothing for empty text', () => {
  expect(richText(' \n\n ')).toEqual([]);
});
