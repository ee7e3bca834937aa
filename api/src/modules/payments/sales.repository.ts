import type { SaleHistory } from '@manabiba/shared/contract/payments';
import type { TicketType } from '@manabiba/shared/contract/tickets';
import { type Selectable, sql } from 'kysely';

import type { Db } from '../../platform/database/db';
import { fromMicros, type TimePosition } from '../../platform/database/time-position';
import type { PaymentsTable, RefundsTable } from '../../tables/payments';

/** An entry of a sale history: a payment, a refund or a payout. */
export interface SaleRow {
  /** Null for a buyer without an account. */
  user_id: string | null;
  id: string;
  kind: SaleHistory['type'];
  title: string;
  amount: number;
  tax: number;
  tax_rate: TicketType['taxRate'];
  fee: number;
  state: Selectable<PaymentsTable>['state'] | Selectable<RefundsTable>['state'];
  refunded: number;
  invoice_registration_no: string | null;
  occurred_at: Date;
  occurred_micros: number;
}

export type SalesRepository = ReturnType<typeof createSalesRepository>;

/** The sale histories of all users with the provider's ids. Excludes attempts that were never paid. */
export const allSales = sql`(
  select p.user_id, p.id, p.kind, p.title, p.amount, p.tax, p.tax_rate, p.fee, p.state, p.refunded,
    o.invoice_registration_no, coalesce(p.paid_at, p.created_at) as occurred_at,
    p.provider_intent_id as provider_id, p.provider_invoice_id
  from payments p left join professionals o on o.user_id = p.seller_id
  where p.state = 'paid' or (p.state = 'pending' and p.method = 'konbini')
  union all
  select p.user_id, r.id, 'refund', p.title, r.amount, (r.amount::bigint * p.tax_rate / (100 + p.tax_rate))::int, p.tax_rate, 0,
    r.state, 0, o.invoice_registration_no, coalesce(r.done_at, r.created_at), r.provider_refund_id, null
  from refunds r join payments p on p.id = r.payment_id left join professionals o on o.user_id = p.seller_id
  union all
  select user_id, id, 'payout', '', amount, 0, 0, 0, state, 0, null, coalesce(done_at, created_at), provider_transfer_id, null
  from payouts
)`;

const inJapan = sql`extract(year from s.occurred_at at time zone 'Asia/Tokyo')::int`;

interface SalesQuery {
  type?: SaleHistory['type'] | undefined;
  /** Calendar year in Japan. */
  year?: number | undefined;
  after: TimePosition | null;
  limit: number;
}

/** Sale histories: payments, refunds and payouts of users. */
export function createSalesRepository(db: Db) {
  return {
    /** Lists a user's payments, refunds and payouts, newest first. */
    async list(userId: string, { type, year, after, limit }: SalesQuery): Promise<SaleRow[]> {
      const ofYear = year === undefined ? sql`` : sql`and ${inJapan} = ${year}`;
      const ofType = type ? sql`and s.kind = ${type}` : sql``;
      const beyond = after ? sql`and (s.occurred_at, s.id) < (${fromMicros(after.micros)}, ${after.id})` : sql``;
      const { rows } = await sql<SaleRow>`
        select s.*, (extract(epoch from s.occurred_at) * 1000000)::bigint as occurred_micros from ${allSales} s
        where s.user_id = ${userId} ${ofType} ${ofYear} ${beyond} order by s.occurred_at desc, s.id desc limit ${limit}`.execute(
        db,
      );
      return rows;
    },

    /**
     * Returns the calendar years in Japan for which a user has entries, newest first, each with payments minus refunds;
     * limited to one type when `type` is given. Payouts count only when requested by their type.
     */
    async years(userId: string, type?: SaleHistory['type']): Promise<{ year: number; total: number }[]> {
      const counted = type ? sql`s.kind = ${type}` : sql`s.kind <> 'payout'`;
      const { rows } = await sql<{ year: number; total: number }>`
        select ${inJapan} as year,
          coalesce(sum(case when s.kind = 'refund' then -s.amount else s.amount end)
            filter (where s.state = 'paid' and ${counted}), 0)::int as total
        from ${allSales} s where s.user_id = ${userId} group by 1 order by 1 desc`.execute(db);
      return rows;
    },
  };
}
