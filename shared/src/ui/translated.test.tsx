import { render, screen } from '@testing-library/react';
import { Check, Pin } from 'lucide-react';
import type { ReactNode } from 'react';

import { breakPhrases } from '../page/break-phrases';
import { translate } from '../testing/translate';
import { Icon } from './icon';
import { LinkedText } from './linked-text';
import { Links } from './links';
import { MenuItem, MenuItemLink } from './menu';
import { Toast } from './toast';

const ignore = () => undefined;

it.each<[string, ReactNode, ReactNode]>([
  ['a broken title becomes shorter', breakPhrases('和音はなぜ明るく聞こえるのか'), breakPhrases('和音')],
  ['a linked text loses its end', <Links text="資料は https://example.jp/a です。" />, <Links text="資料です。" />],
  ['a linked text gains an address', <Links text="資料です。" />, <Links text="https://example.jp/a が資料です。" />],
  [
    'a menu item changes its icon',
    <MenuItem icon={<Icon icon={Pin} />} onSelect={ignore}>
      固定する
    </MenuItem>,
    <MenuItem icon={<Icon icon={Check} />} onSelect={ignore}>
      固定する
    </MenuItem>,
  ],
  [
    'a menu link gains an icon',
    <MenuItemLink as="a" href="#a">
      教室
    </MenuItemLink>,
    <MenuItemLink as="a" href="#a" icon={<Icon icon={Check} />}>
      教室
    </MenuItemLink>,
  ],
  ['a toast gains an icon', <Toast>保存しました。</Toast>, <Toast icon={<Icon icon={Check} />}>保存しました。</Toast>],
])('in a translated page %s', (_what, before, after) => {
  const page = (part: ReactNode) => <main>{part}</main>;
  const { rerender } = render(page(before));
  translate(document.body);
  rerender(page(after));
  expect(screen.getByRole('main')).toBeInTheDocument();
});

it('in a translated page a text gains its first address', async () => {
  const page = (text: string) => (
    <p>
      <LinkedText text={text} />
    </p>
  );
  const { rerender } = render(page('資料です。'));
  translate(document.body);
  rerender(page('https://example.jp/a'));
  translate(document.body);
  expect(await screen.findByRole('link', { name: 'https://example.jp/a' })).toBeInTheDocument();
});
