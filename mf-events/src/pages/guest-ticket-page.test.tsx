import type { Cancellation } from '@manabiba/shared/contract/participations';
import type { Participation } from '@manabiba/shared/contract/tickets';
import {
  cancelGuestTicket,
  claimGuestTicket,
  enterByGuestTicket,
  getGuestTicket,
  issueGuestReceipt,
} from '@manabiba/shared/data/endpoints';
import { aMe, anEvent, aParticipation, aTicketType } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen, waitFor, within } from '@testing-library/react';

import { GuestTicketPage } from './guest-ticket-page';

const mine = (changes: Partial<Participation> = {}) =>
  aParticipation({ ticketTypeId: 'tkt_1', userId: null, guestEmail: 'hana@example.test', amount: 1500, ...changes });
const event = anEvent({ title: '最初の銀河', tickets: [aTicketType({ id: 'tkt_1', price: 1500 })] });

async function setUp({
  me = null as ReturnType<typeof aMe> | null,
  participation = mine(),
  search = '',
  joinUrl = null as string | null,
  state = event.state,
  email = 'hana@example.test',
  receipt = null as { number: string | null } | null,
  cancellation = null as Cancellation | null,
} = {}) {
  const network = new FakeNetwork()
    .answer(getGuestTicket, { event: { ...event, state }, participation, email, receipt, cancellation })
    .answer(claimGuestTicket, mine({ userId: 'usr_1', guestEmail: null, joinUrl }))
    .answer(cancelGuestTicket, mine({ state: 'cancelled' }))
    .answer(enterByGuestTicket, { classroomId: 'cls_1' })
    .answer(issueGuestReceipt, { number: 'R-2026-000001' });
  const app = renderWithApp(<GuestTicketPage />, {
    network,
    me,
    path: `/tickets/the-link${search}`,
    pattern: '/tickets/{guestToken}',
  });
  await screen.findByRole('heading', { name: /最初の銀河/ });
  return app;
}

it('of a further seat names whom it is for, without a price, and is not cancelled by its link', async () => {
  await setUp({
    participation: mine({ guestEmail: null, amount: 0, companionName: '太郎', isGiven: true }),
    email: '',
  });
  expect(screen.getByText('太郎さんのお席')).toBeInTheDocument();
  expect(screen.queryByText(/^無料$|円/)).toBeNull();
  expect(screen.getByText(/作成してこのリンクを開くと/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'お申し込みを取り消す' })).toBeNull();
});

it('shows the ticket by its link alone, with a link to sign-up', async () => {
  const { network } = await setUp();
  expect(network.calls(getGuestTicket).map(({ params }) => params)).toEqual([{ token: 'the-link' }]);
  for (const words of ['申込済み', '1,500円(税込)', 'hana@example.test'])
    expect(screen.getByText(words)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'アカウントを作成' })).toHaveAttribute(
    'href',
    '/signin?tab=signup&next=%2Ftickets%2Fthe-link%3Fclaim%3D1',
  );
  expect(network.calls(claimGuestTicket)).toEqual([]);
});

it('is claimed by the account on one click and then listed among its tickets', async () => {
  const { user, network, currentUrl } = await setUp({ me: aMe('adult') });
  await user.click(screen.getByRole('button', { name: 'このアカウントで受け取る' }));
  await waitFor(() => expect(currentUrl()).toBe('/tickets'));
  expect(network.calls(claimGuestTicket)).toHaveLength(1);
});

it('says when entry opens, what needs an account, and that the link is a secret', async () => {
  await setUp();
  const entrance = screen.getByRole('region', { name: '入場' });
  expect(entrance).toHaveTextContent(/から、このページで入場できます。アカウントは必要ありません。/);
  expect(entrance).toHaveTextContent(/このページのリンクは入場券です。.*ほかの人に教えないでください。/);
  expect(screen.getByText(/^発言やコメントをするには、無料のアカウントが必要です。/)).toHaveTextContent(
    /hana@example.testで作成すると/,
  );
  expect(screen.queryByRole('button', { name: '入場する' })).not.toBeInTheDocument();
});

describe('once entry is open', () => {
  const open = { state: 'open' as const, participation: mine({ joinUrl: '/classrooms/cls_1' }) };

  it('leads into the room under the name that the holder gives', async () => {
    const { user, network, currentUrl } = await setUp(open);
    await user.click(await screen.findByRole('button', { name: '入場する' }));
    expect(await screen.findByText('お名前を入力してください。')).toBeVisible();
    await user.type(screen.getByRole('textbox', { name: 'お名前' }), '山田 花');
    await user.click(screen.getByRole('button', { name: '入場する' }));
    await waitFor(() => expect(currentUrl()).toBe('/classrooms/cls_1'));
    expect(network.calls(enterByGuestTicket).map(({ body }) => body)).toEqual([{ token: 'the-link', name: '山田 花' }]);
  });

  it('shows why the api refuses it, and keeps the name', async () => {
    const { user, network } = await setUp(open);
    network.refuse(enterByGuestTicket, 'kicked');
    await user.type(await screen.findByRole('textbox', { name: 'お名前' }), '山田 花');
    await user.click(screen.getByRole('button', { name: '入場する' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('この教室には再入室できません。');
    expect(screen.getByRole('textbox', { name: 'お名前' })).toHaveValue('山田 花');
  });

  it('lets a user with an account claim the ticket instead', async () => {
    await setUp({ ...open, me: aMe('adult') });
    expect(screen.queryByRole('region', { name: '入場' })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'このアカウントで受け取る' })).toBeEnabled();
  });
});

it.each([
  ['a refunded ticket', { participation: mine({ state: 'refunded' }) }, /入場できません。1,500円をお返ししました。/],
  ['a cancelled event', { state: 'cancelled' as const }, /このイベントは中止になりました。/],
  ['an event that is over', { state: 'ended' as const }, /このイベントは終了しました。/],
])('says of %s why it does not admit its holder, and what to do next', async (_what, given, sentence) => {
  await setUp(given);
  expect(screen.getByText(sentence)).toBeVisible();
  expect(screen.getByRole('link', { name: 'ほかのイベントを見る' })).toHaveAttribute('href', '/events');
  expect(screen.queryByRole('region', { name: '入場' })).not.toBeInTheDocument();
});

it('confirms a payment that was just made, and issues its receipt', async () => {
  const { user, network } = await setUp({ search: '?redirect_status=succeeded', receipt: { number: null } });
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('お支払いが完了しました。');
  expect(screen.getByRole('link', { name: /カレンダーに追加/ })).toHaveAttribute('download');
  await user.click(await screen.findByRole('button', { name: '領収書を発行する' }));
  await user.type(await screen.findByRole('textbox', { name: '宛名' }), '山田 花');
  await user.click(screen.getByRole('button', { name: '発行する' }));
  await waitFor(() =>
    expect(network.calls(issueGuestReceipt)).toMatchObject([
      { params: { token: 'the-link' }, body: { addressee: '山田 花' } },
    ]),
  );
});

it('links to the file of an issued receipt', async () => {
  await setUp({ receipt: { number: 'R-2026-000001' } });
  expect(await screen.findByRole('link', { name: '領収書(PDF)' })).toHaveAttribute(
    'href',
    '/v1/guest_tickets/the-link/receipt.pdf',
  );
});

it('is claimed automatically when the user returns with the address it was sent to', async () => {
  const { network, currentUrl } = await setUp({ me: aMe('adult', { email: 'hana@example.test' }), search: '?claim=1' });
  await waitFor(() => expect(currentUrl()).toBe('/tickets'));
  expect(network.calls(claimGuestTicket)).toHaveLength(1);
});

it('requires a click from any other user', async () => {
  const { network } = await setUp({ me: aMe('adult', { email: 'a.friend@example.test' }), search: '?claim=1' });
  expect(screen.getByRole('button', { name: 'このアカウントで受け取る' })).toBeEnabled();
  expect(network.calls(claimGuestTicket)).toEqual([]);
});

it('navigates to the classroom when it is already open', async () => {
  const { user, currentUrl } = await setUp({ me: aMe('adult'), joinUrl: '/classrooms/cls_1' });
  await user.click(screen.getByRole('button', { name: 'このアカウントで受け取る' }));
  await waitFor(() => expect(currentUrl()).toBe('/classrooms/cls_1'));
});

it('is cancelled after a confirmation', async () => {
  const { user, network } = await setUp();
  await user.click(await screen.findByRole('button', { name: 'お申し込みを取り消す' }));
  expect(network.calls(cancelGuestTicket)).toEqual([]);
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: '取り消す' }));
  await screen.findByText('お申し込みを取り消しました。');
  expect(network.calls(cancelGuestTicket)).toHaveLength(1);
});

it('says that a ticket of a moved event is refunded in full, also before it is cancelled', async () => {
  const until = new Date('2031-12-07T13:30:00').toISOString();
  const soldForStartAt = new Date('2031-12-05T13:30:00').toISOString();
  const { user } = await setUp({ participation: mine({ fullRefund: { soldForStartAt, until, amount: 1500 } }) });
  expect(screen.getByText(/^お申し込みのときの開始日時/)).toHaveTextContent(
    /12月7日\(日\) 13:30までに取り消すと、1,500円を全額返金いたします。$/,
  );
  await user.click(await screen.findByRole('button', { name: 'お申し込みを取り消す' }));
  expect(screen.getByRole('dialog')).toBeVisible();
});

it.each([
  [
    'the amount of the refund',
    { paid: 1500, refund: 1500, fullRefundUntil: '2031-12-04T04:30:00.000Z' },
    /返金1,500円.*までは全額/,
    '取り消して返金',
  ],
  [
    'that nothing is refunded any more',
    { paid: 1500, refund: 0, fullRefundUntil: null },
    /返金0円.*返金はありません/,
    '取り消す',
  ],
])('names %s before a ticket is cancelled', async (_what, cancellation, words, confirm) => {
  const { user } = await setUp({ cancellation });
  await user.click(await screen.findByRole('button', { name: 'お申し込みを取り消す' }));
  const dialog = screen.getByRole('dialog');
  expect(dialog.textContent.replaceAll(/\s/g, '')).toMatch(words);
  expect(within(dialog).getByRole('button', { name: confirm })).toBeEnabled();
});

it('lets a guest whom the provider sent back without a payment pay again, and releases the seat first', async () => {
  const held = mine({ state: 'held' });
  const { user, network, currentUrl } = await setUp({ participation: held, search: '?redirect_status=failed' });
  expect(screen.getByRole('alert')).toHaveTextContent('お支払いは完了していません。');
  await user.click(screen.getByRole('button', { name: 'もう一度お支払いに進む' }));
  await waitFor(() => expect(currentUrl()).toBe(`/events/${event.id}/checkout?ticket=tkt_1`));
  expect(network.calls(cancelGuestTicket)).toHaveLength(1);
});

it.each([
  ['a payment that is still being processed', mine({ state: 'held' }), ''],
  ['a payment that has arrived after all', mine(), '?redirect_status=failed'],
])('does not ask to pay again for %s', async (_what, participation, search) => {
  await setUp({ participation, search });
  expect(screen.queryByRole('button', { name: 'もう一度お支払いに進む' })).not.toBeInTheDocument();
});

it('offers no action once it is cancelled', async () => {
  await setUp({ participation: mine({ state: 'cancelled', cancelReason: 'self' }) });
  expect(screen.getByText('ご本人による取り消し')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /取り消す|受け取る/ })).not.toBeInTheDocument();
});

it('shows a message when the link is invalid', async () => {
  renderWithApp(<GuestTicketPage />, { path: '/tickets/a.b', pattern: '/tickets/{guestToken}' });
  expect(await screen.findByText('チケットが見つかりません。')).toBeInTheDocument();
});
