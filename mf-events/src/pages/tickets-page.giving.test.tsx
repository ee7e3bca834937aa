import type { SeatTransfer } from '@manabiba/shared/contract/seat-transfers';
import {
  cancelSeatTransfer,
  createSeatTransfer,
  listMyEvents,
  listSeatTransfers,
} from '@manabiba/shared/data/endpoints';
import { aMe, anEvent, aPage, aParticipation, aTicketType, inMinutes } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen, within } from '@testing-library/react';

import { TicketsPage } from './tickets-page';

const counts = { upcoming: 1, past: 0, archive: 0, refunded: 0 };
const transfer = (changes: Partial<SeatTransfer> = {}): SeatTransfer => ({
  id: 'trf_1',
  event: { id: 'evt_1', title: '作曲', startAt: inMinutes(20_000) },
  ticketName: '一般',
  isGift: false,
  email: 'hana@example.jp',
  expiresAt: inMinutes(4000),
  acceptedAt: null,
  recipient: null,
  isCancelled: false,
  payment: { amount: 3300, refunded: 0, receiptId: 'pay_1' },
  ...changes,
});

function setUp(
  network: FakeNetwork,
  changes: Parameters<typeof anEvent>[0] = {},
  mine: Parameters<typeof aParticipation>[0] = {},
) {
  const ticket = aTicketType({ id: 'tkt_1' });
  const myParticipation = aParticipation({ ticketTypeId: 'tkt_1', ...mine });
  const event = anEvent({ id: 'evt_1', title: '作曲', tickets: [ticket], myParticipation, ...changes });
  network.answer(listMyEvents, { ...aPage([event]), counts });
  return renderWithApp(<TicketsPage />, { network, me: aMe('adult'), path: '/tickets' });
}
const nothing = () => new FakeNetwork().answer(listSeatTransfers, { items: [] });

it('offers a seat to an address, and keeps what was typed when it is refused', async () => {
  const own = { email: 'ご自身には贈れません。' };
  const network = nothing().refuse(createSeatTransfer, 'invalid', { fields: own });
  const { user } = setUp(network);
  await user.click(await screen.findByRole('button', { name: /作曲、\s*チケットを譲る/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'チケットを譲る' }));
  await user.type(dialog.getByLabelText('譲る相手のメールアドレス'), 'me@example.jp');
  await user.click(dialog.getByRole('button', { name: '案内を送る' }));
  expect(await dialog.findByLabelText('譲る相手のメールアドレス')).toHaveAccessibleDescription(own.email);
  network.answer(createSeatTransfer, transfer());
  await user.clear(dialog.getByLabelText('譲る相手のメールアドレス'));
  await user.type(dialog.getByLabelText('譲る相手のメールアドレス'), 'hana@example.jp');
  await user.type(dialog.getByLabelText('メッセージ(任意)'), 'どうぞ');
  await user.click(dialog.getByRole('button', { name: '案内を送る' }));
  expect(await screen.findByText('受け取りのご案内をメールで送りました。')).toBeInTheDocument();
  expect(network.calls(createSeatTransfer).at(-1)).toMatchObject({
    params: { id: 'evt_1' },
    body: { email: 'hana@example.jp', message: 'どうぞ' },
  });
});

it.each<[string, Parameters<typeof anEvent>[0], Parameters<typeof aParticipation>[0]]>([
  ['the organizer does not allow it', { allowsTransfers: false }, {}],
  ['the event is running', { state: 'live' }, {}],
  ['its holder was in the room', { state: 'open' }, { state: 'joined' }],
  ['it was an invitation', {}, { route: 'invitation' }],
  ['it is not paid', {}, { state: 'pending_payment' }],
])('offers no seat when %s', async (_what, changes, mine) => {
  setUp(nothing(), changes, mine);
  expect(await screen.findByRole('link', { name: '作曲' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /チケットを譲る/ })).toBeNull();
});

it('says to whom a ticket is offered, and offers it to nobody else before that is withdrawn', async () => {
  const network = new FakeNetwork()
    .answer(listSeatTransfers, { items: [transfer()] })
    .answer(cancelSeatTransfer, undefined);
  const { user } = setUp(network);
  await screen.findByRole('heading', { name: '譲ったチケットとプレゼント' });
  await user.click(await screen.findByRole('button', { name: /作曲、\s*チケットを譲る/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'チケットを譲る' }));
  expect(dialog.getByText(/^hana@example.jp の受け取りを待っています/)).toBeInTheDocument();
  expect(dialog.queryByLabelText('譲る相手のメールアドレス')).not.toBeInTheDocument();
  network.answer(listSeatTransfers, { items: [] });
  await user.click(dialog.getByRole('button', { name: /譲るのをやめる/ }));
  expect(await screen.findByLabelText('譲る相手のメールアドレス')).toBeInTheDocument();
});

it('withdraws an open offer, and shows what became of the others with their money', async () => {
  const items = [
    transfer(),
    transfer({ id: 'trf_2', email: null, expiresAt: null, acceptedAt: inMinutes(-9), recipient: '花', isGift: true }),
    transfer({
      id: 'trf_3',
      email: null,
      expiresAt: null,
      acceptedAt: inMinutes(-9),
      isCancelled: true,
      payment: { amount: 3300, refunded: 3300, receiptId: 'pay_3' },
    }),
  ];
  const network = new FakeNetwork().answer(listSeatTransfers, { items }).answer(cancelSeatTransfer, undefined);
  const { user } = setUp(network);
  const list = within(await screen.findByRole('region', { name: '譲ったチケットとプレゼント' }));
  const [open, given, cancelled] = list.getAllByRole('listitem');
  expect(open).toHaveTextContent(/受け取り待ち譲渡作曲.*hana@example.jp の受け取りを待っています/);
  expect(given).toHaveTextContent(/譲渡済みプレゼント.*花さんが受け取りました。お支払い: 3,300円/);
  expect(cancelled).toHaveTextContent(/取り消し済み.*退会したユーザーが受け取りました。.*3,300円を返金しました。/);
  expect(list.getAllByRole('button')).toHaveLength(1);
  await user.click(list.getByRole('button', { name: /作曲の\s*譲るのをやめる/ }));
  expect(await screen.findByText(/送ったリンクは使えなくなりました/)).toBeInTheDocument();
  expect(network.calls(cancelSeatTransfer)[0]?.params).toEqual({ id: 'trf_1' });
});

it('promises no refund of a seat that somebody else has paid', async () => {
  setUp(nothing(), {}, { isGiven: true, amount: 0, state: 'refund_pending' });
  expect(await screen.findByText('返金は、お支払いになった方に行われます。')).toBeInTheDocument();
  expect(screen.queryByText(/0円/)).not.toBeInTheDocument();
});

it('shows no price of a seat that somebody else has paid', async () => {
  setUp(nothing(), {}, { isGiven: true, amount: 0 });
  expect(await screen.findByText('譲り受けたチケット')).toBeInTheDocument();
});
