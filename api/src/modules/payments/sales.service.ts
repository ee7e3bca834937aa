import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import type { listSaleHistories, SaleHistory } from '@manabiba/shared/contract/payments';
import type * as z from 'zod/mini';

import type { SignedInViewer } from '../../access/viewer';
import { pageOf, positionOf } from '../../platform/database/time-position';
import type { SaleRow, SalesRepository } from './sales.repository';

/** Title of a payout in the sale history. */
export const PAYOUT_TITLE = '売上の振込';

export type SalesService = ReturnType<typeof createSalesService>;

interface SalesDeps {
  sales: SalesRepository;
  /** Whether an operator is configured who issues the receipts of plans. */
  hasOperator: boolean;
}

/** Payments, refunds and payouts of users. */
export function createSalesService({ sales, hasOperator }: SalesDeps) {
  return {
    /** Lists entries, newest first. */
    async list(
      viewer: SignedInViewer,
      { type, year, cursor, limit }: z.output<typeof listSaleHistories.query>,
    ): Promise<EndpointOutput<typeof listSaleHistories>> {
      const [rows, years] = await Promise.all([
        sales.list(viewer.id, { type, year, after: positionOf(cursor), limit: limit + 1 }),
        sales.years(viewer.id, type),
      ]);
      const { shown, nextCursor } = pageOf(rows, limit, (row) => ({ micros: row.occurred_micros, id: row.id }));
      return {
        items: shown.map((row) => toSale(row, hasOperator)),
        nextCursor,
        years: years.map((one) => one.year),
        total: years.reduce((sum, one) => (year === undefined || one.year === year ? sum + one.total : sum), 0),
      };
    },
  };
}

/** A payment of which a part came back stays paid: the refund has a row of its own. */
const stateOf = ({ kind, state, amount, refunded }: SaleRow): SaleHistory['state'] => {
  if (state === 'cancelled') return 'failed';
  if (kind === 'refund' && state === 'paid') return 'refunded';
  return state === 'paid' && refunded >= amount && refunded > 0 ? 'refunded' : state;
};

/** Returns whether a receipt or credit note can be issued: money has moved and the seller is known. */
const hasReceipt = ({ kind, state }: SaleRow, hasOperator: boolean) =>
  state === 'paid' && kind !== 'payout' && (kind !== 'subscription' || hasOperator);

function toSale(row: SaleRow, hasOperator: boolean): SaleHistory {
  const sign = row.kind === 'refund' ? -1 : 1;
  return {
    id: row.id,
    type: row.kind,
    title: row.kind === 'payout' ? PAYOUT_TITLE : row.title,
    amount: sign * row.amount,
    tax: sign * row.tax,
    taxRate: row.tax_rate,
    fee: row.fee,
    state: stateOf(row),
    receiptUrl: hasReceipt(row, hasOperator) ? `/v1/me/receipts/${row.id}` : null,
    invoiceRegistrationNo: row.invoice_registration_no,
    occurredAt: row.occurred_at.toISOString(),
  };
}
