import type { ClassroomDetail } from '@manabiba/shared/contract/classrooms';
import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import type { MediaToken } from '@manabiba/shared/contract/media';
import { livePaths, type RoomDoc, type RoomUserDoc } from '@manabiba/shared/contract/room-documents';
import type {
  joinClassroom as joinContract,
  prepareClassroom as prepareContract,
} from '@manabiba/shared/contract/rooms';
import type { Me } from '@manabiba/shared/contract/users';
import {
  createClassroomComment,
  deleteClassroom,
  generateToken,
  getClassroom,
  joinClassroom,
  leaveClassroom,
  listBlockedUsers,
  listCategories,
  listClassroomComments,
  listClassrooms,
  listKickedUsers,
  listMissed,
  lowerHand,
  prepareClassroom,
  sendReaction,
  updateMuting,
  updatePresence,
  updateRecordingConsent,
} from '@manabiba/shared/data/endpoints';
import { isSessionHeld } from '@manabiba/shared/session/session-hold';
import { aClassroomDetail, aComment, aMe, aPage, aUser, inMinutes } from '@manabiba/shared/testing/builders';
import { FakeLive } from '@manabiba/shared/testing/fake-live';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';

import { ClassroomPage } from './classroom-page';

const ID = 'cls_live';
const host = aUser({ id: 'usr_host', nickname: '小林 亮太' });
const now = () => new Date().toISOString();

// The room chunk is loaded up front so that no test waits for the import.
beforeAll(
  () =>
    Promise.all([
      import('../features/room-entry/room-entry'),
      import('../features/room-stage/room-stage'),
      import('../features/room-panel/room-panel'),
      import('../features/comments/room/room-conversation'),
      import('../features/reactions/reaction-bar'),
      import('../features/reactions/reaction-overlay'),
      import('@manabiba/shared/realtime/open-port'),
      import('../features/prejoin/prejoin'),
      import('../features/room-stage/recording/recording-companion'),
      import('../core/media/session/media-session'),
    ]),
  60_000,
);
// jsdom has no layout; the stage shows nobody while it has no size.
beforeEach(() => {
  jest.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(900);
  jest.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(560);
});
afterEach(() => jest.restoreAllMocks());
beforeEach(() => {
  window.sessionStorage.clear();
  window.localStorage.clear();
});
// The leave call is sent a moment after unmount; it must reach the network mock of its own test.
afterEach(async () => {
  cleanup();
  await new Promise((resolve) => {
    setTimeout(resolve);
  });
});

function aRoom(changes: Partial<RoomDoc> = {}): RoomDoc {
  return {
    id: ID,
    state: 'live',
    hostId: host.id,
    startedAt: inMinutes(-10),
    endAt: inMinutes(35),
    audienceMode: false,
    locked: false,
    isGuarded: false,
    recording: false,
    newVoicesFirst: false,
    participantCount: 2,
    waitingCount: 0,
    minutesLeft: null,
    pinned: null,
    presentation: null,
    materialCount: 0,
    version: 1,
    updatedAt: now(),
    ...changes,
  };
}

function aPerson(changes: Partial<RoomUserDoc> = {}): RoomUserDoc {
  return {
    id: host.id,
    nickname: host.nickname,
    avatarUrl: null,
    isAnonymous: false,
    role: 'host',
    reactionName: null,
    reactionAt: null,
    handRaisedAt: null,
    isMuted: true,
    mutedByHost: false,
    isCameraOn: false,
    isScreenOn: false,
    connection: 'good',
    joinedAt: now(),
    seat: 1,
    ...changes,
  };
}

type Preparation = EndpointOutput<typeof prepareContract>;
type JoinedRoom = EndpointOutput<typeof joinContract>;

/** The join response when a media engine serves the room. */
const mediaToken: MediaToken = {
  token: 'media',
  url: 'wss://media.example',
  provider: 'livekit',
  room: 'r',
  identity: 'i',
  expiresAt: inMinutes(5),
  grants: { subscribe: true, publishMic: true, publishCamera: false, publishScreen: false, publishData: true },
};

function setUp({
  me = aMe('student'),
  classroom = {},
  prepared = {},
  joined = {},
  query = '',
  isInHistory = false,
  state,
}: {
  me?: Me;
  classroom?: Partial<ClassroomDetail>;
  prepared?: Partial<Preparation>;
  joined?: Partial<JoinedRoom>;
  query?: string;
  isInHistory?: boolean;
  state?: { entersRoom: boolean };
} = {}) {
  const network = new FakeNetwork();
  const live = new FakeLive().install();
  const detail = aClassroomDetail({
    id: ID,
    name: '日本史の地図を描く',
    host,
    state: 'live',
    startAt: inMinutes(-10),
    startedAt: inMinutes(-10),
    ...classroom,
  });
  const mine = aPerson({ id: me.id, nickname: '宮下 紗季', role: me.id === host.id ? 'host' : 'speaker' });
  const preparation: Preparation = {
    classroom: detail,
    role: 'speaker',
    canJoin: true,
    reasons: [],
    serverTime: now(),
    iceServers: [],
    consents: [],
    spaceLeft: 10,
    estimatedMb: 158,
    hasMedia: false,
    roomPath: livePaths.room(ID),
    hasLobby: false,
    ...prepared,
  };
  const seat: JoinedRoom = { role: mine.role, room: aRoom(), me: mine, token: null, isWaiting: false, ...joined };
  const showPeople = (changes: Partial<RoomUserDoc> = {}) =>
    act(() => void live.set(livePaths.roomUsers(ID), aPerson(), { ...mine, ...changes }));
  live
    .set(livePaths.room(ID), aRoom())
    .set(livePaths.roomUsers(ID), ...(me.id === host.id ? [mine] : [aPerson(), mine]))
    .set(livePaths.roomComments(ID));
  network
    .answer(listCategories, { categories: [] })
    .answer(listBlockedUsers, { userIds: [] })
    .answer(listKickedUsers, { items: [] })
    .answer(getClassroom, detail)
    .answer(listClassroomComments, aPage([]))
    .answer(listClassrooms, { ...aPage([]), totalCount: 0 })
    .answer(prepareClassroom, preparation)
    .answer(joinClassroom, seat)
    .answer(updatePresence, { serverTime: now(), role: mine.role })
    .answer(leaveClassroom, undefined)
    .answer(listMissed, { since: null, counts: { comment: 0, question: 0, poll: 0, pin: 0 }, items: [] })
    .refuse(generateToken, 'media_unavailable');
  const slots = {
    'follow-button': ({ user, size }: { user?: unknown; size?: unknown }) => (
      <button type="button">
        {(user as { nickname: string }).nickname}さんをフォローする({String(size)})
      </button>
    ),
  };
  const app = renderWithApp(<ClassroomPage />, {
    path: `/classrooms/${ID}${query}`,
    pattern: '/classrooms/{id}',
    me,
    network,
    isInHistory,
    state,
    slots,
  });
  const panel = () => within(screen.getByRole('complementary', { name: '日時と予約' }));
  const click = async (name: string) => {
    await screen.findByRole('heading', { level: 1 });
    await app.user.click(panel().getByRole('button', { name }));
  };
  return {
    ...app,
    live,
    detail,
    mine,
    seat,
    click,
    showPeople,
    showRoom: (changes: Partial<RoomDoc>) => act(() => void live.set(livePaths.room(ID), aRoom(changes))),
  };
}

const stage = () => screen.findByRole('region', { name: 'ステージ' });
const heading = (name: string) => screen.findByRole('heading', { name });
const inside = async (given: Parameters<typeof setUp>[0] = {}) => {
  const app = setUp(given);
  await app.click('参加する');
  await stage();
  await screen.findByRole('list', { name: '話せる人' });
  return app;
};

describe('before joining a room with voice and video', () => {
  it('shows what each way of joining costs, remembers the choice, and joins on one click', async () => {
    const { click, user, network } = setUp({ prepared: { hasMedia: true }, joined: { token: mediaToken } });
    await click('参加する');
    await screen.findByText('入室の準備');
    expect(network.calls(joinClassroom)).toHaveLength(0);
    // The page of a test is not one to which a browser gives devices.
    expect(screen.getByRole('heading', { name: 'この接続では、マイクを使用できません。' })).toBeInTheDocument();
    expect(screen.getByRole('radio', { name: /^音声のみにする 45分でおよそ 20MB/ })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: '聞くだけにする' }));
    expect(screen.getByRole('radio', { name: /^聞くだけで参加する/ })).toBeChecked();
    await user.click(screen.getByRole('button', { name: '参加する' }));
    await stage();
    expect(JSON.stringify(Object.values(window.localStorage))).toContain('listen');
  });

  it('asks for consent to the recording from people who speak, and not from those who listen', async () => {
    const { click, user, network } = setUp({
      prepared: { hasMedia: true, consents: ['recording'] },
      joined: { token: mediaToken },
    });
    await click('参加する');
    await screen.findByText('入室の準備');
    await user.click(screen.getByRole('button', { name: '参加する' }));
    expect(screen.getByText('同意すると、発言して参加できます。')).toBeInTheDocument();
    expect(network.calls(joinClassroom)).toHaveLength(0);
    await user.click(screen.getByRole('checkbox', { name: '録画に同意します' }));
    await user.click(screen.getByRole('button', { name: '参加する' }));
    await stage();
    expect(network.calls(joinClassroom)[0]?.body).toMatchObject({ recordingConsent: true });
  });

  it.each([
    ['a child', aMe('child'), 'speaker'],
    ['a listener', aMe('student'), 'listener'],
  ] as const)('opens no device for %s', async (_who, me, role) => {
    const { click } = setUp({ me, prepared: { hasMedia: true, role } });
    await click('参加する');
    expect(await heading('聞くだけで参加します。')).toBeInTheDocument();
    expect(screen.queryByRole('radio')).not.toBeInTheDocument();
    expect(screen.queryByRole('combobox', { name: 'マイク' })).not.toBeInTheDocument();
  });
});

describe('the host of a class that starts now', () => {
  const mine = { me: { ...aMe('adult'), id: host.id }, state: { entersRoom: true } };

  it('is led into the room without a click, once', async () => {
    const { user } = setUp(mine);
    expect(await screen.findByRole('region', { name: 'ステージ' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: '終了する' }));
    await user.click(screen.getByRole('button', { name: '終了せずに退出する' }));
    expect(await screen.findByRole('complementary', { name: '日時と予約' })).toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'ステージ' })).not.toBeInTheDocument();
  });

  it.each([
    ['host', true, 'マイクはオンで始まります。'],
    ['speaker', false, 'マイクはミュートで始まります。'],
  ] as const)('enters as %s with the microphone on: %s', async (role, isOn, words) => {
    const track = { stop: () => undefined, kind: 'audio' };
    const stream = { getTracks: () => [track], getAudioTracks: () => [], getVideoTracks: () => [] };
    Object.assign(navigator, {
      mediaDevices: {
        getUserMedia: () => Promise.resolve(stream),
        enumerateDevices: () => Promise.resolve([]),
        addEventListener: () => undefined,
        removeEventListener: () => undefined,
      },
    });
    const { user, network } = setUp({
      ...mine,
      prepared: { hasMedia: true, role },
      joined: { token: mediaToken, role },
    });
    network.answer(updateMuting, { userId: host.id, isMuted: false, mutedByHost: false });
    await user.click(await screen.findByRole('button', { name: '確認をはじめる' }));
    expect(await screen.findByText(words)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: '参加する' }));
    await stage();
    if (isOn) await waitFor(() => expect(network.calls(updateMuting)[0]?.body).toEqual({ muted: false }));
    else expect(network.calls(updateMuting)).toHaveLength(0);
    cleanup();
    Reflect.deleteProperty(navigator, 'mediaDevices');
  });
});

describe('joining', () => {
  it('shows a preview first, joins, and shows the speakers', async () => {
    const { network, live } = await inside();
    const tiles = within(screen.getByRole('list', { name: '話せる人' }));
    expect(tiles.getAllByRole('listitem').map((tile) => tile.textContent)).toEqual([
      '小林小林 亮太ホスト',
      '宮下宮下 紗季あなた',
    ]);
    expect(network.calls(prepareClassroom)).toHaveLength(1);
    expect(network.calls(joinClassroom)[0]?.body).toMatchObject({
      recordingConsent: false,
      deviceId: expect.any(String),
      tabId: expect.any(String),
    });
    expect(screen.getByRole('timer', { name: '残り時間' })).toHaveTextContent(/残り 3[45]:\d\d/);
    expect(live.paths).toContain(`rooms/${ID}/users`);
  });

  it('stays when the session ends and rejoins after the user signs in again', async () => {
    const { network, session, user } = await inside();
    network.refuse(updatePresence, 'unauthenticated').refuse(createClassroomComment, 'unauthenticated');
    act(() => session.setState({ isExpired: true }));
    await act(async () => {
      window.dispatchEvent(new Event('online'));
      await Promise.resolve();
    });
    await waitFor(() => expect(network.calls(updatePresence).length).toBeGreaterThan(0));
    await user.type(screen.getByRole('textbox', { name: 'コメント' }), '届くはずの言葉{Enter}');
    await waitFor(() => expect(network.calls(createClassroomComment)).toHaveLength(1));
    expect(await stage()).toBeInTheDocument();
    expect(screen.queryByText('入室が締め切られています。')).not.toBeInTheDocument();
    expect(isSessionHeld()).toBe(true);

    network
      .answer(updatePresence, { serverTime: now(), role: 'speaker' })
      .answer(createClassroomComment, aComment({ body: '届くはずの言葉', isMine: true }));
    act(() => session.setState({ isExpired: false }));
    await waitFor(() => expect(network.calls(joinClassroom)).toHaveLength(2));
    await waitFor(() => expect(network.calls(createClassroomComment)).toHaveLength(2));
    expect(await stage()).toBeInTheDocument();
  });

  it('sends the key of a private room', async () => {
    const { network } = await inside({ classroom: { privateMode: true }, query: '?key=K3y' });
    expect(network.calls(prepareClassroom)[0]?.query).toEqual({ key: 'K3y' });
    expect(network.calls(joinClassroom)[0]?.body).toMatchObject({ key: 'K3y' });
    expect(screen.queryByRole('button', { name: '招待' })).not.toBeInTheDocument();
  });

  it('shows the audience of an event that it has not begun, and lets them share its page', async () => {
    await inside({ classroom: { privateMode: true, eventId: 'evt_1', startAt: inMinutes(5) } });
    const banner = within(screen.getByRole('banner'));
    expect(banner.getByText('開催前')).toBeInTheDocument();
    expect(banner.getByRole('button', { name: '共有' })).toBeInTheDocument();
  });

  it('announces the recording when it begins, and has a speaker agree before they speak', async () => {
    const app = await inside();
    app.network.answer(updateRecordingConsent, { recordingConsentAt: now(), awaitsConsent: false });
    app.showRoom({ recording: true });
    app.showPeople({ awaitsConsent: true });
    const dialog = within(await screen.findByRole('dialog', { name: 'この教室は録画されています' }));
    expect(await screen.findByText('録画が始まりました。')).toBeInTheDocument();
    expect(screen.getByText('録画中')).toBeInTheDocument();
    await app.user.click(dialog.getByRole('button', { name: '同意せずに聞く' }));
    await app.user.click(screen.getByRole('button', { name: '発言する' }));
    await app.user.click(await screen.findByRole('button', { name: '同意して話す' }));
    await waitFor(() => expect(app.network.calls(updateRecordingConsent)[0]?.body).toEqual({ agrees: true }));
    app.showPeople();
    await waitFor(() => expect(screen.queryByRole('button', { name: '発言する' })).not.toBeInTheDocument());

    await app.user.click(screen.getByRole('button', { name: '録画中' }));
    await app.user.click(await screen.findByRole('button', { name: '同意を取り消す' }));
    await waitFor(() => expect(app.network.calls(updateRecordingConsent)[1]?.body).toEqual({ agrees: false }));
    app.showRoom({ recording: false });
    expect(await screen.findByText('録画が終わりました。')).toBeInTheDocument();
  });

  it.each([
    ['full', '満席のため参加できません。'],
    ['not_open', 'まだ開始していません。'],
    ['locked', '入室が締め切られています。'],
    ['audience_restricted', 'この教室は24歳以下の方が対象です。'],
    ['unauthenticated', 'ログインが必要です。'],
    ['ended', 'この教室は終了しました。'],
  ] as const)('explains why joining is refused: %s', async (reason, title) => {
    const { click, user, network } = setUp({ prepared: { canJoin: false, reasons: [reason] } });
    await click('参加する');
    await heading(title);
    expect(network.calls(joinClassroom)).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: '教室のページへ戻る' }));
    expect(await heading('日本史の地図を描く')).toBeInTheDocument();
  });

  it('blames blocked cookies when they are why the api sees no session', async () => {
    const cookies = jest.spyOn(document, 'cookie', 'set').mockImplementation(() => undefined);
    const { click } = setUp({ prepared: { canJoin: false, reasons: ['unauthenticated'] } });
    await click('参加する');
    expect(await heading('Cookieが保存されないため、参加できません。')).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'ログイン' })).not.toBeInTheDocument();
    cookies.mockRestore();
  });

  it.each([
    ['locked', '入室が締め切られています。'],
    ['guarded', '入室を一時的に止めています。'],
  ] as const)('explains what has changed since the preparation: %s', async (code, title) => {
    const { click, network } = setUp();
    network.refuse(joinClassroom, code);
    await click('参加する');
    await heading(title);
    expect(screen.getByRole('button', { name: 'もう一度試す' })).toBeVisible();
  });

  it('shows a ban when joining', async () => {
    const { click, network } = setUp();
    network.refuse(joinClassroom, 'kicked');
    await click('参加する');
    expect(await heading('この教室には再入室できません。')).toBeInTheDocument();
  });

  it('offers a retry when a seat may become free', async () => {
    const { click, user, network, detail } = setUp();
    network.refuse(prepareClassroom, 'full');
    await click('参加する');
    await heading('満席のため参加できません。');
    network.answer(prepareClassroom, {
      classroom: detail,
      role: 'speaker',
      canJoin: true,
      reasons: [],
      serverTime: now(),
      iceServers: [],
      consents: [],
      spaceLeft: 1,
      estimatedMb: 1,
      hasMedia: false,
      roomPath: livePaths.room(ID),
      hasLobby: false,
    });
    await user.click(screen.getByRole('button', { name: 'もう一度試す' }));
    expect(await stage()).toBeInTheDocument();
  });

  it('lets the host start at most ten minutes early', async () => {
    const { click } = setUp({
      me: { ...aMe('professional'), id: host.id },
      classroom: { state: 'scheduled', startAt: inMinutes(9), myRole: 'host' },
    });
    await click('教室を始める');
    expect(await stage()).toBeInTheDocument();
  });

  it('does not let the host start any earlier', async () => {
    setUp({
      me: { ...aMe('professional'), id: host.id },
      classroom: { state: 'scheduled', startAt: inMinutes(11), myRole: 'host' },
    });
    await heading('日本史の地図を描く');
    expect(screen.queryByRole('button', { name: '教室を始める' })).not.toBeInTheDocument();
  });
});

describe('the lobby', () => {
  beforeEach(() => jest.useFakeTimers({ advanceTimers: true }));
  afterEach(() => jest.useRealTimers());

  it('waits until the host admits the user', async () => {
    const { click, network, seat } = setUp({ joined: { isWaiting: true } });
    await click('参加する');
    await heading('ホストの許可を待っています。');
    network.answer(joinClassroom, { ...seat, isWaiting: false });
    await act(() => jest.advanceTimersByTimeAsync(4_000));
    expect(await stage()).toBeInTheDocument();
  });

  it('goes on waiting while the host has locked the room', async () => {
    const { click, network, seat } = setUp({ joined: { isWaiting: true } });
    await click('参加する');
    await heading('ホストの許可を待っています。');
    network.refuse(joinClassroom, 'locked');
    await act(() => jest.advanceTimersByTimeAsync(4_000));
    expect(await heading('ホストの許可を待っています。')).toBeInTheDocument();
    network.answer(joinClassroom, { ...seat, isWaiting: false });
    await act(() => jest.advanceTimersByTimeAsync(4_000));
    expect(await stage()).toBeInTheDocument();
  });
});

describe('one seat per user', () => {
  it('reports the other window and moves the seat here', async () => {
    const { click, user, network, seat } = setUp();
    network.refuse(joinClassroom, 'joined_elsewhere');
    await click('参加する');
    await heading('別の画面で参加中です。');
    network.answer(joinClassroom, { ...seat, me: { ...seat.me, seat: 2 } });
    await user.click(screen.getByRole('button', { name: 'この画面に切り替える' }));
    await stage();
    expect(network.calls(joinClassroom).at(-1)?.body).toMatchObject({ takeOver: true });
  });

  it('notices at once that another window has taken the seat, and does not leave it', async () => {
    const { showPeople, network } = await inside();
    showPeople({ seat: 2 });
    expect(await heading('別の画面で参加中です。')).toBeInTheDocument();
    expect(network.calls(leaveClassroom)).toHaveLength(0);
  });

  it('rejoins after a reload', async () => {
    const first = await inside();
    act(() => void window.dispatchEvent(new Event('pagehide')));
    await waitFor(() =>
      expect(first.network.calls(leaveClassroom)[0]?.query).toEqual({ seat: '1', mayReturn: 'true' }),
    );
    // A reload runs no effects: what unmounting clears is put back.
    const kept = { ...window.sessionStorage };
    first.unmount();
    await new Promise((done) => {
      setTimeout(done);
    });
    for (const [name, value] of Object.entries(kept)) window.sessionStorage.setItem(name, value);
    const { network } = setUp({ me: aMe('student') });
    await stage();
    expect(network.calls(prepareClassroom)).toHaveLength(0);
    expect(network.calls(joinClassroom)[0]?.body).toMatchObject({ takeOver: true });
  });

  it('reports at once that the microphone is off when the others still see it on', async () => {
    const me = aMe('student');
    const { network } = await inside({ me, joined: { me: aPerson({ id: me.id, isMuted: false }) } });
    await waitFor(() => expect(network.calls(updatePresence)[0]?.body).toMatchObject({ isMuted: true }));
  });
});

describe('a page hidden by the browser', () => {
  it('does not rejoin when the live documents no longer list the participant', async () => {
    const { network, live } = await inside();
    act(() => void window.dispatchEvent(new Event('pagehide')));
    await act(async () => void live.set(livePaths.roomUsers(ID), aPerson()));
    expect(network.calls(leaveClassroom)).toHaveLength(1);
    expect(network.calls(updatePresence)).toHaveLength(0);
    expect(network.calls(joinClassroom)).toHaveLength(1);
  });

  it('rejoins when it is restored from the back/forward cache', async () => {
    const { network } = await inside();
    act(() => void window.dispatchEvent(new Event('pagehide')));
    act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));
    await waitFor(() => expect(network.calls(joinClassroom)).toHaveLength(2));
    expect(await stage()).toBeInTheDocument();
  });
});

describe('following the host from the room header', () => {
  it.each([
    ['a participant', {}, true],
    ['a visitor, who would have to leave the room', { me: aMe('anonymous') }, false],
    ['a user aged 12 or under with a host who is not a professional', { me: aMe('child') }, false],
  ] as const)('%s', async (_who, given, isThere) => {
    await inside(given);
    const buttons = () =>
      within(screen.getByRole('banner')).queryAllByRole('button', { name: '小林 亮太さんをフォローする(small)' });
    // The button appears after the first paint.
    await waitFor(() => expect(buttons()).toHaveLength(isThere ? 1 : 0));
  });
});

describe('being removed', () => {
  it('is noticed at once', async () => {
    const { live, network } = await inside();
    network.refuse(updatePresence, 'kicked');
    act(() => void live.refuse(livePaths.roomUsers(ID)));
    expect(await heading('この教室には再入室できません。')).toBeInTheDocument();
  });

  it('is not assumed after a mere disconnect: the user rejoins', async () => {
    const { live, network } = await inside();
    network.refuse(updatePresence, 'not_joined');
    act(() => void live.set(livePaths.roomUsers(ID), aPerson()));
    await waitFor(() => expect(network.calls(joinClassroom)).toHaveLength(2));
    expect(await stage()).toBeInTheDocument();
  });
});

it('stays in the room when a heartbeat is one call too many of a minute', async () => {
  const { live, network } = await inside();
  const beats = network.calls(updatePresence).length;
  network.refuse(updatePresence, 'rate_limited');
  act(() => void live.refuse(livePaths.roomUsers(ID)));
  await waitFor(() => expect(network.calls(updatePresence).length).toBeGreaterThan(beats));
  expect(await stage()).toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

describe('inside the room', () => {
  it.each([
    [5, '残り5分です。'],
    [1, '残り1分です。'],
    [0, '終了時刻になりました。まもなく終了します。'],
  ] as const)('warns at %s minutes', async (minutesLeft, sentence) => {
    const { showRoom } = await inside();
    showRoom({ minutesLeft });
    expect(await screen.findByText(sentence)).toBeInTheDocument();
  });

  it('raises a hand optimistically and lowers it when the call fails', async () => {
    const { user, network } = await inside();
    const refuse = network.hold(sendReaction);
    await user.click(screen.getByRole('button', { name: '手を挙げる' }));
    expect(screen.getByRole('button', { name: '手を下ろす' })).toBeInTheDocument();
    refuse(() => {
      throw new TypeError('Failed to fetch');
    });
    expect(await screen.findByRole('button', { name: '手を挙げる' })).toBeInTheDocument();
  });

  it('lowers a raised hand', async () => {
    const { user, network, showPeople } = await inside();
    network.answer(lowerHand, undefined);
    showPeople({ handRaisedAt: now() });
    await user.click(await screen.findByRole('button', { name: '手を下ろす' }));
    await waitFor(() => expect(network.calls(lowerHand)).toHaveLength(1));
    expect(screen.getByRole('button', { name: '手を挙げる' })).toBeInTheDocument();
  });

  it('calls the api before the microphone opens, mutes again when there is none, and reports when the host mutes', async () => {
    const { user, network, mine, showPeople } = await inside({ joined: { token: mediaToken } });
    network.answer(updateMuting, { userId: mine.id, isMuted: false, mutedByHost: false });
    await user.click(await screen.findByRole('button', { name: 'マイクをオン' }));
    await waitFor(() =>
      expect(network.calls(updateMuting).map(({ body }) => body)).toEqual([{ muted: false }, { muted: true }]),
    );
    expect(await screen.findByText(/^この接続では、マイクを使用できません。/)).toBeInTheDocument();
    showPeople({ isMuted: false });
    showPeople({ isMuted: true, mutedByHost: true });
    expect(await screen.findByText('ホストがあなたをミュートにしました。')).toBeInTheDocument();
  });

  it('asks a listener who may speak from now on before the microphone opens', async () => {
    const { user, network, mine, showPeople } = await inside({ joined: { token: mediaToken } });
    network.answer(updateMuting, { userId: mine.id, isMuted: false, mutedByHost: false });
    showPeople({ role: 'listener' });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'マイクをオン' })).not.toBeInTheDocument());
    showPeople({ role: 'speaker' });
    const dialog = within(await screen.findByRole('dialog', { name: '発言が許可されました' }));
    expect(network.calls(updateMuting)).toHaveLength(0);
    await user.click(dialog.getByRole('button', { name: 'あとで' }));
    expect(network.calls(updateMuting)).toHaveLength(0);
    expect(screen.getByRole('button', { name: 'マイクをオン' })).toBeInTheDocument();
  });

  it.each([
    ['a child', aMe('child')],
    ['a visitor', aMe('anonymous')],
    ['a user without guardian consent', aMe('student', { guardianConsent: 'asked', guardianConsentNeeded: true })],
    [
      'a pupil whose school does not allow speaking',
      aMe('school', {
        partnerSchool: { name: '港高校', policy: { canCreate: true, canSpeak: false, classmatesOnly: false } },
      }),
    ],
  ] as [string, Me][])('offers %s neither microphone nor hand', async (_who, me) => {
    await inside({ me });
    expect(screen.queryByRole('button', { name: /手を/ })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /マイク/ })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: '退出する' })).toBeInTheDocument();
  });

  it('hides microphone states and says so while there is no audio', async () => {
    const { showPeople } = await inside();
    expect(
      screen.getByText('この教室では、音声と映像をご利用いただけません。コメントとリアクションで参加できます。'),
    ).toBeInTheDocument();
    showPeople({ isMuted: false });
    showPeople({ isMuted: true, mutedByHost: true });
    showPeople({ handRaisedAt: now() });
    expect(await screen.findByRole('button', { name: '手を下ろす' })).toBeInTheDocument();
    expect(screen.queryByText(/ミュート/)).not.toBeInTheDocument();
    expect(screen.queryByRole('img', { name: /ミュート|マイク/ })).not.toBeInTheDocument();
  });

  it('announces a new role', async () => {
    const { showPeople } = await inside({ joined: { token: mediaToken } });
    showPeople({ role: 'listener' });
    expect(await screen.findByText('リスナーになりました。')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /マイク/ })).not.toBeInTheDocument();
  });

  it('reports that the connection is lost and restored', async () => {
    const { live } = await inside();
    act(() => void live.setLine(false));
    expect(await screen.findByText('再接続しています…')).toBeInTheDocument();
    act(() => void live.setLine(true));
    await waitFor(() => expect(screen.queryByText('再接続しています…')).not.toBeInTheDocument());
  });
});

it('announces a pinned question once, also when the connection was lost meanwhile', async () => {
  const { live, showRoom } = await inside();
  const pinned = {
    kind: 'question',
    id: 'que_1',
    userId: 'usr_x',
    nickname: '西',
    body: '同じですか。',
    pinnedAt: now(),
  } as const;
  showRoom({ pinned });
  const said = await screen.findByText('ピン留めされた質問: 西さん 同じですか。');
  const changes = new MutationObserver(() => undefined);
  changes.observe(said, { characterData: true, childList: true });
  act(() => void live.setLine(false));
  await screen.findByText('再接続しています…');
  act(() => void live.setLine(true));
  await waitFor(() => expect(screen.queryByText('再接続しています…')).not.toBeInTheDocument());
  expect(screen.getAllByText('ピン留めされた質問: 西さん 同じですか。')).toEqual([said]);
  expect(changes.takeRecords()).toEqual([]);
});

describe('without a connection', () => {
  it('reports the outage once, even before the live documents notice, and the recovery', async () => {
    const { session } = await inside();
    act(() => session.setState({ isOnline: false }));
    expect(screen.getByText(/接続が回復するまで、オフラインモードで動作します。/)).toBeInTheDocument();
    expect(screen.queryByText('接続が回復しました。')).not.toBeInTheDocument();
    act(() => session.setState({ isOnline: true }));
    expect(screen.queryByText(/オフラインモード/)).not.toBeInTheDocument();
    expect(screen.getByText('接続が回復しました。')).toBeInTheDocument();
  });

  it.each(['手を挙げる', 'マイクをオン', '拍手'])('%s sends nothing and shows why', async (name) => {
    const { user, session, network } = await inside({ joined: { token: mediaToken } });
    await screen.findByRole('button', { name });
    act(() => session.setState({ isOnline: false }));
    await user.click(screen.getByRole('button', { name }));
    expect(
      await screen.findByText('オフラインのため操作できません。接続が回復してから、もう一度お試しください。'),
    ).toBeInTheDocument();
    expect(screen.getByRole('button', { name })).toBeInTheDocument();
    expect(network.unexpected).toEqual([]);
  });
});

describe('after an outage in which the seat was lost', () => {
  const tiles = () =>
    within(screen.getByRole('list', { name: '話せる人' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);

  it('keeps all participants in place until the room is read again, and rejoins automatically', async () => {
    const { live, network, seat, mine } = await inside();
    const before = tiles();
    const joins = network.calls(joinClassroom).length;
    let takeSeat: () => void = () => undefined;
    network.refuse(updatePresence, 'not_joined').answer(
      joinClassroom,
      () =>
        new Promise((resolve) => {
          takeSeat = () => resolve(seat);
        }),
    );
    act(() => void live.setLine(false));
    act(() => void live.refuse(livePaths.roomUsers(ID)).refuse(livePaths.room(ID)).refuse(livePaths.roomComments(ID)));
    await waitFor(() => expect(network.calls(joinClassroom)).toHaveLength(joins + 1));
    expect(tiles()).toEqual(before);
    expect(screen.queryByText('参加者を読み込んでいます…')).not.toBeInTheDocument();
    // The room can be read again, but its live data has not arrived yet.
    act(() => void live.set(livePaths.roomUsers(ID)).set(livePaths.room(ID), aRoom()));
    await act(async () => takeSeat());
    expect(tiles()).toEqual(before);
    act(
      () =>
        void live
          .set(
            livePaths.roomUsers(ID),
            aPerson(),
            mine,
            aPerson({ id: 'usr_late', nickname: '西 ことね', role: 'speaker' }),
          )
          .setLine(true),
    );
    await waitFor(() => expect(tiles()).toHaveLength(3));
  });
});

it('marks the comments of an absent host', async () => {
  const { live } = await inside();
  act(
    () =>
      void live.set(livePaths.roomComments(ID), {
        id: 'com_1',
        userId: host.id,
        nickname: host.nickname,
        avatarUrl: null,
        body: 'すぐ戻ります',
        createdAt: now(),
      }),
  );
  const row = () => screen.getByText('すぐ戻ります').closest('li');
  await waitFor(() => expect(row()).toHaveTextContent('ホスト'));
  act(() => void live.set(livePaths.roomUsers(ID), aPerson({ id: aMe('student').id, role: 'speaker' })));
  expect(await screen.findByText(/ホストが席を外しています。/)).toBeInTheDocument();
  expect(row()).toHaveTextContent('ホスト');
});

it('says that the host is not in the room of an event, and no word of its end', async () => {
  const { live } = await inside({ classroom: { eventId: 'evt_1' } });
  act(() => void live.set(livePaths.roomUsers(ID), aPerson({ id: aMe('student').id, role: 'speaker' })));
  expect(await screen.findByText('ホストはいま、この部屋にいません。')).toBeInTheDocument();
  expect(document.body).not.toHaveTextContent('5分以内');
});

describe('leaving by navigation', () => {
  const asHost = {
    me: { ...aMe('professional'), id: host.id },
    classroom: { myRole: 'host' as const },
    isInHistory: true,
  };
  const logo = () => screen.getByRole('link', { name: 'まなびば トップページ' });
  const question = () => screen.findByRole('dialog', { name: '教室から退出しますか' });

  it('asks for confirmation when the logo is clicked, and keeps the user in the room', async () => {
    const { user, network, currentUrl } = await inside({ isInHistory: true });
    await user.click(logo());
    await user.click(within(await question()).getByRole('button', { name: '教室に残る' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(await stage()).toBeInTheDocument();
    expect(currentUrl()).toBe(`/classrooms/${ID}`);
    expect(network.calls(leaveClassroom)).toHaveLength(0);
  });

  it('navigates on confirmation and gives up the seat', async () => {
    const { user, network, currentUrl } = await inside({ isInHistory: true });
    await user.click(logo());
    await user.click(within(await question()).getByRole('button', { name: '退出する' }));
    await waitFor(() => expect(currentUrl()).toBe('/'));
    await waitFor(() => expect(network.calls(leaveClassroom)).toHaveLength(1));
  });

  it('asks before every browser back navigation', async () => {
    history.pushState(null, '', '/before');
    const { user, currentUrl } = await inside({ isInHistory: true });
    for (let attempt = 0; attempt < 2; attempt++) {
      history.back();
      await user.click(within(await question()).getByRole('button', { name: '教室に残る' }));
      expect(location.pathname).toBe(`/classrooms/${ID}`);
    }
    history.back();
    await user.click(within(await question()).getByRole('button', { name: '退出する' }));
    await waitFor(() => expect(currentUrl()).toBe('/before'));
  });

  it('lets the host end the class or step out, and then navigates', async () => {
    const { user, network, currentUrl } = await inside(asHost);
    network.answer(deleteClassroom, undefined);
    await user.click(logo());
    const dialog = within(await screen.findByRole('dialog', { name: '教室を終了しますか' }));
    expect(dialog.getByText(/5分以内に戻らないと、教室は自動で終了します。/)).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: '終了せずに退出する' }));
    await waitFor(() => expect(currentUrl()).toBe('/'));
    expect(network.calls(deleteClassroom)).toHaveLength(0);
  });

  it('says nothing of five minutes in the room of an event, which stays open without its host', async () => {
    const { user } = await inside({ ...asHost, classroom: { ...asHost.classroom, eventId: 'evt_1' } });
    await user.click(logo());
    const dialog = within(await screen.findByRole('dialog', { name: 'イベントを終了しますか' }));
    expect(dialog.getByText(/終了したイベントは、もう一度始めることができません。/)).toBeInTheDocument();
    expect(document.body).not.toHaveTextContent('5分以内');
  });

  it('navigates once the host has ended the class', async () => {
    const { user, network, currentUrl } = await inside(asHost);
    network.answer(deleteClassroom, undefined);
    await user.click(logo());
    await user.click(
      within(await screen.findByRole('dialog', { name: '教室を終了しますか' })).getByRole('button', {
        name: '終了する',
      }),
    );
    await waitFor(() => expect(currentUrl()).toBe('/'));
    expect(network.calls(deleteClassroom)).toHaveLength(1);
  });

  it('does not ask for a profile, which opens beside the room', async () => {
    const { user, live } = await inside({ isInHistory: true });
    act(
      () =>
        void live.set(livePaths.roomComments(ID), {
          id: 'com_1',
          userId: host.id,
          nickname: host.nickname,
          avatarUrl: null,
          body: 'ようこそ',
          createdAt: now(),
        }),
    );
    const name = await screen.findByRole('link', { name: host.nickname });
    expect(name).toHaveAttribute('target', '_blank');
    name.addEventListener('click', (event) => event.preventDefault());
    await user.click(name);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});

describe('leaving', () => {
  it('gives up the seat and shows the page', async () => {
    const { user, network } = await inside();
    await user.click(screen.getByRole('button', { name: '退出する' }));
    expect(await screen.findByRole('complementary', { name: '日時と予約' })).toBeInTheDocument();
    expect(network.calls(leaveClassroom)[0]?.query).toEqual({ seat: '1' });
    expect(Object.keys(window.sessionStorage)).toEqual([]);
  });

  it('shows the ended class page with what was written in the room when the host ends it', async () => {
    const { showRoom, network, detail } = await inside();
    network
      .answer(getClassroom, { ...detail, state: 'ended', commentCount: 1 })
      .answer(listClassroomComments, aPage([aComment({ body: 'ありがとうございました。' })]));
    showRoom({ state: 'ended' });
    expect(await screen.findByText('終了')).toBeInTheDocument();
    expect(await screen.findByText('ありがとうございました。')).toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'ステージ' })).not.toBeInTheDocument();
  });

  it('asks the host for confirmation, because it ends the class for everyone', async () => {
    const { user, network, detail } = await inside({
      me: { ...aMe('professional'), id: host.id },
      classroom: { myRole: 'host' },
    });
    network.answer(deleteClassroom, undefined);
    await user.click(screen.getByRole('button', { name: '終了する' }));
    const question = within(screen.getByRole('dialog', { name: '教室を終了しますか' }));
    expect(network.calls(deleteClassroom)).toHaveLength(0);
    network.answer(getClassroom, { ...detail, state: 'ended' });
    await user.click(question.getByRole('button', { name: '終了する' }));
    expect(await screen.findByText('終了')).toBeInTheDocument();
    expect(network.calls(deleteClassroom)).toHaveLength(1);
  });

  it('lets the host step out', async () => {
    const { user, network } = await inside({
      me: { ...aMe('professional'), id: host.id },
      classroom: { myRole: 'host' },
    });
    await user.click(screen.getByRole('button', { name: '終了する' }));
    await user.click(screen.getByRole('button', { name: '終了せずに退出する' }));
    expect(await screen.findByRole('complementary', { name: '日時と予約' })).toBeInTheDocument();
    expect(network.calls(leaveClassroom)).toHaveLength(1);
  });
});
