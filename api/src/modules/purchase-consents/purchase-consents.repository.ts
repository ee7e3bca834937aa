import type { Insertable, Updateable } from 'kysely';

import type { Db, Trx } from '../../platform/database/db';
import type { PurchaseConsentsTable } from '../../tables/events';

export type PurchaseConsentsRepository = ReturnType<typeof createPurchaseConsentsRepository>;

/** A consent request with its purchase and event. */
export type PurchaseConsentRow = NonNullable<Awaited<ReturnType<PurchaseConsentsRepository['find']>>>;

/** Consent requests to guardians for purchases. */
export function createPurchaseConsentsRepository(db: Db) {
  const select = (database: Db | Trx) =>
    database
      .selectFrom('purchase_consents as c')
      .innerJoin('participations as p', 'p.id', 'c.participation_id')
      .innerJoin('ticket_types as t', 't.id', 'p.ticket_type_id')
      .innerJoin('events as e', 'e.id', 'p.event_id')
      .innerJoin('users as u', 'u.id', 'c.user_id')
      .innerJoin('users as o', 'o.id', 'e.organizer_id')
      .leftJoin('professionals as org', 'org.user_id', 'e.organizer_id')
      .select((eb) => [
        'c.participation_id',
        'c.user_id',
        'c.guardian_email',
        'c.state',
        'c.amount',
        'c.asked_at',
        'p.state as participation_state',
        'p.hold_expires_at',
        'p.ticket_type_id',
        't.name as ticket_name',
        't.kind',
        't.sale_end_at',
        'e.id as event_id',
        'e.title',
        'e.start_at',
        'e.end_at',
        'e.refund_policy',
        'u.nickname',
        'u.email',
        eb.fn.coalesce('org.org_name', 'o.nickname').as('organizer'),
      ]);

  return {
    find: (trx: Trx, participationId: string) =>
      select(trx).where('c.participation_id', '=', participationId).executeTakeFirst(),

    findByToken: (tokenHash: string) => select(db).where('c.token_hash', '=', tokenHash).executeTakeFirst(),

    /** Finds a user's latest request for an event. */
    findLast: (userId: string, eventId: string) =>
      select(db)
        .where('c.user_id', '=', userId)
        .where('e.id', '=', eventId)
        .orderBy('c.asked_at', 'desc')
        .limit(1)
        .executeTakeFirst(),

    /** Returns the end of a ticket's sale; undefined when the ticket belongs to another event or a draft. */
    async findSaleEnd(trx: Trx, eventId: string, ticketTypeId: string): Promise<Date | undefined> {
      const row = await trx
        .selectFrom('ticket_types as t')
        .innerJoin('events as e', 'e.id', 't.event_id')
        .select('t.sale_end_at')
        .where('t.id', '=', ticketTypeId)
        .where('e.id', '=', eventId)
        .where('e.state', '<>', 'draft')
        .executeTakeFirst();
      return row?.sale_end_at;
    },

    /** Saves a request. A repeated request replaces the link and the address. */
    async save(trx: Trx, consent: Insertable<PurchaseConsentsTable>): Promise<void> {
      const { guardian_email, token_hash, asked_at, amount } = consent;
      await trx
        .insertInto('purchase_consents')
        .values(consent)
        .onConflict((conflict) =>
          conflict.column('participation_id').doUpdateSet({ guardian_email, token_hash, asked_at, amount }),
        )
        .execute();
    },

    async update(trx: Trx, participationId: string, values: Updateable<PurchaseConsentsTable>): Promise<void> {
      await trx.updateTable('purchase_consents').set(values).where('participation_id', '=', participationId).execute();
    },

    /** Returns whether a guardian has agreed to the price of the seat that is held for a user. */
    async isGiven(trx: Trx, userId: string, ticketTypeId: string): Promise<boolean> {
      const row = await trx
        .selectFrom('purchase_consents as c')
        .innerJoin('participations as p', 'p.id', 'c.participation_id')
        .innerJoin('ticket_types as t', 't.id', 'p.ticket_type_id')
        .select('c.participation_id')
        .where('c.user_id', '=', userId)
        .where('c.state', '=', 'given')
        .where('p.ticket_type_id', '=', ticketTypeId)
        .where('p.state', 'in', ['held', 'pending_payment', 'offered'])
        // An offer is paid at the price of that day.
        .where((eb) => eb.or([eb('p.state', '<>', 'offered'), eb('t.price', '<=', eb.ref('c.amount'))]))
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}
