import type { SignedInMe } from '@manabiba/shared/contract/users';
import {
  checkTrialCoupon,
  getSubscription,
  getSubscriptionTrial,
  listSubscriptionPlans,
  updateSubscription,
} from '@manabiba/shared/data/endpoints';
import { aMe, aPlan, aSubscription } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { buttonClass } from '@manabiba/shared/ui/button';
import { screen, within } from '@testing-library/react';

import { PlansPage } from './plans-page';

const year = aPlan({ id: 'plan_year', name: 'スタンダード(年払い)', interval: 'year', price: 10_000 });
const trial = { eligible: true, reason: null, trialDays: 14, endsAt: null };

const aNetwork = () =>
  new FakeNetwork()
    .answer(listSubscriptionPlans, { plans: [aPlan(), year] })
    .answer(getSubscription, { subscription: null })
    .answer(getSubscriptionTrial, trial);
const setUp = (network = aNetwork(), me: SignedInMe | null = aMe('adult')) =>
  renderWithApp(<PlansPage />, { me, network, path: '/plans' });

it('shows every plan with its price, its trial, and a link to the confirmation', async () => {
  const { pageTitle } = setUp();
  const plans = within(await screen.findByRole('list', { name: 'プラン' }));
  expect(plans.getByText('1,000')).toBeInTheDocument();
  expect(plans.getAllByText('14日間の無料体験')).toHaveLength(2);
  expect(plans.getByRole('link', { name: '無料体験をはじめる: スタンダード' })).toHaveAttribute(
    'href',
    '/plans/confirm?plan=plan_standard',
  );
  expect(pageTitle()).toBe('プラン');
});

it('puts the student plan first for students only', async () => {
  const student = aPlan({ id: 'plan_student', name: '学生', audience: 'student', price: 500 });
  const network = aNetwork().answer(listSubscriptionPlans, { plans: [aPlan(), year, student] });
  const stands = (name: string) =>
    screen.getByRole('link', { name: `無料体験をはじめる: ${name}` }).className === pickClass;
  const pickClass = buttonClass({ variant: 'primary', isBlock: true });
  const { unmount } = setUp(network, aMe('student'));
  await screen.findByRole('list', { name: 'プラン' });
  expect([stands('スタンダード'), stands('学生')]).toEqual([false, true]);
  unmount();
  for (const me of [aMe('adult'), null]) {
    const others = setUp(network, me);
    await screen.findByRole('list', { name: 'プラン' });
    expect(stands('スタンダード')).toBe(true);
    others.unmount();
  }
});

it('leads an anonymous visitor to sign-up and back', async () => {
  setUp(aNetwork(), null);
  expect(await screen.findByRole('link', { name: '無料体験をはじめる: スタンダード' })).toHaveAttribute(
    'href',
    `/signin?tab=signup&next=${encodeURIComponent('/plans/confirm?plan=plan_standard')}`,
  );
  expect(screen.queryByRole('textbox', { name: 'クーポンコード' })).not.toBeInTheDocument();
});

it('explains why a coupon is rejected, and applies one that extends the trial', async () => {
  const network = aNetwork().answer(checkTrialCoupon, ({ body }) =>
    (body as { code: string }).code === 'MINATO-30'
      ? { valid: true, trialDays: 30, planId: 'plan_year', reason: null }
      : { valid: false, trialDays: 0, planId: null, reason: 'expired' as const },
  );
  const { user } = setUp(network);
  const code = await screen.findByRole('textbox', { name: 'クーポンコード' });
  await user.type(code, 'AKI2025{Enter}');
  expect(await screen.findByText('このクーポンはご利用いただけません。')).toBeInTheDocument();
  expect(code).toHaveValue('AKI2025');
  await user.clear(code);
  await user.type(code, 'MINATO-30{Enter}');
  expect(await screen.findByText('無料体験が30日間になります。')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: /スタンダード\(年払い\)/ })).toHaveAttribute(
    'href',
    '/plans/confirm?plan=plan_year&coupon=MINATO-30',
  );
  // The coupon is limited to that plan.
  expect(screen.getByRole('link', { name: /: スタンダード$/ })).toHaveAttribute(
    'href',
    '/plans/confirm?plan=plan_standard',
  );
});

it('changes the plan from the next period after confirmation', async () => {
  const running = aSubscription();
  const network = aNetwork()
    .answer(getSubscription, { subscription: running })
    .answer(getSubscriptionTrial, { ...trial, eligible: false, reason: 'subscribed' })
    .answer(updateSubscription, { subscription: { ...running, nextPlan: year } });
  const { user } = setUp(network, aMe('adult', { isSubscribed: true }));
  expect(await screen.findByText('ご利用中のプランです。')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'このプランに変更する: スタンダード(年払い)' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/今日のお支払いはありません。/)).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: '変更する' }));
  expect(await screen.findByText('プランの変更を受け付けました。')).toBeInTheDocument();
  expect(network.calls(updateSubscription)).toMatchObject([{ body: { planId: 'plan_year' } }]);
});

it('shows a failure to load the plans and retries', async () => {
  const network = aNetwork().refuse(listSubscriptionPlans, 'internal');
  const { user } = setUp(network);
  expect(await screen.findByText('プランを表示できませんでした。')).toBeInTheDocument();
  network.answer(listSubscriptionPlans, { plans: [aPlan()] });
  await user.click(screen.getByRole('button', { name: 'もう一度試す' }));
  expect(await screen.findByRole('list', { name: 'プラン' })).toBeInTheDocument();
});
