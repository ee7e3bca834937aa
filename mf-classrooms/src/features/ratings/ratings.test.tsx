import type { Rating } from '@manabiba/shared/contract/ratings';
import {
  answerRating,
  deleteRating,
  getMyRating,
  listRatings,
  reportRating,
  saveRating,
} from '@manabiba/shared/data/endpoints';
import { aMe, aUser, inMinutes } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';

import type { MyRating } from './rating-form';
import { Ratings } from './ratings';

const aRating = (changes: Partial<Rating> = {}): Rating => ({
  id: 'rat_1',
  kind: 'classroom',
  ratedId: 'cls_1',
  title: '星の一生',
  stars: 4,
  note: '図がわかりやすかったです。',
  user: aUser({ id: 'usr_mori', nickname: '森 拓海' }),
  isGone: false,
  isMine: false,
  isBlocked: false,
  isPublic: true,
  answer: null,
  createdAt: inMinutes(-60),
  editedAt: null,
  ...changes,
});
const nameless = aRating({ id: 'rat_2', stars: 5, note: '', user: null });

interface SetUpOptions {
  items?: Rating[];
  isHost?: boolean;
  mine?: Partial<MyRating>;
  isSignedIn?: boolean;
  ratedKind?: 'classroom' | 'user';
}

function open({
  items = [aRating(), nameless],
  isHost = false,
  mine = {},
  isSignedIn = true,
  ratedKind,
}: SetUpOptions = {}) {
  const rating = items.length > 0 ? { average: 4.5, count: items.length } : null;
  const network = new FakeNetwork()
    .answer(listRatings, { items, nextCursor: null, rating, isHost })
    .answer(getMyRating, { rating: null, canRate: false, canWrite: true, isNamed: true, isRemoved: false, ...mine });
  return renderWithApp(<Ratings ratedKind={ratedKind ?? 'classroom'} ratedId="cls_1" />, {
    ...(isSignedIn && { me: aMe('adult') }),
    network,
  });
}

const region = () => screen.findByRole('region', { name: /^レビュー/ });
const rows = async () =>
  (await within(await region()).findAllByRole('listitem')).map(({ textContent }) => textContent ?? '');

it('shows everybody the average, and whoever has no name as 受講者', async () => {
  open({ isSignedIn: false });
  expect(await rows()).toEqual([expect.stringContaining('森 拓海'), expect.stringMatching(/^受講者/)]);
  expect(screen.getByText('4.5')).toBeVisible();
  expect(screen.getByRole('img', { name: '5つ星のうち4つ' })).toBeVisible();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

it('says that there are none, and asks nothing of whoever was not there', async () => {
  const { network } = open({ items: [] });
  expect(await screen.findByText('まだレビューはありません。')).toBeVisible();
  await waitFor(() => expect(network.calls(getMyRating)).toHaveLength(1));
  expect(screen.queryByRole('radio')).not.toBeInTheDocument();
});

it('says that they cannot be shown, with a way to try again', async () => {
  const network = new FakeNetwork().refuse(listRatings, 'not_found');
  renderWithApp(<Ratings ratedKind="event" ratedId="evt_1" />, { me: aMe('adult'), network });
  expect(await screen.findByText('レビューを表示できませんでした。')).toBeVisible();
  expect(screen.getByRole('button', { name: 'もう一度試す' })).toBeVisible();
});

it('sends stars, which the keyboard chooses, and words', async () => {
  const { network, user } = open({ mine: { canRate: true } });
  network.answer(saveRating, aRating({ isMine: true }));
  (await screen.findByRole('radio', { name: '星3つ' })).focus();
  await user.keyboard(' {ArrowRight}');
  expect(screen.getByRole('radio', { name: '星4つ' })).toBeChecked();
  await user.type(screen.getByLabelText(/ひとこと/), '図がわかりやすかったです。');
  await user.click(screen.getByRole('button', { name: 'レビューを公開する' }));
  await waitFor(() =>
    expect(network.calls(saveRating)).toMatchObject([
      { params: { ratedKind: 'classroom', ratedId: 'cls_1' }, body: { stars: 4, note: '図がわかりやすかったです。' } },
    ]),
  );
});

it('asks for stars at the field, and keeps the words', async () => {
  const { network, user } = open({ mine: { canRate: true } });
  await user.type(await screen.findByLabelText(/ひとこと/), 'よかったです。');
  await user.click(screen.getByRole('button', { name: 'レビューを公開する' }));
  expect(await screen.findByText('星を1から5で選んでください。')).toBeVisible();
  expect(network.calls(saveRating)).toHaveLength(0);
  expect(screen.getByLabelText(/ひとこと/)).toHaveValue('よかったです。');
});

it('asks before the page is closed while something is not sent', async () => {
  const { user } = open({ mine: { canRate: true } });
  const close = () => fireEvent(window, new Event('beforeunload', { cancelable: true }));
  await screen.findByLabelText(/ひとこと/);
  expect(close()).toBe(true);
  await user.type(screen.getByLabelText(/ひとこと/), 'よかったです。');
  expect(close()).toBe(false);
});

it('keeps what was chosen when it is refused', async () => {
  const { network, user } = open({ mine: { canRate: true } });
  network.refuse(saveRating, 'conflict');
  await user.click(await screen.findByRole('radio', { name: '星2つ' }));
  await user.click(screen.getByRole('button', { name: 'レビューを公開する' }));
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(screen.getByRole('radio', { name: '星2つ' })).toBeChecked();
});

it('takes stars alone of whoever may not write to others, and says that no name is shown', async () => {
  open({ mine: { canRate: true, canWrite: false, isNamed: false } });
  expect(await screen.findByText(/「受講者」となります。/)).toBeVisible();
  expect(screen.queryByLabelText(/ひとこと/)).not.toBeInTheDocument();
});

it('shows one’s own above the others, to change or to delete', async () => {
  const mine = aRating({ isMine: true, note: 'わたしの' });
  const { network, user } = open({ items: [mine, nameless], mine: { rating: mine, canRate: true } });
  network.answer(deleteRating, undefined);
  expect(await screen.findByText('わたしの')).toBeVisible();
  expect(await rows()).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: '自分のレビューを直す' }));
  expect(screen.getByRole('radio', { name: '星4つ' })).toBeChecked();
  await user.click(screen.getByRole('button', { name: 'キャンセル' }));
  await user.click(screen.getByRole('button', { name: '自分のレビューを削除する' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '削除する' }));
  await waitFor(() => expect(network.calls(deleteRating)).toHaveLength(1));
});

it('says that the staff has removed one’s own', async () => {
  open({ mine: { isRemoved: true } });
  expect(await screen.findByText(/運営が削除しました/)).toBeVisible();
  expect(screen.queryByRole('radio')).not.toBeInTheDocument();
});

it('lets the host answer and report, and choose or delete nothing', async () => {
  const { network, user } = open({ isHost: true });
  network.answer(answerRating, aRating());
  await rows();
  expect(screen.queryByRole('button', { name: /レビューを削除する/ })).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: '受講者のレビューを通報する' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: '森 拓海のレビューに返信する' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('返信'), 'また来てください。');
  await user.click(dialog.getByRole('button', { name: '返信を公開する' }));
  await waitFor(() =>
    expect(network.calls(answerRating)).toMatchObject([
      { params: { ratingId: 'rat_1' }, body: { body: 'また来てください。' } },
    ]),
  );
  expect(network.calls(getMyRating)).toHaveLength(0);
});

it.each([
  ['an answer', '森 拓海のレビューに返信する', '返信'],
  ['a report', '森 拓海のレビューを通報する', 'くわしい内容(任意)'],
])('asks before %s that was typed is lost', async (_what, action, label) => {
  const { user } = open({ isHost: true });
  await user.click(await screen.findByRole('button', { name: action }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText(label), 'ありがとうございます。');
  await user.click(dialog.getByRole('button', { name: '閉じる' }));
  const question = within(screen.getByRole('dialog', { name: '入力した内容を破棄しますか' }));
  await user.click(question.getByRole('button', { name: '入力を続ける' }));
  expect(dialog.getByLabelText(label)).toHaveValue('ありがとうございます。');
  await user.click(dialog.getByRole('button', { name: 'キャンセル' }));
  await user.click(screen.getByRole('button', { name: '破棄する' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('reports a rating with a reason', async () => {
  const { network, user } = open();
  network.answer(reportRating, { ok: true });
  await user.click(await screen.findByRole('button', { name: '森 拓海のレビューを通報する' }));
  const dialog = within(await screen.findByRole('dialog', { name: '森 拓海のレビューを通報' }));
  await user.click(dialog.getAllByRole('radio')[0] as HTMLElement);
  await user.click(dialog.getByRole('button', { name: '通報する' }));
  await waitFor(() => expect(network.calls(reportRating)).toMatchObject([{ params: { ratingId: 'rat_1' } }]));
});

it('folds what somebody wrote whom the viewer has blocked', async () => {
  const { user } = open({ items: [aRating({ isBlocked: true })] });
  const show = await screen.findByRole('button', { name: 'ブロックした人のレビューを表示する' });
  expect(screen.queryByText('図がわかりやすかったです。')).not.toBeInTheDocument();
  await user.click(show);
  expect(screen.getByText('図がわかりやすかったです。')).toBeVisible();
});

it('names on a profile what each is about, with the answer', async () => {
  const answer = { body: 'ありがとうございます。', answeredAt: inMinutes(-5), editedAt: null };
  open({ ratedKind: 'user', items: [aRating({ answer })] });
  expect(await screen.findByRole('link', { name: '星の一生' })).toHaveAttribute('href', '/classrooms/cls_1');
  expect(screen.getByText('ホストの返信')).toBeVisible();
  expect(screen.getByText('ありがとうございます。')).toBeVisible();
});
