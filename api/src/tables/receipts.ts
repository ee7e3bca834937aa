import type { ReceiptContent } from '@manabiba/shared/contract/receipts';
import type { JSONColumnType } from 'kysely';

import type { Time } from './column-types';

export interface ReceiptNumbersTable {
  series: string;
  last: number;
}

/** Rows are immutable. */
export interface ReceiptsTable {
  id: string;
  payment_id: string | null;
  refund_id: string | null;
  number: string;
  version: number;
  content: JSONColumnType<ReceiptContent>;
  digest: string;
  issued_at: Time;
}

/** Issuers whose accounts were emptied. */
interface ReceiptIssuersTable {
  seller_id: string;
  name: string;
  registration_no: string | null;
  url: string | null;
}

/** Tables of issued receipts and credit notes. */
export interface ReceiptsTables {
  receipt_issuers: ReceiptIssuersTable;
  receipt_numbers: ReceiptNumbersTable;
  receipts: ReceiptsTable;
}
