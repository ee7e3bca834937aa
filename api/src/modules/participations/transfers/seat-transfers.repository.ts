import { type Insertable, type Selectable, sql } from 'kysely';

import type { Db, Trx } from '../../../platform/database/db';
import type { SeatTransfersTable } from '../../../tables/events';

export type SeatTransferRow = Selectable<SeatTransfersTable>;

export type SeatTransfersRepository = typeof seatTransfersRepository;

/** Pending and completed transfers of seats. */
export const seatTransfersRepository = {
  /** Inserts an offer. Returns false while the seat has an open one. */
  async insert(trx: Trx, row: Insertable<SeatTransfersTable>): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('seat_transfers')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  },

  /** Returns the open offer of a seat. */
  findOpenOf: (trx: Trx, participationId: string): Promise<SeatTransferRow | undefined> =>
    trx
      .selectFrom('seat_transfers')
      .selectAll()
      .where('participation_id', '=', participationId)
      .where('accepted_at', 'is', null)
      .executeTakeFirst(),

  /**
   * Returns an offer that can be accepted now: the seat is its giver's, paid and not used yet, the event is ahead and
   * its organizer allows it, and the giver's account is active. All of that holds while the giver and the seat are
   * locked.
   */
  findOffer: (on: Db | Trx, tokenHash: string, now: Date) =>
    on
      .selectFrom('seat_transfers as s')
      .innerJoin('participations as p', 'p.id', 's.participation_id')
      .innerJoin('ticket_types as t', 't.id', 'p.ticket_type_id')
      .innerJoin('events as e', 'e.id', 'p.event_id')
      .innerJoin('users as giver', 'giver.id', 's.from_user_id')
      .innerJoin('users as o', 'o.id', 'e.organizer_id')
      .leftJoin('professionals as org', 'org.user_id', 'o.id')
      .select(['s.id', 's.participation_id', 's.from_user_id', 's.is_gift', 's.email', 's.message', 's.expires_at'])
      .select(['e.id as event_id', 'e.title', 'e.start_at', 'e.end_at', 'e.organizer_id'])
      .select(['t.name as ticket_name', 'giver.nickname as giver_name'])
      .select(sql<string>`coalesce(nullif(org.org_name, ''), o.nickname)`.as('organizer_name'))
      .where('s.token_hash', '=', tokenHash)
      .where('s.expires_at', '>', now)
      .where('p.state', '=', 'confirmed')
      .where('p.checked_in_at', 'is', null)
      .whereRef('p.user_id', '=', 's.from_user_id')
      .where('e.state', 'in', ['published', 'open'])
      .where('e.start_at', '>', now)
      .where('e.allows_transfers', '=', true)
      .where('giver.state', 'not in', ['suspended', 'withdrawn'])
      .executeTakeFirst(),

  /**
   * Locks both accounts in one order: neither can be suspended or leave, and the recipient cannot get another place
   * in the event, until the transaction ends.
   */
  async lockBoth(trx: Trx, giverId: string, recipientId: string): Promise<void> {
    await trx
      .selectFrom('users')
      .select('id')
      .where('id', 'in', [giverId, recipientId])
      .orderBy('id')
      .forNoKeyUpdate()
      .execute();
  },

  async isBlocked(trx: Trx, one: string, other: string): Promise<boolean> {
    const { rows } = await sql`select from user_blocks
        where (blocker_id, blocked_id) in ((${one}, ${other}), (${other}, ${one})) limit 1`.execute(trx);
    return rows.length > 0;
  },

  /** Returns the account that has verified an address. */
  findAccount: (trx: Trx, email: string): Promise<{ id: string; state: string } | undefined> =>
    trx
      .selectFrom('users')
      .select(['id', 'state'])
      .where(sql<boolean>`lower(email) = ${email}`)
      .where('email_verified_at', 'is not', null)
      .executeTakeFirst(),

  findPerson: (trx: Trx, userId: string) =>
    trx.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow(),

  async allowsTransfers(trx: Trx, eventId: string): Promise<boolean> {
    const row = await trx.selectFrom('events').select('allows_transfers').where('id', '=', eventId).executeTakeFirst();
    return row?.allows_transfers ?? false;
  },

  /** Records that an open offer is accepted, and forgets its address. Returns false when it is not open any more. */
  async accept(trx: Trx, id: string, userId: string, now: Date): Promise<boolean> {
    const { numUpdatedRows } = await trx
      .updateTable('seat_transfers')
      .set({ to_user_id: userId, accepted_at: now, email: null, token_hash: null, expires_at: null, message: '' })
      .where('id', '=', id)
      .where('accepted_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  },

  /** Changes whom an open offer is for. */
  async redirect(trx: Trx, id: string, recipient: { email: string; message: string }): Promise<void> {
    await trx
      .updateTable('seat_transfers')
      .set(recipient)
      .where('id', '=', id)
      .where('accepted_at', 'is', null)
      .execute();
  },

  findOwn: (trx: Trx, id: string, userId: string): Promise<SeatTransferRow | undefined> =>
    trx
      .selectFrom('seat_transfers')
      .selectAll()
      .where('id', '=', id)
      .where('from_user_id', '=', userId)
      .executeTakeFirst(),

  /** Deletes an open offer. Returns false when it has been accepted or is gone. */
  async deleteOpen(trx: Trx, id: string): Promise<boolean> {
    const { numDeletedRows } = await trx
      .deleteFrom('seat_transfers')
      .where('id', '=', id)
      .where('accepted_at', 'is', null)
      .executeTakeFirst();
    return numDeletedRows === 1n;
  },

  /** Deletes the open offer of a seat that has ended. */
  async deleteOpenOf(trx: Trx, participationId: string): Promise<void> {
    await trx
      .deleteFrom('seat_transfers')
      .where('participation_id', '=', participationId)
      .where('accepted_at', 'is', null)
      .execute();
  },

  /** Moves the end of open offers with the start of their event: gifts end by it, others at the latest by it. */
  async followStart(trx: Trx, eventId: string, startAt: Date): Promise<void> {
    await trx
      .updateTable('seat_transfers as s')
      .from('participations as p')
      .set({ expires_at: sql<Date>`case when s.is_gift then ${startAt} else least(s.expires_at, ${startAt}) end` })
      .whereRef('p.id', '=', 's.participation_id')
      .where('p.event_id', '=', eventId)
      .where('s.accepted_at', 'is', null)
      .execute();
  },

  /** Deletes expired offers: of one seat, or all. */
  async deleteExpired(on: Db | Trx, now: Date, participationId?: string): Promise<void> {
    await on
      .deleteFrom('seat_transfers')
      .where('expires_at', '<=', now)
      .$if(participationId !== undefined, (query) => query.where('participation_id', '=', participationId as string))
      .execute();
  },

  /** Deletes the gifts of seats that expired unpaid before `endedBefore`. */
  async deleteUnpaid(on: Db, endedBefore: Date): Promise<void> {
    await on
      .deleteFrom('seat_transfers as s')
      .using('participations as p')
      .whereRef('p.id', '=', 's.participation_id')
      .where('p.state', '=', 'expired')
      .where('p.updated_at', '<', endedBefore)
      .where('s.accepted_at', 'is', null)
      .execute();
  },

  /** Returns what a user gives away or has given away, the latest first: offers that are open, and accepted ones. */
  list: (on: Db | Trx, { userId, now, id }: { userId: string; now: Date; id?: string }) =>
    on
      .selectFrom('seat_transfers as s')
      .innerJoin('participations as p', 'p.id', 's.participation_id')
      .innerJoin('ticket_types as t', 't.id', 'p.ticket_type_id')
      .innerJoin('events as e', 'e.id', 'p.event_id')
      .leftJoin('users as r', 'r.id', 's.to_user_id')
      .leftJoinLateral(
        (eb) =>
          eb
            .selectFrom('payments')
            .select(['id as payment_id', 'amount as paid', 'refunded'])
            .whereRef('participation_id', '=', 'p.id')
            .whereRef('user_id', '=', 's.from_user_id')
            .where('state', '=', 'paid')
            .orderBy('paid_at', 'desc')
            .limit(1)
            .as('y'),
        (join) => join.onTrue(),
      )
      .select(['s.id', 's.is_gift', 's.email', 's.expires_at', 's.accepted_at'])
      .select(['e.id as event_id', 'e.title', 'e.start_at', 't.name as ticket_name'])
      .select(['p.state as seat_state', 'y.payment_id', 'y.paid', 'y.refunded'])
      .select(sql<string | null>`case when r.state <> 'withdrawn' then r.nickname end`.as('recipient'))
      .where('s.from_user_id', '=', userId)
      .where((eb) =>
        eb.or([
          eb('s.accepted_at', 'is not', null),
          eb.and([eb('s.expires_at', '>', now), eb('p.state', '=', 'confirmed')]),
        ]),
      )
      .$if(id !== undefined, (query) => query.where('s.id', '=', id as string))
      .orderBy('s.created_at', 'desc')
      .orderBy('s.id')
      .limit(MAX_LISTED)
      .execute(),
};

/** More than anybody gives away; the list has no pages. */
const MAX_LISTED = 200;

export type SeatOfferRow = NonNullable<Awaited<ReturnType<SeatTransfersRepository['findOffer']>>>;
export type ListedTransferRow = Awaited<ReturnType<SeatTransfersRepository['list']>>[number];
