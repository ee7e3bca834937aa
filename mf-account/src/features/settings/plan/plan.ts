import type { SignedInMe } from '@manabiba/shared/contract/users';

export interface PlanStatus {
  tone: 'plain' | 'action' | 'warn';
  word: string;
  sentence: string;
}

/**
 * Returns texts for the user's plan. An open invoice outranks everything because it ends the plan unless paid.
 *
 * `formatDay` formats a day such as 12月4日 in the reader's time zone.
 */
export function planStatus(
  me: Pick<SignedInMe, 'isSubscribed' | 'willUnsubscribed' | 'subscriptionExpiresAt' | 'stripeInvoiceStatus'>,
  formatDay: (moment: Date) => string,
): PlanStatus {
  const lastDay = me.subscriptionExpiresAt === null ? null : formatDay(new Date(me.subscriptionExpiresAt));
  if (!me.isSubscribed) {
    return { tone: 'plain', word: '未登録', sentence: '現在、プランには登録していません。' };
  }
  if (me.stripeInvoiceStatus === 'open') {
    return {
      tone: 'warn',
      word: 'お支払い確認中',
      sentence: 'お支払いを確認できるまでのあいだ、プランの機能は引き続きご利用いただけます。',
    };
  }
  if (me.willUnsubscribed) {
    return {
      tone: 'warn',
      word: lastDay ? `解約予定(${lastDay}まで利用可)` : '解約予定',
      sentence: lastDay
        ? `${lastDay}まではこれまでどおりご利用いただけます。自動更新はされません。`
        : '次回の自動更新はされません。',
    };
  }
  return {
    tone: 'action',
    word: 'ご利用中',
    sentence: lastDay ? `次の更新日は${lastDay}です。` : 'プランの機能をご利用いただけます。',
  };
}
