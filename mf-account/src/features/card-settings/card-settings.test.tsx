import type { StripeCard, Subscription } from '@manabiba/shared/contract/plans';
import { getPaymentConfig, getStripeCard, getSubscription, updateSubscription } from '@manabiba/shared/data/endpoints';
import { aMe, aSubscription, inMinutes } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { installPaymentScript } from '@manabiba/shared/testing/fake-payment-script';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen, waitFor, within } from '@testing-library/react';

import { CardSettings } from './card-settings';

const visa: StripeCard = { brand: 'visa', last4: '4242', expMonth: 9, expYear: 2099, isExpired: false };
const openInvoice = { amount: 1000, attempts: [inMinutes(-60)], nextRetryAt: null, graceEndsAt: inMinutes(14_400) };

let script: ReturnType<typeof installPaymentScript>;
beforeEach(() => (script = installPaymentScript()));
afterEach(() => script.remove());

function setUp(subscription: Subscription | null, card: StripeCard | null = visa) {
  const network = new FakeNetwork()
    .answer(getStripeCard, { card })
    .answer(getSubscription, { subscription })
    .answer(getPaymentConfig, { publishableKey: 'pk_1', scriptUrl: 'http://p.test/s.js', isTest: true, methods: [] })
    .answer(updateSubscription, { subscription: aSubscription() });
  return renderWithApp(<CardSettings />, { me: aMe('adult'), network });
}

async function changeCard(user: ReturnType<typeof setUp>['user'], button: string) {
  await user.click(await screen.findByRole('button', { name: 'カードを変更する' }));
  const dialog = within(await screen.findByRole('dialog'));
  await waitFor(() => expect(dialog.getByRole('button', { name: button })).toBeEnabled());
  await user.click(dialog.getByRole('button', { name: button }));
}

it('shows the card on file and replaces it', async () => {
  const { user, network } = setUp(aSubscription());
  expect(await screen.findByText('Visa 末尾 4242')).toBeInTheDocument();
  await changeCard(user, 'このカードに変更する');
  expect(await screen.findByText('カードを変更しました。')).toBeInTheDocument();
  expect(network.calls(updateSubscription)).toMatchObject([{ body: { paymentMethodId: 'pm_new' } }]);
});

it('announces that the new card pays an open invoice, and pays it', async () => {
  const { user, network } = setUp(aSubscription({ state: 'past_due', invoiceStatus: 'open', openInvoice }));
  network.answer(updateSubscription, () =>
    network.calls(updateSubscription).length === 1
      ? { subscription: aSubscription(), clientSecret: 'pi_1_secret_1' }
      : { subscription: aSubscription() },
  );
  await changeCard(user, '1,000円を支払う');
  expect(await screen.findByText('お支払いを確認しました。')).toBeInTheDocument();
  // After the bank's challenge, the payment state is queried from the provider.
  expect(script.asked.at(-1)).toEqual(['handleNextAction', { clientSecret: 'pi_1_secret_1' }]);
  expect(network.calls(updateSubscription).map(({ body }) => body)).toEqual([
    { paymentMethodId: 'pm_new' },
    { pay: true },
  ]);
});

it('keeps the dialog open and shows why a card was declined', async () => {
  const { user, network } = setUp(aSubscription());
  network.refuse(updateSubscription, 'card_declined');
  await changeCard(user, 'このカードに変更する');
  expect(await screen.findByRole('alert')).toHaveTextContent('カード会社で承認されませんでした。');
  expect(screen.getByRole('dialog')).toBeInTheDocument();
});

it.each([
  ['without a plan', null, /登録されているカードはありません。/],
  [
    'with an app store plan',
    aSubscription({ provider: 'app_store', manageUrl: 'https://apps.apple.com/account/subscriptions' }),
    /お支払い方法も、アプリストアで変更できます。/,
  ],
])('offers no card change to a user %s', async (_who, subscription, words) => {
  setUp(subscription, null);
  expect(await screen.findByText(words)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'カードを変更する' })).not.toBeInTheDocument();
});

it('warns about an expired card', async () => {
  setUp(aSubscription(), { ...visa, expYear: 2020, isExpired: true });
  expect(await screen.findByText(/期限が切れています/)).toBeInTheDocument();
});
