import { type Selectable, sql } from 'kysely';

import type { Db, Trx } from '../../platform/database/db';
import type { PaymentsTable } from '../../tables/payments';
import type { ReceiptsTable } from '../../tables/receipts';

export type ReceiptRow = Selectable<ReceiptsTable>;

/** A payment or refund with the data for its receipt. */
export interface SoldRow extends Pick<
  Selectable<PaymentsTable>,
  'title' | 'method' | 'amount' | 'tax_rate' | 'card_brand' | 'card_last4'
> {
  /** Id of the payment. */
  payment_id: string;
  /** Null for the payment itself. */
  refund_id: string | null;
  transacted_at: Date;
  /** The addressee given before paying, otherwise the nickname of the buyer. */
  addressee: string | null;
  /** Null for a payment of a plan, which the platform sells itself. */
  ticket: SoldTicket | null;
}

interface SoldTicket {
  name: string;
  /** Of the purchase. */
  seats: number;
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
      .leftJoin('participations as c', 'c.id', 'p.participation_id')
      .leftJoin('ticket_types as t', 't.id', 'c.ticket_type_id')
      .leftJoin('events as e', 'e.id', 'c.event_id')
      .leftJoin('users as seller', 'seller.id', 'p.seller_id')
      .leftJoin('professionals as org', 'org.user_id', 'p.seller_id')
      .leftJoin('receipt_issuers as past', 'past.seller_id', 'p.seller_id')
      .leftJoin('users as buyer', 'buyer.id', 'p.user_id')
      .select([
        'p.id as payment_id',
        'p.title',
        'p.method',
        'p.tax_rate',
        'p.card_brand',
        'p.card_last4',
        sql<string | null>`coalesce(p.addressee, buyer.nickname)`.as('addressee'),
        't.name as ticket_name',
        sql<number>`1 + (select count(*)::int from participations further where further.lead_id = c.id)`.as('seats'),
        'e.title as event_title',
        'e.start_at',
        'e.end_at',
        sql<string | null>`coalesce(past.registration_no, org.invoice_registration_no)`.as('issuer_no'),
        sql<string | null>`coalesce(past.url, org.org_url)`.as('issuer_url'),
        sql<string | null>`coalesce(past.name, org.org_name, seller.nickname)`.as('issuer_name'),
      ])
      .where('p.state', '=', 'paid');

  return {
    /** Finds a user's paid payment or finished refund by id. */
    async findSold(id: string, userId: string): Promise<SoldRow | undefined> {
      const payment = await selectSold(db)
        .select(['p.amount', 'p.paid_at as transacted_at', sql<string | null>`null`.as('refund_id')])
        .where('p.id', '=', id)
        .where('p.user_id', '=', userId)
        .executeTakeFirst();
      if (payment) return toSold(payment);
      const refund = await selectSold(db)
        .innerJoin('refunds as r', 'r.payment_id', 'p.id')
        .select(['r.amount', 'r.done_at as transacted_at', 'r.id as refund_id'])
        .where('r.id', '=', id)
        .where('r.state', '=', 'paid')
        .where('p.user_id', '=', userId)
        .executeTakeFirst();
      return refund && toSold(refund);
    },

    /** Finds the payment of a ticket that belongs to no account; one that was paid twice was refunded once. */
    async findSoldToGuest(participationId: string): Promise<SoldRow | undefined> {
      const payment = await selectSold(db)
        .select(['p.amount', 'p.paid_at as transacted_at', sql<string | null>`null`.as('refund_id')])
        .where('p.participation_id', '=', participationId)
        .where('p.user_id', 'is', null)
        .orderBy('p.refunded')
        .orderBy('p.paid_at', 'desc')
        .limit(1)
        .executeTakeFirst();
      return payment && toSold(payment);
    },

    /** Returns all versions issued for a sale, oldest first. */
    versionsOf: (database: Db | Trx, { payment_id, refund_id }: SoldRow): Promise<ReceiptRow[]> =>
      database
        .selectFrom('receipts')
        .selectAll()
        .where((eb) => (refund_id === null ? eb('payment_id', '=', payment_id) : eb('refund_id', '=', refund_id)))
        .orderBy('version')
        .execute(),

    /** Locks the payment so that no other receipt is issued for it until the transaction ends. */
    async lockPayment(trx: Trx, paymentId: string): Promise<void> {
      await trx.selectFrom('payments').select('id').where('id', '=', paymentId).forUpdate().execute();
    },

    /** Returns the number of a payment's receipt; null until it is issued. */
    async numberOf(database: Db | Trx, paymentId: string): Promise<string | null> {
      const row = await database
        .selectFrom('receipts')
        .select('number')
        .where('payment_id', '=', paymentId)
        .limit(1)
        .executeTakeFirst();
      return row?.number ?? null;
    },

    /** Returns the next number of a series without gaps: the row stays locked until the receipt is committed. */
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

type SelectedRow = Omit<SoldRow, 'ticket' | 'transacted_at'> & {
  transacted_at: Date | null;
  ticket_name: string | null;
} & { [K in Exclude<keyof SoldTicket, 'name'>]: SoldTicket[K] | null };

function toSold(row: SelectedRow): SoldRow | undefined {
  const { transacted_at, ticket_name: name, seats, event_title, start_at, end_at, issuer_name } = row;
  const { issuer_no, issuer_url } = row;
  const { payment_id, refund_id, title, method, amount, tax_rate, card_brand, card_last4, addressee } = row;
  if (!transacted_at) return undefined;
  const isTicket =
    name !== null && seats !== null && event_title !== null && start_at && end_at && issuer_name !== null;
  return {
    payment_id,
    refund_id,
    title,
    method,
    amount,
    tax_rate,
    card_brand,
    card_last4,
    addressee,
    transacted_at,
    ticket: isTicket ? { name, seats, event_title, start_at, end_at, issuer_name, issuer_no, issuer_url } : null,
  };
}
