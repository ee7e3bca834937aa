import type { SignedInMe } from '@manabiba/shared/contract/users';

export interface PaymentStatus {
  isWarning: boolean;
  sentence: string;
}

/** Returns texts for the status of the last invoice. */
export function paymentStatus({ stripeInvoiceStatus }: Pick<SignedInMe, 'stripeInvoiceStatus'>): PaymentStatus {
  switch (stripeInvoiceStatus) {
    case 'open':
      // Names no card: a plan may be paid in an app store.
      return { isWarning: true, sentence: 'プランのお支払いを確認できませんでした。お支払い方法をご確認ください。' };
    case 'uncollectible':
      return { isWarning: true, sentence: 'お支払いを確認できないまま、お支払いの期限が過ぎました。' };
    case 'draft':
      return { isWarning: false, sentence: '次回のお支払いを準備しています。' };
    case 'paid':
      return { isWarning: false, sentence: '直近のお支払いは完了しています。' };
    case 'void':
      return { isWarning: false, sentence: '直近のご請求は取り消されました。お支払いの必要はありません。' };
    case null:
      return { isWarning: false, sentence: 'お支払いが必要なご請求はありません。' };
  }
}
