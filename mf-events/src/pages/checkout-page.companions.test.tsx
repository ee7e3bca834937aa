import type { Participation } from '@manabiba/shared/contract/tickets';
import {
  createPaymentIntent,
  getEvent,
  getPaymentConfig,
  getStripeCard,
  listCompanions,
} from '@manabiba/shared/data/endpoints';
import { aMe, anEvent, aParticipation, aTicketType, inMinutes } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { installPaymentScript } from '@manabiba/shared/testing/fake-payment-script';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen, waitFor } from '@testing-library/react';

import { CheckoutPage } from './checkout-page';

let script: ReturnType<typeof installPaymentScript>;
beforeEach(() => {
  script = installPaymentScript();
});
afterEach(() => script.remove());

const general = { id: 'tkt_general', eventId: 'evt_1', price: 1500, taxRate: 10, quota: 100 } as const;
const attempt = (amount: number) => ({
  clientSecret: 'pi_1_secret_2',
  participationId: 'ptc_1',
  amount,
  discount: 0,
  holdExpiresAt: inMinutes(15),
  savedCardId: null,
});
function setUp({
  ticket = {},
  mine = null,
}: { ticket?: Parameters<typeof aTicketType>[0]; mine?: Participation | null } = {}) {
  const tickets = [aTicketType({ ...general, ...ticket })];
  const network = new FakeNetwork()
    .answer(getEvent, anEvent({ id: 'evt_1', tickets, myParticipation: mine }))
    .answer(getStripeCard, { card: null })
    .answer(getPaymentConfig, {
      publishableKey: 'pk_test_x',
      scriptUrl: 'http://localhost/stripe.js',
      isTest: true,
      methods: ['card', 'konbini'],
    })
    .answer(createPaymentIntent, attempt(1500));
  const open = () =>
    renderWithApp(<CheckoutPage />, {
      me: aMe('adult'),
      network,
      path: '/events/evt_1/checkout',
      pattern: '/events/{id}/checkout',
    });
  const sent = () =>
    network.calls(createPaymentIntent).map(({ body }) => (body as { companions?: unknown }).companions);
  return { network, open, sent };
}
const more = () => screen.findByRole('button', { name: '席を増やす' });
const numbers = (amount: string) => screen.getByRole('button', { name: `${amount}の支払い番号を受け取る` });

it('buys seats for others once each has a name, and shows what all of them cost', async () => {
  const { open, sent } = setUp();
  const { user } = open();
  await user.click(await more());
  await user.click(await more());
  expect(screen.getByText(/チケット × 3/)).toBeInTheDocument();
  await user.type(screen.getByLabelText('お連れの方 1人目のお名前'), '花');
  await user.click(screen.getByRole('radio', { name: /コンビニで支払う/ }));
  await user.click(numbers('4,500円'));
  const second = screen.getByLabelText('お連れの方 2人目のお名前');
  expect(second).toHaveAccessibleDescription('お連れの方のお名前を入力してください。');
  expect(second).toHaveFocus();
  await user.type(second, '太郎');
  expect(screen.queryByText('お連れの方のお名前を入力してください。')).not.toBeInTheDocument();
  await user.click(numbers('4,500円'));
  await waitFor(() => expect(sent()).toEqual([undefined, ['花', '太郎']]));
});

it('keeps a name while its seat is taken back, and is no gift at the same time', async () => {
  const { open } = setUp();
  const { user } = open();
  expect(await screen.findByRole('button', { name: 'プレゼントとして贈る' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: '席を減らす' })).toHaveAttribute('aria-disabled', 'true');
  await user.click(await more());
  expect(screen.queryByRole('button', { name: 'プレゼントとして贈る' })).toBeNull();
  await user.type(screen.getByLabelText('お連れの方のお名前'), '花');
  await user.click(screen.getByRole('button', { name: '席を減らす' }));
  expect(screen.queryByLabelText('お連れの方のお名前')).toBeNull();
  await user.click(await more());
  expect(screen.getByLabelText('お連れの方のお名前')).toHaveValue('花');
});

it('says at once why the seats cannot be had', async () => {
  const { open, network } = setUp();
  const { user } = open();
  await user.click(await more());
  await user.type(screen.getByLabelText('お連れの方のお名前'), '花');
  const none = { companions: 'ご希望の数のお席は空いていません。' };
  network.refuse(createPaymentIntent, 'sold_out', { fields: none });
  await user.click(screen.getByRole('radio', { name: /コンビニで支払う/ }));
  await user.click(numbers('3,000円'));
  expect(await screen.findByRole('alert')).toHaveTextContent(none.companions);
});

it('finds the seats that are held again', async () => {
  const mine = aParticipation({
    ticketTypeId: 'tkt_general',
    state: 'held',
    seats: 2,
    amount: 3000,
    holdExpiresAt: inMinutes(9),
  });
  const { open, network, sent } = setUp({ mine });
  network.answer(listCompanions, {
    items: [
      { id: 'ptc_2', name: '花', state: 'held', amount: 1500, ticketPath: null, isClaimed: false, cancellation: null },
    ],
  });
  const { user } = open();
  expect(await screen.findByLabelText('お連れの方のお名前')).toHaveValue('花');
  await user.click(screen.getByRole('button', { name: '席を減らす' }));
  await user.click(screen.getByRole('radio', { name: /コンビニで支払う/ }));
  await user.click(numbers('1,500円'));
  await waitFor(() => expect(sent()).toEqual([[]]));
});

it('keeps its fields while their seats are held for the payment', async () => {
  const { open, network } = setUp();
  const { user } = open();
  await user.click(await more());
  const name = screen.getByLabelText('お連れの方のお名前');
  await user.type(name, '花');
  const mine = aParticipation({ ticketTypeId: 'tkt_general', state: 'held', seats: 2, amount: 3000 });
  network.answer(getEvent, anEvent({ id: 'evt_1', tickets: [aTicketType(general)], myParticipation: mine }));
  await user.click(screen.getByRole('radio', { name: /コンビニで支払う/ }));
  const asked = network.calls(getEvent).length;
  await user.click(numbers('3,000円'));
  await waitFor(() => expect(network.calls(getEvent).length).toBeGreaterThan(asked));
  await waitFor(() => expect(numbers('3,000円')).toBeEnabled());
  expect(screen.getByLabelText('お連れの方のお名前')).toBe(name);
  expect(name).toHaveValue('花');
});

it.each<[string, Parameters<typeof aTicketType>[0], number]>([
  ['as many as five', {}, 5],
  ['as many as are left', { quota: 2 }, 2],
])('sells %s at once', async (_what, ticket, most) => {
  const { open } = setUp({ ticket });
  const { user } = open();
  for (let seats = 1; seats < most; seats += 1) await user.click(await more());
  expect(screen.getByText(`${most}席`)).toBeInTheDocument();
  expect(await more()).toHaveAttribute('aria-disabled', 'true');
});

it.each<[string, Parameters<typeof aTicketType>[0]]>([
  ['students', { kind: 'student' }],
  ['the last seat', { quota: 1 }],
  ['a ticket that others wait for', { waitlistedCount: 1 }],
])('sells one seat of %s', async (_what, ticket) => {
  const { open } = setUp({ ticket });
  open();
  expect(await screen.findByLabelText('宛名')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: '席を増やす' })).toBeNull();
});
