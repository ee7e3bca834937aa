import type { TeamLogEntry } from '../contract/teams';

const words: Record<TeamLogEntry['act'], (subject: string) => string> = {
  member_invited: (subject) => `運営メンバーに招待しました(${subject})`,
  invitation_withdrawn: (subject) => `招待を取り消しました(${subject})`,
  invitation_declined: (subject) => `招待が辞退されました(${subject})`,
  member_joined: (subject) => `招待を承諾し、運営メンバーになりました(${subject})`,
  member_roles_changed: (subject) => `役割を変更しました(${subject})`,
  member_removed: (subject) => `${subject}を運営メンバーから外しました`,
  member_left: () => '運営メンバーから抜けました',
  event_updated: (subject) => `イベントを編集しました(${subject})`,
  event_published: () => 'イベントを公開しました',
  event_cancelled: (subject) => `イベントを中止しました(${subject})`,
  ticket_created: (subject) => `チケット「${subject}」を追加しました`,
  ticket_updated: (subject) => `チケット「${subject}」を変更しました`,
  ticket_deleted: (subject) => `チケット「${subject}」を削除しました`,
  code_created: () => '招待コードを作成しました',
  code_revoked: () => '招待コードを無効にしました',
  discount_created: () => '割引コードをつくりました',
  discount_revoked: () => '割引コードを無効にしました',
  message_sent: (subject) => `参加者にメッセージ「${subject}」を送りました`,
  participant_checked_in: (subject) => `${subject}の受付をしました`,
  check_in_undone: (subject) => `${subject}の受付を取り消しました`,
  participant_refunded: (subject) => `${subject}の申し込みを取り消しました`,
  seat_transferred: (subject) => `チケットを${subject}に譲りました`,
  series_updated: (subject) => `連続講座を編集しました(${subject})`,
  series_ended: () => '連続講座を終了しました',
  date_added: (subject) => `「${subject}」を追加しました`,
  date_removed: (subject) => `「${subject}」を外しました`,
  participants_downloaded: () => '参加者の一覧をダウンロードしました',
};

/** The text of a log entry, without its author. */
export const sentenceOf = ({ act, subject }: Pick<TeamLogEntry, 'act' | 'subject'>): string => words[act](subject);
