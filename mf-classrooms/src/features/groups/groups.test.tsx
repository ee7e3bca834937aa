import type { RoomRole } from '@manabiba/shared/contract/classrooms';
import { livePaths, type RoomSplitDoc, type RoomUserDoc } from '@manabiba/shared/contract/room-documents';
import {
  lowerHand,
  messageGroups,
  moveToGroup,
  recallGroups,
  sendReaction,
  splitClassroom,
} from '@manabiba/shared/data/endpoints';
import { aClassroomDetail, aMe, inMinutes } from '@manabiba/shared/testing/builders';
import { FakeLive } from '@manabiba/shared/testing/fake-live';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { RoomGroups } from './room-groups';

beforeAll(() => import('@manabiba/shared/realtime/open-port'));
beforeEach(() => {
  // jsdom has no layout.
  const matchMedia = () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} });
  Object.defineProperty(window, 'matchMedia', { configurable: true, value: matchMedia });
});

const ID = 'cls_live';
const MAIN = 'メインの部屋';

function aPerson(id: string, nickname: string, changes: Partial<RoomUserDoc> = {}): RoomUserDoc {
  return {
    id,
    nickname,
    avatarUrl: null,
    isAnonymous: false,
    role: 'speaker',
    reactionName: null,
    reactionAt: null,
    handRaisedAt: null,
    isMuted: true,
    mutedByHost: false,
    isCameraOn: false,
    isScreenOn: false,
    connection: 'good',
    joinedAt: inMinutes(-10),
    seat: 1,
    awaitsConsent: false,
    hasProfile: false,
    ...changes,
  };
}
const people = (me: string, role: RoomRole, changes: Partial<RoomUserDoc> = {}) => [
  aPerson('usr_host', '小林', { role: role === 'host' ? 'speaker' : 'host' }),
  aPerson(me, 'わたし', { role }),
  aPerson('usr_mori', '森', changes),
  aPerson('usr_sato', '佐藤'),
];

function aSplit(mine: string[], changes: Partial<RoomSplitDoc> = {}): RoomSplitDoc {
  return {
    id: 'spl_1',
    openedAt: inMinutes(-1),
    closesAt: inMinutes(5),
    recalledAt: null,
    message: null,
    groups: [
      { id: 'grp_1', name: 'グループ1', userIds: mine },
      { id: 'grp_2', name: 'グループ2', userIds: ['usr_mori'] },
    ],
    updatedAt: inMinutes(0),
    ...changes,
  };
}

interface SetUpOptions {
  role?: RoomRole;
  view?: 'card' | 'tool' | 'notice';
  /** How the room is divided, for the viewer's id. */
  split?: (me: string) => RoomSplitDoc;
  mori?: Partial<RoomUserDoc>;
  isRecording?: boolean;
}
let users = 0;
function setUp({ role = 'speaker', view = 'card', split, mori, isRecording = false }: SetUpOptions) {
  const me = `usr_group_${(users += 1)}`;
  const live = new FakeLive().install();
  const network = new FakeNetwork()
    .answer(moveToGroup, undefined)
    .answer(recallGroups, undefined)
    .answer(messageGroups, undefined)
    .answer(lowerHand, undefined)
    .answer(sendReaction, { reactionName: 'raise_hand', reactionAt: inMinutes(0) });
  live.set(livePaths.roomUsers(ID), ...people(me, role, mori));
  if (split) live.set(livePaths.roomSplits(ID), split(me));
  const away: string[][] = [];
  renderWithApp(
    <RoomGroups
      classroom={aClassroomDetail({ id: ID, state: 'live', recording: isRecording })}
      {...{ role, view }}
      hasMedia
      onScope={(ids) => void away.push([...ids].sort())}
    />,
    { me: aMe('adult', { id: me }), network },
  );
  return { me, live, network, away };
}
const card = () => screen.findByRole('region', { name: 'グループ' });
const dialog = () => screen.findByRole('dialog', { name: /グループ/ });

describe('the card of a user in a group', () => {
  it('says where they are and for how long, and reports to the stage who is elsewhere', async () => {
    const { away, me } = setUp({ split: (id) => aSplit([id]) });
    const part = within(await card());
    expect(part.getByText('グループ1')).toBeVisible();
    expect(part.getByText('1人')).toBeVisible();
    expect(part.getByRole('timer', { name: 'メインの部屋に戻るまで' })).toHaveTextContent(/^あと[45]:\d\d$/);
    expect(screen.getByText('グループ1に入りました。')).toHaveRole('status');
    await waitFor(() => expect(away.at(-1)).toEqual(['usr_host', 'usr_mori', 'usr_sato']));
    expect(away.at(-1)).not.toContain(me);
  });

  it('calls the host, and takes the call back', async () => {
    const { network, live, me } = setUp({ split: (id) => aSplit([id]) });
    await userEvent.click(within(await card()).getByRole('button', { name: 'ホストを呼ぶ' }));
    await waitFor(() =>
      expect(network.calls(sendReaction).map(({ body }) => body)).toEqual([{ reactionName: 'raise_hand' }]),
    );
    act(() => void live.set(livePaths.roomUsers(ID), aPerson(me, 'わたし', { handRaisedAt: inMinutes(0) })));
    await userEvent.click(await screen.findByRole('button', { name: '呼び出しをやめる' }));
    await waitFor(() => expect(network.calls(lowerHand)).toHaveLength(1));
  });

  it('shows the line of the host and the call back, and lets them return by themselves', async () => {
    const { network } = setUp({
      split: (id) =>
        aSplit([id], { message: { body: 'まとめを書いてください。', sentAt: inMinutes(0) }, recalledAt: inMinutes(0) }),
    });
    const part = within(await card());
    expect(part.getByText('まとめを書いてください。')).toBeVisible();
    expect(part.getByText('まもなくメインの部屋に戻ります。')).toBeVisible();
    await userEvent.click(part.getByRole('button', { name: 'メインの部屋に戻る' }));
    await waitFor(() => expect(network.calls(moveToGroup).map(({ body }) => body)).toEqual([{ groupId: null }]));
  });

  it('says that only the main room is recorded', async () => {
    setUp({ split: (id) => aSplit([id]), isRecording: true });
    expect(within(await card()).getByText(/録画されるのは、メインの部屋だけです。/)).toBeVisible();
  });

  it('is gone when the time is over by the clock, and everybody is back on the stage', async () => {
    const { away } = setUp({ split: (id) => aSplit([id], { closesAt: inMinutes(-1) }) });
    await waitFor(() => expect(away).toEqual([[]]));
    expect(screen.queryByRole('region', { name: 'グループ' })).not.toBeInTheDocument();
  });
});

describe('the host', () => {
  it('sees which group calls, and goes there', async () => {
    const { network } = setUp({ role: 'host', split: () => aSplit([]), mori: { handRaisedAt: inMinutes(0) } });
    const part = within(await card());
    expect(await part.findByRole('listitem')).toHaveTextContent('グループ2が呼んでいます（森）');
    await userEvent.click(part.getByRole('button', { name: 'グループ2を訪ねる' }));
    await waitFor(() => expect(network.calls(moveToGroup).map(({ body }) => body)).toEqual([{ groupId: 'grp_2' }]));
  });

  it('moves a person, sends a line to all groups and calls everybody back', async () => {
    const { network } = setUp({ role: 'host', view: 'tool', split: () => aSplit([]) });
    await userEvent.click(await screen.findByRole('button', { name: 'グループ' }));
    const part = within(await dialog());
    await userEvent.selectOptions(part.getByRole('combobox', { name: '佐藤さんの移動先' }), 'グループ1');
    await waitFor(() => expect(network.calls(moveToGroup).map(({ body }) => body)).toEqual([{ groupId: 'grp_1' }]));
    await userEvent.type(part.getByRole('textbox'), 'あと1分です');
    await userEvent.click(part.getByRole('button', { name: '送信' }));
    await waitFor(() =>
      expect(network.calls(messageGroups).map(({ body }) => body)).toEqual([{ body: 'あと1分です' }]),
    );
    await userEvent.click(part.getByRole('button', { name: '30秒後に呼び戻す' }));
    await userEvent.click(part.getByRole('button', { name: 'すぐに呼び戻す' }));
    await waitFor(() =>
      expect(network.calls(recallGroups).map(({ body }) => body)).toEqual([{ seconds: 30 }, { seconds: 0 }]),
    );
  });

  it('divides at random or by name, and reads why it is refused', async () => {
    const { network } = setUp({ role: 'host', view: 'tool' });
    network.refuse(splitClassroom, 'guarded', { message: '大人の共同ホストが必要です。' });
    await userEvent.click(await screen.findByRole('button', { name: 'グループ' }));
    const part = within(await dialog());
    await userEvent.selectOptions(part.getByRole('combobox', { name: 'グループの数' }), '3グループ');
    await userEvent.click(part.getByRole('button', { name: 'グループに分ける' }));
    expect(await part.findByRole('alert')).toHaveTextContent('大人の共同ホストが必要です。');
    await userEvent.selectOptions(part.getByRole('combobox', { name: '分け方' }), 'named');
    await userEvent.selectOptions(part.getByRole('combobox', { name: '森さんのグループ' }), 'グループ2');
    expect(part.getByRole('combobox', { name: '佐藤さんのグループ' })).toHaveDisplayValue(MAIN);
    await userEvent.click(part.getByRole('button', { name: 'グループに分ける' }));
    await waitFor(() => expect(network.calls(splitClassroom)).toHaveLength(2));
    expect(network.calls(splitClassroom).map(({ body }) => body)).toEqual([
      {
        minutes: 10,
        isRandom: true,
        groups: ['グループ1', 'グループ2', 'グループ3'].map((name) => ({ name, userIds: [] })),
      },
      {
        minutes: 10,
        isRandom: false,
        groups: [
          { name: 'グループ1', userIds: [] },
          { name: 'グループ2', userIds: ['usr_mori'] },
          { name: 'グループ3', userIds: [] },
        ],
      },
    ]);
  });
});
