import type { UserNotification } from '@manabiba/shared/contract/notifications';
import { getMe, listNotifications, readNotification } from '@manabiba/shared/data/endpoints';
import { prefetchEndpoint, useEndpoint } from '@manabiba/shared/platform';
import { aMe, aNotification, aPage, aUser } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';

import { NotificationsPage } from './notifications-page';

const at = (minutesAgo: number) => new Date(Date.now() - minutesAgo * 60_000).toISOString();
/**
 * Three unread notifications, newest first. Their subject is the inbox itself, so that following one keeps it visible.
 */
const three = [
  ['三', 1],
  ['二', 2],
  ['一', 3],
].map(([title, minutesAgo]) =>
  aNotification({
    id: `ntf_${minutesAgo}`,
    title: String(title),
    url: '/notifications',
    createdAt: at(Number(minutesAgo)),
  }),
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

interface Given {
  items?: UserNotification[];
  /** Overrides of the default responses. */
  prepare?: (network: FakeNetwork) => void;
  unread?: number;
  isOpen?: boolean;
}

const setUp = ({ items = three, prepare, unread = 2, isOpen = true }: Given = {}) => {
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
      aNotification({ title: '三' }),
      aNotification({
        kind: 'userFollow',
        title: '',
        url: '/users/usr_1',
        actor: aUser({ nickname: '西 ことね' }),
        createdAt: at(60 * 72),
        isRead: true,
      }),
    ],
  });
  const rows = await screen.findAllByRole('link');
  expect(rows.map((row) => row.getAttribute('href'))).toEqual(['/classrooms/cls_0001', '/users/usr_1']);
  expect(rows[0]).toHaveTextContent(/^予約した教室「三」が始まりました/);
  expect(rows[1]).toHaveTextContent(/西 ことねさんにフォローされました/);
  expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(2);
  expect(pageTitle()).toBe('お知らせ');
});

it('shows announcements from the operators, which have no page of their own', async () => {
  setUp({
    items: [aNotification({ kind: 'management', title: 'サービスの終了について', body: '視聴はこれまでどおりです。' })],
  });
  expect(await screen.findByText('視聴はこれまでどおりです。')).toBeInTheDocument();
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

it('marks a row and everything older as read when it is opened, and nothing newer', async () => {
  const { user, network } = setUp({ prepare: (it) => it.hold(readNotification) });
  await screen.findByText(/「三」/);
  expect(unreadTitles()).toEqual(['三', '二', '一']);
  await user.click(screen.getByRole('link', { name: /「二」/ }));
  await waitFor(() => expect(unreadTitles()).toEqual(['三']));
  expect(network.calls(readNotification).map(({ params }) => params.id)).toEqual(['ntf_2']);
});

it('sends no request for a row that was already read', async () => {
  const { user, network } = setUp({ items: [aNotification({ title: '三', url: '/notifications', isRead: true })] });
  await user.click(await screen.findByRole('link', { name: /「三」/ }));
  expect(network.calls(readNotification)).toEqual([]);
});

it('marks everything as read optimistically, and rolls back with a message on refusal', async () => {
  let answer: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const { user, network } = setUp({ prepare: (it) => it.refuse(readNotification, 'not_found', { after: asked }) });
  await screen.findByText(/「三」/);
  await user.click(screen.getByRole('button', { name: 'すべて既読にする' }));
  await waitFor(() => expect(unreadTitles()).toEqual([]));
  expect(network.calls(readNotification).map(({ params }) => params.id)).toEqual(['ntf_1']);
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
  const tellUnseen = (unreadNotificationCount: number) =>
    act(() => session.setState({ me: { ...me, unreadNotificationCount } }));
  await screen.findByText(/「三」/);
  expect(screen.queryByRole('button', { name: /新しいお知らせ/ })).not.toBeInTheDocument();
  const arrived = aNotification({ id: 'ntf_new', title: '新', url: '/notifications' });
  network.answer(listNotifications, aPage([arrived, ...three]));
  tellUnseen(2);
  expect(network.calls(listNotifications)).toHaveLength(1);
  await user.click(await screen.findByRole('button', { name: '新しいお知らせが2件あります' }));
  expect(await screen.findByText(/「新」/)).toBeInTheDocument();
  expect(network.calls(listNotifications)).toHaveLength(2);
  tellUnseen(0);
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
