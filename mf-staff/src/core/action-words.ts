/** Actions in words, in the order of the filter. */
export const actionWords: Readonly<Record<string, string>> = {
  'view-document': '書類を閲覧',
  approve: '書類を承認',
  'approve-first': '書類を1人目として承認',
  return: '書類を差し戻し',
  'settle-report': '通報に対応',
  'dismiss-report': '通報を見送り',
  warn: '警告を送信',
  suspend: '利用を停止',
  'sign-out': '全端末をログアウト',
  reinstate: '停止を解除',
  'withdraw-consent': '保護者の同意を取り消し',
  refund: '返金',
  'void-invoice': '請求を取り消し',
  'plan-on': 'プランの販売を開始',
  'plan-off': 'プランの販売を終了',
  coupon: 'クーポンを作成',
  announce: 'お知らせを配信',
  'stop-announcement': 'お知らせを停止',
  'propose-give-role': 'スタッフの役割を提案',
  'propose-take-role': 'スタッフの役割の取り消しを提案',
  'give-role': 'スタッフの役割を付与',
  'take-role': 'スタッフの役割を取り消し',
  'decline-role': 'スタッフの役割の提案を取り下げ',
  'staff-unlock': 'スタッフの作業を開始',
  'second-factor-on': '二段階認証を設定',
  'recovery-codes': '回復コードを再発行',
  'second-factor-reset': '二段階認証を解除',
};

/** An action of the staff in words. */
export const wordOfAction = (action: string) => actionWords[action] ?? action;
