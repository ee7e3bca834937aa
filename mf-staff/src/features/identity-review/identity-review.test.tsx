import type { IdentityReview as Review, WaitingPerson } from '@manabiba/shared/contract/staff-reviews';
import {
  approveIdentity,
  getIdentityReview,
  listIdentityReviews,
  openIdentityDocument,
  returnIdentity,
} from '@manabiba/shared/data/endpoints';
import { aMe } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen, waitFor, within } from '@testing-library/react';

import { IdentityReview } from './identity-review';

const waiting = (userId: string, nickname: string, changes: Partial<WaitingPerson> = {}): WaitingPerson => ({
  userId,
  nickname,
  birthDate: '2010-05-14',
  isProfessional: false,
  waitingSince: '2026-11-21T08:00:00.000Z',
  returnedCount: 0,
  firstApproval: null,
  ...changes,
});
const everyone = [
  waiting('usr_1', '宮下 紗季', { returnedCount: 1 }),
  waiting('usr_2', 'みなと天文台', { isProfessional: true }),
  waiting('usr_3', '森 拓海'),
];
const reviewOf = (person: WaitingPerson): Review => ({
  ...person,
  email: 'saki@example.test',
  createdAt: '2026-06-04T00:00:00.000Z',
  organisation: null,
  documents: [{ id: `upl_${person.userId}`, isPdf: false, submittedAt: person.waitingSince }],
  lastReturn: null,
});

function setUp({ path = '/staff', people = everyone } = {}) {
  let left = people;
  const decide = ({ params }: { params: Record<string, string> }) => {
    left = left.filter(({ userId }) => userId !== params['userId']);
    return undefined;
  };
  const network = new FakeNetwork()
    .answer(listIdentityReviews, () => ({ items: left, waitingCount: left.length, decidedToday: 27 }))
    .answer(getIdentityReview, ({ params }) => reviewOf(left.find(({ userId }) => userId === params['userId'])!))
    .answer(openIdentityDocument, ({ params }) => ({
      url: `/v1/staff/identity_documents/${params['id']}?signature=s`,
      expiresAt: '2026-11-21T10:01:00.000Z',
    }))
    .answer(approveIdentity, decide)
    .answer(returnIdentity, decide);
  return renderWithApp(<IdentityReview />, { path, network, me: aMe('adult', { role: 'staff' }) });
}
const caseOf = (name: string) => screen.findByRole('heading', { level: 2, name });
const queue = () => within(screen.getByRole('navigation', { name: '待っている人' }));
const confirm = async () => within(await screen.findByRole('dialog'));

it('shows the queue and the case that waits longest, with its documents', async () => {
  const { network } = setUp();
  expect(await caseOf('宮下 紗季')).toBeInTheDocument();
  expect(screen.getByText('3件')).toBeInTheDocument();
  expect(screen.getByText('今日 27件を処理')).toBeInTheDocument();
  expect(queue().getAllByRole('link')).toHaveLength(3);
  expect(queue().getByText(/再提出 1回目/)).toBeInTheDocument();
  expect(await screen.findByRole('img', { name: '書類 1' })).toHaveAttribute(
    'src',
    '/v1/staff/identity_documents/upl_usr_1?signature=s',
  );
  expect(network.calls(openIdentityDocument)).toHaveLength(1);
});

it('approves with the keyboard after a confirmation, and the next one follows', async () => {
  const { user, network } = setUp();
  await caseOf('宮下 紗季');
  await user.keyboard('a');
  const dialog = await confirm();
  expect(dialog.getByRole('button', { name: 'キャンセル' })).toHaveFocus();
  await user.keyboard('{Tab}{Enter}');
  expect(await caseOf('みなと天文台')).toBeInTheDocument();
  expect(network.calls(approveIdentity)).toMatchObject([
    { params: { userId: 'usr_1' }, body: { documentIds: ['upl_usr_1'] } },
  ]);
  await waitFor(() => expect(queue().getAllByRole('link')).toHaveLength(2));
});

it('leads through twenty documents with the keyboard alone, and loses none', async () => {
  const twenty = Array.from({ length: 20 }, (_, index) => waiting(`usr_${index + 1}`, `生徒 ${index + 1}`));
  const isReturned = (index: number) => index % 4 === 3;
  const { user, network } = setUp({ people: twenty });
  for (const [index, { nickname }] of twenty.entries()) {
    const name = await caseOf(nickname);
    if (index > 0) expect(name).toHaveFocus();
    await user.keyboard(isReturned(index) ? '2r' : 'a');
    await confirm();
    await user.keyboard('{Tab}{Enter}');
  }
  expect(await screen.findByText('待っている方はいません。')).toBeInTheDocument();
  const decided = (calls: { params?: unknown; body?: unknown }[]) =>
    calls.map(({ params, body }) => ({ ...(params as object), ...(body as object) }));
  const cases = twenty.map(({ userId }) => ({ userId, documentIds: [`upl_${userId}`] }));
  expect(decided(network.calls(approveIdentity))).toEqual(cases.filter((_, index) => !isReturned(index)));
  expect(decided(network.calls(returnIdentity))).toEqual(
    cases
      .filter((_, index) => isReturned(index))
      .map((each) => ({ ...each, reason: expect.stringContaining('四隅') as string })),
  );
});

it('takes the focus along, and leaves a case that is gone by the same keys', async () => {
  const { user, network } = setUp();
  await caseOf('宮下 紗季');
  await user.keyboard('j');
  expect(await caseOf('みなと天文台')).toHaveFocus();
  network.refuse(getIdentityReview, 'not_found');
  await user.keyboard('j');
  expect(await caseOf('この方の書類は待っていません。')).toBeInTheDocument();
  await user.keyboard('k');
  expect(queue().getByRole('link', { name: /みなと天文台/ })).toHaveAttribute('aria-current', 'true');
});

it('returns with a template that can be changed', async () => {
  const { user, network } = setUp();
  await caseOf('宮下 紗季');
  await user.keyboard('2');
  await user.type(screen.getByRole('textbox', { name: '本人に届く文' }), 'お手数をおかけします。');
  await user.click(screen.getByRole('button', { name: '差し戻す' }));
  await user.click((await confirm()).getByRole('button', { name: '差し戻す' }));
  expect(await caseOf('みなと天文台')).toBeInTheDocument();
  expect(network.calls(returnIdentity)[0]?.body).toEqual({
    documentIds: ['upl_usr_1'],
    reason: '書類の四隅が写っていませんでした。四隅が入るように、もう一度お送りください。お手数をおかけします。',
  });
});

it('asks for a text before returning', async () => {
  const { user, network } = setUp();
  await caseOf('宮下 紗季');
  await user.keyboard('r');
  expect(await screen.findByText('本人に届く文を入力してください。')).toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: '本人に届く文' })).toHaveFocus();
  expect(network.calls(returnIdentity)).toEqual([]);
});

it('moves through the queue with the keyboard and keeps what was typed', async () => {
  const { user } = setUp();
  await caseOf('宮下 紗季');
  await user.keyboard('1');
  await user.keyboard('j');
  expect(await caseOf('みなと天文台')).toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: '本人に届く文' })).toHaveValue('');
  await user.keyboard('{ArrowUp}');
  expect(await caseOf('宮下 紗季')).toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: '本人に届く文' })).toHaveDisplayValue(/生年月日が読み取れません/);
});

it('takes letters typed into the reason as text', async () => {
  const { user } = setUp();
  await caseOf('宮下 紗季');
  await user.type(screen.getByRole('textbox', { name: '本人に届く文' }), 'a');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('turns and enlarges a document', async () => {
  const { user } = setUp();
  await screen.findByRole('img', { name: '書類 1' });
  await user.click(screen.getByRole('button', { name: '書類 1を回す' }));
  await user.click(screen.getByRole('button', { name: '書類 1を大きくする' }));
  expect(screen.getByRole('button', { name: '書類 1を大きくする' })).toHaveAttribute('aria-pressed', 'true');
  expect(screen.getByRole('img', { name: '書類 1' }).parentElement).toHaveAttribute('data-turns', '1');
});

it('keeps the text and shows the new case when another reviewer was faster', async () => {
  const { user, network } = setUp();
  network.refuse(returnIdentity, 'conflict');
  await caseOf('宮下 紗季');
  await user.keyboard('3r');
  await user.click((await confirm()).getByRole('button', { name: '差し戻す' }));
  await waitFor(() => expect(network.calls(getIdentityReview)).toHaveLength(2));
  expect(screen.getByRole('textbox', { name: '本人に届く文' })).toHaveDisplayValue(/有効期限が切れていました/);
});

it('says so when a case that an address names has been decided', async () => {
  const { network } = setUp({ path: '/staff?person=usr_gone' });
  network.refuse(getIdentityReview, 'not_found');
  expect(await caseOf('この方の書類は待っていません。')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: '待っている方を見る' })).toHaveAttribute('href', '/staff');
});

it('shows an empty state when no case is waiting', async () => {
  setUp({ people: [] });
  expect(await screen.findByText('待っている方はいません。')).toBeInTheDocument();
});

it('offers a retry when the queue cannot be loaded', async () => {
  const { user, network } = setUp();
  expect(await caseOf('宮下 紗季')).toBeInTheDocument();
  network.unplug(openIdentityDocument);
  await user.keyboard('j');
  expect(await screen.findByText('書類を表示できませんでした。')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'もう一度試す' })).toBeInTheDocument();
});

describe('the documents of a professional', () => {
  const professional = waiting('usr_2', 'みなと天文台', { isProfessional: true });
  const firstApproval = { userId: 'usr_9', nickname: '杉山 康平', at: '2026-11-21T09:00:00.000Z' };

  it('are noted as approved by the first of two', async () => {
    const { user } = setUp({ people: [professional] });
    expect(await screen.findByText(/2人が承認すると有効になります/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: /承認する/ }));
    const dialog = await confirm();
    expect(dialog.getByText(/^1人目の承認として記録します。/)).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: '承認する' }));
    expect(await screen.findByText(/1人目として承認しました。もうひとりの確認を待っています/)).toBeInTheDocument();
  });

  it('show who has approved them first, in the queue too', async () => {
    const { user } = setUp({ people: [{ ...professional, firstApproval }] });
    expect(await screen.findByText(/杉山 康平さんが1人目として承認しました/)).toBeInTheDocument();
    expect(queue().getByText('プロフェッショナル・2人目の確認')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: /承認する/ }));
    expect((await confirm()).getByText(/^プロフェッショナルとして確認済みになり/)).toBeInTheDocument();
  });
});
