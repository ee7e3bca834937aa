import { createPaymentIntent, getEvent, getPaymentConfig, getStripeCard } from '@manabiba/shared/data/endpoints';
import { aMe, anEvent, aTicketType, inMinutes } from '@manabiba/shared/testing/builders';
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

const ticket = aTicketType({ id: 'tkt_general', eventId: 'evt_1', price: 1500, taxRate: 10, quota: 100 });
function setUp(allowsTransfers = true) {
  const network = new FakeNetwork()
    .answer(getEvent, anEvent({ id: 'evt_1', tickets: [ticket], allowsTransfers }))
    .answer(getStripeCard, { card: null })
    .answer(getPaymentConfig, {
      publishableKey: 'pk_test_x',
      scriptUrl: 'http://localhost/stripe.js',
      isTest: true,
      methods: ['card', 'konbini'],
    })
    .answer(createPaymentIntent, {
      clientSecret: 'pi_1_secret_2',
      participationId: 'ptc_1',
      amount: 1500,
      discount: 0,
      holdExpiresAt: inMinutes(15),
      savedCardId: null,
    });
  const app = renderWithApp(<CheckoutPage />, {
    me: aMe('adult'),
    network,
    path: '/events/evt_1/checkout',
    pattern: '/events/{id}/checkout',
  });
  return {
    ...app,
    gifts: () => network.calls(createPaymentIntent).map(({ body }) => (body as { gift?: unknown }).gift),
  };
}
type User = ReturnType<typeof setUp>['user'];
const payAtStore = async (user: User) => {
  await user.click(screen.getByRole('radio', { name: /コンビニで支払う/ }));
  await user.click(screen.getByRole('button', { name: '1,500円の支払い番号を受け取る' }));
};

it('buys for somebody else once there is an address', async () => {
  const { user, gifts } = setUp();
  await user.click(await screen.findByRole('button', { name: 'プレゼントとして贈る' }));
  expect(await screen.findByLabelText('贈る相手のメールアドレス')).toHaveFocus();
  await payAtStore(user);
  const missing = 'プレゼントを贈る相手のメールアドレスを入力してください。';
  expect(await screen.findByText(missing)).toBeVisible();
  expect(screen.getByLabelText('贈る相手のメールアドレス')).toHaveFocus();
  await user.type(screen.getByLabelText('贈る相手のメールアドレス'), 'hana@example.jp');
  expect(screen.queryByText(missing)).not.toBeInTheDocument();
  await user.type(screen.getByLabelText('メッセージ(任意)'), 'おめでとう');
  await user.click(screen.getByRole('button', { name: '1,500円の支払い番号を受け取る' }));
  await waitFor(() => expect(gifts()).toEqual([null, { email: 'hana@example.jp', message: 'おめでとう' }]));
});

it('takes a gift back that is not shown any more', async () => {
  const { user, gifts } = setUp();
  await user.click(await screen.findByRole('button', { name: 'プレゼントとして贈る' }));
  await user.type(await screen.findByLabelText('贈る相手のメールアドレス'), 'hana@example.jp');
  await user.click(screen.getByRole('button', { name: 'やめる' }));
  await payAtStore(user);
  await waitFor(() => expect(gifts()).toEqual([null, null]));
});

it('is not offered where the organizer allows no transfers', async () => {
  const { gifts } = setUp(false);
  expect(await screen.findByLabelText('宛名')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'プレゼントとして贈る' })).toBeNull();
  await waitFor(() => expect(gifts()).toEqual([undefined]));
});
