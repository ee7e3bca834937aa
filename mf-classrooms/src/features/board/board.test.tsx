import type { BoardElement } from '@manabiba/shared/contract/board-elements';
import type { RoomRole } from '@manabiba/shared/contract/classrooms';
import { livePaths, type RoomBoardDoc, type RoomUserDoc } from '@manabiba/shared/contract/room-documents';
import {
  clearClassroomBoard,
  getClassroomBoard,
  reportClassroomBoard,
  restoreClassroomBoard,
  updateClassroomBoard,
} from '@manabiba/shared/data/endpoints';
import { aClassroomDetail, aMe } from '@manabiba/shared/testing/builders';
import { FakeLive } from '@manabiba/shared/testing/fake-live';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { aBoard, aBoardElement, aBoardText, aRoomUser } from '../../core/testing/room-builders';
import { boardFile } from './board-file';
import { BoardStage } from './board-stage';
import { BoardTool } from './board-tool';

beforeAll(() => import('@manabiba/shared/realtime/open-port'));
beforeEach(() => {
  const matchMedia = () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} });
  Object.defineProperty(window, 'matchMedia', { configurable: true, value: matchMedia });
});

const ID = 'cls_live';
let people = 0;

const docOf = (element: BoardElement, epoch = 0) => ({ id: element.id, epoch, json: JSON.stringify(element) });

interface SetUpOptions {
  role?: RoomRole;
  board?: Partial<RoomBoardDoc> | null;
  elements?: readonly BoardElement[];
  /** The viewer among the participants. */
  mine?: Partial<RoomUserDoc>;
  others?: readonly RoomUserDoc[];
}

function setUp({ role = 'listener', board = {}, elements = [], mine = {}, others = [] }: SetUpOptions = {}) {
  people += 1;
  const me = aMe('adult', { id: `usr_board_${people}` });
  const network = new FakeNetwork();
  const live = new FakeLive().install();
  const show = (doc: Partial<RoomBoardDoc>) =>
    act(() => void live.set(livePaths.roomBoard(ID), aBoard({ id: ID, ...doc })));
  const draw = (...drawn: readonly BoardElement[]) =>
    act(() => void live.set(livePaths.roomBoardElements(ID), ...drawn.map((element) => docOf(element))));
  if (board) live.set(livePaths.roomBoard(ID), aBoard({ id: ID, ...board }));
  else live.set(livePaths.roomBoard(ID));
  live.set(livePaths.roomBoardElements(ID), ...elements.map((element) => docOf(element)));
  live.set(livePaths.roomUsers(ID), aRoomUser({ id: me.id, role, ...mine }), ...others);
  const classroom = aClassroomDetail({ id: ID, state: 'live', myRole: role });
  renderWithApp(
    <>
      <BoardStage classroom={classroom} role={role} />
      <BoardTool classroomId={ID} />
    </>,
    { me, network },
  );
  return { me, network, live, show, draw, user: userEvent.setup() };
}

const region = () => screen.findByRole('region', { name: 'ホワイトボード' });
const drawing = () => screen.findByRole('img', { name: /^ホワイトボード/ });
const drawButton = () => screen.queryByRole('button', { name: '描く' });

describe('the open board', () => {
  it('shows everything that is drawn as an image, in the order of drawing, and follows it', async () => {
    const { draw } = setUp({
      elements: [aBoardText('二次方程式', { id: 't', index: 'a1' }), aBoardElement({ id: 'r', index: 'a0' })],
    });
    expect(await screen.findByRole('img', { name: 'ホワイトボード。二次方程式' })).toBeVisible();
    const kinds = async () =>
      [...(await drawing()).querySelectorAll('[data-kind]')].map((part) => part.getAttribute('data-kind'));
    expect(await kinds()).toEqual(['rectangle', 'text']);
    draw(aBoardElement({ id: 'e', type: 'ellipse' }));
    await waitFor(async () => expect(await kinds()).toEqual(['ellipse']));
  });

  it('shows words as words, whatever they contain', async () => {
    setUp({ elements: [aBoardText('<img src=x onerror=alert(1)>')] });
    expect((await drawing()).querySelector('text')).toHaveTextContent('<img src=x onerror=alert(1)>');
    expect(document.querySelector('img')).toBeNull();
  });

  it('leaves out what is erased, of an earlier board, or unknown to this release', async () => {
    const { live } = setUp();
    const old = docOf(aBoardElement({ id: 'old' }), 4);
    const erased = {
      id: 'gone',
      epoch: 0,
      json: JSON.stringify({ id: 'gone', version: 2, versionNonce: 1, isDeleted: true }),
    };
    const newer = { id: 'new', epoch: 0, json: JSON.stringify({ ...aBoardElement(), type: 'hologram' }) };
    act(() => void live.set(livePaths.roomBoardElements(ID), old, erased, newer, docOf(aBoardElement({ id: 'r' }))));
    await waitFor(async () => expect((await drawing()).querySelectorAll('[data-kind]')).toHaveLength(1));
  });

  it('is not there before it is opened, and goes when it is closed', async () => {
    const { show } = setUp({ board: null });
    expect(await screen.findByRole('button', { name: 'ホワイトボード' })).toBeEnabled();
    expect(screen.queryByRole('region', { name: 'ホワイトボード' })).toBeNull();
    show({});
    expect(await region()).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent('ホワイトボードが開いています。');
    show({ isOpen: false });
    await waitFor(() => expect(screen.queryByRole('region', { name: 'ホワイトボード' })).toBeNull());
  });

  it('can be hidden and shown again', async () => {
    const { user } = setUp();
    await user.click(await screen.findByRole('button', { name: 'ホワイトボードを隠す' }));
    expect(screen.queryByRole('region', { name: 'ホワイトボード' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'ホワイトボードを表示' }));
    expect(await region()).toBeVisible();
  });

  it('can be reported', async () => {
    const { network, user } = setUp();
    network.answer(reportClassroomBoard, { ok: true });
    await user.click(await screen.findByRole('button', { name: 'ホワイトボードを通報' }));
    const dialog = await screen.findByRole('dialog', { name: 'ホワイトボードを通報' });
    await user.click(within(dialog).getAllByRole('radio')[0] as HTMLElement);
    await user.click(within(dialog).getByRole('button', { name: '通報する' }));
    await waitFor(() => expect(network.calls(reportClassroomBoard)).toHaveLength(1));
  });
});

describe('who may draw', () => {
  it.each<[string, SetUpOptions, boolean]>([
    ['a host', { role: 'host' }, true],
    ['a participant of a board for hosts', {}, false],
    ['everyone where everyone may', { board: { access: 'everyone' } }, true],
    ['somebody who is not named', { board: { access: 'named', drawerIds: ['usr_other'] } }, false],
    ['somebody whom the host has muted', { board: { access: 'everyone' }, mine: { mutedByHost: true } }, false],
  ])('%s', async (_who, given, expected) => {
    setUp(given);
    await region();
    await waitFor(() => expect(drawButton() !== null).toBe(expected));
  });

  it('changes at once', async () => {
    const { show } = setUp();
    await region();
    expect(drawButton()).toBeNull();
    show({ access: 'everyone' });
    await waitFor(() => expect(drawButton()).not.toBeNull());
    show({ access: 'hosts' });
    await waitFor(() => expect(drawButton()).toBeNull());
  });
});

describe('the tool of the host', () => {
  const open = async (user: ReturnType<typeof userEvent.setup>) => {
    await user.click(await screen.findByRole('button', { name: 'ホワイトボード' }));
    return screen.findByRole('dialog');
  };

  it('opens the board for named people', async () => {
    const other = aRoomUser({ id: 'usr_ichika', nickname: '西 いちか' });
    const { network, user } = setUp({
      role: 'host',
      board: null,
      others: [other, aRoomUser({ isAnonymous: true, nickname: 'ゲスト' })],
    });
    network.answer(updateClassroomBoard, aBoard());
    const dialog = await open(user);
    await user.click(within(dialog).getByRole('radio', { name: /選んだ人/ }));
    expect(within(dialog).queryByRole('checkbox', { name: 'ゲスト' })).toBeNull();
    await user.click(within(dialog).getByRole('checkbox', { name: '西 いちか' }));
    await user.click(within(dialog).getByRole('button', { name: 'ボードを開く' }));
    await waitFor(() =>
      expect(network.calls(updateClassroomBoard)).toMatchObject([
        { body: { isOpen: true, access: 'named', drawerIds: ['usr_ichika'] } },
      ]),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('clears the board after a question, and takes that back', async () => {
    const { network, user, show } = setUp({ role: 'host', board: { epoch: 3 } });
    network.answer(clearClassroomBoard, aBoard()).answer(restoreClassroomBoard, aBoard());
    await user.click(within(await open(user)).getByRole('button', { name: 'すべて消去' }));
    expect(network.calls(clearClassroomBoard)).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'すべて消去する' }));
    await waitFor(() => expect(network.calls(clearClassroomBoard)).toMatchObject([{ body: { epoch: 3 } }]));
    show({ epoch: 4, canRestore: true });
    await user.click(within(await open(user)).getByRole('button', { name: '消去を元に戻す' }));
    await waitFor(() => expect(network.calls(restoreClassroomBoard)).toHaveLength(1));
  });

  it('says in the question why the board was not cleared', async () => {
    const { network, user } = setUp({ role: 'host' });
    network.refuse(clearClassroomBoard, 'rate_limited');
    await user.click(within(await open(user)).getByRole('button', { name: 'すべて消去' }));
    await user.click(screen.getByRole('button', { name: 'すべて消去する' }));
    const question = await screen.findByRole('dialog', { name: 'ホワイトボードを消去しますか' });
    expect(await within(question).findByRole('alert')).toBeVisible();
  });

  it('closes an empty board without a picture', async () => {
    const { network, user } = setUp({ role: 'host' });
    network.answer(updateClassroomBoard, aBoard({ isOpen: false }));
    network.answer(getClassroomBoard, { board: aBoard(), elements: [] });
    await user.click(within(await open(user)).getByRole('button', { name: 'ボードを閉じる' }));
    await waitFor(() => expect(network.calls(updateClassroomBoard)).toMatchObject([{ body: { isOpen: false } }]));
    await waitFor(() => expect(network.calls(getClassroomBoard)).toHaveLength(1));
  });
});

it('saves a file that the editor opens', () => {
  const file = JSON.parse(boardFile([aBoardText('円'), aBoardElement({ type: 'arrow', points: [[0, 0]] })]));
  expect(file).toMatchObject({
    type: 'excalidraw',
    elements: [
      { type: 'text', text: '円', fontFamily: 2, link: null },
      { type: 'arrow', elbowed: false },
    ],
  });
});
