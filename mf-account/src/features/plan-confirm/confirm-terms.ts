import type { Plan } from '@manabiba/shared/contract/plans';
import { calendarParts, formatShortDate } from '@manabiba/shared/format/date-time';
import { formatYen } from '@manabiba/shared/format/yen';
import { addHours } from 'date-fns';

import { lastFreeDay, planPrice, planTitle, taxIn } from '../../core/plans/plan-words';

/** The last day that exists in every month. */
const LAST_SURE_DAY = 28;

export interface Term {
  name: string;
  lines: readonly string[];
}

interface Choice {
  plan: Plan;
  /** Free days at the start; 0 for no trial. */
  trialDays: number;
  now: Date;
}

/** Returns when the first payment is due: after the trial, or today. */
export const firstPaymentAt = ({ trialDays, now }: Pick<Choice, 'trialDays' | 'now'>) => addHours(now, trialDays * 24);

/**
 * Returns the terms shown before confirmation: service and duration, price, time and method of payment, start of use,
 * application deadline, cancellation. Required by article 12-6 of the act on specified commercial transactions.
 */
export function confirmTerms(choice: Choice): Term[] {
  const { plan, trialDays, now } = choice;
  const period = plan.interval === 'year' ? '1年' : '1か月';
  const dueAt = firstPaymentAt(choice);
  const due = trialDays > 0 ? `${formatShortDate(dueAt, now)}に` : '今日';
  const last = formatShortDate(lastFreeDay(dueAt), now);
  return [
    { name: 'プラン', lines: [planTitle(plan), `${period}ごとの契約です。解約されるまで、自動で更新されます。`] },
    { name: '料金', lines: [planPrice(plan), `うち消費税(10%) ${formatYen(taxIn(plan.price))}`] },
    {
      name: '無料体験',
      lines: [
        trialDays > 0
          ? `無料体験は${last}まで。以後は${planPrice(plan)}で自動更新されます。`
          : `今回のお申し込みには、無料体験はありません。${planPrice(plan)}で自動更新されます。`,
      ],
    },
    {
      name: 'お支払い',
      lines: ['カード(この画面で入力するもの)', `${due}${formatYen(plan.price)}、以後は${everyPeriod(plan, dueAt)}`],
    },
    { name: '利用開始', lines: ['お申し込みの直後から'] },
    { name: '申込期間', lines: ['定めはありません。いつでもお申し込みいただけます。'] },
    {
      name: '解約',
      lines: [
        '解約は設定の「ご利用中のプラン」からいつでもできます。',
        '解約しても、期間の終わりまでご利用いただけます。お支払い済みの料金は返金されません。',
      ],
    },
    { name: '未成年の方', lines: ['18歳未満の方は保護者の同意が必要です。'] },
  ];
}

/** 毎月22日, 毎年12月22日 */
function everyPeriod({ interval }: Plan, dueAt: Date): string {
  const { month, day } = calendarParts(dueAt);
  if (interval === 'year') return `毎年${month}月${day}日`;
  return day > LAST_SURE_DAY ? `毎月${day}日(ない月は末日)` : `毎月${day}日`;
}
