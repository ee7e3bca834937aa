/*
 * Sentences of errors that screens also show before the api does. Each is an export of its own, so that a browser loads
 * only those that it uses; `errors.ts` has all of them.
 */

/** The message of a failure without one of its own. */
export const GENERAL_SENTENCE = '問題が発生しました。もう一度お試しください。';

export const UNAUTHENTICATED = 'ログインが必要です。';
export const AGE_RESTRICTED = '年齢により、この機能はご利用いただけません。';
export const AUDIENCE_RESTRICTED = 'この教室は24歳以下の方が対象です。';
export const KICKED = 'この教室には再入室できません。';
export const PROFESSIONAL_ONLY = 'プロフェッショナルの方のみご利用いただけます。';
export const SUSPENDED = 'このアカウントは現在ご利用いただけません。お問い合わせください。';
export const SERVICE_CLOSED = '本サービスは終了したため、この操作はできません。';
export const NOT_FOUND = 'ページが見つかりません。';
export const SOLD_OUT = 'チケットは完売しました。';
export const FULL = '満席のため参加できません。';
export const JOINED_ELSEWHERE = '別の画面で参加中です。';
export const NOT_OPEN = 'まだ開始していません。';
export const GUARDED =
  '未成年の方が参加している教室に、本人確認済みの大人のホストまたは共同ホストがいません。大人が参加すると、入室できます。';
export const ENDED = 'この教室は終了しました。';
export const LINK_EXPIRED = 'リンクの有効期限が切れています。';
export const TOO_LARGE = 'ファイルが大きすぎます。';
