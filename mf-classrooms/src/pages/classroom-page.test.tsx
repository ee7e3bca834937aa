import type { ClassroomDetail } from '@manabiba/shared/contract/classrooms';
import type { Me } from '@manabiba/shared/contract/users';
import {
  createReservation,
  deleteClassroom,
  deleteReservation,
  getClassroom,
  getClassroomEvent,
  getClassroomLink,
  getEvent,
  listCategories,
  listClassroomComments,
  listClassroomMessages,
  listSentClassroomMessages,
  sendClassroomMessage,
  updateClassroomMessageSubscription,
  listClassrooms,
  listReservers,
  shareClassroom,
  updateClassroom,
} from '@manabiba/shared/data/endpoints';
import {
  aCategory,
  aClassroom,
  aClassroomDetail,
  aMe,
  anEvent,
  aPage,
  aTicketType,
  aUser,
  inMinutes,
} from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { act, screen, waitFor, within } from '@testing-library/react';
import { millisecondsInHour } from 'date-fns/constants';

import { ClassroomPage } from './classroom-page';

const category = aCategory({ id: 'cat_hist', name: '日本史', interests: [{ id: 'int_map', name: '地図' }] });
const host = aUser({ id: 'usr_kato', nickname: '加藤 修', job: '歴史地理の研究者', followerCount: 1846 });

/** Stands in for the button that another remote renders. */
const FollowStub = ({ user }: { user?: unknown }) => (
  <button type="button">{(user as { nickname: string }).nickname}さんをフォローする</button>
);

function setUp({
  me = aMe('student'),
  network = new FakeNetwork(),
  classroom = {},
  query = '',
}: { me?: Me | null; network?: FakeNetwork; classroom?: Partial<ClassroomDetail>; query?: string } = {}) {
  const detail = aClassroomDetail({
    id: 'cls_map',
    name: '日本史の地図を描く',
    categoryId: category.id,
    host,
    ...classroom,
  });
  network
    .answer(listCategories, { categories: [category] })
    .answer(getClassroom, detail)
    .answer(listClassroomComments, aPage([]))
    .answer(listClassrooms, { ...aPage([]), totalCount: 0 });
  return {
    ...renderWithApp(<ClassroomPage />, {
      path: `/classrooms/cls_map${query}`,
      pattern: '/classrooms/{id}',
      me,
      network,
      slots: { 'follow-button': FollowStub },
    }),
    detail,
  };
}

const title = () => screen.findByRole('heading', { level: 1, name: '日本史の地図を描く' });
const panel = () => within(screen.getByRole('complementary', { name: '日時と予約' }));

it('shows the topic, the host and the format before the class starts', async () => {
  const { pageTitle } = setUp({
    classroom: {
      interestIds: ['int_map'],
      audienceMode: true,
      recording: true,
      reservedCount: 44,
      reservedUsers: [aUser({ nickname: '森 拓海' })],
      description: '用意するもの:\n・白地図\nhttps://example.jp/map',
    },
  });
  await title();
  for (const text of [
    '開催前',
    '日本史',
    '地図',
    'フォロワー 1,846人',
    'この教室は録画されます',
    'ほか43人',
    '森 拓海さん',
  ]) {
    expect(await screen.findByText(text)).toBeInTheDocument();
  }
  expect(screen.getByText('ホストが承認した人だけが発言できます')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: '加藤 修' })).toHaveAttribute('href', '/users/usr_kato');
  expect(await screen.findByRole('link', { name: 'https://example.jp/map' })).toHaveAttribute(
    'rel',
    expect.stringContaining('noopener'),
  );
  expect(panel().getByRole('timer')).toBeInTheDocument();
  expect(pageTitle()).toBe('日本史の地図を描く');
});

it('counts down by the server clock on a device whose own is an hour late', async () => {
  const network = new FakeNetwork().setClockAhead(millisecondsInHour);
  setUp({ network, classroom: { startAt: inMinutes(30) } });
  await title();
  expect(await panel().findByText('開始時刻になりました。')).toBeInTheDocument();
});

it('says that there is no voice and video where no media server is configured', async () => {
  setUp({ classroom: { hasMedia: false, audienceMode: true } });
  await title();
  expect(screen.getByText('コメントとリアクションで交流する教室です。音声と映像はありません')).toBeInTheDocument();
  expect(screen.getByText('ホストが承認した人だけが表示されます')).toBeInTheDocument();
  expect(screen.queryByText(/発言/)).not.toBeInTheDocument();
});

it('reserves a seat optimistically and rolls back when the call fails', async () => {
  let fail: () => void = () => undefined;
  const network = new FakeNetwork().refuse(createReservation, 'full', {
    after: new Promise((resolve) => {
      fail = resolve;
    }),
  });
  const { user } = setUp({ network, classroom: { reservedCount: 44 } });
  await title();
  await user.click(panel().getByRole('button', { name: '予約する' }));
  expect(await panel().findByText('45人')).toBeInTheDocument();
  expect(panel().getByText('予約済みです。開始時刻に、このページからご参加ください')).toBeInTheDocument();
  fail();
  expect(await screen.findByText('満席のため参加できません。')).toBeInTheDocument();
  expect(await panel().findByText('44人')).toBeInTheDocument();
});

it('cancels a reservation', async () => {
  const network = new FakeNetwork().answer(deleteReservation, { isReserved: false, reservedCount: 0 });
  const { user } = setUp({ network, classroom: { isReserved: true, reservedCount: 1 } });
  await title();
  await user.click(panel().getByRole('button', { name: '予約を取り消す' }));
  await waitFor(() => expect(network.calls(deleteReservation)).toHaveLength(1));
});

it('sends the key of a private classroom with every call', async () => {
  const network = new FakeNetwork().answer(createReservation, { isReserved: true, reservedCount: 1 });
  const { user } = setUp({ network, classroom: { privateMode: true }, query: '?key=K3y' });
  await title();
  await user.click(panel().getByRole('button', { name: '予約する' }));
  await waitFor(() => expect(network.calls(createReservation)[0]?.body).toEqual({ key: 'K3y' }));
  expect(network.calls(getClassroom)[0]?.query).toEqual({ key: 'K3y' });
  await waitFor(() => expect(network.calls(listClassroomComments)[0]?.query).toMatchObject({ key: 'K3y' }));
  expect(screen.queryByRole('button', { name: '共有' })).not.toBeInTheDocument();
});

describe('the invitation of a private classroom', () => {
  const url = 'http://localhost/classrooms/cls_map?key=K3y';
  afterEach(() => void Reflect.deleteProperty(navigator, 'share'));
  const withLink = () => new FakeNetwork().answer(getClassroomLink, { url, key: 'K3y', expiresAt: inMinutes(60) });

  it('is shown to the host before the class starts, ready to copy', async () => {
    const { user } = setUp({ network: withLink(), classroom: { privateMode: true, myRole: 'host' } });
    await title();
    expect(await panel().findByRole('textbox', { name: '招待リンクのURL' })).toHaveValue(url);
    await user.click(panel().getByRole('button', { name: 'リンクをコピー' }));
    expect(await screen.findByText('リンクをコピーしました。')).toBeInTheDocument();
    expect(await navigator.clipboard.readText()).toBe(url);
  });

  it('is shared through the native share sheet', async () => {
    const shared: ShareData[] = [];
    Object.assign(navigator, { share: (data: ShareData) => Promise.resolve(void shared.push(data)) });
    const { user } = setUp({ network: withLink(), classroom: { privateMode: true, myRole: 'host' } });
    await title();
    await user.click(await panel().findByRole('button', { name: '招待リンクを共有' }));
    expect(shared).toMatchObject([{ url, title: '日本史の地図を描く' }]);
  });

  it('is renewed after a confirmation, and shows the new link', async () => {
    const network = withLink();
    const { user, detail } = setUp({ network, classroom: { privateMode: true, myRole: 'host' } });
    network.answer(updateClassroom, detail);
    await title();
    await user.click(await panel().findByRole('button', { name: 'リンクを新しくする' }));
    network.answer(getClassroomLink, { url: url.replace('K3y', 'N3w'), key: 'N3w', expiresAt: inMinutes(60) });
    expect(network.calls(updateClassroom)).toHaveLength(0);
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: '新しくする' }));
    await waitFor(() =>
      expect(panel().getByRole('textbox', { name: '招待リンクのURL' })).toHaveValue(url.replace('K3y', 'N3w')),
    );
    expect(network.calls(updateClassroom)[0]?.body).toEqual({ rotateKey: true });
  });

  it.each([
    ['a co-host, who cannot rotate the key', 'co_host', 'scheduled', true],
    ['the host of a live class', 'host', 'live', true],
    ['the host of an ended class', 'host', 'ended', false],
    ['a user with a reservation', null, 'scheduled', false],
  ] as const)('%s', async (_who, myRole, state, isThere) => {
    const { network } = setUp({ network: withLink(), classroom: { privateMode: true, myRole, state } });
    await title();
    if (isThere) expect(await panel().findByRole('button', { name: 'リンクをコピー' })).toBeInTheDocument();
    expect(network.calls(getClassroomLink)).toHaveLength(isThere ? 1 : 0);
    expect(panel().queryAllByRole('button', { name: 'リンクを新しくする' })).toHaveLength(
      isThere && myRole === 'host' ? 1 : 0,
    );
  });

  it('is not shown for a public classroom', async () => {
    const { network } = setUp({ classroom: { myRole: 'host' } });
    await title();
    expect(network.calls(getClassroomLink)).toHaveLength(0);
  });
});

it.each(['scheduled', 'live', 'ended', 'cancelled'] as const)(
  'offers to follow the host of a %s class',
  async (state) => {
    setUp({ classroom: { state } });
    await title();
    expect(await screen.findByRole('button', { name: '加藤 修さんをフォローする' })).toBeInTheDocument();
  },
);

it.each([
  ['oneself', { me: { ...aMe('adult'), id: host.id } }],
  ['a non-professional host to a user aged 12 or under', { me: aMe('child') }],
  ['a host who cannot be followed', { classroom: { host: { ...host, canBeFollowed: false } } }],
])('does not offer to follow %s', async (_who, given) => {
  setUp(given);
  await title();
  expect(screen.queryByRole('button', { name: /フォローする/ })).not.toBeInTheDocument();
});

describe('the reservation list', () => {
  const reserved = { reservedCount: 4, reservedUsers: [aUser({ nickname: '森 拓海' })] };

  it('is shown in full, with links to profiles and the number of people without one', async () => {
    const network = new FakeNetwork().answer(listReservers, ({ query }) =>
      query.cursor
        ? aPage([aUser({ id: 'usr_ueda', nickname: '上田 莉子' })])
        : aPage([aUser({ id: 'usr_mori', nickname: '森 拓海' }), aUser({ nickname: '大野 健' })], 'more'),
    );
    const { user } = setUp({ network, classroom: reserved, query: '?key=K3y' });
    await title();
    await user.click(screen.getByRole('button', { name: /予約した人をすべて見る.*ほか3人/ }));
    const dialog = within(await screen.findByRole('dialog', { name: '予約した人 4人' }));
    expect(await dialog.findByRole('link', { name: /森 拓海/ })).toHaveAttribute('href', '/users/usr_mori');
    await user.click(dialog.getByRole('button', { name: 'さらに表示する' }));
    expect(await dialog.findByRole('link', { name: /上田 莉子/ })).toBeInTheDocument();
    expect(dialog.getByText('ほかに、プロフィールを公開していない方が1人います。')).toBeInTheDocument();
    expect(network.calls(listReservers).map(({ query }) => query.key)).toEqual(['K3y', 'K3y']);
  });

  it('shows an error and retries', async () => {
    const network = new FakeNetwork().refuse(listReservers, 'not_found');
    const { user } = setUp({ network, classroom: reserved });
    await title();
    await user.click(screen.getByRole('button', { name: /予約した人をすべて見る/ }));
    await screen.findByText('予約した人を表示できませんでした。');
    network.answer(listReservers, aPage([aUser({ nickname: '森 拓海' })]));
    await user.click(screen.getByRole('button', { name: 'もう一度試す' }));
    expect(await screen.findByRole('link', { name: /森 拓海/ })).toBeInTheDocument();
  });
});

it('sends a visitor to the sign-in page and back', async () => {
  setUp({ me: aMe('anonymous') });
  await title();
  expect(panel().getByRole('link', { name: 'ログインして予約する' })).toHaveAttribute(
    'href',
    '/signin?next=%2Fclassrooms%2Fcls_map',
  );
});

it.each([
  ['reserving', {}, '24歳以下の方が予約できます。', 'ログインして予約する'],
  ['joining', { state: 'live', startAt: inMinutes(-10) }, '24歳以下の方が参加できます。', 'ログインして参加する'],
] as const)('shows a visitor the condition of %s before they sign in', async (_what, changes, condition, link) => {
  setUp({ me: aMe('anonymous'), classroom: { allUsers: false, ...changes } });
  await title();
  expect(screen.getByText('24歳以下対象')).toBeInTheDocument();
  expect(panel().getByText(condition)).toBeInTheDocument();
  expect(panel().getByRole('link', { name: link })).toBeInTheDocument();
});

it('explains to an adult why a classroom for minors has no seat for them', async () => {
  setUp({ me: aMe('adult'), classroom: { allUsers: false } });
  await title();
  expect(panel().getByText('この教室は24歳以下の方が対象です。')).toBeInTheDocument();
  expect(panel().queryByRole('button', { name: '予約する' })).not.toBeInTheDocument();
});

it('waits for the host once the start time has come', async () => {
  setUp({ classroom: { startAt: inMinutes(-2) } });
  await title();
  expect(panel().getByText('開始時刻になりました。')).toBeInTheDocument();
});

it('shows the state of a live classroom with a join button', async () => {
  setUp({ classroom: { state: 'live', startAt: inMinutes(-10), startedAt: inMinutes(-10), participantCount: 128 } });
  await title();
  expect(screen.getByText('開催中')).toBeInTheDocument();
  expect(panel().getByText('128人')).toBeInTheDocument();
  expect(panel().getByText('35分')).toBeInTheDocument();
  expect(panel().getByRole('button', { name: '参加する' })).toBeInTheDocument();
});

describe('a guarded room', () => {
  const guarded = { state: 'live', startAt: inMinutes(-10), isGuarded: true, locked: true } as const;

  it.each(['student', 'anonymous', 'adult'] as const)(
    'shows %s outside what is missing and what comes next, instead of offering a button that would fail',
    async (kind) => {
      setUp({ me: kind === 'anonymous' ? aMe(kind) : aMe(kind), classroom: guarded });
      await title();
      expect(await panel().findByRole('status')).toHaveTextContent(
        '未成年の方が参加している教室に、本人確認済みの大人のホストまたは共同ホストがいません。大人が参加すると、入室できます。このページは自動で更新されます。',
      );
      expect(screen.queryByRole('button', { name: '参加する' })).not.toBeInTheDocument();
    },
  );

  it('admits a co-host and says that their presence is what is missing', async () => {
    setUp({ classroom: { ...guarded, myRole: 'co_host' } });
    await title();
    expect(await panel().findByRole('status')).toHaveTextContent(
      '18歳以上のホストまたは共同ホストが参加すると、自動で再開します。',
    );
    expect(panel().getByRole('button', { name: '参加する' })).toBeInTheDocument();
  });

  it('readmits a former participant', async () => {
    setUp({ classroom: { ...guarded, myRole: 'listener' } });
    await title();
    expect(panel().getByRole('button', { name: '参加する' })).toBeInTheDocument();
  });

  it('says instead that the class is not for them', async () => {
    setUp({ me: aMe('adult'), classroom: { ...guarded, allUsers: false } });
    await title();
    expect(panel().getByText('この教室は24歳以下の方が対象です。')).toBeInTheDocument();
    expect(panel().queryByRole('status')).not.toBeInTheDocument();
  });
});

it.each([
  ['ended', '終了', 'この教室は終了しました。'],
  ['cancelled', '中止', 'この教室は中止になりました。'],
] as const)('shows a classroom that is %s, and other classrooms by its host', async (state, badge, sentence) => {
  const network = new FakeNetwork();
  const { detail } = setUp({ network, classroom: { state } });
  network.answer(listClassrooms, {
    ...aPage([aClassroom({ name: '次の教室', host }), { ...detail, name: '同じ教室' }]),
    totalCount: 2,
  });
  await title();
  expect(screen.getByText(badge)).toBeInTheDocument();
  expect(panel().getByText(sentence)).toBeInTheDocument();
  expect(await screen.findByRole('heading', { name: '加藤 修さんのほかの教室' })).toBeInTheDocument();
  expect(screen.getByText('次の教室')).toBeInTheDocument();
  expect(screen.queryByText('同じ教室')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: '「次の教室」を予約する' })).toBeInTheDocument();
});

it('says how many took part in an ended class, not how many had reserved', async () => {
  setUp({ classroom: { state: 'ended', participantCount: 12, reservedCount: 30 } });
  await title();
  expect(panel().getByText('12人')).toBeInTheDocument();
  expect(panel().queryByText('30人')).not.toBeInTheDocument();
});

describe('the host', () => {
  it('cancels the class after a confirmation', async () => {
    const network = new FakeNetwork().answer(deleteClassroom, undefined);
    const { user } = setUp({ network, classroom: { myRole: 'host', reservedCount: 3 } });
    await title();
    expect(screen.queryByRole('button', { name: '予約する' })).not.toBeInTheDocument();
    await user.click(await panel().findByRole('button', { name: '教室を中止' }));
    const question = within(screen.getByRole('dialog'));
    expect(question.getByText(/3人の方の予約は取り消されます。/)).toBeInTheDocument();
    await user.click(question.getByRole('button', { name: '中止する' }));
    expect(await screen.findByText('教室を中止しました。')).toBeInTheDocument();
    expect(network.calls(deleteClassroom)).toHaveLength(1);
  });

  it('ends a live class', async () => {
    const network = new FakeNetwork().answer(deleteClassroom, undefined);
    const { user } = setUp({ network, classroom: { myRole: 'host', state: 'live' } });
    await title();
    await user.click(await panel().findByRole('button', { name: '終了する' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: '終了する' }));
    expect(await screen.findByText('教室を終了しました。')).toBeInTheDocument();
  });

  it('sends only the changed fields', async () => {
    const network = new FakeNetwork();
    const { user, detail } = setUp({ network, classroom: { myRole: 'host', startAt: inMinutes(-3) } });
    network.answer(updateClassroom, detail);
    await title();
    await user.click(await panel().findByRole('button', { name: '編集する' }));
    const dialog = within(await screen.findByRole('dialog', { name: '教室を編集する' }));
    await user.clear(dialog.getByLabelText('タイトル'));
    await user.type(dialog.getByLabelText('タイトル'), '新しい題名');
    await user.click(dialog.getByRole('button', { name: '保存する' }));
    expect(await screen.findByText('変更を保存しました。')).toBeInTheDocument();
    expect(network.calls(updateClassroom).map(({ body }) => body)).toEqual([{ name: '新しい題名' }]);
  });

  it.each([
    ['the host of a live class', 'host', 'live', true],
    ['the host of an ended class', 'host', 'ended', true],
    ['a co-host of an ended class', 'co_host', 'ended', true],
    ['the host before it begins', 'host', 'scheduled', false],
    ['a mere participant', 'listener', 'ended', false],
  ] as const)('and co-hosts can open the attendance list: %s', async (_who, myRole, state, isThere) => {
    setUp({ classroom: { myRole, state } });
    await title();
    if (isThere)
      expect(await panel().findByRole('link', { name: '出席の記録' })).toHaveAttribute(
        'href',
        '/classrooms/cls_map/attendance',
      );
    else expect(panel().queryByRole('link', { name: '出席の記録' })).not.toBeInTheDocument();
    const count = myRole === 'host' && state !== 'ended' ? 2 : 0;
    await waitFor(() => expect(panel().queryAllByRole('button', { name: /中止|終了する|編集/ })).toHaveLength(count));
  });

  it.each(['scheduled', 'ended', 'cancelled'] as const)('duplicates a class that is %s', async (state) => {
    const { user } = setUp({ classroom: { myRole: 'host', state } });
    await title();
    await user.click(await panel().findByRole('button', { name: '複製' }));
    const dialog = within(await screen.findByRole('dialog', { name: '教室をつくる' }));
    expect(dialog.getByLabelText('タイトル')).toHaveValue('日本史の地図を描く');
  });

  it('cannot move the start of a class that has begun', async () => {
    const { user } = setUp({ classroom: { myRole: 'host', state: 'live' } });
    await title();
    await user.click(await panel().findByRole('button', { name: '編集する' }));
    const dialog = within(await screen.findByRole('dialog', { name: '教室を編集する' }));
    expect(dialog.getByLabelText('開始日時')).toBeDisabled();
    expect(dialog.getByText('開始した教室の日時は変更できません。')).toBeInTheDocument();
  });
});

describe('sharing', () => {
  const card = {
    url: 'http://localhost/classrooms/cls_map',
    title: '日本史の地図を描く',
    text: '',
    imageUrl: '',
    hashtags: [],
  };

  it('offers to copy or send the URL when there is no native share sheet', async () => {
    const network = new FakeNetwork().answer(shareClassroom, card);
    const { user } = setUp({ network });
    await title();
    await user.click(panel().getByRole('button', { name: '共有' }));
    const dialog = within(await screen.findByRole('dialog', { name: '共有' }));
    await user.click(dialog.getByRole('button', { name: 'リンクをコピー' }));
    expect(await screen.findByText('リンクをコピーしました。')).toBeInTheDocument();
    expect(await navigator.clipboard.readText()).toBe(card.url);
  });

  it('needs no session, which a visitor does not have at first', async () => {
    const { user } = setUp({ me: null, network: new FakeNetwork().answer(shareClassroom, card) });
    await title();
    await user.click(panel().getByRole('button', { name: '共有' }));
    expect(await screen.findByRole('dialog', { name: '共有' })).toBeInTheDocument();
  });

  it('uses the native share sheet when there is one', async () => {
    const shared: ShareData[] = [];
    Object.assign(navigator, { share: (data: ShareData) => Promise.resolve(void shared.push(data)) });
    const { user } = setUp({ network: new FakeNetwork().answer(shareClassroom, card) });
    await title();
    await user.click(panel().getByRole('button', { name: '共有' }));
    await waitFor(() => expect(shared).toEqual([{ url: card.url, title: card.title, text: '' }]));
    Reflect.deleteProperty(navigator, 'share');
  });
});

describe('the room of an event', () => {
  const event = anEvent({
    id: 'evt_1',
    title: '星の会',
    participantCount: 12,
    tickets: [aTicketType({ quota: 30 }), aTicketType({ quota: 10 })],
  });
  const room = { eventId: 'evt_1', privateMode: true } as const;
  const withEvent = () => new FakeNetwork().answer(getEvent, event);

  it('says who may come in, how many seats there are and where the way in is', async () => {
    const { network } = setUp({ network: withEvent(), classroom: { ...room, myRole: 'host' } });
    await title();
    expect(screen.getByText('イベントのお席をお持ちの方が参加できます')).toBeInTheDocument();
    expect(await panel().findByText('12人 / 40席')).toBeInTheDocument();
    expect(await panel().findByRole('link', { name: 'イベントのページへ' })).toHaveAttribute('href', '/events/evt_1');
    for (const name of ['予約する', '編集する', '教室を中止'])
      expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
    expect(screen.queryByText(/招待制|招待リンクのURL|URLを知っている人|予約/)).not.toBeInTheDocument();
    expect(network.calls(getClassroomLink)).toEqual([]);
  });

  it('is 開催前 until the event starts, although its audience may come in', async () => {
    setUp({ network: withEvent(), classroom: { ...room, state: 'live', startAt: inMinutes(5), endAt: inMinutes(95) } });
    await title();
    expect(screen.getByText('開催前')).toBeInTheDocument();
    expect(panel().getByRole('timer')).toBeInTheDocument();
    expect(panel().getByRole('button', { name: '参加する' })).toBeInTheDocument();
    expect(screen.queryByText(/開催中|LIVE/)).not.toBeInTheDocument();
  });

  it('is open from the start of the event', async () => {
    setUp({
      network: withEvent(),
      classroom: { ...room, state: 'live', startAt: inMinutes(-5), endAt: inMinutes(85) },
    });
    await title();
    expect(screen.queryByText('開催前')).not.toBeInTheDocument();
    expect(panel().getByText(/から開催中です。/)).toBeInTheDocument();
  });

  it('is a door to the event for everyone without a seat', async () => {
    const network = new FakeNetwork()
      .answer(listCategories, { categories: [] })
      .refuse(getClassroom, 'not_found')
      .answer(getClassroomEvent, { event });
    renderWithApp(<ClassroomPage />, {
      path: '/classrooms/cls_hall',
      pattern: '/classrooms/{id}',
      me: aMe('anonymous'),
      network,
    });
    expect(await screen.findByRole('heading', { name: 'イベントの会場です。' })).toBeInTheDocument();
    expect(screen.getByText(/「星の会」/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'イベントのページへ' })).toHaveAttribute('href', '/events/evt_1');
    expect(screen.queryByText(/URLが必要/)).not.toBeInTheDocument();
  });
});

describe('a classroom that is not found', () => {
  const refused = () => {
    const network = new FakeNetwork();
    const app = renderWithApp(<ClassroomPage />, {
      path: '/classrooms/cls_secret',
      pattern: '/classrooms/{id}',
      me: aMe(),
      network: network
        .answer(listCategories, { categories: [] })
        .refuse(getClassroom, 'not_found')
        .answer(getClassroomEvent, { event: null }),
    });
    return app;
  };

  it('opens with a pasted invitation link of this product', async () => {
    const { user, network, currentUrl } = refused();
    await screen.findByRole('heading', { name: 'この教室に入るには、招待のURLが必要です。' });
    network.answer(getClassroom, aClassroomDetail({ name: '内緒の教室' })).answer(listClassroomComments, aPage([]));
    await user.type(screen.getByLabelText('招待のURL'), 'http://localhost/classrooms/cls_secret?key=K3y');
    await user.click(screen.getByRole('button', { name: '開く' }));
    expect(await screen.findByRole('heading', { name: '内緒の教室' })).toBeInTheDocument();
    expect(currentUrl()).toBe('/classrooms/cls_secret?key=K3y');
  });

  it('does not follow any other link', async () => {
    const { user, currentUrl } = refused();
    await screen.findByRole('heading', { name: 'この教室に入るには、招待のURLが必要です。' });
    await user.type(screen.getByLabelText('招待のURL'), 'https://elsewhere.example/classrooms/cls_secret?key=K3y');
    await user.click(screen.getByRole('button', { name: '開く' }));
    expect(await screen.findByText('まなびばの招待のURLを貼り付けてください。')).toBeInTheDocument();
    expect(currentUrl()).toBe('/classrooms/cls_secret');
  });
});

it('informs a removed user', async () => {
  const network = new FakeNetwork().answer(listCategories, { categories: [] }).refuse(getClassroom, 'kicked');
  renderWithApp(<ClassroomPage />, { path: '/classrooms/cls_map', pattern: '/classrooms/{id}', me: aMe(), network });
  expect(await screen.findByText('この教室には再入室できません。')).toBeInTheDocument();
});

describe('retrying', () => {
  beforeEach(() => jest.useFakeTimers({ advanceTimers: true }));
  afterEach(() => jest.useRealTimers());

  it.each([
    ['scheduled', true],
    ['live', true],
    ['ended', false],
    ['cancelled', false],
  ] as const)('%s: %s', async (state, isAsked) => {
    const { network } = setUp({ classroom: { state, startAt: inMinutes(state === 'scheduled' ? 60 : -10) } });
    await title();
    const before = network.calls(getClassroom).length;
    await act(() => jest.advanceTimersByTimeAsync(16_000));
    expect(network.calls(getClassroom).length - before).toBe(isAsked ? 1 : 0);
  });
});

describe('messages of the host', () => {
  const message = {
    id: 'msg_1',
    subject: '持ち物のご案内',
    body: '筆記用具をお持ちください。',
    createdAt: inMinutes(-30),
  };

  it('are read by who reserved the class, who stops the next ones', async () => {
    const world = { items: [message], isSubscribed: true };
    const network = new FakeNetwork()
      .answer(listClassroomMessages, () => world)
      .answer(updateClassroomMessageSubscription, () => void (world.isSubscribed = false));
    const { user } = setUp({ network, classroom: { isReserved: true, hasMessages: true } });
    const section = within(await screen.findByRole('region', { name: 'ホストからのメッセージ' }));
    expect(section.getByText(message.body)).toBeInTheDocument();
    await user.click(section.getByRole('button', { name: '配信を停止' }));
    expect(await section.findByRole('button', { name: '配信を再開' })).toBeInTheDocument();
    expect(network.calls(updateClassroomMessageSubscription)[0]?.body).toEqual({ isSubscribed: false });
  });

  it('are not asked for by who takes no part', async () => {
    const { network } = setUp();
    await title();
    await waitFor(() => expect(network.calls(listClassroomComments)).not.toHaveLength(0));
    expect(network.calls(listClassroomMessages)).toHaveLength(0);
  });

  it.each([
    ['scheduled', '予約した2人に'],
    ['ended', '参加した2人に'],
  ] as const)('are written by the host of a %s class after a confirmation', async (state, whom) => {
    const sent = { ...message, recipientCount: 2, isRemoved: false };
    const network = new FakeNetwork()
      .answer(listSentClassroomMessages, { items: [], recipientCount: 2, remaining: 3 })
      .answer(sendClassroomMessage, sent);
    const { user } = setUp({ network, me: aMe('adult'), classroom: { myRole: 'host', state } });
    await user.click(await screen.findByRole('button', { name: 'メッセージを送る' }));
    const dialog = within(await screen.findByRole('dialog', { name: '参加者へのメッセージ' }));
    expect(await dialog.findByText(new RegExp(whom))).toBeInTheDocument();
    await user.type(dialog.getByRole('textbox', { name: '件名' }), message.subject);
    await user.type(dialog.getByRole('textbox', { name: '本文' }), message.body);
    await user.click(dialog.getByRole('button', { name: '閉じる' }));
    await user.click(
      within(screen.getByRole('dialog', { name: '入力した内容を破棄しますか' })).getByRole('button', {
        name: '入力を続ける',
      }),
    );
    await user.click(dialog.getByRole('button', { name: '2人に送る' }));
    await user.click(
      within(screen.getByRole('dialog', { name: '2人に送りますか' })).getByRole('button', { name: '送る' }),
    );
    await waitFor(() => expect(network.calls(sendClassroomMessage)).toHaveLength(1));
    expect(network.calls(sendClassroomMessage)[0]?.body).toEqual({ subject: message.subject, body: message.body });
    await user.click(dialog.getByRole('button', { name: '閉じる' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});
