/** @jest-environment node */
import { aMe, aPlan, aSubscription } from '@manabiba/shared/testing/builders';

import { planAction } from './plan-action';

const year = aPlan({ id: 'plan_year', interval: 'year', price: 10_000 });
const student = aPlan({ id: 'plan_student', audience: 'student', price: 500 });
const adult = { me: aMe('adult'), running: null, isTrialOpen: true };
const running = (changes = {}) => ({ ...adult, running: aSubscription(changes) });

it.each([
  ['a visitor signs in first', aPlan(), { ...adult, me: null }, 'sign-in: 無料体験をはじめる'],
  ['somebody new begins a trial', aPlan(), adult, 'subscribe: 無料体験をはじめる'],
  ['somebody who had a trial subscribes', aPlan(), { ...adult, isTrialOpen: false }, 'subscribe: このプランを選ぶ'],
  ['a plan without a trial has none', aPlan({ trialDays: 0 }), adult, 'subscribe: このプランを選ぶ'],
  ['a child cannot', aPlan(), { ...adult, me: aMe('child') }, 'none: 13歳以上の方がお申し込みいただけます。'],
  ['the plan of students is not for adults', student, adult, 'none: 24歳以下の方が対象です。'],
  ['a student takes it', student, { ...adult, me: aMe('student') }, 'subscribe: 無料体験をはじめる'],
  ['the running plan', aPlan(), running(), 'none: ご利用中のプランです。'],
  ['another one from the next period on', year, running(), 'change: このプランに変更する'],
  ['the one of the next period', year, running({ nextPlan: year }), 'none: 次の更新日から、このプランになります。'],
  ['back to the running one', aPlan(), running({ nextPlan: year }), 'change: このプランを続ける'],
  [
    'a plan of a store is changed there',
    year,
    running({ provider: 'app_store', manageUrl: 'https://apps.apple.com/account/subscriptions' }),
    'none: 変更は、お申し込みになったアプリストアで行えます。',
  ],
  ['not before it is paid', year, running({ state: 'past_due' }), 'none: お支払いを確認したあとに変更できます。'],
  ['not while it ends', year, running({ state: 'will_cancel' }), 'none: 設定で解約を取り消すと、変更できます。'],
])('%s', (_rule, plan, situation, expected) => {
  const action = planAction(plan, situation);
  expect(`${action.kind}: ${action.kind === 'none' ? action.reason : action.label}`).toBe(expected);
});
