import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import type { AnyTicket, TicketType } from '@manabiba/shared/contract/tickets';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';

import type { Db, Trx } from '../../platform/database/db';
import type { PaymentsTable, RefundsTable } from '../../tables/payments';

/** A payment of a ticket. */
export type PaymentRow = Selectable<PaymentsTable> & TicketColumns;
interface TicketColumns {
  participation_id: string;
  seller_id: string;
}
export type RefundRow = Selectable<RefundsTable>;

/** What is for sale, and its organizer. */
export interface OfferRow {
  event_id: string;
  event_title: string;
  state: ClassroomEvent['state'];
  start_at: Date;
  organizer_id: string;
  ticket_type_id: string;
  ticket_name: string;
  kind: AnyTicket['kind'];
  price: number;
  tax_rate: TicketType['taxRate'];
  sale_end_at: Date;
}

export type PaymentsRepository = ReturnType<typeof createPaymentsRepository>;

/** Current state of ticket payments and refunds. */
export function createPaymentsRepository(db: Db) {
  const offers = () =>
    db
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
      .where('e.state', '<>', 'draft');

  /** Selects payments of tickets. Payments of plans are paid invoices. */
  const tickets = (database: Db | Trx) =>
    database.selectFrom('payments').selectAll().where('kind', '=', 'ticket').$narrowType<TicketColumns>();

  return {
    /** Finds a ticket on sale; undefined when it does not exist, belongs to another event or its event is a draft. */
    findOffer: (eventId: string, ticketTypeId: string): Promise<OfferRow | undefined> =>
      offers().where('t.id', '=', ticketTypeId).where('e.id', '=', eventId).executeTakeFirst(),

    /** Returns these tickets in the order in which they are locked. */
    listOffers: (ticketTypeIds: readonly string[]): Promise<OfferRow[]> =>
      offers().where('t.id', 'in', ticketTypeIds).orderBy('t.id').execute(),

    insert(trx: Trx, payment: Insertable<PaymentsTable> & TicketColumns): Promise<PaymentRow> {
      return trx
        .insertInto('payments')
        .values(payment)
        .returningAll()
        .$narrowType<TicketColumns>()
        .executeTakeFirstOrThrow();
    },

    find: (id: string): Promise<PaymentRow | undefined> => tickets(db).where('id', '=', id).executeTakeFirst(),

    /** Finds the payments of intents, by the payment id in their metadata or by the intent id. */
    findOfIntents: (intents: readonly { id: string; paymentId: string | null }[]): Promise<PaymentRow[]> =>
      tickets(db)
        .where(
          sql<boolean>`(id = any(${intents.map(({ paymentId }) => paymentId ?? '')}) or provider_intent_id = any(${intents.map(({ id }) => id)}))`,
        )
        .execute(),

    findByIntent: (intentId: string): Promise<PaymentRow | undefined> =>
      tickets(db).where('provider_intent_id', '=', intentId).executeTakeFirst(),

    /** Finds a user's payment for an event by the provider's intent id. */
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

    /** Returns whether an intent belongs to a payment of ours of any kind. */
    async isKnownIntent(intentId: string): Promise<boolean> {
      const row = await db
        .selectFrom('payments')
        .select('id')
        .where('provider_intent_id', '=', intentId)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Returns the payments that share the intent of this one, in the order in which their tickets are locked. */
    async listBundle(trx: Trx, payment: PaymentRow): Promise<PaymentRow[]> {
      if (payment.bundle_id === null) return [payment];
      return trx
        .selectFrom('payments as p')
        .innerJoin('participations as c', 'c.id', 'p.participation_id')
        .selectAll('p')
        .where('p.bundle_id', '=', payment.bundle_id)
        .orderBy('c.ticket_type_id')
        .$narrowType<TicketColumns>()
        .execute();
    },

    /** Returns and locks the pending attempt. */
    lockPending: (trx: Trx, participationId: string): Promise<PaymentRow | undefined> =>
      tickets(trx)
        .where('participation_id', '=', participationId)
        .where('state', '=', 'pending')
        .forUpdate()
        .executeTakeFirst(),

    findPending: (participationId: string): Promise<PaymentRow | undefined> =>
      tickets(db).where('participation_id', '=', participationId).where('state', '=', 'pending').executeTakeFirst(),

    /** Returns and locks all payment attempts for a participation, in any state. */
    lockAttempts: (trx: Trx, participationId: string): Promise<PaymentRow[]> =>
      tickets(trx).where('participation_id', '=', participationId).orderBy('id').forUpdate().execute(),

    /** Records the card that paid each intent. */
    async noteCards(cards: readonly { intentId: string; card: { brand: string; last4: string } }[]): Promise<void> {
      await sql`
        update payments p set card_brand = c.brand, card_last4 = c.last4
        from unnest(${cards.map(({ intentId }) => intentId)}::text[], ${cards.map(({ card }) => card.brand)}::text[],
          ${cards.map(({ card }) => card.last4)}::text[]) c(intent_id, brand, last4)
        where p.kind = 'ticket' and p.provider_intent_id = c.intent_id
          and (p.card_brand, p.card_last4) is distinct from (c.brand, c.last4)`.execute(db);
    },

    /** Returns and locks the paid payments for a participation. There is more than one only after a double payment. */
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

    /** Returns the sum of a payment's finished and pending refunds, in yen. */
    async refundsOf(trx: Trx, paymentId: string): Promise<number> {
      const { total } = await trx
        .selectFrom('refunds')
        .select(sql<number>`coalesce(sum(amount), 0)::int`.as('total'))
        .where('payment_id', '=', paymentId)
        .where('state', '<>', 'failed')
        .executeTakeFirstOrThrow();
      return total;
    },

    /** Lists payments that have been pending since before the given time. */
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
  };
}
