import type { ClassroomComment } from '@manabiba/shared/contract/classroom-comments';
import type { ClassroomDetail } from '@manabiba/shared/contract/classrooms';
import type { Me } from '@manabiba/shared/contract/users';
import {
  createClassroomComment,
  deleteClassroomComment,
  listClassroomComments,
  reportClassroomComment,
} from '@manabiba/shared/data/endpoints';
import { aClassroomDetail, aComment, aMe, aPage, aUser } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen, waitFor, within } from '@testing-library/react';

import { Comments } from './comments';

const host = aUser({ nickname: '加藤 修' });

function setUp({
  comments = [],
  me = aMe('adult'),
  network = new FakeNetwork(),
  classroom = {},
  classroomKey,
  arrange,
}: {
  /** Newest first, as the api returns them. */
  comments?: ClassroomComment[];
  me?: Me;
  network?: FakeNetwork;
  classroom?: Partial<ClassroomDetail>;
  classroomKey?: string;
  arrange?: (network: FakeNetwork) => void;
} = {}) {
  network.answer(listClassroomComments, aPage(comments));
  arrange?.(network);
  return renderWithApp(
    <Comments
      classroom={aClassroomDetail({ host, commentCount: comments.length, ...classroom })}
      classroomKey={classroomKey}
    />,
    { me, network, path: '/classrooms/cls_0001' },
  );
}

const composer = () => screen.findByRole('textbox', { name: 'コメント' });
const send = () => screen.getByRole('button', { name: '送信' });
const bodies = () => screen.getAllByRole('listitem').map((item) => item.textContent);

it('shows the oldest first, with authors and the host badge', async () => {
  setUp({
    comments: [
      aComment({ body: '大丈夫です。', user: host }),
      aComment({ body: 'できますか。', user: aUser({ nickname: '西 ことね' }) }),
    ],
  });
  await screen.findByText('できますか。');
  expect(bodies()[0]).toContain('西 ことね');
  expect(bodies()[1]).toMatch(/加藤 修ホスト.*大丈夫です。/);
});

it('shows a placeholder for a deleted comment, and no link for a closed account', async () => {
  setUp({
    comments: [
      aComment({ body: '', deletedAt: new Date().toISOString(), deletedBy: 'host' }),
      aComment({ user: null, body: 'ありがとうございました。' }),
    ],
  });
  expect(await screen.findByText('コメントは削除されました。')).toBeInTheDocument();
  expect(screen.getByText('退会したユーザー').closest('a')).toBeNull();
});

it('hides comments of a blocked user until they are revealed', async () => {
  const { user } = setUp({
    comments: [aComment({ body: 'いやなことば', isBlocked: true }), aComment({ body: 'ほかの人' })],
  });
  await screen.findByText('ほかの人');
  expect(screen.queryByText('いやなことば')).not.toBeInTheDocument();
  await user.click(await screen.findByRole('button', { name: 'ブロックした人のコメントを表示する' }));
  expect(screen.getByText('いやなことば')).toBeInTheDocument();
});

it('prepends older comments', async () => {
  const { user } = setUp({
    arrange: (network) =>
      network.answer(listClassroomComments, ({ query }) =>
        query.cursor ? aPage([aComment({ body: '最初の一言' })]) : aPage([aComment({ body: '最近の一言' })], 'older'),
      ),
  });
  await user.click(await screen.findByRole('button', { name: '以前のコメントを見る' }));
  await screen.findByText('最初の一言');
  expect(bodies().map((text) => text?.slice(-5))).toEqual(['最初の一言', '最近の一言']);
});

it('writes a comment optimistically and clears the field', async () => {
  const network = new FakeNetwork();
  const answer = network.hold(createClassroomComment);
  const { user } = setUp({ network });
  await screen.findByText('まだコメントはありません。');
  await user.type(await composer(), '楽しみです。');
  await user.click(send());
  expect(await screen.findByText('送信中…')).toBeInTheDocument();
  expect(bodies()).toEqual([expect.stringContaining('楽しみです。')]);
  expect(await composer()).toHaveValue('');

  const written = aComment({ body: '楽しみです。', isMine: true });
  network.answer(listClassroomComments, aPage([written]));
  answer(written);
  await waitFor(() => expect(screen.queryByText('送信中…')).not.toBeInTheDocument());
  expect(bodies()).toEqual([expect.stringContaining('楽しみです。')]);
});

it('sends with Ctrl+Enter and with the key of a private classroom', async () => {
  const network = new FakeNetwork().answer(createClassroomComment, aComment());
  const { user } = setUp({ network, classroomKey: 'K3y' });
  await user.type(await composer(), '一行目{Enter}二行目{Control>}{Enter}{/Control}');
  await waitFor(() =>
    expect(network.calls(createClassroomComment).map(({ body }) => body)).toEqual([
      { body: '一行目\n二行目', key: 'K3y' },
    ]),
  );
});

it('restores the text with the reason when sending fails, and retries with the same key', async () => {
  const network = new FakeNetwork().unplug(createClassroomComment);
  const { user } = setUp({ network });
  await user.type(await composer(), '問3は5ですか。');
  await user.click(send());
  expect(await screen.findByText('問題が発生しました。もう一度お試しください。')).toBeInTheDocument();
  expect(await composer()).toHaveValue('問3は5ですか。');
  expect(screen.queryByRole('listitem')).not.toBeInTheDocument();

  network.answer(createClassroomComment, aComment({ body: '問3は5ですか。' }));
  const again = screen.getByRole('button', { name: 'もう一度試す' });
  await waitFor(() => expect(again).toBeEnabled());
  await user.click(again);
  await waitFor(async () => expect(await composer()).toHaveValue(''));
  const keys = network.calls(createClassroomComment).map(({ headers }) => headers['Idempotency-Key']);
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBe(keys[1]);
});

it('keeps text typed while a failing comment was being sent', async () => {
  let fail: () => void = () => undefined;
  const network = new FakeNetwork().answer(
    createClassroomComment,
    () =>
      new Promise((_resolve, reject) => {
        fail = () => reject(new TypeError('Failed to fetch'));
      }),
  );
  const { user } = setUp({ network, classroom: { id: 'cls_typing' } });
  await user.type(await composer(), '先の文{Control>}{Enter}{/Control}次の文');
  fail();
  await screen.findByText('問題が発生しました。もう一度お試しください。');
  expect(await composer()).toHaveValue('先の文\n次の文');
});

it.each([
  ['an empty comment', ' ', 'コメントを入力してください。'],
  ['501 characters', 'あ'.repeat(501), 'コメントは500文字以内で入力してください。'],
])('does not send %s', async (_what, text, message) => {
  const { user, network } = setUp({ classroom: { id: `cls_${text.length}` } });
  await user.click(await composer());
  await user.paste(text);
  await user.click(send());
  expect(await screen.findByText(message)).toBeInTheDocument();
  expect(network.calls(createClassroomComment)).toHaveLength(0);
});

it('counts characters as users perceive them when close to the limit', async () => {
  const { user } = setUp({ classroom: { id: 'cls_counter' } });
  await user.click(await composer());
  await user.paste('𠮷'.repeat(450));
  expect(screen.getByText('450 / 500')).toBeInTheDocument();
});

it('lets an anonymous visitor read, and leads to the sign-in page and back', async () => {
  setUp({ comments: [aComment({ body: 'こんにちは' })], me: aMe('anonymous') });
  expect(await screen.findByText('こんにちは')).toBeInTheDocument();
  expect(await screen.findByRole('link', { name: 'ログイン' })).toHaveAttribute(
    'href',
    '/signin?next=%2Fclassrooms%2Fcls_0001',
  );
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
});

it('explains to people of 12 or under why they cannot write', async () => {
  setUp({ me: aMe('child') });
  expect(await screen.findByText('コメントを書けるのは13歳からです。読むことはできます。')).toBeInTheDocument();
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
});

it.each([
  [
    'a user whose guardian was not asked',
    aMe('student', { guardianConsent: 'missing', guardianConsentNeeded: true }),
    '発言とコメントには、保護者の方の同意が必要です。',
    '同意をお願いする',
  ],
  [
    'a user whose guardian has not answered',
    aMe('student', { guardianConsent: 'asked', guardianConsentNeeded: true }),
    '保護者の方が同意すると、発言とコメントができるようになります。お返事をお待ちしています。',
    '依頼を確認する',
  ],
])('explains to %s why there is no composer and links to the settings', async (_who, me, sentence, way) => {
  setUp({ me });
  expect(await screen.findByText(sentence)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: way })).toHaveAttribute('href', '/settings#guardian');
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
});

it('explains to a pupil that their school does not allow comments', async () => {
  setUp({
    me: aMe('school', {
      partnerSchool: { name: '港高校', policy: { canCreate: true, canSpeak: false, classmatesOnly: false } },
    }),
  });
  expect(await screen.findByText(/^学校の設定により、発言とコメントはできません。/)).toBeInTheDocument();
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
});

it.each([
  ['a visitor before the class', aMe('anonymous'), 'scheduled'],
  ['a signed-in user after the class', aMe('adult'), 'ended'],
  ['a user aged 12 or under', aMe('child'), 'live'],
] as const)('lets %s report a comment', async (_who, me, state) => {
  const network = new FakeNetwork().answer(reportClassroomComment, { ok: true });
  const comment = aComment({ body: '住所は…', user: aUser({ nickname: '森 拓海' }) });
  const { user } = setUp({
    comments: [comment],
    me,
    network,
    classroom: { id: 'cls_rep', state },
    classroomKey: 'K3y',
  });
  await user.click(await screen.findByRole('button', { name: '森 拓海さんのコメントを通報する' }));
  const dialog = within(await screen.findByRole('dialog', { name: '森 拓海さんのコメントを通報' }));
  expect(dialog.getByText('住所は…')).toBeInTheDocument();
  await user.click(dialog.getByRole('radio', { name: '個人情報の書き込み' }));
  await user.click(dialog.getByRole('button', { name: '通報する' }));
  expect(await screen.findByText('通報を受け付けました。ご協力ありがとうございます。')).toBeInTheDocument();
  expect(network.calls(reportClassroomComment)).toMatchObject([
    { params: { id: 'cls_rep', commentId: comment.id }, body: { reason: 'personal_info', key: 'K3y' } },
  ]);
});

it("offers no report of the viewer's own or deleted comments", async () => {
  setUp({
    comments: [
      aComment({ body: 'わたしの', isMine: true }),
      aComment({ body: '', deletedAt: new Date().toISOString(), deletedBy: 'host' }),
    ],
  });
  await screen.findByText('わたしの');
  expect(screen.queryByRole('button', { name: /通報する/ })).not.toBeInTheDocument();
});

it("deletes the viewer's own comment after confirmation", async () => {
  const own = aComment({ body: '間違えました', isMine: true, user: aUser({ nickname: '宮下 紗季' }) });
  const network = new FakeNetwork().answer(deleteClassroomComment, undefined);
  const { user } = setUp({ comments: [own], network });
  await user.click(await screen.findByRole('button', { name: '宮下 紗季さんのコメントを削除する' }));
  network.answer(
    listClassroomComments,
    aPage([{ ...own, body: '', deletedAt: new Date().toISOString(), deletedBy: 'author' as const }]),
  );
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: '削除する' }));
  expect(await screen.findByText('コメントは削除されました。')).toBeInTheDocument();
  expect(await screen.findByText('コメントを削除しました。')).toBeInTheDocument();
});

it('restores a comment that could not be deleted', async () => {
  const network = new FakeNetwork().refuse(deleteClassroomComment, 'not_owner');
  const { user } = setUp({ comments: [aComment({ body: 'よい質問', isMine: true, user: host })], network });
  await user.click(await screen.findByRole('button', { name: '加藤 修さんのコメントを削除する' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: '削除する' }));
  expect(await screen.findByText('この操作を行う権限がありません。')).toBeInTheDocument();
  expect(await screen.findByText('よい質問')).toBeInTheDocument();
});

it.each([
  ['a stranger', null, false],
  ['the host', 'host', true],
  ['a co-host', 'co_host', true],
] as const)('lets %s delete comments of others: %#', async (_who, myRole, isAllowed) => {
  setUp({ comments: [aComment({ body: '広告です' })], classroom: { myRole } });
  await screen.findByText('広告です');
  expect(screen.queryAllByRole('button', { name: /コメントを削除する/ })).toHaveLength(isAllowed ? 1 : 0);
});

it('shows a failure and retries', async () => {
  const { user, network } = setUp({ arrange: (broken) => broken.refuse(listClassroomComments, 'rate_limited') });
  await screen.findByText('コメントを表示できませんでした。');
  network.answer(listClassroomComments, aPage([aComment({ body: '戻りました' })]));
  await user.click(screen.getByRole('button', { name: 'もう一度試す' }));
  expect(await screen.findByText('戻りました')).toBeInTheDocument();
});
