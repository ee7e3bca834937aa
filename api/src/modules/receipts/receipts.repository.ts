import { type Selectable, sql } from 'kysely';

import type { Db, Trx } from '../../platform/database/db';
import type { PaymentsTable } from '../../tables/payments';
import type { ReceiptsTable } from '../../tables/receipts';

export type ReceiptRow = Selectable<ReceiptsTable>;

/** A payment, or money that went back, with what its receipt tells. */
export interface SoldRow extends Pick<
  Selectable<PaymentsTable>,
  'title' | 'method' | 'amount' | 'tax_rate' | 'card_brand' | 'card_last4'
> {
  /** Of the payment. */
  payment_id: string;
  /** Null: the payment itself. */
  refund_id: string | null;
  transacted_at: Date;
  nickname: string | null;
  ticket_name: string;
  event_title: string;
  start_at: Date;
  end_at: Date;
  issuer_name: string;
  issuer_no: string | null;
  issuer_url: string | null;
}

export type ReceiptsRepository = ReturnType<typeof createReceiptsRepository>;

export function createReceiptsRepository(db: Db) {
  const selectSold = (database: Db | Trx) =>
    database
      .selectFrom('payments as p')
      .innerJoin('participations as c', 'c.id', 'p.participation_id')
      .innerJoin('ticket_types as t', 't.id', 'c.ticket_type_id')
      .innerJoin('events as e', 'e.id', 'c.event_id')
      .innerJoin('users as seller', 'seller.id', 'p.seller_id')
      .leftJoin('professionals as org', 'org.user_id', 'p.seller_id')
      .leftJoin('users as buyer', 'buyer.id', 'p.user_id')
      .select([
        'p.id as payment_id',
        'p.title',
        'p.method',
        'p.tax_rate',
        'p.card_brand',
        'p.card_last4',
        'buyer.nickname',
        't.name as ticket_name',
        'e.title as event_title',
        'e.start_at',
        'e.end_at',
        'org.invoice_registration_no as issuer_no',
        'org.org_url as issuer_url',
        sql<string>`coalesce(org.org_name, seller.nickname)`.as('issuer_name'),
      ])
      .where('p.state', '=', 'paid');

  return {
    /** A paid payment or a finished refund of somebody's, by its id. */
    async findSold(id: string, userId: string): Promise<SoldRow | undefined> {
      const payment = await selectSold(db)
        .select(['p.amount', 'p.paid_at as transacted_at', sql<string | null>`null`.as('refund_id')])
        .where('p.id', '=', id)
        .where('p.user_id', '=', userId)
        .executeTakeFirst();
      if (payment?.transacted_at) return { ...payment, transacted_at: payment.transacted_at };
      const refund = await selectSold(db)
        .innerJoin('refunds as r', 'r.payment_id', 'p.id')
        .select(['r.amount', 'r.done_at as transacted_at', 'r.id as refund_id'])
        .where('r.id', '=', id)
        .where('r.state', '=', 'paid')
        .where('p.user_id', '=', userId)
        .executeTakeFirst();
      return refund?.transacted_at ? { ...refund, transacted_at: refund.transacted_at } : undefined;
    },

    /** Everything that was issued for a sale, the first version first. */
    versionsOf: (database: Db | Trx, { payment_id, refund_id }: SoldRow): Promise<ReceiptRow[]> =>
      database
        .selectFrom('receipts')
        .selectAll()
        .where((eb) => (refund_id === null ? eb('payment_id', '=', payment_id) : eb('refund_id', '=', refund_id)))
        .orderBy('version')
        .execute(),

    /** Nobody else issues anything for this payment until the transaction ends. */
    async lockPayment(trx: Trx, paymentId: string): Promise<void> {
      await trx.selectFrom('payments').select('id').where('id', '=', paymentId).forUpdate().execute();
    },

    /** The number of the receipt of a payment; null until it is issued. */
    async numberOf(database: Db | Trx, paymentId: string): Promise<string | null> {
      const row = await database
        .selectFrom('receipts')
        .select('number')
        .where('payment_id', '=', paymentId)
        .limit(1)
        .executeTakeFirst();
      return row?.number ?? null;
    },

    /** The next number of a series, without gaps: the row stays locked until the receipt is committed. */
    async nextNumber(trx: Trx, series: string): Promise<number> {
      const { last } = await trx
        .insertInto('receipt_numbers')
        .values({ series, last: 1 })
        .onConflict((conflict) => conflict.column('series').doUpdateSet({ last: sql`receipt_numbers.last + 1` }))
        .returning('last')
        .executeTakeFirstOrThrow();
      return last;
    },

    async insert(trx: Trx, row: Omit<ReceiptRow, 'content'> & { content: string }): Promise<void> {
      await trx.insertInto('receipts').values(row).execute();
    },
  };
}
