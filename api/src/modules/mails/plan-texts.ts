import { millisecondsInDay } from 'date-fns/constants';

import { dayInJapan, shortDayInJapan } from '../../platform/moments';
import type { MailContent } from './mail-layout';

interface PlanMail {
  nickname: string;
  plan: string;
  interval: 'month' | 'year';
  /** In whole yen. */
  amount: string;
  /** ISO 8601: the end of the trial, of the period, or of the wait for a failed payment. */
  until: string;
}

/** Mails about plans, with the data of each besides the address. */
export interface PlanMails {
  plan_started: PlanMail & { isTrial: string };
  plan_trial_ends: PlanMail;
  plan_payment_failed: PlanMail;
  plan_ended: PlanMail & { reason: string };
  plan_price_changes: {
    nickname: string;
    plan: string;
    interval: 'month' | 'year';
    /** In whole yen. */
    before: string;
    after: string;
    /** ISO 8601: renewals from then on have the new price. */
    from: string;
  };
}

const dayOf = (iso: string) => shortDayInJapan(new Date(iso));
/** Returns the last entirely free day: the price is charged on the next. */
const lastFreeDayOf = (iso: string) => dayOf(new Date(Date.parse(iso) - millisecondsInDay).toISOString());
/** Includes the year: a period may end in another one. */
const fullDayOf = (iso: string) => dayInJapan(new Date(iso));
const priceOf = ({ interval, amount }: Pick<PlanMail, 'interval' | 'amount'>) =>
  `${interval === 'year' ? '年額' : '月額'}${Number(amount).toLocaleString('ja-JP')}円(税込)`;

const CANCEL = '解約は設定の「ご利用中のプラン」からいつでもできます。';

/** Returns the texts of mails about plans. */
export function planTexts(url: (path: string) => string): {
  [N in keyof PlanMails]: (data: PlanMails[N]) => MailContent;
} {
  const settings = { label: 'ご利用中のプランを見る', url: url('/settings#plan') };
  return {
    plan_started: (data) => ({
      subject: data.isTrial ? '無料体験のご利用開始のお知らせ' : 'プランのお申し込みを受け付けました',
      name: data.nickname,
      paragraphs: [
        `「${data.plan}」のお申し込みありがとうございます。今からご利用いただけます。`,
        data.isTrial
          ? `無料体験は${lastFreeDayOf(data.until)}まで。以後は${priceOf(data)}で自動更新されます。`
          : `${priceOf(data)}で自動更新されます。次のお支払いは${fullDayOf(data.until)}です。`,
        CANCEL,
      ],
      action: settings,
    }),
    plan_trial_ends: (data) => ({
      subject: '無料体験がまもなく終わります',
      name: data.nickname,
      paragraphs: [
        `「${data.plan}」の無料体験は${lastFreeDayOf(data.until)}までです。以後は${priceOf(data)}で自動更新されます。`,
        `${lastFreeDayOf(data.until)}までの解約に、料金はかかりません。${CANCEL}`,
      ],
      action: settings,
    }),
    plan_payment_failed: (data) => ({
      subject: 'プランのお支払いを確認できませんでした',
      name: data.nickname,
      paragraphs: [
        'カードでのお支払いを確認できませんでした。カード情報をご確認ください。',
        `「${data.plan}」のお支払い ${Number(data.amount).toLocaleString('ja-JP')}円を確認できない場合、${dayOf(data.until)}にプランを停止します。それまでは、これまでどおりご利用いただけます。`,
      ],
      action: { label: 'カード情報を確認する', url: url('/settings#card') },
    }),
    plan_price_changes: ({ nickname, plan, interval, before, after, from }) => ({
      subject: 'プランの料金の変更のお知らせ',
      name: nickname,
      paragraphs: [
        `「${plan}」の料金を、${priceOf({ interval, amount: before })}から${priceOf({ interval, amount: after })}に変更します。`,
        `新しい料金は、${fullDayOf(from)}以後の最初の更新から適用します。それまでの更新の料金は変わりません。`,
        `続けてご利用になる場合、お手続きはいりません。新しい料金になる前に解約すると、その料金はかかりません。${CANCEL}`,
      ],
      action: settings,
      notes: ['このメールは、メールの設定にかかわらず、このプランをご利用中のすべての方にお送りしています。'],
    }),
    plan_ended: (data) => ({
      subject: 'プランのご利用が終わりました',
      name: data.nickname,
      paragraphs: [
        data.reason === 'unpaid'
          ? `お支払いを確認できなかったため、「${data.plan}」を停止しました。視聴の記録と続きの位置は残っています。`
          : `「${data.plan}」のご利用が終わりました。以後の料金はかかりません。`,
        '予約とフォロー、購入したチケットはそのまま残ります。',
      ],
      action: { label: 'プランを見る', url: url('/plans') },
    }),
  };
}
