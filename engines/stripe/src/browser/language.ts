import type { StripeError } from '@stripe/stripe-js';

/**
 * Error messages by Stripe's codes; a `decline_code` takes precedence over its `code`. Other languages get the API's
 * own English.
 */
const JAPANESE: Readonly<Record<string, string>> = {
  incomplete_number: 'カード番号を最後まで入力してください。',
  incorrect_number: 'カード番号が正しくありません。',
  invalid_number: 'カード番号が正しくありません。',
  incomplete_expiry: '有効期限を月と年で入力してください。',
  invalid_expiry_month: '有効期限の月が正しくありません。',
  invalid_expiry_month_past: 'カードの有効期限が過ぎています。',
  invalid_expiry_year: '有効期限の年が正しくありません。',
  invalid_expiry_year_past: 'カードの有効期限が過ぎています。',
  incomplete_cvc: 'セキュリティコードを入力してください。',
  invalid_cvc: 'セキュリティコードが正しくありません。',
  incorrect_cvc: 'セキュリティコードが正しくありません。',
  expired_card: 'カードの有効期限が過ぎています。',
  insufficient_funds: 'カードの残高または利用可能額が足りません。',
  lost_card: 'カード会社で承認されませんでした。別のカードをお試しください。',
  stolen_card: 'カード会社で承認されませんでした。別のカードをお試しください。',
  card_declined: 'カード会社で承認されませんでした。別のカードをお試しください。',
  processing_error: 'カードの処理中に問題が起きました。少し待ってから、もう一度お試しください。',
  authentication_required: 'カード会社での本人確認が必要です。',
  payment_intent_authentication_failure: 'カード会社での本人確認ができませんでした。',
  setup_intent_authentication_failure: 'カード会社での本人確認ができませんでした。',
  payment_method_customer_decline: 'PayPayでのお支払いが取り消されました。',
  payment_intent_unexpected_state: 'このお支払いは、すでに手続きが進んでいます。',
  setup_intent_unexpected_state: 'このカードの登録は、すでに手続きが進んでいます。',
  api_connection_error: '決済会社につながりませんでした。通信の状態を確認して、もう一度お試しください。',
};

const isJapanese = (locale: string) => locale.toLowerCase().startsWith('ja');

/** The language of errors and labels: the requested one, or that of the page. */
export function localeOf(asked: string | undefined): string {
  return asked && asked !== 'auto' ? asked : document.documentElement.lang || navigator.language;
}

/** Returns the error in the page's language. */
export function inLanguage(error: StripeError, locale: string): StripeError {
  if (!isJapanese(locale)) return error;
  const message = JAPANESE[error.decline_code ?? ''] ?? JAPANESE[error.code ?? ''];
  return message ? { ...error, message } : error;
}

const LABELS = {
  ja: {
    number: 'カード番号',
    expiry: '有効期限(月 / 年)',
    expiryHint: 'MM / YY',
    cvc: 'セキュリティコード',
    cvcHint: '3桁',
    method: 'お支払い方法',
    card: 'カード',
    paypay: 'PayPay',
    paypayNote: '「支払う」を押すと、PayPayの画面へ移ります。',
    testCards: 'テスト用のカード',
    testNote: 'テスト環境です。実際の請求は行われません。',
    success: '承認される',
    declined: '承認されない',
    funds: '残高が足りない',
    expired: '有効期限切れ',
    challenge: '本人確認(3Dセキュア)',
    cvcWrong: 'セキュリティコード違い',
    close: '確認をやめる',
    challengeTitle: 'カード会社の画面',
  },
  en: {
    number: 'Card number',
    expiry: 'Expiration (month / year)',
    expiryHint: 'MM / YY',
    cvc: 'Security code',
    cvcHint: '3 digits',
    method: 'Payment method',
    card: 'Card',
    paypay: 'PayPay',
    paypayNote: 'You will be taken to PayPay.',
    testCards: 'Test cards',
    testNote: 'This is a test environment: no money moves.',
    success: 'Succeeds',
    declined: 'Is declined',
    funds: 'Insufficient funds',
    expired: 'Has expired',
    challenge: 'Asks for 3-D Secure',
    cvcWrong: 'Wrong security code',
    close: 'Stop the check',
    challengeTitle: "The bank's page",
  },
} as const;

export type Labels = Record<keyof (typeof LABELS)['en'], string>;

export const labelsIn = (locale: string): Labels => (isJapanese(locale) ? LABELS.ja : LABELS.en);
