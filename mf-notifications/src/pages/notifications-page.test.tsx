import type { UserNotification } from '@manabiba/shared/contract/notifications';
import {
  deleteNotificationMute,
  explainNotification,
  getMe,
  listNotificationGroup,
  listNotifications,
  muteFromNotification,
  openNotification,
  readAllNotifications,
  readNotification,
} from '@manabiba/shared/data/endpoints';
import { prefetchEndpoint, useEndpoint } from '@manabiba/shared/platform';
import { aMe, aNotification, aPage, aUser } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { act, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';

import { NotificationsPage } from './notifications-page';

/** A notification whose subject is a classroom of this title. */
const titled = (title: string, changes: Partial<UserNotification> = {}) =>
  aNotification({
    title,
    sentence: [
      { text: '予約した教室', as: 'words' },
      { text: `「${title}」`, as: 'subject' },
      { text: 'が始まりました', as: 'words' },
    ],
    ...changes,
  });
const at = (minutesAgo: number) => new Date(Date.now() - minutesAgo * 60_000).toISOString();
/**
 * Three unread notifications, newest first. Their subject is the inbox itself, so that following one keeps it visible.
 */
const three = [
  ['三', 1],
  ['二', 2],
  ['一', 3],
].map(([title, minutesAgo]) =>
  titled(String(title), { id: `ntf_${minutesAgo}`, url: '/notifications', createdAt: at(Number(minutesAgo)) }),
);

/** The cached unseen count, as the header reads it, and a link to the inbox for hover and click. */
function World({ isOpenAtFirst }: { isOpenAtFirst: boolean }) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  const { data } = useEndpoint(getMe, {});
  return (
    <>
      <output aria-label="未読">{data?.role === 'anonymous' ? '' : data?.unreadNotificationCount}</output>
      <button onClick={() => void prefetchEndpoint(listNotifications, {})}>触れる</button>
      <button onClick={() => setIsOpen(true)}>開く</button>
      {isOpen && <NotificationsPage />}
    </>
  );
}

interface SetUpOptions {
  items?: UserNotification[];
  /** Overrides of the default responses. */
  prepare?: (network: FakeNetwork) => void;
  unread?: number;
  isOpen?: boolean;
}

const setUp = ({ items = three, prepare, unread = 2, isOpen = true }: SetUpOptions = {}) => {
  const me = aMe('adult', { unreadNotificationCount: unread });
  const network = new FakeNetwork().answer(listNotifications, aPage(items)).answer(getMe, me);
  prepare?.(network);
  return { me, ...renderWithApp(<World isOpenAtFirst={isOpen} />, { me, network, path: '/notifications' }) };
};

const bell = () => screen.getByRole('status', { name: '未読' });
const unreadTitles = () =>
  screen
    .getAllByRole('link')
    .filter((row) => row.textContent?.includes('未読'))
    .map((row) => /「(.)」/.exec(row.textContent ?? '')?.[1]);

it('lists the inbox by day, each row a single link to its subject', async () => {
  const { pageTitle } = setUp({
    items: [
      titled('三'),
      aNotification({
        kind: 'userFollow',
        title: '',
        sentence: [
          { text: '西 ことね', as: 'subject' },
          { text: 'さんにフォローされました', as: 'words' },
        ],
        url: '/users/usr_1',
        actor: aUser({ nickname: '西 ことね' }),
        createdAt: at(60 * 72),
        isRead: true,
      }),
    ],
  });
  await screen.findByText(/「三」/);
  const rows = screen.getAllByRole('link').filter((row) => row.getAttribute('aria-label') !== '通知設定');
  expect(rows.map((row) => row.getAttribute('href'))).toEqual(['/classrooms/cls_0001', '/users/usr_1']);
  expect(rows[0]).toHaveTextContent(/^予約した教室「三」が始まりました/);
  expect(rows[1]).toHaveTextContent(/西 ことねさんにフォローされました/);
  expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(2);
  expect(pageTitle()).toBe('お知らせ');
});

it('shows announcements from the operators, which have no page', async () => {
  setUp({
    items: [aNotification({ kind: 'management', title: 'サービスの終了について', body: '視聴はこれまでどおりです。' })],
  });
  expect(await screen.findByText('視聴はこれまでどおりです。')).toBeInTheDocument();
});

it('shows a notification of a kind that came after this release', async () => {
  setUp({ items: [titled('新しい種類', { kind: 'later' as UserNotification['kind'] })] });
  expect(await screen.findByRole('link', { name: /新しい種類/ })).toBeInTheDocument();
});

it('clears the dot of the bell during the request and keeps it cleared', async () => {
  let release: (answer: ReturnType<typeof aPage<UserNotification>>) => void = () => undefined;
  setUp({
    prepare: (network) => {
      release = network.hold(listNotifications);
    },
  });
  await waitFor(() => expect(bell()).toHaveTextContent('0'));
  release(aPage(three));
  await screen.findByText(/「三」/);
  expect(bell()).toHaveTextContent('0');
});

it('restores the dot when the request is refused', async () => {
  const { network } = setUp({ prepare: (it) => it.refuse(listNotifications, 'role_required') });
  await screen.findByRole('button', { name: 'もう一度試す' });
  await waitFor(() => expect(bell()).toHaveTextContent('2'));
  expect(network.calls(getMe).length).toBeLessThanOrEqual(1);
});

async function readFromMenu({ user }: ReturnType<typeof setUp>) {
  await screen.findByText(/「三」/);
  await user.click(screen.getAllByRole('button', { name: 'このお知らせの操作' })[1] as HTMLElement);
  await user.click(await screen.findByRole('menuitem', { name: '既読にする' }));
}

it('marks one row as read from its menu, without following it, and no other', async () => {
  const world = setUp({ prepare: (it) => it.hold(readNotification) });
  await readFromMenu(world);
  await waitFor(() => expect(unreadTitles()).toEqual(['三', '一']));
  expect(world.network.calls(readNotification)).toMatchObject([{ params: { id: 'ntf_2' }, query: { only: 'true' } }]);
});

it('shows that row as unread again when that is refused', async () => {
  await readFromMenu(setUp({ prepare: (it) => it.refuse(readNotification, 'rate_limited') }));
  expect(await screen.findByText(/しばらく/)).toBeInTheDocument();
  expect(unreadTitles()).toEqual(['三', '二', '一']);
});

it('marks a row as read when it is opened, and no other', async () => {
  const { user, network } = setUp({ prepare: (it) => it.hold(openNotification) });
  await screen.findByText(/「三」/);
  expect(unreadTitles()).toEqual(['三', '二', '一']);
  await user.click(screen.getByRole('link', { name: /「二」/ }));
  await waitFor(() => expect(unreadTitles()).toEqual(['三', '一']));
  expect(network.calls(openNotification)).toMatchObject([{ params: { id: 'ntf_2' }, body: { from: 'inApp' } }]);
});

it('shows the row as unread again when that is refused', async () => {
  const { user } = setUp({ prepare: (it) => it.refuse(openNotification, 'rate_limited') });
  await user.click(await screen.findByRole('link', { name: /「二」/ }));
  expect(await screen.findByText(/しばらく/)).toBeInTheDocument();
  expect(unreadTitles()).toEqual(['三', '二', '一']);
});

it('marks everything as read optimistically, and rolls back with a message on refusal', async () => {
  let answer: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const { user, network } = setUp({ prepare: (it) => it.refuse(readAllNotifications, 'not_found', { after: asked }) });
  await screen.findByText(/「三」/);
  await user.click(screen.getByRole('button', { name: 'すべて既読にする' }));
  await waitFor(() => expect(unreadTitles()).toEqual([]));
  expect(network.calls(readAllNotifications)).toHaveLength(1);
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  answer();
  await waitFor(() => expect(unreadTitles()).toEqual(['三', '二', '一']));
  expect(await screen.findByText('ページが見つかりません。')).toBeInTheDocument();
});

it('keeps the dot on a hover prefetch, and marks as seen once the page is opened', async () => {
  const { user, network } = setUp({ isOpen: false });
  await user.click(screen.getByRole('button', { name: '触れる' }));
  await waitFor(() => expect(network.calls(listNotifications)).toHaveLength(1));
  expect(bell()).toHaveTextContent('2');
  await user.click(screen.getByRole('button', { name: '開く' }));
  expect(screen.getByText(/「三」/)).toBeInTheDocument();
  await waitFor(() => expect(network.calls(listNotifications)).toHaveLength(2));
  expect(network.calls(listNotifications).map(({ headers }) => headers['X-Prefetch'])).toEqual(['1', undefined]);
  await waitFor(() => expect(bell()).toHaveTextContent('0'));
});

it('loads more on request', async () => {
  const { user } = setUp({
    prepare: (it) =>
      it.answer(listNotifications, ({ query }) =>
        query.cursor ? aPage([three[1] as UserNotification]) : aPage([three[0] as UserNotification], 'next'),
      ),
  });
  await user.click(await screen.findByRole('button', { name: 'さらに表示する' }));
  expect(await screen.findByText(/「二」/)).toBeInTheDocument();
});

it('loads more when the end of the list comes near, once for each page', async () => {
  const ends: IntersectionObserverCallback[] = [];
  window.IntersectionObserver = class {
    constructor(callback: IntersectionObserverCallback) {
      ends.push(callback);
    }
    observe() {}
    disconnect() {}
  } as unknown as typeof IntersectionObserver;
  const reachEnd = () =>
    act(() => ends.at(-1)?.([{ isIntersecting: true }] as IntersectionObserverEntry[], {} as IntersectionObserver));
  try {
    const { network } = setUp({
      prepare: (it) =>
        it.answer(listNotifications, ({ query }) =>
          query.cursor ? aPage([three[1] as UserNotification]) : aPage([three[0] as UserNotification], 'next'),
        ),
    });
    await screen.findByText(/「三」/);
    reachEnd();
    reachEnd();
    expect(await screen.findByText(/「二」/)).toBeInTheDocument();
    reachEnd();
    expect(network.calls(listNotifications).map(({ query }) => query?.cursor)).toEqual([undefined, 'next']);
  } finally {
    Reflect.deleteProperty(window, 'IntersectionObserver');
  }
});

it('offers notifications that arrive while the list is shown, and marks them as seen only when they are shown', async () => {
  const { user, network, session, me } = setUp({ unread: 0 });
  const setUnseen = (unreadNotificationCount: number) =>
    act(() => session.setState({ me: { ...me, unreadNotificationCount } }));
  await screen.findByText(/「三」/);
  expect(screen.queryByRole('button', { name: /新しいお知らせ/ })).not.toBeInTheDocument();
  const arrived = titled('新', { id: 'ntf_new', url: '/notifications' });
  network.answer(listNotifications, aPage([arrived, ...three]));
  setUnseen(2);
  expect(network.calls(listNotifications)).toHaveLength(1);
  await user.click(await screen.findByRole('button', { name: '新しいお知らせが2件あります' }));
  expect(await screen.findByText(/「新」/)).toBeInTheDocument();
  expect(network.calls(listNotifications)).toHaveLength(2);
  setUnseen(0);
  expect(screen.queryByRole('button', { name: /新しいお知らせ/ })).not.toBeInTheDocument();
});

it('shows a skeleton while the list loads', () => {
  setUp({ prepare: (it) => it.hold(listNotifications) });
  expect(screen.getByRole('status', { name: '読み込み中' })).toBeInTheDocument();
  expect(screen.queryByText('お知らせはありません。')).not.toBeInTheDocument();
});

it('shows the empty state without the button to mark all as read', async () => {
  setUp({ items: [], unread: 0 });
  expect(await screen.findByText('お知らせはありません。')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'すべて既読にする' })).not.toBeInTheDocument();
});

it('retries after a failure', async () => {
  const { user, network } = setUp({ prepare: (it) => it.refuse(listNotifications, 'role_required') });
  const retry = await screen.findByRole('button', { name: 'もう一度試す' });
  network.answer(listNotifications, aPage(three));
  await user.click(retry);
  expect(await screen.findByText(/「三」/)).toBeInTheDocument();
});

describe('a group', () => {
  const group = titled('三', { id: 'ntf_group', groupCount: 3, url: '/users/usr_1' });

  it('is one line that opens', async () => {
    const { user, network } = setUp({
      items: [group],
      prepare: (it) => it.answer(listNotificationGroup, { items: three }).hold(openNotification),
    });
    const line = await screen.findByRole('button', { name: /「三」/ });
    expect(line).toHaveAttribute('aria-expanded', 'false');
    expect(network.calls(listNotificationGroup)).toEqual([]);
    await user.click(line);
    expect(await screen.findByRole('link', { name: /「一」/ })).toBeInTheDocument();
    expect(network.calls(listNotificationGroup)).toMatchObject([{ params: { id: 'ntf_group' } }]);
    await user.click(line);
    expect(screen.queryByRole('link', { name: /「一」/ })).not.toBeInTheDocument();
    expect(network.calls(openNotification)).toHaveLength(1);
  });

  it('shows an error when it cannot be opened, and retries', async () => {
    const { user, network } = setUp({
      items: [group],
      prepare: (it) => it.refuse(listNotificationGroup, 'not_found').hold(openNotification),
    });
    await user.click(await screen.findByRole('button', { name: /「三」/ }));
    const retry = await screen.findByRole('button', { name: 'もう一度試す' });
    network.answer(listNotificationGroup, { items: three });
    await user.click(retry);
    expect(await screen.findByRole('link', { name: /「一」/ })).toBeInTheDocument();
  });
});

describe('the menu of a row', () => {
  const mute = { id: 'mute_1', scope: 'person', subjectId: 'usr_1', label: '西 ことね', createdAt: at(0) } as const;
  const open = async (prepare: (network: FakeNetwork) => unknown) => {
    const world = setUp({
      items: [titled('三', { id: 'ntf_9', muteScopes: ['person', 'classroom'] })],
      prepare: (it) => void prepare(it),
    });
    await world.user.click(await screen.findByRole('button', { name: 'このお知らせの操作' }));
    return world;
  };

  it('mutes the subjects that the notification allows, and undoes it', async () => {
    const { user, network } = await open((it) =>
      it.answer(muteFromNotification, mute).answer(deleteNotificationMute, undefined),
    );
    expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
      '既読にする',
      'この人のお知らせを止める',
      'この教室のお知らせを止める',
      'なぜ届いたか',
    ]);
    await user.click(screen.getByRole('menuitem', { name: 'この人のお知らせを止める' }));
    await user.click(await screen.findByRole('button', { name: '元に戻す' }));
    expect(await screen.findByText('元に戻しました。')).toBeInTheDocument();
    expect(network.calls(muteFromNotification)).toMatchObject([{ params: { id: 'ntf_9' }, body: { scope: 'person' } }]);
    expect(network.calls(deleteNotificationMute)).toMatchObject([{ params: { id: 'mute_1' } }]);
  });

  it('shows an error when muting is refused', async () => {
    const { user } = await open((it) => it.refuse(muteFromNotification, 'not_found'));
    await user.click(screen.getByRole('menuitem', { name: 'この教室のお知らせを止める' }));
    expect(await screen.findByText('ページが見つかりません。')).toBeInTheDocument();
  });

  it('explains why it was sent and through which channels', async () => {
    const { user } = await open((it) =>
      it.answer(explainNotification, {
        reason: 'この教室を予約したためです。',
        causedAt: at(5),
        channels: [
          { channel: 'inApp', state: 'sent', at: at(4) },
          { channel: 'mail', state: 'off', at: null },
          { channel: 'push', state: 'dropped', at: null },
        ],
      }),
    );
    await user.click(screen.getByRole('menuitem', { name: 'なぜ届いたか' }));
    const dialog = await screen.findByRole('dialog', { name: 'なぜ届いたか' });
    expect(await within(dialog).findByText('この教室を予約したためです。')).toBeInTheDocument();
    expect(within(dialog).getByText('送っていません')).toBeInTheDocument();
    expect(within(dialog).getByText('控える時間などのため、送りませんでした')).toBeInTheDocument();
  });
});
