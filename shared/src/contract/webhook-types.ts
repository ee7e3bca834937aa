/** What a webhook can be about. */
export const webhookTypes = [
  'event.published',
  'event.rescheduled',
  'event.cancelled',
  'event.started',
  'event.ended',
  'ticket.confirmed',
  'ticket.cancelled',
  'ticket.refunded',
  'attendee.checked_in',
] as const;
export type WebhookType = (typeof webhookTypes)[number];

/** What each type reports, in the words of the settings and of the reference. */
export const webhookTypeNames: Readonly<Record<WebhookType | 'test', string>> = {
  'event.published': 'イベントを公開したとき',
  'event.rescheduled': 'イベントの日時を変更したとき',
  'event.cancelled': 'イベントを中止したとき',
  'event.started': 'イベントが始まったとき',
  'event.ended': 'イベントが終わったとき',
  'ticket.confirmed': '申し込みが確定したとき',
  'ticket.cancelled': '申し込みが取り消されたとき',
  'ticket.refunded': '返金が済んだとき',
  'attendee.checked_in': '参加者の受付をしたとき',
  test: 'テスト送信',
};
