import type { Me } from '@manabiba/shared/contract/users';
import type { NavigationEntry } from '@manabiba/shared/page/navigation-entry';
import { aMe } from '@manabiba/shared/testing/builders';
import { screen, within } from '@testing-library/react';

import { aRegistry } from '../testing/a-registry';
import { renderShell } from '../testing/render-shell';

const entry = (path: string, label: string, order: number, places: string[] = ['header', 'bar']): NavigationEntry => ({
  path,
  label,
  order,
  places,
});

const registry = aRegistry({
  'mf-events': {
    routes: [{ path: '/events' }, { path: '/events/{id}' }, { path: '/tickets', access: 'person' }],
    navigation: [entry('/events', 'イベント', 20), entry('/tickets', 'チケット', 40, ['bar'])],
  },
  'mf-classrooms': {
    routes: [
      { path: '/classrooms' },
      { path: '/archives' },
      { path: '/full', layout: { margin: false } },
      { path: '/room', layout: { fixed: true } },
    ],
    navigation: [
      { ...entry('/archives', 'アーカイブ', 30, ['header']), icon: 'one-of-a-later-shell' },
      { ...entry('/classrooms', '教室', 10), icon: 'classroom' },
    ],
  },
  'mf-account': {
    routes: [
      { path: '/team', access: 'professional' },
      { path: '/review', access: 'staff' },
    ],
    navigation: [
      entry('/team', 'チーム', 50, ['menu']),
      entry('/review', '審査', 60, ['header', 'menu']),
      entry('/elsewhere', '別の場所', 70),
    ],
  },
  // An older release.
  'mf-notifications': { routes: [{ path: '/notifications' }] },
});

const inHeader = () => within(screen.getByRole('banner')).queryByRole('navigation', { name: 'メインナビゲーション' });
const inBar = () =>
  screen.queryAllByRole('navigation', { name: 'メインナビゲーション' }).find((nav) => nav !== inHeader());
const linksIn = (nav: HTMLElement | null | undefined) =>
  nav
    ? within(nav)
        .getAllByRole('link')
        .map(({ textContent }) => textContent)
    : [];

it.each<[string, Me | null]>([
  ['anonymous', null],
  ['a visitor', aMe('anonymous')],
])('offers %s what anyone may open, and sign-up with the way back', (_who, me) => {
  renderShell({ me, registry, path: '/law' });
  expect(linksIn(inHeader())).toEqual(['教室', 'イベント', 'アーカイブ']);
  expect(linksIn(inBar())).toEqual(['ホーム', '教室', 'イベント', '新規登録']);
  expect(screen.getByRole('link', { name: '新規登録' })).toHaveAttribute('href', '/signin?next=%2Flaw&tab=signup');
});

it('offers a person their tickets instead of sign-up', () => {
  renderShell({ me: aMe('adult'), registry, path: '/law' });
  expect(linksIn(inHeader())).toEqual(['教室', 'イベント', 'アーカイブ']);
  expect(linksIn(inBar())).toEqual(['ホーム', '教室', 'イベント', 'チケット']);
});

it('offers sign-in where the service accepts no new users', () => {
  const closure = { endedOn: '2025-03-31', url: 'https://example.com/closure', mode: 'readonly' as const };
  renderShell({ registry, config: { closure }, path: '/law' });
  expect(linksIn(inBar())).toEqual(['ホーム', '教室', 'イベント', 'ログイン']);
});

it.each<[string, Me, string[]]>([
  ['a visitor', aMe('anonymous'), ['アーカイブ', 'ログイン']],
  ['an adult', aMe('adult'), ['アーカイブ']],
  ['a professional', aMe('professional'), ['アーカイブ', 'チーム']],
  ['staff', aMe('adult', { role: 'staff' }), ['アーカイブ', '審査']],
])('has the entries for %s that do not fit in the bar', async (_who, me, expected) => {
  const { user } = renderShell({ me, registry, path: '/law' });
  await user.click(screen.getByRole('button', { name: 'メニュー' }));
  const items = within(await screen.findByRole('menu', { name: 'メニュー' })).getAllByRole('menuitem');
  expect(items.map(({ textContent }) => textContent)).toEqual([...expected, 'ヘルプセンター']);
});

it('opens its menu with the keyboard and returns the focus', async () => {
  const { user } = renderShell({ registry, path: '/law' });
  const button = screen.getByRole('button', { name: 'メニュー' });
  button.focus();
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('menuitem', { name: 'アーカイブ' })).toHaveFocus();
  await user.keyboard('{Escape}');
  expect(button).toHaveFocus();
});

it.each([
  ['/', ['ホーム']],
  ['/events', ['イベント', 'イベント']],
  ['/events/evt_1', ['イベント', 'イベント']],
  ['/law', []],
])('marks the current part of the product on %s', (path, names) => {
  renderShell({ registry, path });
  const current = [inHeader(), inBar()].flatMap((nav) =>
    nav ? [...nav.querySelectorAll('[aria-current="page"]')].map(({ textContent }) => textContent) : [],
  );
  expect(current).toEqual(names);
});

it('has ホーム and メニュー when no release brings an entry', () => {
  renderShell({ me: aMe(), registry: aRegistry({ 'mf-events': { routes: [{ path: '/events' }] } }), path: '/law' });
  expect(inHeader()).toBeNull();
  expect(linksIn(inBar())).toEqual(['ホーム']);
  expect(screen.getByRole('button', { name: 'メニュー' })).toBeInTheDocument();
});

it.each(['/law?content_only=true', '/signin'])('is not on %s, which has no header', (path) => {
  renderShell({ registry, path });
  expect(screen.queryByRole('navigation', { name: 'メインナビゲーション' })).not.toBeInTheDocument();
});

it('comes after a page that keeps its own action at the bottom', () => {
  const modules = { mf_classrooms: { pages: {}, slots: {} } };
  const first = renderShell({ registry, path: '/full', modules });
  expect(inBar()).toHaveClass('atEnd');
  first.unmount();
  renderShell({ registry, path: '/law' });
  expect(inBar()).not.toHaveClass('atEnd');
});

it('leaves the bottom of the screen to the controls of a room', () => {
  renderShell({ registry, path: '/room', modules: { mf_classrooms: { pages: {}, slots: {} } } });
  expect(linksIn(inHeader())).toEqual(['教室', 'イベント', 'アーカイブ']);
  expect(inBar()).toBeUndefined();
});

describe('the top page', () => {
  const sentence = 'ライブの教室に、いま、無料で入れる。';

  it('explains the product to visitors, with two ways to start', () => {
    renderShell({ registry });
    expect(screen.getByText(sentence)).toBeInTheDocument();
    const main = within(screen.getByRole('main'));
    expect(main.getByRole('link', { name: '新規登録' })).toHaveAttribute('href', '/signin?tab=signup');
    expect(main.getByRole('link', { name: '教室を見る' })).toHaveAttribute('href', '/classrooms');
  });

  it('has the link of the remote that knows a live classroom, and its own when that fails', async () => {
    const listening = aRegistry({ 'mf-classrooms': { slots: ['top-listen'] } });
    const TopListen = () => <a href="/classrooms/cls_1">いま聞く</a>;
    const first = renderShell({
      registry: listening,
      modules: { mf_classrooms: { pages: {}, slots: { 'top-listen': () => Promise.resolve(TopListen) } } },
    });
    expect(await screen.findByRole('link', { name: 'いま聞く' })).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: '教室を見る' })).not.toBeInTheDocument();
    first.unmount();
    renderShell({ registry: listening });
    expect(await screen.findByRole('link', { name: '教室を見る' })).toBeInTheDocument();
  });

  it('starts with the content for signed-in users', () => {
    renderShell({ me: aMe(), registry });
    expect(screen.queryByText(sentence)).not.toBeInTheDocument();
  });
});
