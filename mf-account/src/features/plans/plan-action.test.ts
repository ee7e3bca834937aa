/** @jest-environment node */
import { aMe, aPlan, aSubscription } from '@manabiba/shared/testing/builders';

import { planAction } from './plan-action';

const year = aPlan({ id: 'plan_year', interval: 'year', price: 10_000 });
const student = aPlan({ id: 'plan_student', audience: 'student', price: 500 });
const adult = { me: aMe('adult'), running: null, isTrialOpen: true };
const running = (changes = {}) => ({ ...adult, running: aSubscription(changes) });

it.each([
  ['a visitor signs in first', aPlan(), { ...adult, me: null }, 'sign-in: 無料体験をはじめる'],
  ['a new user begins a trial', aPlan(), adult, 'subscribe: 無料体験をはじめる'],
  ['a user who had a trial subscribes', aPlan(), { ...adult, isTrialOpen: false }, 'subscribe: このプランを選ぶ'],
  ['a plan without a trial has none', aPlan({ trialDays: 0 }), adult, 'subscribe: このプランを選ぶ'],
  ['a child cannot subscribe', aPlan(), { ...adult, me: aMe('child') }, 'none: 13歳以上の方がお申し込みいただけます。'],
  ['the student plan is not for adults', student, adult, 'none: 24歳以下の方が対象です。'],
  ['a student takes the student plan', student, { ...adult, me: aMe('student') }, 'subscribe: 無料体験をはじめる'],
  ['the running plan', aPlan(), running(), 'none: ご利用中のプランです。'],
  ['another plan from the next period on', year, running(), 'change: このプランに変更する'],
  ['the plan of the next period', year, running({ nextPlan: year }), 'none: 次の更新日から、このプランになります。'],
  ['back to the running plan', aPlan(), running({ nextPlan: year }), 'change: このプランを続ける'],
  [
    'an app store plan is changed in the store',
    year,
    running({ provider: 'app_store', manageUrl: 'https://apps.apple.com/account/subscriptions' }),
    'none: 変更は、お申し込みになったアプリストアで行えます。',
  ],
  [
    'no change while a payment is open',
    year,
    running({ state: 'past_due' }),
    'none: お支払いを確認したあとに変更できます。',
  ],
  [
    'no change while the plan is ending',
    year,
    running({ state: 'will_cancel' }),
    'none: 設定で解約を取り消すと、変更できます。',
  ],
])('%s', (_rule, plan, situation, expected) => {
  const action = planAction(plan, situation);
  expect(`${action.kind}: ${action.kind === 'none' ? action.reason : action.label}`).toBe(expected);
});
