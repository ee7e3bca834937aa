import type { RoomRole } from '@manabiba/shared/contract/classrooms';
import type { Me } from '@manabiba/shared/contract/users';
import { deleteClassroomComment, reportClassroomComment } from '@manabiba/shared/data/endpoints';
import { aClassroomDetail, aMe, inMinutes } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';

import { aRoomComment } from '../../../core/testing/room-builders';
import { RoomComments } from './room-comments';
import { positionOf } from './room-thread';
import type { Conversation } from './use-conversation';

const older = { isLoading: false, hasFailed: false, hasMore: false, load: () => undefined };
const outgoing = { items: [], send: () => undefined, retry: () => undefined, drop: () => undefined };
const aConversation = (changes: Partial<Conversation> = {}): Conversation => ({
  comments: [],
  blocked: new Set(),
  outgoing,
  older,
  unreadCount: 0,
  missed: null,
  isLoading: false,
  count: 0,
  forget: () => undefined,
  take: () => undefined,
  ...changes,
});

let room = 0;
function setUp({
  me = aMe('adult', { id: 'usr_me' }),
  role = 'listener',
  network,
  ...changes
}: Partial<Conversation> & { me?: Me; role?: RoomRole; network?: FakeNetwork } = {}) {
  const classroom = aClassroomDetail({ id: `cls_room${room++}` });
  let show: (next: Partial<Conversation>) => void = () => undefined;
  const Part = () => {
    const [conversation, setConversation] = useState(aConversation(changes));
    show = (next) => setConversation((known) => ({ ...known, ...next }));
    return (
      <RoomComments
        classroom={classroom}
        classroomKey="K3y"
        role={role}
        hasMedia={false}
        conversation={conversation}
        moderators={new Map([['usr_host', 'host']])}
      />
    );
  };
  return {
    ...renderWithApp(<Part />, { me, ...(network ? { network } : {}) }),
    show: (next: Partial<Conversation>) => act(() => show(next)),
    classroom,
  };
}

const composer = () => screen.getByRole('textbox', { name: 'コメント' });
const rows = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

it('shows author, text and time, with the host badge', () => {
  setUp({
    comments: [
      aRoomComment({ body: '図で見ると' }),
      aRoomComment({ userId: 'usr_host', nickname: '小林', body: 'そのとおりです。' }),
    ],
  });
  expect(rows()[0]).toMatch(/^西こ西 ことね\d+:\d\d図で見ると$/);
  expect(rows()[1]).toMatch(/小林ホスト/);
});

it('links only URLs, and safely', async () => {
  setUp({ comments: [aRoomComment({ body: '資料 https://example.jp/a と javascript:alert(1)' })] });
  const links = await screen.findAllByRole('link', { name: /:/ });
  expect(links).toHaveLength(1);
  expect(links[0]).toHaveAttribute('href', 'https://example.jp/a');
  expect(links[0]).toHaveAttribute('rel', 'noopener noreferrer');
});

it('marks comments that arrived during a connection loss at the point of interruption', () => {
  const comments = [aRoomComment({ body: '前' }), aRoomComment({ body: '留守1' }), aRoomComment({ body: '留守2' })];
  setUp({ comments, missed: { after: positionOf(comments[0]!), count: 2 } });
  expect(rows().map((text) => text?.replace(/^西こ西 ことね\d+:\d\d/, ''))).toEqual([
    '前',
    '不在のあいだに 2 件',
    '留守1',
    '留守2',
  ]);
});

it('sends with Enter, inserts a line break with Shift+Enter, and clears the field', async () => {
  const send = jest.fn();
  const { user } = setUp({ outgoing: { ...outgoing, send } });
  await user.type(composer(), '一行目{Shift>}{Enter}{/Shift}二行目{Enter}');
  expect(send.mock.calls).toEqual([['一行目\n二行目']]);
  expect(composer()).toHaveValue('');
});

it.each([
  ['during an IME conversion', { isComposing: true }],
  ['that ends an IME conversion in Safari', { keyCode: 229 }],
])('does not send on the Enter %s', async (_when, given) => {
  const send = jest.fn();
  const { user } = setUp({ outgoing: { ...outgoing, send } });
  await user.type(composer(), 'へんかん');
  fireEvent.keyDown(composer(), { key: 'Enter', ...given });
  expect(send).not.toHaveBeenCalled();
  expect(composer()).toHaveValue('へんかん');
});

it('keeps text that is too long, shows the count and explains why it was not sent', async () => {
  const send = jest.fn();
  const { user } = setUp({ outgoing: { ...outgoing, send } });
  await user.click(composer());
  await user.paste('あ'.repeat(501));
  expect(screen.getByText('501 / 500')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: '送信' }));
  expect(await screen.findByText('コメントは500文字以内で入力してください。')).toBeInTheDocument();
  expect(composer()).toHaveValue('あ'.repeat(501));
  expect(send).not.toHaveBeenCalled();
});

it('explains why nothing can be sent while offline and keeps the text', async () => {
  const send = jest.fn();
  const { user, session } = setUp({ outgoing: { ...outgoing, send } });
  await user.type(composer(), '書きかけ');
  act(() => session.setState({ isOnline: false }));
  expect(screen.getByText('オフラインのため送信できません。入力した内容は残ります。')).toBeInTheDocument();
  await user.type(composer(), '{Enter}');
  expect(screen.getByRole('button', { name: '送信' })).toBeDisabled();
  expect(composer()).toHaveValue('書きかけ');
  expect(send).not.toHaveBeenCalled();
  act(() => session.setState({ isOnline: true }));
  await user.type(composer(), '{Enter}');
  expect(send.mock.calls).toEqual([['書きかけ']]);
});

it('shows pending comments, and failed ones with a retry button', async () => {
  const retry = jest.fn();
  const drop = jest.fn();
  const { user } = setUp({
    outgoing: {
      ...outgoing,
      retry,
      drop,
      items: [
        { id: 'out_1', body: '途中です', state: 'waiting' },
        { id: 'out_2', body: '落ちました', state: 'failed', reason: '問題が発生しました。' },
      ],
    },
  });
  expect(screen.getByText('送信中…')).toBeInTheDocument();
  expect(screen.getByRole('alert')).toHaveTextContent('送信できませんでした。問題が発生しました。');
  await user.click(screen.getByRole('button', { name: 'もう一度送信' }));
  await user.click(screen.getByRole('button', { name: '取り消す' }));
  expect([retry.mock.calls, drop.mock.calls]).toEqual([[['out_2']], [['out_2']]]);
});

it.each<[string, Me, RoomRole, string | null, number]>([
  ['their own comment', aMe('adult', { id: 'usr_me' }), 'listener', 'usr_me', 1],
  ['no comment of another user', aMe('adult', { id: 'usr_me' }), 'speaker', 'usr_other', 0],
  ['any comment as host', aMe('adult', { id: 'usr_me' }), 'host', 'usr_other', 1],
  ['any comment as co-host, even of a withdrawn user', aMe('adult', { id: 'usr_me' }), 'co_host', null, 1],
  ['nothing as a visitor', aMe('anonymous'), 'listener', 'usr_other', 0],
])('allows deleting %s', (_what, me, role, userId, count) => {
  setUp({ me, role, comments: [aRoomComment({ userId })] });
  expect(screen.queryAllByRole('button', { name: /コメントを削除する/ })).toHaveLength(count);
});

it('deletes after confirmation and removes the comment', async () => {
  const forget = jest.fn();
  const network = new FakeNetwork().answer(deleteClassroomComment, undefined);
  const comment = aRoomComment({ userId: 'usr_me', nickname: '宮下' });
  const { user, classroom } = setUp({ comments: [comment], network, forget });
  await user.click(screen.getByRole('button', { name: '宮下さんのコメントを削除する' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: '削除する' }));
  expect(await screen.findByText('コメントを削除しました。')).toBeInTheDocument();
  expect(network.calls(deleteClassroomComment)[0]?.params).toEqual({ id: classroom.id, commentId: comment.id });
  expect(forget).toHaveBeenCalledWith(comment.id);
});

it('reports with a reason and details, which are kept when the call fails', async () => {
  const network = new FakeNetwork().refuse(reportClassroomComment, 'rate_limited');
  const { user } = setUp({ comments: [aRoomComment({ body: '広告です' })], network, me: aMe('anonymous') });
  await user.click(screen.getByRole('button', { name: '西 ことねさんのコメントを通報する' }));
  const dialog = within(screen.getByRole('dialog', { name: '西 ことねさんのコメントを通報' }));
  expect(dialog.getByText('広告です')).toBeInTheDocument();
  await user.click(dialog.getByRole('radio', { name: 'その他' }));
  await user.type(dialog.getByRole('textbox', { name: 'くわしい内容(任意)' }), '何度も');
  await user.click(dialog.getByRole('button', { name: '通報する' }));
  expect(await dialog.findByText('しばらくしてからもう一度お試しください。')).toBeInTheDocument();
  expect(dialog.getByRole('textbox')).toHaveValue('何度も');

  network.answer(reportClassroomComment, { ok: true as const });
  await user.click(dialog.getByRole('button', { name: '通報する' }));
  expect(await screen.findByText('通報を受け付けました。ご協力ありがとうございます。')).toBeInTheDocument();
  expect(network.calls(reportClassroomComment)[1]?.body).toEqual({ reason: 'other', detail: '何度も', key: 'K3y' });
});

it.each<[Me, RegExp]>([
  [aMe('child'), /コメントを書けるのは13歳からです。読むことはできます。/],
  [aMe('anonymous'), /コメントを書くにはログインが必要です。/],
])('is read-only and explains why: %#', (me, why) => {
  setUp({ me, comments: [aRoomComment({ body: '読めます' })] });
  expect(screen.getByText('読めます')).toBeInTheDocument();
  expect(screen.getByText(why)).toBeInTheDocument();
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
});

it('notifies a reader who has scrolled up of new comments, and scrolls to them', async () => {
  const first = aRoomComment({ body: '一' });
  const { user, show } = setUp({ comments: [first] });
  const scroller = screen.getByRole('region', { name: 'コメントの一覧' });
  Object.defineProperties(scroller, { scrollHeight: { value: 1000 }, clientHeight: { value: 200 } });
  scroller.scrollTop = 100;
  fireEvent.scroll(scroller);
  show({ comments: [first, aRoomComment({ body: '二' }), aRoomComment({ userId: 'usr_me', body: '自分' })] });
  await user.click(screen.getByRole('button', { name: '新しいコメント 1件' }));
  expect(scroller.scrollTop).toBe(1000);
  await waitFor(() => expect(screen.queryByRole('button', { name: /新しいコメント/ })).not.toBeInTheDocument());
});

it('announces new comments to screen readers in one sentence', () => {
  jest.useFakeTimers();
  const { show } = setUp({ comments: [aRoomComment()] });
  const status = () =>
    screen
      .getAllByRole('status')
      .map(({ textContent }) => textContent)
      .join('');
  const one = aRoomComment({ nickname: '岡田', body: 'αはどこから' });
  show({ comments: [one] });
  act(() => void jest.advanceTimersByTime(5000));
  expect(status()).toBe('岡田さん αはどこから');
  show({ comments: [one, aRoomComment(), aRoomComment()] });
  act(() => void jest.advanceTimersByTime(5000));
  expect(status()).toBe('新しいコメント 2件');
  act(() => void jest.advanceTimersByTime(5000));
  expect(status()).toBe('');
  jest.useRealTimers();
});

it('hides comments of a blocked user immediately until they are revealed', async () => {
  const comments = [
    aRoomComment({ userId: 'usr_blocked', nickname: '西', body: 'いやなことば' }),
    aRoomComment({ body: 'ほかの人' }),
  ];
  const { user, show } = setUp({ comments });
  expect(screen.getByText('いやなことば')).toBeInTheDocument();
  show({ blocked: new Set(['usr_blocked']) });
  expect(rows()[0]).toBe('ブロックした人のコメント表示する');
  expect(screen.queryByText('いやなことば')).not.toBeInTheDocument();
  expect(screen.getByText('ほかの人')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'ブロックした人のコメントを表示する' }));
  expect(screen.getByText('いやなことば')).toBeInTheDocument();
});

it('neither announces nor counts comments of a blocked user', () => {
  jest.useFakeTimers();
  const first = aRoomComment({ body: '一' });
  const { show } = setUp({ comments: [first], blocked: new Set(['usr_blocked']) });
  const scroller = screen.getByRole('region', { name: 'コメントの一覧' });
  Object.defineProperties(scroller, { scrollHeight: { value: 1000 }, clientHeight: { value: 200 } });
  scroller.scrollTop = 100;
  fireEvent.scroll(scroller);
  const unwanted = aRoomComment({ userId: 'usr_blocked', body: 'いやなことば' });
  show({ comments: [first, unwanted] });
  act(() => void jest.advanceTimersByTime(5000));
  expect(screen.queryByRole('button', { name: /新しいコメント/ })).not.toBeInTheDocument();
  expect(screen.queryByText(/いやなことば/)).not.toBeInTheDocument();
  show({ comments: [first, unwanted, aRoomComment({ body: '三' })] });
  expect(screen.getByRole('button', { name: '新しいコメント 1件' })).toBeInTheDocument();
  jest.useRealTimers();
});

it('offers older comments, and a retry when loading failed', async () => {
  const load = jest.fn();
  const { user, show } = setUp({
    comments: [aRoomComment({ createdAt: inMinutes(-1) })],
    older: { ...older, hasMore: true, load },
  });
  await user.click(screen.getByRole('button', { name: '以前のコメントを見る' }));
  show({ older: { ...older, hasMore: true, hasFailed: true, load } });
  expect(screen.getByRole('alert')).toHaveTextContent('以前のコメントを表示できませんでした。');
  await user.click(screen.getByRole('button', { name: 'もう一度試す' }));
  expect(load).toHaveBeenCalledTimes(2);
});
