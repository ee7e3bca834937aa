/** @jest-environment node */
import { aMe, aVisitor } from './an-event';
import { funnelAction, funnelLabel } from './funnel';

it.each([
  ['a subscriber', aMe({ isSubscribed: true }), 'JoinEvent', '参加する'],
  ['a student with a plan', aMe({ isSubscribed: true, isStudentAge: true }), 'JoinEvent', '参加する'],
  ['a student', aMe({ isStudentAge: true }), 'Subscription', 'プランに登録'],
  ['a child', aMe({ isStudentAge: true, canCommunicateAge: false }), 'Subscription', 'プランに登録'],
  ['an adult', aMe(), 'PurchaseEvent', 'チケットを購入'],
  ['a professional', aMe({ role: 'professional', isProfessional: true }), 'PurchaseEvent', 'チケットを購入'],
  ['a visitor', aVisitor(), 'CreateAccount', 'アカウントを作成'],
] as const)('puts %s at their step', (_who, me, label, action) => {
  expect(funnelLabel(me)).toBe(label);
  expect(funnelAction[funnelLabel(me)]).toBe(action);
});
