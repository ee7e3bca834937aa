import type { SaleHistory } from '@manabiba/shared/contract/payments';
import { sql } from 'kysely';

import type { Db } from '../../../platform/database/db';
import { allSales } from '../sales.repository';
import type { LedgerEntries, LedgerEntry } from './provider-ledger';

interface SettledSale {
  kind: SaleHistory['type'];
  id: string;
  amount: number;
  provider_id: string | null;
  provider_invoice_id: string | null;
}

/** A payment whose `refunded` total differs from the sum of its refunds. */
export interface RefundMismatch {
  id: string;
  refunded: number;
  refunds: number;
}

export type LedgerRepository = ReturnType<typeof createLedgerRepository>;

const entryOf = ({ id, amount }: SettledSale, providerId: string | null): LedgerEntry => ({
  id: providerId ?? `none for ${id}`,
  amount,
  ownId: id,
});

/** Reads the ledger side of our own books. */
export function createLedgerRepository(db: Db) {
  return {
    /** Returns all settled entries of the sale histories. */
    async settledSales(): Promise<LedgerEntries> {
      const { rows } = await sql<SettledSale>`
        select kind, id, amount, provider_id, provider_invoice_id from ${allSales} s where state = 'paid'`.execute(db);
      const of = (...kinds: SaleHistory['type'][]) => rows.filter(({ kind }) => kinds.includes(kind));
      const byProvider = (row: SettledSale) => entryOf(row, row.provider_id);
      return {
        paid: of('ticket', 'subscription').map(byProvider),
        invoices: of('subscription').map((row) => entryOf(row, row.provider_invoice_id)),
        refunded: of('refund').map(byProvider),
        transferred: of('payout').map(byProvider),
      };
    },

    async refundMismatches(): Promise<RefundMismatch[]> {
      const { rows } = await sql<RefundMismatch>`
        select p.id, p.refunded, coalesce(sum(r.amount), 0)::int as refunds
        from payments p left join refunds r on r.payment_id = p.id and r.state = 'paid'
        group by p.id having p.refunded <> coalesce(sum(r.amount), 0) order by p.id`.execute(db);
      return rows;
    },
  };
}
