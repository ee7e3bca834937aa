/** @jest-environment node */
import { planStatus } from './plan';

const setUp = (changes: Partial<Parameters<typeof planStatus>[0]>) =>
  planStatus(
    {
      isSubscribed: true,
      willUnsubscribed: false,
      subscriptionExpiresAt: '2026-12-04T00:00:00.000Z',
      stripeInvoiceStatus: 'paid',
      ...changes,
    },
    () => '12月4日',
  );

it.each([
  ['no plan', { isSubscribed: false, subscriptionExpiresAt: null }, '未登録', '現在、プランには登録していません。'],
  ['a running plan', {}, 'ご利用中', '次の更新日は12月4日です。'],
  ['a plan without a known end', { subscriptionExpiresAt: null }, 'ご利用中', 'プランの機能をご利用いただけます。'],
  [
    'a cancelled plan',
    { willUnsubscribed: true },
    '解約予定(12月4日まで利用可)',
    '12月4日まではこれまでどおりご利用いただけます。自動更新はされません。',
  ],
  [
    'an open invoice',
    { stripeInvoiceStatus: 'open' },
    'お支払い確認中',
    'お支払いを確認できるまでのあいだ、プランの機能は引き続きご利用いただけます。',
  ],
  [
    'an open invoice of a cancelled plan',
    { stripeInvoiceStatus: 'open', willUnsubscribed: true },
    'お支払い確認中',
    'お支払いを確認できるまでのあいだ、プランの機能は引き続きご利用いただけます。',
  ],
] as const)('describes %s', (_case, changes, word, sentence) => {
  expect(setUp(changes)).toMatchObject({ word, sentence });
});
