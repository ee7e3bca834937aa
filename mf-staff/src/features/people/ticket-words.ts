const words: Readonly<Record<string, string>> = {
  waitlisted: 'キャンセル待ち',
  offered: '席の案内中',
  held: '席を確保中',
  pending_payment: '支払い待ち',
  confirmed: '購入済み',
  joined: '参加',
  expired: '期限切れ',
  cancelled: '取り消し',
  refund_pending: '返金中',
  refunded: '返金済み',
};

/** The state of a ticket in words. */
export const wordOfTicket = (state: string) => words[state] ?? state;
