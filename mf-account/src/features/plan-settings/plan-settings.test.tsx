import type { Subscription } from '@manabiba/shared/contract/plans';
import {
  deleteSubscription,
  getSubscription,
  getSubscriptionTrial,
  listSubscriptionPlans,
  updateSubscription,
} from '@manabiba/shared/data/endpoints';
import { aMe, aPlan, aSubscription, inMinutes } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen, within } from '@testing-library/react';
import { minutesInDay } from 'date-fns/constants';

import { PlanSettings } from './plan-settings';

const openInvoice = {
  amount: 1000,
  attempts: [inMinutes(-4 * minutesInDay), inMinutes(-2 * minutesInDay)],
  nextRetryAt: inMinutes(minutesInDay),
  graceEndsAt: inMinutes(10 * minutesInDay),
};
const unpaid = () => aSubscription({ state: 'past_due', invoiceStatus: 'open', openInvoice });

const aNetwork = (subscription: Subscription | null) =>
  new FakeNetwork()
    .answer(getSubscription, { subscription })
    .answer(listSubscriptionPlans, { plans: [aPlan()] })
    .answer(getSubscriptionTrial, { eligible: true, reason: null, trialDays: 14, endsAt: null });
const storePlan = (changes: Partial<Subscription> = {}) =>
  aSubscription({ provider: 'app_store', manageUrl: 'https://apps.apple.com/account/subscriptions', ...changes });
const setUp = (network: FakeNetwork) => renderWithApp(<PlanSettings />, { me: aMe('adult'), network });

it.each<[string, Subscription | null, RegExp[]]>([
  ['no subscription', null, [/プランには登録していません。/, /14日間無料、/]],
  ['a running plan', aSubscription(), [/^ご利用中$/, /に1,000円$/]],
  [
    'a plan change at the next period',
    aSubscription({ nextPlan: aPlan({ name: 'スタンダード(年払い)', interval: 'year', price: 10_000 }) }),
    [/スタンダード\(年払い\) 年額10,000円\(税込\)/],
  ],
  [
    'a trial',
    aSubscription({
      state: 'trialing',
      startedAt: inMinutes(-minutesInDay),
      trialEndsAt: inMinutes(13 * minutesInDay),
    }),
    [/無料体験中/, /まで無料、/, /以後は月額1,000円\(税込\)/, /残り13日。/],
  ],
  [
    'an open payment',
    unpaid(),
    [/お支払い確認中/, /カード情報をご確認ください。/, /1回目/, /次の請求/, /停止の日までは/],
  ],
  [
    'an ending plan',
    aSubscription({ state: 'will_cancel', willUnsubscribed: true }),
    [/解約予定/, /次のお支払いはありません。/],
  ],
  ['an app store plan', storePlan(), [/App Storeのお支払い/, /領収書はAppleから届きます。/]],
  ['a trial of an app store plan', storePlan({ state: 'trialing' }), [/^無料体験中$/]],
  [
    'an ending app store plan',
    storePlan({ state: 'will_cancel', willUnsubscribed: true }),
    [/解約予定/, /ご利用の終わり/],
  ],
  [
    'a stopped plan',
    aSubscription({ state: 'cancelled', endReason: 'unpaid', endedAt: inMinutes(-minutesInDay) }),
    [/停止しました$/, /もう一度登録する/],
  ],
])('describes %s', async (_case, subscription, words) => {
  setUp(aNetwork(subscription));
  for (const word of words) expect(await screen.findByText(word)).toBeInTheDocument();
});

it('sends users of an unpaid app store plan to the store, not to their card', async () => {
  setUp(aNetwork(storePlan({ state: 'past_due', invoiceStatus: 'open' })));
  expect(await screen.findByText(/App Storeのお支払い方法をご確認ください。/)).toBeInTheDocument();
  expect(screen.queryByText(/カード/)).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'App Storeで管理する' })).toBeInTheDocument();
});

it('cancels after explaining the effects, and resumes with one click', async () => {
  let subscription = aSubscription();
  const network = aNetwork(null)
    .answer(getSubscription, () => ({ subscription }))
    .answer(deleteSubscription, () => {
      subscription = { ...subscription, state: 'will_cancel', willUnsubscribed: true };
      return { willUnsubscribed: true as const, subscriptionExpiresAt: subscription.currentPeriodEnd };
    })
    .answer(updateSubscription, () => {
      subscription = { ...subscription, state: 'active', willUnsubscribed: false };
      return { subscription };
    });
  const { user } = setUp(network);
  await user.click(await screen.findByRole('button', { name: 'プランを解約する' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/まで利用できます。/)).toBeInTheDocument();
  await user.type(dialog.getByRole('textbox', { name: '解約の理由(任意)' }), '使わなくなったため');
  await user.click(dialog.getByRole('button', { name: '解約する' }));
  expect(await screen.findByText('次のお支払いはありません。')).toBeInTheDocument();
  expect(network.calls(deleteSubscription)).toMatchObject([{ body: { reason: '使わなくなったため' } }]);
  await user.click(screen.getByRole('button', { name: 'プランを続ける' }));
  expect(await screen.findByText('ご利用中')).toBeInTheDocument();
  expect(network.calls(updateSubscription)).toMatchObject([{ body: { resume: true } }]);
});

it('pays an open invoice from the card on file, and shows why a payment failed', async () => {
  const network = aNetwork(unpaid()).refuse(updateSubscription, 'card_declined');
  const { user } = setUp(network);
  await user.click(await screen.findByRole('button', { name: '1,000円を支払う' }));
  expect(await screen.findByText(/カード会社で承認されませんでした。/)).toBeInTheDocument();
  network.answer(updateSubscription, { subscription: aSubscription() });
  await user.click(screen.getByRole('button', { name: '1,000円を支払う' }));
  expect(await screen.findByText('お支払いを確認しました。')).toBeInTheDocument();
  expect(network.calls(updateSubscription).at(-1)).toMatchObject({ body: { pay: true } });
});
