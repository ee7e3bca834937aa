import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import type { listSaleHistories, SaleHistory } from '@manabiba/shared/contract/payments';
import type * as z from 'zod/mini';

import type { SignedInViewer } from '../../access/viewer';
import { cursorOf, positionOf } from '../../platform/database/time-position';
import type { PaymentsRepository, SaleRow } from './payments.repository';

/** How money that an organizer receives is called. */
export const PAYOUT_TITLE = '売上の振込';

export type SalesService = ReturnType<typeof createSalesService>;

/** What people paid, got back and received as organizers. */
export function createSalesService({ payments }: { payments: PaymentsRepository }) {
  return {
    /** The newest first. */
    async list(
      viewer: SignedInViewer,
      { type, cursor, limit }: z.output<typeof listSaleHistories.query>,
    ): Promise<EndpointOutput<typeof listSaleHistories>> {
      const rows = await payments.sales(viewer.id, { type, after: positionOf(cursor), limit: limit + 1 });
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      return {
        items: shown.map(toSale),
        nextCursor: rows.length > limit && last ? cursorOf({ micros: last.occurred_micros, id: last.id }) : null,
      };
    },
  };
}

const stateOf = ({ kind, state, refunded }: SaleRow): SaleHistory['state'] => {
  if (state === 'cancelled') return 'failed';
  if (kind === 'refund' && state === 'paid') return 'refunded';
  return state === 'paid' && refunded > 0 ? 'refunded' : state;
};

function toSale(row: SaleRow): SaleHistory {
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
    receiptUrl: null,
    invoiceRegistrationNo: row.invoice_registration_no,
    occurredAt: row.occurred_at.toISOString(),
  };
}
