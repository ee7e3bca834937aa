import type { Companion } from '@manabiba/shared/contract/companions';
import { cancelCompanion, listCompanions, listMyEvents, listSeatTransfers } from '@manabiba/shared/data/endpoints';
import { aMe, anEvent, aPage, aParticipation, aTicketType } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen, within } from '@testing-library/react';

import { TicketsPage } from './tickets-page';

const companion = (changes: Partial<Companion> = {}): Companion => ({
  id: 'ptc_2',
  name: '花',
  state: 'confirmed',
  amount: 1500,
  ticketPath: '/tickets/hana',
  isClaimed: false,
  cancellation: { paid: 1500, refund: 1500, fullRefundUntil: null },
  ...changes,
});

function setUp(items: Companion[], seats = 3) {
  const myParticipation = aParticipation({ ticketTypeId: 'tkt_1', seats, amount: 1500 * seats });
  const event = anEvent({ id: 'evt_1', title: '作曲', tickets: [aTicketType({ id: 'tkt_1' })], myParticipation });
  const network = new FakeNetwork()
    .answer(listMyEvents, { ...aPage([event]), counts: { upcoming: 1, past: 0, archive: 0, refunded: 0 } })
    .answer(listSeatTransfers, { items: [] })
    .answer(listCompanions, { items });
  return renderWithApp(<TicketsPage />, { network, me: aMe('adult'), path: '/tickets' });
}

it('shows each further seat with its link, and cancels one after showing its refund', async () => {
  const taken = companion({ id: 'ptc_3', name: '太郎', isClaimed: true, ticketPath: null, cancellation: null });
  const { user, network } = setUp([companion(), taken]);
  expect(await screen.findByText(/3席/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /チケットを譲る/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: /作曲、\s*お連れの方のお席/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'お連れの方のお席' }));
  const [hana, taro] = await dialog.findAllByRole('listitem');
  expect(within(hana as HTMLElement).getByRole('textbox', { name: '花さんのチケットのリンク' })).toHaveValue(
    'http://localhost/tickets/hana',
  );
  expect(taro).toHaveTextContent('受け取り済み');
  expect(within(taro as HTMLElement).queryByRole('button')).toBeNull();

  await user.click(dialog.getByRole('button', { name: '花さんのお席を取り消す' }));
  const asked = within(dialog.getByRole('group', { name: '花さんのお席の取り消し' }));
  expect(asked.getByText('お支払いになった金額')).toBeInTheDocument();
  expect(asked.getByRole('button', { name: 'やめておく' })).toHaveFocus();
  const items = [companion({ state: 'refund_pending', ticketPath: null, cancellation: null }), taken];
  network.answer(cancelCompanion, { items }).answer(listCompanions, { items });
  await user.click(asked.getByRole('button', { name: '取り消して返金' }));
  expect(await screen.findByText('花さんのお席を取り消しました。')).toBeInTheDocument();
  expect(network.calls(cancelCompanion)[0]?.params).toEqual({ id: 'evt_1', companionId: 'ptc_2' });
  expect(dialog.queryByRole('textbox')).toBeNull();
});

it('has nothing of the kind for a single seat', async () => {
  setUp([], 1);
  expect(await screen.findByRole('link', { name: '作曲' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /お連れの方のお席/ })).toBeNull();
});
