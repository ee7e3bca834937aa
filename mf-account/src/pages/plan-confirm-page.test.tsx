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

/** There is no subscription until the call has created one. */
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

it('shows the terms, takes the card through the provider, and confirms the running plan', async () => {
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

it('starts with the trial days of a coupon', async () => {
  const network = aNetwork().answer(checkTrialCoupon, { valid: true, trialDays: 30, planId: null, reason: null });
  const { user } = setUp({ network, query: 'plan=plan_standard&coupon=MINATO-30' });
  expect(await screen.findByText('30日間無料')).toBeInTheDocument();
  await confirm(user);
  await screen.findByRole('heading', { name: 'お申し込みが完了しました。' });
  expect(network.calls(createSubscription)).toMatchObject([{ body: { couponCode: 'MINATO-30', trialDays: 30 } }]);
});

it("runs the bank's challenge and then refreshes the state", async () => {
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

it('keeps the input when the card is declined', async () => {
  const network = aNetwork().answer(getSubscription, { subscription: null });
  const { user } = setUp({ network: network.refuse(createSubscription, 'card_declined') });
  await confirm(user);
  expect(await screen.findByRole('alert')).toHaveTextContent('カード会社で承認されませんでした。');
  expect(await confirmButton()).toBeEnabled();
});

it('offers to continue without a trial when the card has already had one, and shows the amount due', async () => {
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

it('takes no card before the address is verified, and can resend the mail', async () => {
  const { user } = setUp({ me: aMe('adult', { state: 'email_unverified' }) });
  expect(await screen.findByText(/お支払いの前に、メールアドレスの確認を/)).toBeInTheDocument();
  expect(await confirmButton()).toBeDisabled();
  expect(screen.queryByRole('heading', { name: 'お支払いに使うカード' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: '確認メールを再送' }));
  expect(await screen.findByRole('dialog', { name: '確認メールを再送' })).toBeInTheDocument();
});

it("requires a guardian's consent first", async () => {
  setUp({ me: aMe('student', { guardianConsent: 'missing' }) });
  expect(await screen.findByRole('link', { name: '保護者の方に同意を依頼する' })).toHaveAttribute(
    'href',
    '/settings#guardian',
  );
  expect(await confirmButton()).toBeDisabled();
});

it('shows the running plan to a user who already has one', async () => {
  setUp({ network: aNetwork().answer(getSubscription, { subscription: aSubscription() }) });
  expect(await screen.findByRole('heading', { name: 'プランをご利用中です。' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: '申し込みを確定する' })).not.toBeInTheDocument();
});

it('links back to the plans when the URL names no existing plan', async () => {
  setUp({ query: 'plan=plan_gone' });
  expect(await screen.findByRole('link', { name: 'プランを見る' })).toHaveAttribute('href', '/plans');
});
