/** @jest-environment node */
import { aPlan } from '@manabiba/shared/testing/builders';

import { confirmTerms } from './confirm-terms';

const now = new Date(2026, 10, 22, 10, 14);
const termsOf = (trialDays: number, plan = aPlan(), at = now) =>
  Object.fromEntries(confirmTerms({ plan, trialDays, now: at }).map(({ name, lines }) => [name, lines.join(' ')]));

it('shows all terms required by law before confirmation', () => {
  expect(termsOf(14)).toEqual({
    プラン: 'まなびば スタンダード 1か月ごとの契約です。解約されるまで、自動で更新されます。',
    料金: '月額1,000円(税込) うち消費税(10%) 90円',
    無料体験: '無料体験は12月5日まで。以後は月額1,000円(税込)で自動更新されます。',
    お支払い: 'カード(この画面で入力するもの) 12月6日に1,000円、以後は毎月6日',
    利用開始: 'お申し込みの直後から',
    申込期間: '定めはありません。いつでもお申し込みいただけます。',
    解約: '解約は設定の「ご利用中のプラン」からいつでもできます。 解約しても、期間の終わりまでご利用いただけます。お支払い済みの料金は返金されません。',
    未成年の方: '18歳未満の方は保護者の同意が必要です。',
  });
});

it('promises no trial when there is none and charges today', () => {
  expect(termsOf(0)).toMatchObject({
    無料体験: '今回のお申し込みには、無料体験はありません。月額1,000円(税込)で自動更新されます。',
    お支払い: 'カード(この画面で入力するもの) 今日1,000円、以後は毎月22日',
  });
});

it.each([
  ['a year', aPlan({ interval: 'year', price: 10_000 }), now, '以後は毎年11月22日'],
  ['a day that does not exist in every month', aPlan(), new Date(2026, 9, 31), '以後は毎月31日(ない月は末日)'],
])('states the renewal date: %s', (_case, plan, at, words) => {
  expect(termsOf(0, plan, at)['お支払い']).toContain(words);
});
