import { aMe } from '@manabiba/shared/testing/builders';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen } from '@testing-library/react';

import { aRoomQuestion } from '../../core/testing/room-builders';
import { type QuestionOffers, QuestionRow } from './question-row';
import type { QuestionView } from './question-view';

const everything = (): Required<QuestionOffers> => ({
  onVote: jest.fn(),
  onAnswer: jest.fn(),
  onPin: jest.fn(),
  onUnpin: jest.fn(),
  onDismiss: jest.fn(),
  onWithdraw: jest.fn(),
  onReport: jest.fn(),
});

function setUp(question: Partial<QuestionView>, offers: QuestionOffers = everything(), isPinned = false) {
  const view = {
    ...aRoomQuestion(),
    isMine: false,
    hasVoted: false,
    isBlocked: false,
    body: 'なぜですか',
    ...question,
  };
  return renderWithApp(
    <ol>
      <QuestionRow question={view} isPinned={isPinned} {...offers} />
    </ol>,
    { me: aMe('adult') },
  );
}
const openMenu = async ({ user }: ReturnType<typeof setUp>) => {
  await user.click(screen.getByRole('button', { name: '「なぜですか」の操作' }));
  return screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
};

it('shows a vote as a pressed button, which takes it back', async () => {
  const offers = everything();
  const { user } = setUp({ hasVoted: true, voteCount: 3 }, offers);
  const vote = screen.getByRole('button', { name: '「なぜですか」に投票する、3票' });
  expect(vote).toHaveAttribute('aria-pressed', 'true');
  await user.click(vote);
  expect(offers.onVote).toHaveBeenCalledWith(expect.objectContaining({ body: 'なぜですか' }), false);
});

it.each([
  ['the own question', { isMine: true }],
  ['an answered one', { state: 'answered' as const }],
])('offers no vote for %s', (_which, given) => {
  setUp(given);
  expect(screen.queryByRole('button', { name: /投票/ })).not.toBeInTheDocument();
});

it('offers the host everything about a question of somebody else', async () => {
  expect(await openMenu(setUp({}))).toEqual(['回答済みにする', 'ステージに表示', '通報する', '却下']);
});

it('offers a participant to withdraw the own question, and to report others', async () => {
  const { onWithdraw, onReport } = everything();
  expect(await openMenu(setUp({ isMine: true }, { onWithdraw, onReport }))).toEqual(['質問を取り消す']);
});

it('takes a pinned question off the stage', async () => {
  const offers = everything();
  const page = setUp({}, offers, true);
  expect(await openMenu(page)).toContain('ステージから外す');
  await page.user.click(screen.getByRole('menuitem', { name: 'ステージから外す' }));
  expect(offers.onUnpin).toHaveBeenCalledTimes(1);
});

it('hides the words of a blocked user until they are asked for', async () => {
  const { user } = setUp({ isBlocked: true });
  expect(screen.queryByText('なぜですか')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'ブロックした人の質問を表示する' }));
  expect(screen.getByText('なぜですか')).toBeInTheDocument();
});

it('shows the written answer', () => {
  setUp({ state: 'answered', answer: '図で見ると同じです。' });
  expect(screen.getByText('図で見ると同じです。')).toBeInTheDocument();
  expect(screen.getByText('回答済み')).toBeInTheDocument();
});
