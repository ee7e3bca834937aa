import type { Participation } from '@manabiba/shared/contract/tickets';
import { cancelGuestTicket, claimGuestTicket, getGuestTicket } from '@manabiba/shared/data/endpoints';
import { aMe, anEvent, aParticipation, aTicketType } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen, waitFor, within } from '@testing-library/react';

import { GuestTicketPage } from './guest-ticket-page';

const mine = (changes: Partial<Participation> = {}) =>
  aParticipation({ ticketTypeId: 'tkt_1', userId: null, guestEmail: 'hana@example.test', amount: 1500, ...changes });
const event = anEvent({ title: '最初の銀河', tickets: [aTicketType({ id: 'tkt_1', price: 1500 })] });

async function setUp({ me = null as ReturnType<typeof aMe> | null, participation = mine() } = {}) {
  const network = new FakeNetwork()
    .answer(getGuestTicket, { event, participation, email: 'hana@example.test' })
    .answer(claimGuestTicket, mine({ userId: 'usr_1', guestEmail: null }))
    .answer(cancelGuestTicket, mine({ state: 'cancelled' }));
  const app = renderWithApp(<GuestTicketPage />, {
    network,
    me,
    path: '/tickets/the-link',
    pattern: '/tickets/{guestToken}',
  });
  await screen.findByRole('heading', { name: /最初の銀河/ });
  return app;
}

it('shows the ticket by its link alone, and where an account comes from', async () => {
  const { network } = await setUp();
  expect(network.calls(getGuestTicket).map(({ params }) => params)).toEqual([{ token: 'the-link' }]);
  for (const words of ['申込済み', '1,500円(税込)', 'hana@example.test'])
    expect(screen.getByText(words)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'アカウントを作成' })).toHaveAttribute(
    'href',
    '/signin?tab=signup&next=%2Ftickets%2Fthe-link',
  );
  expect(network.calls(claimGuestTicket)).toEqual([]);
});

it('becomes the account’s by a press, and lies with its tickets then', async () => {
  const { user, network, currentUrl } = await setUp({ me: aMe('adult') });
  await user.click(screen.getByRole('button', { name: 'このアカウントで受け取る' }));
  await waitFor(() => expect(currentUrl()).toBe('/tickets'));
  expect(network.calls(claimGuestTicket)).toHaveLength(1);
});

it('is given up after a question', async () => {
  const { user, network } = await setUp();
  await user.click(screen.getByRole('button', { name: 'お申し込みを取り消す' }));
  expect(network.calls(cancelGuestTicket)).toEqual([]);
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: '取り消す' }));
  await screen.findByText('お申し込みを取り消しました。');
  expect(network.calls(cancelGuestTicket)).toHaveLength(1);
});

it('offers nothing once it is over', async () => {
  await setUp({ participation: mine({ state: 'cancelled', cancelReason: 'self' }) });
  expect(screen.getByText('ご本人による取り消し')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /取り消す|受け取る/ })).not.toBeInTheDocument();
});

it('says so when the link opens nothing', async () => {
  renderWithApp(<GuestTicketPage />, { path: '/tickets/a.b', pattern: '/tickets/{guestToken}' });
  expect(await screen.findByText('チケットが見つかりません。')).toBeInTheDocument();
});
