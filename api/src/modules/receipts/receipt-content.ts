import type { ReceiptContent } from '@manabiba/shared/contract/receipts';

import type { SoldRow } from './receipts.repository';

/** What a receipt of this sale says now. The tax is rounded down once per rate, as the rules of qualified invoices ask. */
export function contentOf(
  sold: SoldRow,
  addressee: string | undefined,
  numberOfPayment: string | null,
): ReceiptContent {
  const isRefund = sold.refund_id !== null;
  const sign = isRefund ? -1 : 1;
  const tax = Math.floor((sold.amount * sold.tax_rate) / (100 + sold.tax_rate));
  const net = sold.amount - tax;
  return {
    kind: isRefund ? 'credit_note' : 'receipt',
    addressee: addressee ?? sold.nickname ?? '',
    transactedAt: sold.transacted_at.toISOString(),
    subject: `「${sold.event_title}」${sold.ticket_name}チケット代として`,
    lines: [
      {
        name: `${sold.ticket_name}チケット`,
        detail: `${periodInJapan(sold.start_at, sold.end_at)} オンライン`,
        quantity: 1,
        unitPrice: sign * net,
        taxRate: sold.tax_rate,
        amount: sign * net,
      },
    ],
    // -0 is no amount.
    taxes: [{ taxRate: sold.tax_rate, net: sign * net, tax: sign * tax || 0 }],
    total: sign * sold.amount,
    payment: { method: sold.method, cardBrand: sold.card_brand, cardLast4: sold.card_last4 },
    issuer: { name: sold.issuer_name, registrationNo: sold.issuer_no, url: sold.issuer_url },
    originalNumber: isRefund ? numberOfPayment : null,
  };
}

const day = new Intl.DateTimeFormat('ja-JP', {
  timeZone: 'Asia/Tokyo',
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  weekday: 'short',
});
const clock = new Intl.DateTimeFormat('ja-JP', { timeZone: 'Asia/Tokyo', hour: '2-digit', minute: '2-digit' });

/** 2026年12月5日(土)14:00から15:30 */
const periodInJapan = (from: Date, to: Date) => `${day.format(from)}${clock.format(from)}から${clock.format(to)}`;
