import type { SignedInMe } from '@manabiba/shared/contract/users';
import {
  checkTrialCoupon,
  createSubscription,
  getPaymentConfig,
  getSubscription,
  getSubscriptionTrial,
  listSubscriptionPlans,
} from '@manabiba/shared/data/endpoints';
import { aMe, aPlan, aSubscription } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { installPaymentScript } from '@manabiba/shared/testing/fake-payment-script';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen, waitFor } from '@testing-library/react';

import { PlanConfirmPage } from './plan-confirm-page';

const begun = aSubscription({ state: 'trialing', trialEndsAt: new Date(2099, 11, 6).toISOString() });
const config = { publishableKey: 'pk_test_1', scriptUrl: 'http://provider.test/stripe.js', isTest: true, methods: [] };

/** Nobody is subscribed until a call has made it so. */
function aNetwork() {
  const network = new FakeNetwork();
  const isSubscribed = () => network.calls(createSubscription).length > 0;
  return network
    .answer(listSubscriptionPlans, { plans: [aPlan()] })
    .answer(getPaymentConfig, config)
    .answer(getSubscription, () => ({ subscription: isSubscribed() ? begun : null }))
    .answer(getSubscriptionTrial, { eligible: true, reason: null, trialDays: 14, endsAt: null })
    .answer(createSubscription, { subscription: begun });
}

let script: ReturnType<typeof installPaymentScript> | undefined;
afterEach(() => script?.remove());

function setUp({
  network = aNetwork(),
  me = aMe('adult'),
  query = 'plan=plan_standard',
  answers = {},
}: { network?: FakeNetwork; me?: SignedInMe; query?: string; answers?: object } = {}) {
  script = installPaymentScript(answers);
  const view = renderWithApp(<PlanConfirmPage />, { me, network, path: `/plans/confirm?${query}` });
  return { ...view, script };
}

const confirmButton = () => screen.findByRole('button', { name: '申し込みを確定する' });
async function confirm(user: ReturnType<typeof setUp>['user']) {
  await waitFor(async () => expect(await confirmButton()).toBeEnabled());
  await user.click(await confirmButton());
}

it('says what holds, takes the card by the provider, and tells that the plan runs', async () => {
  const { user, network, script: provider } = setUp();
  expect(await screen.findByText('お申し込みの直後から')).toBeInTheDocument();
  expect(screen.getByText('今日のお支払い').closest('div')).toHaveTextContent('0円');
  await confirm(user);
  expect(await screen.findByRole('heading', { name: 'お申し込みが完了しました。' })).toBeInTheDocument();
  expect(provider.asked.map(([name]) => name)).toEqual(['submit', 'createPaymentMethod']);
  expect(network.calls(createSubscription)).toMatchObject([
    { body: { planId: 'plan_standard', paymentMethodId: 'pm_new', trialDays: 14 } },
  ]);
});

it('begins with the days of a coupon', async () => {
  const network = aNetwork().answer(checkTrialCoupon, { valid: true, trialDays: 30, planId: null, reason: null });
  const { user } = setUp({ network, query: 'plan=plan_standard&coupon=MINATO-30' });
  expect(await screen.findByText('30日間無料')).toBeInTheDocument();
  await confirm(user);
  await screen.findByRole('heading', { name: 'お申し込みが完了しました。' });
  expect(network.calls(createSubscription)).toMatchObject([{ body: { couponCode: 'MINATO-30', trialDays: 30 } }]);
});

it('has the bank asked, and asks how it stands then', async () => {
  const incomplete = { subscription: aSubscription({ state: 'incomplete' }), clientSecret: 'seti_1_secret_1' };
  const network = aNetwork();
  network.answer(createSubscription, () =>
    network.calls(createSubscription).length === 1 ? incomplete : { subscription: begun },
  );
  const { user, script: provider } = setUp({ network });
  await confirm(user);
  await screen.findByRole('heading', { name: 'お申し込みが完了しました。' });
  expect(provider.asked.at(-1)).toEqual(['handleNextAction', { clientSecret: 'seti_1_secret_1' }]);
  expect(network.calls(createSubscription)).toHaveLength(2);
});

it('stays with what is typed when the card is declined', async () => {
  const network = aNetwork().answer(getSubscription, { subscription: null });
  const { user } = setUp({ network: network.refuse(createSubscription, 'card_declined') });
  await confirm(user);
  expect(await screen.findByRole('alert')).toHaveTextContent('カード会社で承認されませんでした。');
  expect(await confirmButton()).toBeEnabled();
});

it('offers to go on without a trial when the card has had one, and says what is paid then', async () => {
  const network = aNetwork().answer(getSubscription, { subscription: null });
  network.refuse(createSubscription, 'conflict', {
    fields: { trialDays: 'このカードでは、無料体験をご利用いただけません。' },
  });
  const { user } = setUp({ network });
  await confirm(user);
  await user.click(await screen.findByRole('button', { name: '無料体験なしで申し込む' }));
  expect(screen.getByText('今日のお支払い').closest('div')).toHaveTextContent('1,000円');
  await confirm(user);
  await waitFor(() =>
    expect(network.calls(createSubscription).map(({ body }) => body)).toMatchObject([
      { trialDays: 14 },
      { trialDays: 0 },
    ]),
  );
});

it('asks for the consent of a guardian first', async () => {
  setUp({ me: aMe('student', { guardianConsent: 'missing' }) });
  expect(await screen.findByRole('link', { name: '保護者の方に同意を依頼する' })).toHaveAttribute(
    'href',
    '/settings#guardian',
  );
  expect(await confirmButton()).toBeDisabled();
});

it('tells whoever has a plan that they have it', async () => {
  setUp({ network: aNetwork().answer(getSubscription, { subscription: aSubscription() }) });
  expect(await screen.findByRole('heading', { name: 'プランをご利用中です。' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: '申し込みを確定する' })).not.toBeInTheDocument();
});

it('leads back to the plans from an address that names none', async () => {
  setUp({ query: 'plan=plan_gone' });
  expect(await screen.findByRole('link', { name: 'プランを見る' })).toHaveAttribute('href', '/plans');
});
