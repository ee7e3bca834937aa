import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';

import { tabClass, TabNav, Tabs } from './tabs';

const tabs = [
  { key: 'classrooms', label: '教室' },
  { key: 'archives', label: 'アーカイブ', count: 96 },
  { key: 'followers', label: 'フォロワー', isDisabled: true },
  { key: 'following', label: 'フォロー中' },
] as const;

function Profile() {
  const [selected, setSelected] = useState<(typeof tabs)[number]['key']>('classrooms');
  return (
    <Tabs label="プロフィール" tabs={tabs} selected={selected} onSelect={setSelected}>
      {selected}の一覧
    </Tabs>
  );
}

describe('Tabs', () => {
  it('shows the selected tab’s panel under its name', () => {
    render(<Profile />);
    expect(screen.getByRole('tablist', { name: 'プロフィール' })).toBeInTheDocument();
    expect(screen.getByRole('tab', { name: '教室' })).toHaveAttribute('aria-selected', 'true');
    expect(screen.getByRole('tabpanel', { name: '教室' })).toHaveTextContent('classroomsの一覧');
  });

  it('is a single tab stop', async () => {
    render(<Profile />);
    const user = userEvent.setup();
    await user.tab();
    expect(screen.getByRole('tab', { name: '教室' })).toHaveFocus();
    await user.tab();
    expect(screen.getByRole('tabpanel')).toHaveFocus();
  });

  it.each([
    ['{ArrowRight}', /アーカイブ/],
    ['{ArrowRight}{ArrowRight}', 'フォロー中'],
    ['{ArrowLeft}', 'フォロー中'],
    ['{End}', 'フォロー中'],
    ['{End}{Home}', '教室'],
    ['{End}{ArrowRight}', '教室'],
  ])('moves with %s to %s, skips locked tabs, and selects it', async (keys, name) => {
    render(<Profile />);
    const user = userEvent.setup();
    await user.tab();
    await user.keyboard(keys);
    expect(screen.getByRole('tab', { name })).toHaveFocus();
    expect(screen.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true');
  });
});

it('as links, moves between them with the arrow keys without following any', async () => {
  const onFollow = jest.fn();
  render(
    <TabNav label="状態">
      <a href="#live" className={tabClass} aria-current="page" onClick={onFollow}>
        開催中
      </a>
      <a href="#ended" className={tabClass} onClick={onFollow}>
        終了
      </a>
    </TabNav>,
  );
  const user = userEvent.setup();
  await user.tab();
  await user.keyboard('{ArrowRight}');
  expect(screen.getByRole('link', { name: '終了' })).toHaveFocus();
  expect(screen.getByRole('navigation', { name: '状態' })).toBeInTheDocument();
  expect(onFollow).not.toHaveBeenCalled();
});

it('a row of links shows the current one, and leaves the row where the user has scrolled it', () => {
  const places: Record<string, DOMRect> = { 状態: new DOMRect(0, 0, 300, 44), 終了: new DOMRect(340, 0, 60, 44) };
  const before = Element.prototype.getBoundingClientRect;
  Element.prototype.getBoundingClientRect = function (this: Element) {
    return places[this.getAttribute('aria-label') ?? this.textContent] ?? new DOMRect();
  };
  const nav = (
    <TabNav label="状態">
      <a href="/open">開催中</a>
      <a href="/ended" aria-current="page">
        終了
      </a>
    </TabNav>
  );
  const { rerender } = render(nav);
  const row = screen.getByRole('navigation', { name: '状態' });
  expect(row.scrollLeft).toBe(100);
  row.scrollLeft = 0;
  rerender(<TabNav label="状態">{nav.props.children}</TabNav>);
  expect(row.scrollLeft).toBe(0);
  Element.prototype.getBoundingClientRect = before;
});
