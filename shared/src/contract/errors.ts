import * as sentences from './error-sentences';

/**
 * The closed list of error codes, with the status and message that the api returns.
 *
 * Source: closed list of the product. Branch on `code`, never on `instanceof`: each bundle has its own class.
 */
export const errorCatalogue = {
  unauthenticated: { status: 401, sentence: sentences.UNAUTHENTICATED },
  invalid_credentials: { status: 401, sentence: 'メールアドレスまたはパスワードが正しくありません。' },
  payment_required: { status: 402, sentence: 'お支払いを確認できていません。' },
  payment_action_required: {
    status: 402,
    sentence: 'カード会社での確認が済んでいません。画面の案内に従って、確認をお済ませください。',
  },
  card_declined: { status: 402, sentence: 'カード会社で承認されませんでした。別のカードをお試しください。' },
  age_restricted: { status: 403, sentence: sentences.AGE_RESTRICTED },
  role_required: { status: 403, sentence: 'この操作を行う権限がありません。' },
  audience_restricted: { status: 403, sentence: sentences.AUDIENCE_RESTRICTED },
  kicked: { status: 403, sentence: sentences.KICKED },
  need_resubmit: { status: 403, sentence: '本人確認書類を再提出してください。' },
  email_unverified: {
    status: 403,
    sentence: 'メールアドレスの確認が済んでいません。お送りしたメールのリンクを開いてください。',
  },
  guardian_required: { status: 403, sentence: '保護者の方の同意が必要です。' },
  not_owner: { status: 403, sentence: 'この操作を行う権限がありません。' },
  subscription_required: { status: 403, sentence: 'プランへの登録が必要です。' },
  professional_only: { status: 403, sentence: sentences.PROFESSIONAL_ONLY },
  student_only: { status: 403, sentence: '学生の方のみご利用いただけます。' },
  email_account_only: { status: 403, sentence: '学校のアカウントではご利用いただけません。' },
  suspended: { status: 403, sentence: sentences.SUSPENDED },
  bad_origin: { status: 403, sentence: '不正なリクエストです。' },
  second_factor_required: { status: 403, sentence: '認証アプリの確認コードを入力してください。' },
  scope_required: { status: 403, sentence: 'このAPIキーでは、この操作を行えません。' },
  service_closed: { status: 403, sentence: sentences.SERVICE_CLOSED },
  not_found: { status: 404, sentence: sentences.NOT_FOUND },
  already: { status: 409, sentence: 'すでに手続きが済んでいます。' },
  sold_out: { status: 409, sentence: sentences.SOLD_OUT },
  full: { status: 409, sentence: sentences.FULL },
  held: { status: 409, sentence: 'お席を15分間確保しました。' },
  hold_expired: { status: 409, sentence: '確保時間が過ぎました。もう一度お申し込みください。' },
  not_refundable: { status: 409, sentence: '開催が始まったイベントは、取り消しと返金ができません。' },
  joined_elsewhere: { status: 409, sentence: sentences.JOINED_ELSEWHERE },
  not_joined: { status: 409, sentence: '教室に参加してから操作してください。' },
  not_open: { status: 409, sentence: sentences.NOT_OPEN },
  locked: { status: 409, sentence: 'この教室は入室が締め切られています。' },
  guarded: { status: 409, sentence: sentences.GUARDED },
  conflict: { status: 409, sentence: 'ほかの操作と重なりました。もう一度お試しください。' },
  idempotency_conflict: { status: 409, sentence: 'ほかの操作と重なりました。もう一度お試しください。' },
  ended: { status: 410, sentence: sentences.ENDED },
  link_expired: { status: 410, sentence: sentences.LINK_EXPIRED },
  push_gone: { status: 410, sentence: 'この端末の通知の登録が切れています。もう一度オンにしてください。' },
  code_used: { status: 410, sentence: 'このコードはすでに使われています。' },
  invalid: { status: 422, sentence: '入力内容をご確認ください。' },
  quota_below_sold: { status: 422, sentence: '席は、すでに申し込まれた数より少なくできません。' },
  too_large: { status: 413, sentence: sentences.TOO_LARGE },
  unsupported_type: { status: 415, sentence: '対応していない形式です。' },
  resend_too_often: { status: 400, sentence: '送信回数が上限に達しました。しばらくしてからもう一度お試しください。' },
  rate_limited: { status: 429, sentence: 'しばらくしてからもう一度お試しください。' },
  unavailable: { status: 503, sentence: sentences.GENERAL_SENTENCE },
  media_unavailable: { status: 503, sentence: 'この機能は、いまはご利用いただけません。' },
  internal: { status: 500, sentence: sentences.GENERAL_SENTENCE },
} as const;

export type ErrorCode = keyof typeof errorCatalogue;

/** The body of every non-2xx response. `fields` maps a field path ("body.name" becomes "name") to its message. */
export interface ErrorBody {
  error: string;
  code: ErrorCode;
  fields?: Record<string, string>;
}
