import type { OrganizedParticipant } from '@manabiba/shared/contract/event-sales';

/** Spreadsheets interpret a cell starting like this as a formula, Japanese ones also in full width. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;
const HEADER = ['名前', 'メールアドレス', 'チケット', '状態', '申し込み', 'お支払い', 'お支払い方法', '受付'];
/** Byte order mark: spreadsheets then read the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

const stateNames: Record<OrganizedParticipant['state'], string> = {
  waitlisted: 'キャンセル待ち',
  offered: 'お席のご案内中',
  held: '確保中',
  pending_payment: 'お支払い待ち',
  confirmed: '申込済み',
  joined: '参加済み',
  expired: '期限切れ',
  cancelled: '取り消し',
  refund_pending: '返金手続き中',
  refunded: '返金済み',
};
const methodNames = { card: 'クレジットカード', konbini: 'コンビニ', paypay: 'PayPay' } as const;

const timeInJapan = new Intl.DateTimeFormat('ja-JP', {
  timeZone: 'Asia/Tokyo',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
});

/** Formats one cell by RFC 4180; possible formulas are prefixed with an apostrophe. */
function cell(value: string | number): string {
  const text = typeof value === 'string' && FORMULA.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const line = (values: readonly (string | number)[]) => `${values.map(cell).join(',')}\r\n`;

export const csvHeader = () => BYTE_ORDER_MARK + line(HEADER);

/** Names a further seat with its buyer. */
const companionLabel = ({ name, buyer }: NonNullable<OrganizedParticipant['companion']>) =>
  `${name}(${buyer ?? '退会したユーザー'}さんのお連れの方)`;

/** Formats one participation as a line: users by name, guests by address, further seats by the names that their buyers gave. */
export function csvLine(participant: OrganizedParticipant): string {
  const { user, guestEmail, companion, ticketName, state, createdAt, amount, paymentMethod, checkedInAt } = participant;
  return line([
    user?.nickname ?? (companion ? companionLabel(companion) : guestEmail === null ? '退会したユーザー' : ''),
    guestEmail ?? '',
    ticketName,
    stateNames[state],
    timeInJapan.format(new Date(createdAt)),
    amount ?? '',
    paymentMethod === null ? '' : methodNames[paymentMethod],
    checkedInAt === null ? '' : timeInJapan.format(new Date(checkedInAt)),
  ]);
}
