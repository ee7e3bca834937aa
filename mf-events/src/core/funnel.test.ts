import { funnelLabel } from '@manabiba/shared/analytics/funnel';
import { aMe } from '@manabiba/shared/testing/builders';

import { funnelAction } from './funnel';

it.each([
  ['a subscriber', aMe('adult', { isSubscribed: true }), 'JoinEvent', '参加する'],
  ['a student with a plan', aMe('student', { isSubscribed: true }), 'JoinEvent', '参加する'],
  ['a student', aMe('student'), 'Subscription', 'プランに登録'],
  ['a child', aMe('child'), 'Subscription', 'プランに登録'],
  ['an adult', aMe(), 'PurchaseEvent', 'チケットを購入'],
  ['a professional', aMe('professional'), 'PurchaseEvent', 'チケットを購入'],
  ['a visitor', aMe('anonymous'), 'CreateAccount', 'アカウントを作成'],
] as const)('maps %s to their funnel step', (_who, me, label, action) => {
  expect(funnelLabel(me)).toBe(label);
  expect(funnelAction[funnelLabel(me)]).toBe(action);
});
