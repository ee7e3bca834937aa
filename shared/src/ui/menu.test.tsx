import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { Button } from './button';
import { Menu, MenuHeader, MenuItem, MenuItemLink, MenuSeparator } from './menu';

function setUp() {
  const onMute = jest.fn();
  const onBack = jest.fn();
  render(
    <>
      <Menu
        label="アカウントメニュー"
        trigger={(props, isOpen) => <Button {...props}>{isOpen ? 'メニューを閉じる' : 'メニューを開く'}</Button>}
      >
        <MenuHeader title="加藤 修" note="kato@example.jp" />
        <MenuItem onSelect={onMute}>ミュートにする</MenuItem>
        <MenuItem isDisabled onSelect={onBack}>
          聞き手に戻す
        </MenuItem>
        <MenuSeparator />
        <MenuItemLink as="a" href="#profile">
          プロフィール
        </MenuItemLink>
        <MenuItem onSelect={() => undefined}>Aをつける</MenuItem>
      </Menu>
      <p>ほかの場所</p>
    </>,
  );
  const user = userEvent.setup();
  const item = (name: string) => screen.getByRole('menuitem', { name });
  const open = () => user.click(screen.getByRole('button', { name: 'メニューを開く' }));
  return { user, open, item, onMute, onBack };
}

describe('Menu', () => {
  it('keeps its accessible name when the button label changes, and opens on its first item', async () => {
    const { open, item } = setUp();
    await open();
    expect(screen.getByRole('menu', { name: 'アカウントメニュー' })).toBeInTheDocument();
    expect(item('ミュートにする')).toHaveFocus();
    expect(screen.getByRole('button', { name: 'メニューを閉じる' })).toHaveAttribute('aria-expanded', 'true');
  });

  it.each([
    ['{ArrowDown}', 'ミュートにする'],
    ['{ArrowUp}', 'Aをつける'],
  ])('opens with %s on the item %s', async (key, name) => {
    const { user, item } = setUp();
    await user.tab();
    await user.keyboard(key);
    expect(item(name)).toHaveFocus();
  });

  it.each([
    ['{ArrowDown}', '聞き手に戻す'],
    ['{ArrowUp}', 'Aをつける'],
    ['{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}', 'ミュートにする'],
    ['{End}', 'Aをつける'],
    ['{End}{Home}', 'ミュートにする'],
    ['プ', 'プロフィール'],
    ['a', 'Aをつける'],
    ['x', 'ミュートにする'],
  ])('moves the focus with %s to %s', async (keys, name) => {
    const { user, open, item } = setUp();
    await open();
    await user.keyboard(keys);
    expect(item(name)).toHaveFocus();
  });

  it('closes before running the action, with the focus on its button', async () => {
    const { user, open, onMute } = setUp();
    onMute.mockImplementation(() => {
      expect(screen.getByRole('button')).toHaveFocus();
    });
    await open();
    await user.keyboard('{Enter}');
    expect(onMute).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('menu')).not.toBeInTheDocument();
  });

  it('does not run the action of a locked item', async () => {
    const { user, open, item, onBack } = setUp();
    await open();
    await user.click(item('聞き手に戻す'));
    expect(item('聞き手に戻す')).toHaveAttribute('aria-disabled', 'true');
    expect(onBack).not.toHaveBeenCalled();
  });

  it('closes on Escape and returns the focus to its button', async () => {
    const { user, open } = setUp();
    await open();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'メニューを開く' })).toHaveFocus();
  });

  it('closes on an outside press, on Tab, and when a link is followed', async () => {
    const { user, open, item } = setUp();
    await open();
    await user.click(screen.getByText('ほかの場所'));
    expect(screen.queryByRole('menu')).not.toBeInTheDocument();
    await open();
    await user.tab();
    expect(screen.queryByRole('menu')).not.toBeInTheDocument();
    await open();
    await user.click(item('プロフィール'));
    expect(screen.queryByRole('menu')).not.toBeInTheDocument();
  });
});
