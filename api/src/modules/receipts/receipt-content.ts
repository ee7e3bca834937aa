import type { ReceiptContent } from '@manabiba/shared/contract/receipts';

import type { Operator } from '../../payments-env';
import { timeInJapan } from '../../platform/moments';
import type { SoldRow } from './receipts.repository';

/**
 * Returns the current content of a receipt for this sale; null for a plan when no operator is configured. Tax is
 * rounded down once per rate, as the rules for qualified invoices require.
 */
export function contentOf(
  sold: SoldRow,
  operator: Operator | null,
  addressee: string | undefined,
  numberOfPayment: string | null,
): ReceiptContent | null {
  const isRefund = sold.refund_id !== null;
  const item = sold.ticket ? itemOfTicket(sold.ticket, isRefund) : operator && itemOfPlan(sold, operator);
  if (!item) return null;
  const sign = isRefund ? -1 : 1;
  const tax = Math.floor((sold.amount * sold.tax_rate) / (100 + sold.tax_rate));
  const net = sold.amount - tax;
  return {
    kind: isRefund ? 'credit_note' : 'receipt',
    addressee: addressee ?? sold.addressee ?? '',
    transactedAt: sold.transacted_at.toISOString(),
    subject: item.subject,
    lines: [
      {
        name: item.name,
        detail: item.detail,
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
    issuer: item.issuer,
    originalNumber: isRefund ? numberOfPayment : null,
  };
}

interface Item {
  subject: string;
  name: string;
  detail: string;
  issuer: ReceiptContent['issuer'];
}

const itemOfTicket = (ticket: NonNullable<SoldRow['ticket']>, isRefund: boolean): Item => ({
  subject: `「${ticket.event_title}」${ticket.name}チケット代として`,
  // A refund may be of some of them.
  name: `${ticket.name}チケット${ticket.seats > 1 && !isRefund ? ` ${ticket.seats}席` : ''}`,
  detail: `${periodInJapan(ticket.start_at, ticket.end_at)} オンライン`,
  issuer: { name: ticket.issuer_name, registrationNo: ticket.issuer_no, url: ticket.issuer_url },
});

const itemOfPlan = ({ title }: SoldRow, { name, registrationNo }: Operator): Item => ({
  subject: `「${title}」利用料として`,
  name: title,
  detail: 'プラン利用料',
  issuer: { name, registrationNo, url: null },
});

const day = new Intl.DateTimeFormat('ja-JP', {
  timeZone: 'Asia/Tokyo',
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  weekday: 'short',
});

/** 2026年12月5日(土)14:00から15:30 */
const periodInJapan = (from: Date, to: Date) => `${day.format(from)}${timeInJapan(from)}から${timeInJapan(to)}`;
