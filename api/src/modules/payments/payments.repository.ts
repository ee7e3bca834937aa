import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import type { SaleHistory } from '@manabiba/shared/contract/payments';
import type { TicketType } from '@manabiba/shared/contract/tickets';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';

import type { Db, Trx } from '../../platform/database/db';
import { fromMicros, type TimePosition } from '../../platform/database/time-position';
import type { PaymentsTable, RefundsTable } from '../../tables/payments';

/** A payment of a ticket. */
export type PaymentRow = Selectable<PaymentsTable> & TicketColumns;
interface TicketColumns {
  participation_id: string;
  seller_id: string;
}
export type RefundRow = Selectable<RefundsTable>;

/** What is for sale, and whose it is. */
export interface OfferRow {
  event_id: string;
  event_title: string;
  state: ClassroomEvent['state'];
  start_at: Date;
  organizer_id: string;
  ticket_type_id: string;
  ticket_name: string;
  kind: TicketType['kind'];
  price: number;
  tax_rate: TicketType['taxRate'];
  sale_end_at: Date;
}

/** A line of somebody's money: a payment, what went back, what an organizer received. */
export interface SaleRow {
  id: string;
  kind: SaleHistory['type'];
  title: string;
  amount: number;
  tax: number;
  tax_rate: TicketType['taxRate'];
  fee: number;
  state: PaymentRow['state'] | RefundRow['state'];
  refunded: number;
  invoice_registration_no: string | null;
  occurred_at: Date;
  occurred_micros: number;
}

export type PaymentsRepository = ReturnType<typeof createPaymentsRepository>;

/** Payments and refunds as they stand. */
export function createPaymentsRepository(db: Db) {
  /** Payments of tickets: those of plans are invoices that have been paid. */
  const tickets = (database: Db | Trx) =>
    database.selectFrom('payments').selectAll().where('kind', '=', 'ticket').$narrowType<TicketColumns>();

  return {
    /** A ticket that can be bought; nothing for another event's, a draft's, or one that does not exist. */
    findOffer(eventId: string, ticketTypeId: string): Promise<OfferRow | undefined> {
      return db
        .selectFrom('ticket_types as t')
        .innerJoin('events as e', 'e.id', 't.event_id')
        .select([
          'e.id as event_id',
          'e.title as event_title',
          'e.state',
          'e.start_at',
          'e.organizer_id',
          't.id as ticket_type_id',
          't.name as ticket_name',
          't.kind',
          't.price',
          't.tax_rate',
          't.sale_end_at',
        ])
        .where('t.id', '=', ticketTypeId)
        .where('e.id', '=', eventId)
        .where('e.state', '<>', 'draft')
        .executeTakeFirst();
    },

    insert(trx: Trx, payment: Insertable<PaymentsTable> & TicketColumns): Promise<PaymentRow> {
      return trx
        .insertInto('payments')
        .values(payment)
        .returningAll()
        .$narrowType<TicketColumns>()
        .executeTakeFirstOrThrow();
    },

    find: (id: string): Promise<PaymentRow | undefined> => tickets(db).where('id', '=', id).executeTakeFirst(),

    findByIntent: (intentId: string): Promise<PaymentRow | undefined> =>
      tickets(db).where('provider_intent_id', '=', intentId).executeTakeFirst(),

    /** The payment of somebody's place in an event, by the provider's intent. */
    findOwn: (userId: string, eventId: string, intentId: string): Promise<PaymentRow | undefined> =>
      db
        .selectFrom('payments as p')
        .innerJoin('participations as c', 'c.id', 'p.participation_id')
        .selectAll('p')
        .where('p.provider_intent_id', '=', intentId)
        .where('p.user_id', '=', userId)
        .where('c.event_id', '=', eventId)
        .$narrowType<TicketColumns>()
        .executeTakeFirst(),

    lock: (trx: Trx, id: string): Promise<PaymentRow | undefined> =>
      tickets(trx).where('id', '=', id).forUpdate().executeTakeFirst(),

    /** Whether an intent belongs to a payment of ours, of whatever. */
    async isKnownIntent(intentId: string): Promise<boolean> {
      const row = await db
        .selectFrom('payments')
        .select('id')
        .where('provider_intent_id', '=', intentId)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** The attempt that is under way, locked. */
    lockPending: (trx: Trx, participationId: string): Promise<PaymentRow | undefined> =>
      tickets(trx)
        .where('participation_id', '=', participationId)
        .where('state', '=', 'pending')
        .forUpdate()
        .executeTakeFirst(),

    findPending: (participationId: string): Promise<PaymentRow | undefined> =>
      tickets(db).where('participation_id', '=', participationId).where('state', '=', 'pending').executeTakeFirst(),

    /** The payments that were made for a place, locked. More than one only where somebody paid twice. */
    lockPaid: (trx: Trx, participationId: string): Promise<PaymentRow[]> =>
      tickets(trx)
        .where('participation_id', '=', participationId)
        .where('state', '=', 'paid')
        .orderBy('id')
        .forUpdate()
        .execute(),

    async update(trx: Trx, id: string, changes: Updateable<PaymentsTable>): Promise<void> {
      await trx.updateTable('payments').set(changes).where('id', '=', id).execute();
    },

    async giveTo(trx: Trx, participationId: string, userId: string): Promise<void> {
      await trx
        .updateTable('payments')
        .set({ user_id: userId, guest_email: null })
        .where('participation_id', '=', participationId)
        .execute();
    },

    insertRefund: (trx: Trx, refund: Insertable<RefundsTable>): Promise<RefundRow> =>
      trx.insertInto('refunds').values(refund).returningAll().executeTakeFirstOrThrow(),

    findRefund: (id: string): Promise<RefundRow | undefined> =>
      db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst(),

    lockRefund: (trx: Trx, id: string): Promise<RefundRow | undefined> =>
      trx.selectFrom('refunds').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),

    async updateRefund(trx: Trx, id: string, changes: Updateable<RefundsTable>): Promise<void> {
      await trx.updateTable('refunds').set(changes).where('id', '=', id).execute();
    },

    /** Refunds of a payment that were made or are under way, in yen. */
    async refundsOf(trx: Trx, paymentId: string): Promise<number> {
      const { total } = await trx
        .selectFrom('refunds')
        .select(sql<number>`coalesce(sum(amount), 0)::int`.as('total'))
        .where('payment_id', '=', paymentId)
        .where('state', '<>', 'failed')
        .executeTakeFirstOrThrow();
      return total;
    },

    /** Payments that have been under way since before then. */
    listPendingSince: (before: Date, limit: number): Promise<PaymentRow[]> =>
      tickets(db)
        .where('state', '=', 'pending')
        .where('created_at', '<', before)
        .orderBy('created_at')
        .limit(limit)
        .execute(),

    listPendingRefundsSince: (before: Date, limit: number): Promise<RefundRow[]> =>
      db
        .selectFrom('refunds')
        .selectAll()
        .where('state', '=', 'pending')
        .where('created_at', '<', before)
        .orderBy('created_at')
        .limit(limit)
        .execute(),

    /** What somebody paid, got back and received as an organizer, the newest first. Attempts that came to nothing are left out. */
    async sales(
      userId: string,
      { type, after, limit }: { type?: SaleHistory['type'] | undefined; after: TimePosition | null; limit: number },
    ): Promise<SaleRow[]> {
      const ofType = type ? sql`and s.kind = ${type}` : sql``;
      const beyond = after ? sql`and (s.occurred_at, s.id) < (${fromMicros(after.micros)}, ${after.id})` : sql``;
      const { rows } = await sql<SaleRow>`
        select s.*, (extract(epoch from s.occurred_at) * 1000000)::bigint as occurred_micros from (
          select p.id, p.kind, p.title, p.amount, p.tax, p.tax_rate, p.fee, p.state, p.refunded,
            o.invoice_registration_no, coalesce(p.paid_at, p.created_at) as occurred_at
          from payments p left join professionals o on o.user_id = p.seller_id
          where p.user_id = ${userId} and (p.state = 'paid' or (p.state = 'pending' and p.method = 'konbini'))
          union all
          select r.id, 'refund', p.title, r.amount, (r.amount::bigint * p.tax_rate / (100 + p.tax_rate))::int, p.tax_rate, 0, r.state, 0,
            o.invoice_registration_no, coalesce(r.done_at, r.created_at)
          from refunds r join payments p on p.id = r.payment_id left join professionals o on o.user_id = p.seller_id
          where p.user_id = ${userId}
          union all
          select id, 'payout', '', amount, 0, 0, 0, state, 0, null, coalesce(done_at, created_at) from payouts where user_id = ${userId}
        ) s where true ${ofType} ${beyond} order by s.occurred_at desc, s.id desc limit ${limit}`.execute(db);
      return rows;
    },

    /** What the books say: paid and given back, in yen. */
    async totals(): Promise<{ paid: number; refunded: number }> {
      const {
        rows: [row],
      } = await sql<{ paid: number; refunded: number }>`
        select (select coalesce(sum(amount), 0)::bigint from payments where state = 'paid') as paid,
          (select coalesce(sum(amount), 0)::bigint from refunds where state = 'paid') as refunded`.execute(db);
      return row ?? { paid: 0, refunded: 0 };
    },
  };
}
