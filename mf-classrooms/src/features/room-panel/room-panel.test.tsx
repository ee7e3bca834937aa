import type { ClassroomDetail, RoomRole } from '@manabiba/shared/contract/classrooms';
import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import type { RoomDoc, RoomUserDoc } from '@manabiba/shared/contract/room-documents';
import type { listKickedUsers as listKickedUsersDefinition } from '@manabiba/shared/contract/room-moderation';
import type { Me } from '@manabiba/shared/contract/users';
import {
  admitClassroomUser,
  blockUser,
  getClassroomLink,
  kickClassroomUser,
  listBlockedUsers,
  listKickedUsers,
  listLobby,
  lowerHand,
  muteAll,
  readmitClassroomUser,
  reportUser,
  shareClassroom,
  unblockUser,
  updateClassroom,
  updateClassroomUserRole,
  updateMuting,
} from '@manabiba/shared/data/endpoints';
import { aClassroomDetail, aMe, aUser, inMinutes } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { act, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';

import { useBlocked } from '../../core/room/use-blocked';
import { aRoom, aRoomUser } from '../../core/testing/room-builders';
import { PanelTabs, type RoomTab } from './room-panel';

const host = aRoomUser({ id: 'usr_host', nickname: '小林 亮太', role: 'host', isMuted: false });
const mori = aRoomUser({ id: 'usr_mori', nickname: '森 拓海' });
const ueda = aRoomUser({ id: 'usr_ueda', nickname: '上田 莉子', role: 'speaker', isMuted: false });
const noneBlocked: ReadonlySet<string> = new Set();
const guest = aRoomUser({ id: 'anon_1', nickname: 'ゲスト0042', isAnonymous: true });

interface SetUpOptions {
  role?: RoomRole;
  me?: Me;
  people?: readonly RoomUserDoc[];
  room?: Partial<RoomDoc>;
  classroom?: Partial<ClassroomDetail>;
  unreadCount?: number;
  tab?: RoomTab;
  network?: FakeNetwork;
  blocked?: ReadonlySet<string>;
  hasMedia?: boolean;
  removed?: EndpointOutput<typeof listKickedUsersDefinition>['items'];
}

function Panel({
  role = 'host',
  people = [host, mori, ueda, guest],
  room,
  classroom,
  unreadCount = 0,
  tab: first = 'people',
  blocked = noneBlocked,
  hasMedia = true,
}: Omit<SetUpOptions, 'me' | 'network' | 'removed'>) {
  const [tab, setTab] = useState(first);
  return (
    <PanelTabs
      classroom={aClassroomDetail({ id: 'cls_0001', state: 'live', ...classroom })}
      classroomKey={undefined}
      role={role}
      hasMedia={hasMedia}
      tab={tab}
      onSelectTab={setTab}
      comments={<p>みんなのコメント</p>}
      commentCount={36}
      unreadCount={unreadCount}
      materials={<p>資料の一覧</p>}
      questions={<p>みんなの質問</p>}
      questionCount={3}
      room={aRoom(room)}
      people={people}
      blocked={blocked}
    />
  );
}

const setUp = ({
  me = { ...aMe('adult'), id: 'usr_host' },
  network = new FakeNetwork(),
  removed = [],
  ...given
}: SetUpOptions = {}) =>
  renderWithApp(<Panel {...given} />, { me, network: network.answer(listKickedUsers, { items: removed }) });
const list = () => within(screen.getByRole('list', { name: '参加している人' }));
const hands = async () => within(await screen.findByRole('list', { name: '手を挙げている人' }));
const openMenu = async (user: ReturnType<typeof setUp>['user'], name: string) => {
  await user.click(screen.getByRole('button', { name: `${name}さんの操作` }));
  return screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
};

it('shows the counts of participants, comments and unread comments', () => {
  setUp({ unreadCount: 3 });
  expect(screen.getByRole('tab', { name: '参加者 4' })).toHaveAttribute('aria-selected', 'true');
  expect(screen.getByRole('tab', { name: /コメント.*36.*未読3件/ })).toBeInTheDocument();
});

describe('alone in the room', () => {
  const card = { url: 'http://localhost/classrooms/cls_0001', title: '三角関数', text: '', imageUrl: '', hashtags: [] };
  const withCard = () => new FakeNetwork().answer(shareClassroom, card);

  it('shows a host how to bring others in, and who has reserved', async () => {
    const { user } = setUp({
      people: [host],
      network: withCard(),
      classroom: { reservedCount: 3, reservedUsers: [aUser({ nickname: '森 拓海' })] },
    });
    expect(await screen.findByRole('img', { name: 'この教室を開くQRコード' })).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: '教室のURL' })).toHaveValue(card.url);
    expect(screen.getByText('3人')).toBeInTheDocument();
    expect(screen.getByText('森 拓海さん、ほか2人')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'リンクをコピー' }));
    expect(await navigator.clipboard.readText()).toBe(card.url);
  });

  it('takes the link of a private classroom from its invitation, and shows it once as a text', async () => {
    const url = 'http://localhost/classrooms/cls_0001?key=K3y';
    const network = new FakeNetwork().answer(getClassroomLink, { url, key: 'K3y', expiresAt: inMinutes(60) });
    setUp({ people: [host], network, classroom: { privateMode: true } });
    expect(await screen.findByRole('img', { name: 'この教室を開くQRコード' })).toBeInTheDocument();
    expect(screen.getAllByRole('textbox').map((field) => (field as HTMLInputElement).value)).toEqual([url]);
  });

  it.each([
    ['someone else is there', { people: [host, mori] }],
    ['the host is away', { role: 'co_host', people: [ueda] }],
    ['it is the room of an event', { people: [host], classroom: { eventId: 'evt_1' } }],
  ] as const)('shows nothing of it when %s', async (_what, given) => {
    setUp({ ...given, network: withCard() });
    await act(() => Promise.resolve());
    expect(screen.queryByText('いまは、あなただけです')).not.toBeInTheDocument();
  });
});

it('switches to the comments and back by keyboard', async () => {
  const { user } = setUp();
  screen.getByRole('tab', { name: /参加者/ }).focus();
  await user.keyboard('{ArrowRight}');
  expect(screen.getByText('みんなのコメント')).toBeInTheDocument();
  await user.keyboard('{ArrowLeft}');
  expect(list().getByText('森 拓海')).toBeInTheDocument();
});

it('lists participants by role, with muting and the viewer marked', () => {
  setUp();
  const rows = list().getAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/小林 亮太ホストあなた/),
    expect.stringMatching(/上田 莉子スピーカー/),
    expect.stringMatching(/森 拓海リスナー/),
    expect.stringMatching(/ゲスト0042リスナー/),
  ]);
  expect(within(rows[1]!).getByRole('img', { name: 'マイクはオン' })).toBeInTheDocument();
  expect(rows[3]).toHaveAttribute('aria-posinset', '4');
});

it.each<[string, RoomRole, string, string[]]>([
  [
    'a host over a speaker',
    'host',
    '上田 莉子',
    ['ミュートにする', '聞き手に戻す', '共同ホストにする', '通報する', 'ブロックする', '退室させる'],
  ],
  [
    'a host over a listener',
    'host',
    '森 拓海',
    ['スピーカーにする', '共同ホストにする', '通報する', 'ブロックする', '退室させる'],
  ],
  ['a host over a visitor', 'host', 'ゲスト0042', ['退室させる']],
  [
    'a co-host over a speaker',
    'co_host',
    '上田 莉子',
    ['ミュートにする', '聞き手に戻す', '通報する', 'ブロックする', '退室させる'],
  ],
  ['a co-host over the host', 'co_host', '小林 亮太', ['通報する', 'ブロックする']],
  ['a listener over a speaker', 'listener', '上田 莉子', ['通報する', 'ブロックする']],
])('offers %s the allowed actions', async (_who, role, name, items) => {
  const { user } = setUp({ role, me: aMe('adult', role === 'host' ? { id: 'usr_host' } : {}) });
  expect(await openMenu(user, name)).toEqual(items);
});

it('offers no actions to an anonymous visitor and none on oneself', () => {
  setUp({ role: 'listener', me: aMe('anonymous') });
  expect(screen.queryByRole('button', { name: /さんの操作/ })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: '全員をミュート' })).not.toBeInTheDocument();
});

it('mutes and assigns roles', async () => {
  const network = new FakeNetwork()
    .answer(updateMuting, { userId: ueda.id, isMuted: true, mutedByHost: true })
    .refuse(updateClassroomUserRole, 'ended');
  const { user } = setUp({ network });
  await openMenu(user, '上田 莉子');
  await user.click(screen.getByRole('menuitem', { name: 'ミュートにする' }));
  await waitFor(() =>
    expect(network.calls(updateMuting).map(({ body }) => body)).toEqual([{ userId: ueda.id, muted: true }]),
  );
  await openMenu(user, '上田 莉子');
  await user.click(screen.getByRole('menuitem', { name: '共同ホストにする' }));
  await waitFor(() =>
    expect(network.calls(updateClassroomUserRole).map(({ params, body }) => ({ params, body }))).toEqual([
      { params: { id: 'cls_0001', userId: ueda.id }, body: { role: 'co_host' } },
    ]),
  );
  expect(await screen.findByRole('alert')).toHaveTextContent('この教室は終了しました。');
});

it('lets a participant in the queue speak or lowers the hand', async () => {
  const network = new FakeNetwork().refuse(updateClassroomUserRole, 'age_restricted').answer(lowerHand, undefined);
  const people = [
    host,
    { ...mori, handRaisedAt: inMinutes(-1) },
    { ...guest, isAnonymous: false, nickname: '先の人', handRaisedAt: inMinutes(-3) },
  ];
  const { user } = setUp({ people, network });
  expect((await hands()).getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('先の人'),
    expect.stringContaining('森 拓海'),
  ]);
  await user.click(screen.getByRole('button', { name: '森 拓海さんの発言を許可' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    '森 拓海さんは、年齢などの条件により発言できません。リスナーとして参加できます。',
  );
  expect(network.calls(updateClassroomUserRole)[0]?.body).toEqual({ role: 'speaker' });
  await user.click(screen.getByRole('button', { name: '森 拓海さんの手を下ろす' }));
  await waitFor(() => expect(network.calls(lowerHand)[0]?.params).toEqual({ id: 'cls_0001', userId: mori.id }));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('shows everyone the order of hands, also beside the comments', async () => {
  const people = [host, { ...mori, handRaisedAt: inMinutes(-1) }];
  const { user } = setUp({ role: 'listener', me: aMe('adult'), people });
  expect((await hands()).getByText('1番目')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /発言を許可/ })).not.toBeInTheDocument();
  await user.click(screen.getByRole('tab', { name: /コメント/ }));
  expect((await hands()).getByText('1番目')).toBeInTheDocument();
});

it('lets the host put those who have not spoken yet first, and marks them for everybody', async () => {
  const people = [
    host,
    { ...ueda, handRaisedAt: inMinutes(-3), hasSpoken: true },
    { ...mori, handRaisedAt: inMinutes(-1), hasSpoken: false },
  ];
  const order = async () =>
    (await hands()).getAllByRole('listitem').map(({ textContent }) => /森|上田/.exec(textContent)?.[0]);
  const network = new FakeNetwork().answer(updateClassroom, aClassroomDetail());
  const { user, unmount } = setUp({ people, network });
  expect(await order()).toEqual(['上田', '森']);
  expect((await hands()).getAllByText('まだ話していない人')).toHaveLength(1);
  await user.click(screen.getByRole('switch', { name: 'まだ話していない人を先に' }));
  await waitFor(() => expect(network.calls(updateClassroom)[0]?.body).toEqual({ newVoicesFirst: true }));
  unmount();
  setUp({ people, role: 'co_host', me: aMe('adult'), room: { newVoicesFirst: true } });
  expect(await order()).toEqual(['森', '上田']);
  expect(screen.queryByRole('switch')).not.toBeInTheDocument();
  expect(screen.getByText('まだ話していない人が先です。')).toBeInTheDocument();
});

it('opens the full queue from the short list above the comments', async () => {
  const people = [
    host,
    ...[1, 2, 3, 4].map((place) => aRoomUser({ nickname: `${place}人目`, handRaisedAt: inMinutes(place - 10) })),
  ];
  const { user } = setUp({ people, tab: 'comments' });
  expect((await hands()).getAllByRole('listitem')).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: '手を挙げている人をすべて見る、 ほか2人' }));
  expect((await hands()).getAllByRole('listitem')).toHaveLength(4);
  expect(screen.getByRole('tab', { name: /参加者/ })).toHaveAttribute('aria-selected', 'true');
});

it('removes a participant only after confirmation', async () => {
  const network = new FakeNetwork().answer(kickClassroomUser, undefined);
  const { user } = setUp({ network });
  await openMenu(user, '森 拓海');
  await user.click(screen.getByRole('menuitem', { name: '退室させる' }));
  const dialog = within(screen.getByRole('dialog', { name: '森 拓海さんを退室させますか' }));
  expect(network.calls(kickClassroomUser)).toHaveLength(0);
  await user.click(dialog.getByRole('button', { name: '退室させる' }));
  expect(await screen.findByText('森 拓海さんを退室させました。')).toBeInTheDocument();
  expect(network.calls(kickClassroomUser)[0]?.params).toEqual({ id: 'cls_0001', userId: mori.id });
});

it('blocks after confirmation and reports with a reason', async () => {
  const network = new FakeNetwork().answer(blockUser, { ok: true as const }).answer(reportUser, { ok: true as const });
  const { user } = setUp({ network, role: 'listener', me: aMe('adult') });
  await openMenu(user, '森 拓海');
  await user.click(screen.getByRole('menuitem', { name: 'ブロックする' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'ブロックする' }));
  expect(await screen.findByText('森 拓海さんをブロックしました。')).toBeInTheDocument();

  await openMenu(user, '森 拓海');
  await user.click(screen.getByRole('menuitem', { name: '通報する' }));
  const dialog = within(screen.getByRole('dialog', { name: '森 拓海さんを通報' }));
  await user.click(dialog.getByRole('button', { name: '通報する' }));
  expect(dialog.getByText('理由を選択してください。')).toBeInTheDocument();
  await user.click(dialog.getByRole('radio', { name: '宣伝・迷惑行為' }));
  await user.click(dialog.getByRole('button', { name: '通報する' }));
  expect(await screen.findByText('通報を受け付けました。ご協力ありがとうございます。')).toBeInTheDocument();
  expect(network.calls(reportUser).map(({ body }) => body)).toEqual([{ reason: 'spam' }]);
});

it('hides a blocked user immediately, keeps their place in the queue, and reveals them on request', async () => {
  const blocked: string[] = [];
  const network = new FakeNetwork()
    .answer(listBlockedUsers, () => ({ userIds: [...blocked] }))
    .answer(blockUser, () => {
      blocked.push(mori.id);
      return { ok: true as const };
    })
    .answer(unblockUser, () => {
      blocked.pop();
      return { ok: true as const };
    });
  const people = [host, { ...mori, handRaisedAt: inMinutes(-3) }, { ...ueda, handRaisedAt: inMinutes(-1) }];
  const AskingPanel = () => <Panel people={people} role="listener" blocked={useBlocked().blocked} />;
  const { user } = renderWithApp(<AskingPanel />, { me: aMe('adult'), network });
  await user.click(
    within(list().getByText('森 拓海').closest('li')!).getByRole('button', { name: '森 拓海さんの操作' }),
  );
  await user.click(screen.getByRole('menuitem', { name: 'ブロックする' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'ブロックする' }));
  await waitFor(() => expect(screen.queryByText('森 拓海')).not.toBeInTheDocument());
  expect((await hands()).getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/上田 莉子2番目/),
  ]);
  expect(screen.getByRole('tab', { name: '参加者 3' })).toBeInTheDocument();

  await user.click(screen.getByRole('button', { name: 'ブロックした人を表示する' }));
  const row = list().getByText('森 拓海').closest('li')!;
  expect(row).toHaveTextContent('ブロック中');
  await user.click(within(row).getByRole('button', { name: '森 拓海さんの操作' }));
  await user.click(screen.getByRole('menuitem', { name: 'ブロックを解除する' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'ブロックを解除する' }));
  expect(await screen.findByText('森 拓海さんのブロックを解除しました。')).toBeInTheDocument();
  await waitFor(() => expect(list().getByText('森 拓海').closest('li')).not.toHaveTextContent('ブロック中'));
});

it.each<[string, RoomRole, RoomRole]>([
  ['from moderators', 'co_host', 'listener'],
  ['who moderate the room', 'listener', 'co_host'],
])('does not hide people %s', (_who, role, theirs) => {
  setUp({ role, me: aMe('adult'), blocked: new Set([mori.id]), people: [host, { ...mori, role: theirs }] });
  expect(list().getByText('森 拓海').closest('li')).toHaveTextContent('ブロック中');
});

it('starts no action while offline and explains why', async () => {
  const { user, session, network } = setUp({ people: [host, { ...mori, handRaisedAt: inMinutes(-1) }] });
  act(() => session.setState({ isOnline: false }));
  for (const name of ['森 拓海さんの発言を許可', '全員をミュート', '入室を締め切る'])
    await user.click(screen.getByRole('button', { name }));
  expect(
    await screen.findAllByText('オフラインのため操作できません。接続が回復してから、もう一度お試しください。'),
  ).toHaveLength(3);
  expect(network.unexpected).toEqual([]);
});

it('mutes everyone and shows how many', async () => {
  const network = new FakeNetwork().answer(muteAll, { muted: 2 });
  const { user } = setUp({ network, role: 'co_host', me: aMe('adult') });
  await user.click(screen.getByRole('button', { name: '全員をミュート' }));
  expect(await screen.findByText('2人をミュートにしました。')).toBeInTheDocument();
});

it.each([
  [false, '入室を締め切る', '入室を締め切りました。'],
  [true, '入室を再開する', '入室を再開しました。'],
])('when locked is %s: %s', async (locked, label, said) => {
  const network = new FakeNetwork().answer(updateClassroom, aClassroomDetail({ locked: !locked }));
  const { user } = setUp({ network, room: { locked } });
  await user.click(screen.getByRole('button', { name: label }));
  expect(await screen.findByText(said)).toBeInTheDocument();
  expect(network.calls(updateClassroom)[0]?.body).toEqual({ locked: !locked });
});

it('admits a person from the lobby', async () => {
  const waiting = { id: 'usr_amamiya', nickname: '雨宮 しおり', avatarUrl: null, waitingSince: inMinutes(-1) };
  const network = new FakeNetwork().answer(listLobby, { items: [waiting] }).answer(admitClassroomUser, undefined);
  const { user } = setUp({ network, room: { waitingCount: 1 } });
  await user.click(await screen.findByRole('button', { name: '雨宮 しおりさんの入室を許可' }));
  expect(await screen.findByText('雨宮 しおりさんの入室を許可しました。')).toBeInTheDocument();
  expect(network.calls(admitClassroomUser)[0]?.params).toEqual({ id: 'cls_0001', userId: 'usr_amamiya' });
});

it.each([
  ['host', true],
  ['co_host', true],
  ['listener', false],
] as const)('links a %s to the attendance in a new tab: %s', (role, isThere) => {
  setUp({ role, me: aMe('adult') });
  const link = screen.queryByRole('link', { name: '出席の記録' });
  if (!isThere) return expect(link).not.toBeInTheDocument();
  expect(link).toHaveAttribute('href', '/classrooms/cls_0001/attendance');
  expect(link).toHaveAttribute('target', '_blank');
});

it('does not request the lobby for a participant without permission', () => {
  const { network } = setUp({ role: 'listener', me: aMe('adult'), room: { waitingCount: 1 } });
  expect(screen.queryByText('入室を待っている人')).not.toBeInTheDocument();
  expect(network.unexpected).toEqual([]);
});

it('shows the link of a private room, and lets the host rotate its key', async () => {
  const network = new FakeNetwork()
    .answer(getClassroomLink, {
      url: 'http://localhost/classrooms/cls_0001?key=K3y',
      key: 'K3y',
      expiresAt: inMinutes(30),
    })
    .answer(updateClassroom, aClassroomDetail({ privateMode: true }));
  const { user } = setUp({ network, classroom: { privateMode: true } });
  expect(await screen.findByRole('textbox', { name: '招待リンクのURL' })).toHaveValue(
    'http://localhost/classrooms/cls_0001?key=K3y',
  );
  await user.click(screen.getByRole('button', { name: 'リンクをコピー' }));
  expect(await screen.findByText('リンクをコピーしました。')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'リンクを新しくする' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: '新しくする' }));
  expect(await screen.findByText('招待リンクを新しくしました。')).toBeInTheDocument();
  expect(network.calls(updateClassroom)[0]?.body).toEqual({ rotateKey: true });
});

it('leads to the event in the room of an event, which has no invitation link', async () => {
  const { network } = setUp({ classroom: { privateMode: true, eventId: 'evt_1' } });
  expect(await screen.findByRole('link', { name: 'イベントのページへ' })).toHaveAttribute('href', '/events/evt_1');
  expect(screen.queryByRole('textbox', { name: '招待リンクのURL' })).not.toBeInTheDocument();
  expect(network.calls(getClassroomLink)).toEqual([]);
});

it('shows a co-host the link without key rotation', async () => {
  const network = new FakeNetwork().answer(getClassroomLink, {
    url: 'http://localhost/classrooms/cls_0001?key=K3y',
    key: 'K3y',
    expiresAt: inMinutes(30),
  });
  setUp({ network, classroom: { privateMode: true }, role: 'co_host', me: aMe('adult') });
  expect(await screen.findByRole('button', { name: 'リンクをコピー' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'リンクを新しくする' })).not.toBeInTheDocument();
});

it("labels the open menu with the person's name", async () => {
  const { user } = setUp();
  await user.click(list().getByRole('button', { name: '森 拓海さんの操作' }));
  expect(screen.getByRole('menu')).toHaveAccessibleName('森 拓海さんの操作');
});

it('links names to profiles in a new tab, except for anonymous visitors and people of 12 or under', () => {
  const child = aRoomUser({ nickname: '子ども' });
  setUp({
    people: [
      { ...host, hasProfile: true },
      { ...ueda, hasProfile: true, handRaisedAt: inMinutes(-1) },
      { ...child, hasProfile: false },
      guest,
    ],
  });
  expect(list().getByRole('link', { name: '小林 亮太' })).toHaveAttribute('href', '/users/usr_host');
  expect(list().getByRole('link', { name: '小林 亮太' })).toHaveAttribute('target', '_blank');
  expect(screen.getAllByRole('link', { name: '上田 莉子' })).toHaveLength(2);
  expect(list().getAllByRole('link')).toHaveLength(2);
});

it('renders only a few rows of a full room and searches by name', async () => {
  const crowd = Array.from({ length: 550 }, (_, index) => aRoomUser({ nickname: `生徒 ${index + 1}` }));
  const { user } = setUp({ people: [host, ...crowd] });
  expect(screen.getByRole('tab', { name: '参加者 551' })).toBeInTheDocument();
  await waitFor(() => expect(list().getAllByRole('listitem').length).toBeGreaterThan(20));
  expect(list().getAllByRole('listitem').length).toBeLessThan(60);
  expect(list().getAllByRole('listitem')[0]).toHaveAttribute('aria-setsize', '551');
  await user.click(screen.getByRole('searchbox', { name: '名前でさがす' }));
  await user.paste('生徒 549');
  expect(
    list()
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([expect.stringContaining('生徒 549')]);
});

describe('without audio', () => {
  it('offers no muting and shows no microphones', async () => {
    const { user } = setUp({ hasMedia: false });
    expect(screen.queryByRole('button', { name: '全員をミュート' })).not.toBeInTheDocument();
    expect(screen.queryByRole('img', { name: /マイク|ミュート/ })).not.toBeInTheDocument();
    await openMenu(user, '上田 莉子');
    expect(screen.queryByRole('menuitem', { name: 'ミュートにする' })).not.toBeInTheDocument();
    expect(screen.getByRole('menuitem', { name: '共同ホストにする' })).toBeInTheDocument();
  });
});

it('explains that a guarded room lacks a verified adult, and offers no unlock button', () => {
  setUp({ room: { locked: true, isGuarded: true } });
  expect(screen.getByText(/^本人確認済みの大人がいないため、新しい方の入室を止めています。/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /入室を/ })).not.toBeInTheDocument();
});

it('undoes a removal from the toast, or later from the list of removed people', async () => {
  const removed = {
    id: ueda.id,
    nickname: ueda.nickname,
    avatarUrl: null,
    isAnonymous: false,
    kickedAt: inMinutes(-1),
    canReadmit: true,
  };
  const network = new FakeNetwork().answer(kickClassroomUser, undefined).answer(readmitClassroomUser, undefined);
  const { user } = setUp({ network, removed: [removed] });
  await openMenu(user, '上田 莉子');
  await user.click(screen.getByRole('menuitem', { name: '退室させる' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: '退室させる' }));
  await user.click(await screen.findByRole('button', { name: '元に戻す' }));
  expect(await screen.findByText('上田 莉子さんが、もう一度入室できるようになりました。')).toBeInTheDocument();
  await user.click(await screen.findByRole('button', { name: '上田 莉子さんの退室を元に戻す' }));
  await waitFor(() =>
    expect(network.calls(readmitClassroomUser).map(({ params }) => params)).toEqual([
      { id: 'cls_0001', userId: ueda.id },
      { id: 'cls_0001', userId: ueda.id },
    ]),
  );
});

it('lets a host who can record begin after a question, and end at once', async () => {
  const network = new FakeNetwork().answer(updateClassroom, aClassroomDetail());
  const { user, unmount } = setUp({ network, classroom: { canRecord: true } });
  await user.click(await screen.findByRole('button', { name: '録画を始める' }));
  expect(network.calls(updateClassroom)).toHaveLength(0);
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: '録画を始める' }));
  await waitFor(() => expect(network.calls(updateClassroom)[0]?.body).toEqual({ recording: true }));
  unmount();
  setUp({ network, classroom: { canRecord: true }, room: { recording: true } });
  await user.click(await screen.findByRole('button', { name: '録画を止める' }));
  await waitFor(() => expect(network.calls(updateClassroom)[1]?.body).toEqual({ recording: false }));
});

it('offers no recording to co-hosts, and to hosts who cannot record', () => {
  const { unmount } = setUp({ role: 'co_host', classroom: { canRecord: true } });
  expect(screen.queryByRole('button', { name: /録画/ })).not.toBeInTheDocument();
  unmount();
  setUp();
  expect(screen.queryByRole('button', { name: /録画/ })).not.toBeInTheDocument();
});
