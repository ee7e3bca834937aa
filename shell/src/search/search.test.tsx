import type { SearchResult } from '@manabiba/shared/contract/search';
import type { Me } from '@manabiba/shared/contract/users';
import { search, signOut } from '@manabiba/shared/data/endpoints';
import { aClassroom, aMe, anEvent, aUser } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { aListedSeries } from '@manabiba/shared/testing/series-builders';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';

import { renderShell } from '../testing/render-shell';

const results: SearchResult[] = [
  { kind: 'classroom', classroom: aClassroom({ id: 'cls_1', name: '三角関数の合成' }) },
  { kind: 'series', series: aListedSeries({ id: 'srs_1', title: '関数入門' }) },
  { kind: 'event', event: anEvent({ id: 'evt_1', title: '関数フェス' }) },
  { kind: 'person', person: aUser({ id: 'usr_9', nickname: '関根' }) },
];
const page = (items: SearchResult[]) => ({ items, nextCursor: null, more: [] });
const answering = (items = results) => new FakeNetwork().answer(search, page(items));

beforeEach(() => localStorage.clear());

async function setUp({
  network = answering(),
  me = aMe('adult'),
  path = '/privacy_policy',
}: { network?: FakeNetwork; me?: Me; path?: string } = {}) {
  const shell = renderShell({ me, path, network });
  await screen.findByRole('button', { name: '検索' });
  return shell;
}
const box = () => screen.getByRole('combobox', { name: '検索する言葉' });
const options = () => within(screen.getByRole('listbox')).queryAllByRole('option');

it('opens with the button and with the key /, and closes again', async () => {
  const { user } = await setUp();
  await user.keyboard('/');
  expect(box()).toHaveFocus();
  expect(box()).toHaveValue('');
  await user.click(screen.getByRole('button', { name: '閉じる' }));
  expect(screen.queryByRole('combobox', { name: '検索する言葉' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: '検索' }));
  await user.type(box(), 'a/b');
  expect(box()).toHaveValue('a/b');
});

it('shows suggestions, chosen with the arrow keys and Enter while the focus stays in the box', async () => {
  const { user, currentUrl } = await setUp();
  await user.keyboard('/');
  await user.type(box(), '関');
  await waitFor(() =>
    expect(options().map(({ textContent }) => textContent)).toEqual([
      '「関」を検索',
      expect.stringMatching(/^三角関数の合成.*教室$/),
      expect.stringMatching(/^関数入門.*連続講座$/),
      expect.stringMatching(/^関数フェス.*イベント$/),
      expect.stringMatching(/^関根.*ユーザー$/),
    ]),
  );
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(box()).toHaveFocus();
  expect(box()).toHaveAttribute('aria-activedescendant', options()[1]?.id);
  await user.keyboard('{ArrowUp}{ArrowUp}');
  expect(options()[4]).toHaveAttribute('aria-selected', 'true');
  await user.keyboard('{ArrowUp}{Enter}');
  expect(currentUrl()).toBe('/events/evt_1');
});

it.each([
  ['during an IME conversion', { isComposing: true }],
  ['that ends an IME conversion in Safari', { keyCode: 229 }],
])('does not search on an Enter %s', async (_when, init) => {
  const { user, currentUrl } = await setUp();
  await user.keyboard('/');
  await user.type(box(), '関');
  fireEvent.keyDown(box(), { key: 'Enter', ...init });
  expect(currentUrl()).toBe('/privacy_policy');
  expect(box()).toBeInTheDocument();
});

it('goes to the results on Enter, stores the query for this user only and deletes it at sign-out', async () => {
  const network = answering().answer(signOut, undefined).answerWebServer('DELETE', '/api/signout', {});
  const { user, currentUrl } = await setUp({ network });
  await user.keyboard('/');
  await user.type(box(), ' 関数 {Enter}');
  expect(currentUrl()).toBe('/search?q=%E9%96%A2%E6%95%B0');
  await user.click(screen.getByRole('button', { name: '検索' }));
  expect(box()).toHaveValue('関数');
  await user.clear(box());
  expect(options().map(({ textContent }) => textContent)).toEqual(['関数']);
  await user.click(screen.getByRole('button', { name: '閉じる' }));
  await user.click(screen.getByRole('button', { name: 'メニューを開く' }));
  await user.click(screen.getByRole('menuitem', { name: 'ログアウト' }));
  await waitFor(() => expect(JSON.stringify({ ...localStorage })).not.toContain('関数'));
});

it('never shows the searches of another user of the same browser, and deletes them', async () => {
  await searchOnce({ me: aMe('adult', { id: 'usr_1' }), words: '秘密' });
  const { user } = await setUp({ me: aMe('adult', { id: 'usr_2' }) });
  await user.keyboard('/');
  expect(options()).toEqual([]);
  expect(JSON.stringify({ ...localStorage })).not.toContain('秘密');
});

it('stores no searches of a visitor', async () => {
  await searchOnce({ me: aMe('anonymous'), words: '秘密' });
  expect(JSON.stringify({ ...localStorage })).not.toContain('秘密');
});

it('deletes recent searches on request', async () => {
  const me = aMe('adult');
  await searchOnce({ me, words: '数列' });
  await searchOnce({ me, words: '確率' });
  const { user } = await setUp({ me });
  await user.keyboard('/');
  expect(options().map(({ textContent }) => textContent)).toEqual(['確率', '数列']);
  await user.click(screen.getByRole('button', { name: '最近の検索を消す' }));
  expect(options()).toEqual([]);
  expect(JSON.stringify({ ...localStorage })).not.toContain('数列');
});

/** Renders the product as the given user, runs a search and unmounts. */
async function searchOnce({ me, words }: { me: Me; words: string }) {
  const { user, unmount, currentUrl } = await setUp({ me });
  await user.keyboard('/');
  await user.type(box(), `${words}{Enter}`);
  expect(currentUrl()).toBe(`/search?q=${encodeURIComponent(words)}`);
  unmount();
}

it('shows when there are no suggestions, and offers a retry after a failure', async () => {
  const network = answering([]);
  const { user } = await setUp({ network });
  await user.keyboard('/');
  await user.type(box(), '無');
  expect(await screen.findByText('候補はありません。')).toBeInTheDocument();
  network.unplug(search);
  await user.type(box(), '理');
  expect(await screen.findByText(/候補を表示できませんでした。/)).toBeInTheDocument();
});

describe('the results page', () => {
  it('prompts for a query when there is none', async () => {
    await setUp({ path: '/search' });
    expect(await screen.findByRole('heading', { name: '言葉を入力してください。' })).toBeInTheDocument();
  });

  it('shows the results by kind, and of a single kind', async () => {
    const { user, currentUrl } = await setUp({ path: '/search?q=%E9%96%A2' });
    expect(await screen.findByRole('heading', { level: 1, name: '「関」の検索結果' })).toBeInTheDocument();
    await waitFor(() =>
      expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
        '教室',
        '連続講座',
        'イベント',
        'ユーザー',
      ]),
    );
    await user.click(screen.getByRole('tab', { name: 'イベント' }));
    expect(currentUrl()).toBe('/search?q=%E9%96%A2&kind=event');
  });

  it('shows the empty state', async () => {
    await setUp({ path: '/search?q=%E7%84%A1', network: answering([]) });
    expect(await screen.findByRole('heading', { name: '「無」に一致するものはありません。' })).toBeInTheDocument();
  });

  it('offers a retry after a failure', async () => {
    const network = new FakeNetwork().unplug(search);
    const { user } = await setUp({ path: '/search?q=%E9%96%A2', network });
    expect(await screen.findByText('検索できませんでした。')).toBeInTheDocument();
    network.answer(search, page([]));
    await user.click(screen.getByRole('button', { name: 'もう一度試す' }));
    expect(await screen.findByRole('heading', { name: '「関」に一致するものはありません。' })).toBeInTheDocument();
  });
});
