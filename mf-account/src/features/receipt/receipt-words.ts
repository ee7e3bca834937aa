import type { Receipt } from '@manabiba/shared/contract/receipts';
import { formatCard } from '@manabiba/shared/format/card';
import { calendarParts, formatTime } from '@manabiba/shared/format/date-time';

/** Receipts are Japanese documents: their dates and times do not depend on the viewer's time zone. */
const ZONE = 'Asia/Tokyo';

/** Such as 2026年11月21日. */
export function receiptDay(iso: string): string {
  const { year, month, day } = calendarParts(iso, ZONE);
  return `${year}年${month}月${day}日`;
}

/** Such as 2026年11月21日 18:46. */
export const receiptTime = (iso: string) => `${receiptDay(iso)} ${formatTime(iso, ZONE)}`;

/** Returns the title of the document, and its legal name if the issuer is registered. */
export function receiptTitle({ kind, issuer }: Pick<Receipt, 'kind' | 'issuer'>): {
  name: string;
  legal: string | null;
} {
  const isRegistered = issuer.registrationNo !== null;
  return kind === 'receipt'
    ? { name: '領収書', legal: isRegistered ? '適格請求書' : null }
    : { name: '返金の明細', legal: isRegistered ? '適格返還請求書' : null };
}

const methods = { card: 'カード', konbini: 'コンビニ払い', paypay: 'PayPay' } as const;

export const paymentWords = ({ method, cardBrand, cardLast4 }: Receipt['payment']) =>
  cardBrand !== null && cardLast4 !== null ? formatCard({ brand: cardBrand, last4: cardLast4 }) : methods[method];

/** Groups a digest for reading, such as 7f2a 91c0 44de 8b10. */
export const digestWords = (digest: string) => digest.replace(/(.{4})(?=.)/g, '$1 ');
