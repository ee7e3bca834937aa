import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import type { Me } from '@manabiba/shared/contract/users';
import { getEvent, listCategories, listEventParticipants } from '@manabiba/shared/data/endpoints';
import { aCategory, aMe, anEvent, aPage, aTicketType, aUser, inMinutes } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen, within } from '@testing-library/react';

import { EventPage } from './event-page';

interface Given {
  event?: Partial<ClassroomEvent>;
  me?: Me;
  isClosed?: boolean;
}

/** The page of an event, with everything there. */
const setUp = async ({ event = {}, me = aMe('adult'), isClosed = false }: Given = {}) => {
  const network = new FakeNetwork()
    .answer(getEvent, anEvent({ id: 'evt_galaxy', subtitle: '研究者と話す90分', ...event }))
    .answer(listCategories, { categories: [aCategory({ id: 'cat_0001', name: '宇宙' })] });
  const closure = { endedOn: '2025-03-31', url: '/closure', mode: isClosed ? 'readonly' : 'notice' } as const;
  const app = renderWithApp(<EventPage />, {
    me,
    network,
    path: '/events/evt_galaxy',
    pattern: '/events/{id}',
    config: { closure },
  });
  await screen.findByText('宇宙');
  return app;
};

it('tells what the event is, and titles the page with it', async () => {
  const { pageTitle } = await setUp({
    event: {
      description: '一つめ。\n\n二つめ。',
      speakers: [aUser({ nickname: '藤井 大輔' })],
      participantCount: 88,
      participants: [aUser(), aUser()],
      cancelPolicy: '・前日まで',
    },
  });
  expect(await screen.findByRole('heading', { level: 1, name: '宇宙望遠鏡が見た最初の銀河' })).toBeInTheDocument();
  expect(screen.getByText('研究者と話す90分')).toBeInTheDocument();
  expect(screen.getByText('二つめ。')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: /藤井 大輔/ })).toHaveAttribute('href', expect.stringMatching(/^\/users\//));
  expect(screen.getByRole('link', { name: /みなと天文台/ })).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/users\//),
  );
  expect(screen.getByText('ほか86人')).toBeInTheDocument();
  expect(within(screen.getByRole('region', { name: 'お申し込みについて' })).getByText('前日まで')).toBeInTheDocument();
  expect(pageTitle()).toBe('宇宙望遠鏡が見た最初の銀河');
});

it('opens the list of all who take part', async () => {
  const { user, network } = await setUp({ event: { participantCount: 4, participants: [aUser()] } });
  network.answer(listEventParticipants, ({ query }) =>
    query.cursor
      ? aPage([aUser({ nickname: '上田 莉子' })])
      : aPage([aUser({ id: 'usr_mori', nickname: '森 拓海' }), aUser({ nickname: '大野 健' })], 'more'),
  );
  await user.click(await screen.findByRole('button', { name: /参加する人をすべて見る.*ほか3人/ }));
  const dialog = within(await screen.findByRole('dialog', { name: '参加する人 4人' }));
  expect(await dialog.findByRole('link', { name: /森 拓海/ })).toHaveAttribute('href', '/users/usr_mori');
  await user.click(dialog.getByRole('button', { name: 'さらに表示する' }));
  expect(await dialog.findByRole('link', { name: /上田 莉子/ })).toBeInTheDocument();
  expect(dialog.getByText('ほかに、プロフィールを公開していない方が1人います。')).toBeInTheDocument();
});

it('says what is left and what the other tickets cost', async () => {
  const tickets = [
    aTicketType({ sold: 88 }),
    aTicketType({ kind: 'student', name: '学生', price: 500, quota: 10, sold: 10 }),
    aTicketType({ kind: 'premium', name: 'プラン会員', price: 0 }),
    aTicketType({ kind: 'invited', name: '招待' }),
  ];
  await setUp({ event: { tickets } });
  const panel = within(await screen.findByRole('complementary', { name: 'お申し込み' }));
  expect(panel.getByText('残り12席')).toBeInTheDocument();
  expect(panel.getByRole('img', { name: '100席のうち88席が埋まっています' })).toBeInTheDocument();
  expect(panel.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    '学生満席500円 (税込)',
    'プラン会員無料',
  ]);
});

it.each([
  ['an adult', aMe('adult'), 'チケットを購入'],
  ['a student', aMe('student'), 'プランに登録'],
  ['a subscriber', aMe('adult', { isSubscribed: true }), '参加する'],
])('shows %s their step, and why it waits', async (_who, me, label) => {
  await setUp({ me });
  const [button] = await screen.findAllByRole('button', { name: label });
  expect(button).toBeDisabled();
  expect(button).toHaveAccessibleDescription('イベントへのお申し込みは、まだこのページからはできません。');
});

it('leads a visitor to an account and back, and says what an account does not bring yet', async () => {
  await setUp({ me: aMe('anonymous') });
  const [link] = await screen.findAllByRole('link', { name: 'アカウントを作成' });
  expect(link).toHaveAttribute('href', '/signin?tab=signup&next=%2Fevents%2Fevt_galaxy');
  expect(link).toHaveAccessibleDescription('イベントへのお申し込みは、まだこのページからはできません。');
});

it('offers a visitor no account once the service is closed', async () => {
  await setUp({ me: aMe('anonymous'), isClosed: true });
  const [button] = await screen.findAllByRole('button', { name: 'アカウントを作成' });
  expect(button).toBeDisabled();
  expect(button).toHaveAccessibleDescription('本サービスは終了したため、この操作はできません。');
});

it.each<[string, Partial<ClassroomEvent>, string]>([
  ['cancelled', { state: 'cancelled' }, 'このイベントは中止になりました。'],
  ['ended', { state: 'ended', endAt: inMinutes(-10) }, 'このイベントは終了しました。'],
  ['archived', { state: 'archived' }, 'このイベントは終了しました。'],
  ['sold out', { tickets: [aTicketType({ sold: 100 })] }, '満席のため、お申し込みの受付を終了しました。'],
])('offers nothing to press at an event that is %s', async (_state, event, sentence) => {
  await setUp({ event });
  expect(await screen.findByText(sentence)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'チケットを購入' })).not.toBeInTheDocument();
  expect(screen.queryAllByRole('button', { name: 'カレンダー' })).toHaveLength(event.tickets ? 1 : 0);
});

it('copies the link where the device has no sheet to share with', async () => {
  const { user } = await setUp();
  await user.click(await screen.findByRole('button', { name: '共有' }));
  expect(await screen.findByText('リンクをコピーしました。')).toBeInTheDocument();
  expect(await navigator.clipboard.readText()).toBe('http://localhost/events/evt_galaxy');
});

it('holds the place while the event is on its way', () => {
  renderWithApp(<EventPage />, { path: '/events/evt_galaxy', pattern: '/events/{id}' });
  expect(screen.getAllByRole('status', { name: '読み込み中' })).not.toHaveLength(0);
});

it('says so when there is no such event', async () => {
  renderWithApp(<EventPage />, {
    network: new FakeNetwork().refuse(getEvent, 'not_found'),
    path: '/events/evt_none',
    pattern: '/events/{id}',
  });
  expect(await screen.findByText('ページが見つかりません。')).toBeInTheDocument();
});
