import { mailboxOf } from '@manabiba/shared/contract/email-address';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';

import type { Db, Trx } from '../../platform/database/db';
import type { EventsTable, ParticipationsTable, TicketTypesTable } from '../../tables/events';

export type ParticipationRow = Selectable<ParticipationsTable>;
/** The columns that decide about an event's seats. */
export type EventForSale = Pick<
  Selectable<EventsTable>,
  'id' | 'organizer_id' | 'state' | 'start_at' | 'end_at' | 'refund_policy'
>;
/** A visitor without an account who is about to pay. */
export interface GuestHolder {
  email: string;
  /** As yyyy-MM-dd. */
  birthDate: string;
  /** The idempotency key of the call within the session. */
  intent: string | null;
  /** The session of the browser. */
  sessionId: string;
}
export type TicketForSale = Omit<Selectable<TicketTypesTable>, 'sold' | 'held' | 'position'>;

/** States with a seat or a chance of one: at most one at a time per user and event. */
export const LIVE_STATES = ['waitlisted', 'offered', 'held', 'pending_payment', 'confirmed', 'joined'] as const;

export type ParticipationsRepository = ReturnType<typeof createParticipationsRepository>;

/** Repository of participations and the rows on which they depend. */
export function createParticipationsRepository(db: Db) {
  return {
    findEvent(trx: Trx, id: string): Promise<EventForSale | undefined> {
      return trx
        .selectFrom('events')
        .select(['id', 'organizer_id', 'state', 'start_at', 'end_at', 'refund_policy'])
        .where('id', '=', id)
        .executeTakeFirst();
    },

    /** Returns the tickets of an event in order. */
    findTickets(trx: Trx, eventId: string): Promise<TicketForSale[]> {
      return trx
        .selectFrom('ticket_types')
        .select(['id', 'event_id', 'name', 'kind', 'price', 'tax_rate', 'quota', 'sale_start_at', 'sale_end_at'])
        .where('event_id', '=', eventId)
        .orderBy('position')
        .orderBy('price', 'desc')
        .orderBy('id')
        .execute();
    },

    /** Returns a user's live participation in an event. */
    findLive(trx: Trx, eventId: string, userId: string): Promise<ParticipationRow | undefined> {
      return trx
        .selectFrom('participations')
        .selectAll()
        .where('event_id', '=', eventId)
        .where('user_id', '=', userId)
        .where('state', 'in', LIVE_STATES)
        .executeTakeFirst();
    },

    /**
     * Returns what a guest's call has written before, or else the seat that the same person holds in the same browser;
     * nothing that an account has claimed. Calls of one browser for one event run one after the other from here on.
     */
    async findOfGuest(trx: Trx, eventId: string, guest: GuestHolder, now: Date): Promise<ParticipationRow | undefined> {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`guest hold ${eventId} ${guest.sessionId}`}, 0))`.execute(
        trx,
      );
      const isSameCall = sql<boolean>`guest_intent is not distinct from ${guest.intent} and guest_intent is not null`;
      return trx
        .selectFrom('participations')
        .selectAll()
        .where('event_id', '=', eventId)
        .where('user_id', 'is', null)
        .where((eb) =>
          eb.or([
            isSameCall,
            eb
              .and({ guest_session: guest.sessionId, guest_email: guest.email, state: 'held' })
              .and('hold_expires_at', '>', now),
          ]),
        )
        .orderBy(isSameCall, 'desc')
        .orderBy('created_at', 'desc')
        .limit(1)
        .executeTakeFirst();
    },

    /** Returns all live participations of a user. */
    findAllLive(trx: Trx, userId: string): Promise<ParticipationRow[]> {
      return trx
        .selectFrom('participations')
        .selectAll()
        .where('user_id', '=', userId)
        .where('state', 'in', LIVE_STATES)
        .orderBy('ticket_type_id')
        .orderBy('id')
        .execute();
    },

    /** Returns at most `limit` participations of an event that have not ended. */
    findLiveOf(trx: Trx, eventId: string, limit: number): Promise<{ id: string }[]> {
      return trx
        .selectFrom('participations')
        .select('id')
        .where('event_id', '=', eventId)
        .where('state', 'in', LIVE_STATES)
        .orderBy('created_at')
        .orderBy('id')
        .limit(limit)
        .execute();
    },

    /** Counts the seats that guests hold unpaid: of a ticket, and in its event those of the mailbox of an address. */
    async countUnpaidGuests(
      trx: Trx,
      ticket: Pick<TicketForSale, 'id' | 'event_id'>,
      email: string,
    ): Promise<{ ofTicket: number; ofMailbox: number }> {
      const seats = await trx
        .selectFrom('participations')
        .select(['ticket_type_id', 'guest_email'])
        // By ticket, for which there is an index: most of an event's participations are paid.
        .where('ticket_type_id', 'in', (eb) =>
          eb.selectFrom('ticket_types').select('id').where('event_id', '=', ticket.event_id),
        )
        .where('state', 'in', ['held', 'pending_payment'])
        .where('user_id', 'is', null)
        // Further seats of accounts count while a convenience store keeps them for days.
        .where((eb) => eb.or([eb('lead_id', 'is', null), eb('payment_method', '=', 'konbini')]))
        .execute();
      const mailbox = mailboxOf(email);
      return {
        ofTicket: seats.filter((seat) => seat.ticket_type_id === ticket.id).length,
        ofMailbox: seats.filter((seat) => seat.guest_email !== null && mailboxOf(seat.guest_email) === mailbox).length,
      };
    },

    /** Returns the participation of a guest without an account. */
    findGuest(tokenHash: string): Promise<ParticipationRow | undefined> {
      return db
        .selectFrom('participations')
        .selectAll()
        .where('guest_token_hash', '=', tokenHash)
        .where('user_id', 'is', null)
        .executeTakeFirst();
    },

    /** Returns false when the account already has a participation in the event. */
    async claim(trx: Trx, id: string, userId: string, now: Date): Promise<boolean> {
      // The account keeps what the guest's address has stopped.
      const { rows } = await sql`
        with stopped as (
          insert into notification_mutes (id, user_id, scope, subject_id, created_at)
          select 'mut_' || replace(gen_random_uuid()::text, '-', ''), ${userId}, 'messages', s.host_id, ${now}
          from participations p join guest_message_stops s on s.email = lower(p.guest_email) where p.id = ${id}
          on conflict (user_id, scope, subject_id) do nothing)
        update participations p set user_id = ${userId}, guest_email = null, guest_birth_date = null, guest_token_hash = null, guest_visitor_id = null, updated_at = ${now}
        where p.id = ${id} and not exists (select from participations o where o.event_id = p.event_id and o.user_id = ${userId}
          and o.state in (${sql.join([...LIVE_STATES])})) returning p.id`.execute(trx);
      return rows.length > 0;
    },

    async findTicketId(trx: Trx, id: string): Promise<string | undefined> {
      const row = await trx
        .selectFrom('participations')
        .select('ticket_type_id')
        .where('id', '=', id)
        .executeTakeFirst();
      return row?.ticket_type_id;
    },

    /** Must be called with its ticket type locked: that is the lock order. */
    lock(trx: Trx, id: string): Promise<ParticipationRow> {
      return trx
        .selectFrom('participations')
        .selectAll()
        .where('id', '=', id)
        .forNoKeyUpdate()
        .executeTakeFirstOrThrow();
    },

    /** Returns nothing when the user already has a participation in the event. */
    insert(trx: Trx, row: Insertable<ParticipationsTable>): Promise<ParticipationRow | undefined> {
      return trx
        .insertInto('participations')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .executeTakeFirst();
    },

    update(trx: Trx, id: string, values: Updateable<ParticipationsTable>): Promise<ParticipationRow> {
      return trx
        .updateTable('participations')
        .set(values)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
    },

    /** Records that a ticket holder has joined the room. Returns false when the seat is not theirs. */
    async markJoined(trx: Trx, id: string, holderId: string | null, now: Date): Promise<boolean> {
      const { numUpdatedRows } = await trx
        .updateTable('participations')
        .set((eb) => ({
          updated_at: eb.case().when('state', '=', 'confirmed').then(now).else(eb.ref('updated_at')).end(),
          state: 'joined',
        }))
        .where('id', '=', id)
        .where('user_id', 'is not distinct from', holderId)
        .where('state', 'in', ['confirmed', 'joined'])
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    /** Returns the first waiting user to whom a seat may be offered. Accounts that may not participate are skipped. */
    async findFirstWaiting(
      trx: Trx,
      ticketTypeId: string,
      now: Date,
    ): Promise<{ id: string; event_id: string; start_at: Date } | undefined> {
      return trx
        .selectFrom('participations as p')
        .innerJoin('events as e', 'e.id', 'p.event_id')
        .innerJoin('ticket_types as t', 't.id', 'p.ticket_type_id')
        .leftJoin('users as u', 'u.id', 'p.user_id')
        .select(['p.id', 'p.event_id', 'e.start_at'])
        .where('p.ticket_type_id', '=', ticketTypeId)
        .where('p.state', '=', 'waitlisted')
        .where('e.state', 'in', ['published', 'open'])
        .where('e.start_at', '>', now)
        .where('t.sale_end_at', '>', now)
        .where((eb) => eb.or([eb('u.state', 'is', null), eb('u.state', 'not in', ['suspended', 'withdrawn'])]))
        .orderBy('p.waits_since')
        .orderBy('p.id')
        .limit(1)
        .executeTakeFirst();
    },

    /** Shortens the holds of an event's unpaid seats to at most this time. Returns those that it has shortened. */
    holdAtMostUntil(trx: Trx, eventId: string, until: Date): Promise<{ id: string }[]> {
      return trx
        .updateTable('participations')
        .set({ hold_expires_at: until })
        .where('event_id', '=', eventId)
        .where('state', 'in', ['held', 'offered', 'pending_payment'])
        .where('hold_expires_at', '>', until)
        .returning('id')
        .execute();
    },

    /** Adjusts the participant count by one. */
    async countParticipant(trx: Trx, eventId: string, by: 1 | -1): Promise<void> {
      await trx
        .updateTable('events')
        .set((eb) => ({ participant_count: eb('participant_count', '+', by) }))
        .where('id', '=', eventId)
        .execute();
    },

    /** Finds an event's code as typed; of two that differ in case, the exact match comes first. */
    findInvitation(trx: Trx, eventId: string, code: string) {
      return trx
        .selectFrom('invitations')
        .selectAll()
        .where('event_id', '=', eventId)
        .where(sql<boolean>`lower(code) = lower(${code})`)
        .orderBy(sql`code = ${code}`, 'desc')
        .executeTakeFirst();
    },

    /** Returns false when it is used up. */
    async useInvitation(trx: Trx, id: string): Promise<boolean> {
      const { rows } = await sql`
        update invitations set uses = uses + 1 where id = ${id} and uses < max_uses and revoked_at is null returning id`.execute(
        trx,
      );
      return rows.length > 0;
    },

    async returnInvitation(trx: Trx, id: string): Promise<void> {
      await sql`update invitations set uses = uses - 1 where id = ${id} and uses > 0`.execute(trx);
    },

    /** Finds overdue holds, and tickets with a waiting list and a free seat. Demo data is excluded. */
    async findOverdue(before: Date): Promise<{ id: string }[]> {
      return db
        .selectFrom('participations as p')
        .innerJoin('events as e', 'e.id', 'p.event_id')
        .select('p.id')
        .where('p.state', 'in', ['held', 'pending_payment', 'offered'])
        .where('p.hold_expires_at', '<', before)
        .where('e.is_demo', '=', false)
        .orderBy('p.hold_expires_at')
        .limit(200)
        .execute();
    },

    async findTicketsToOffer(now: Date): Promise<{ id: string }[]> {
      return db
        .selectFrom('ticket_types as t')
        .innerJoin('events as e', 'e.id', 't.event_id')
        .select('t.id')
        .where('e.state', 'in', ['published', 'open'])
        .where('e.start_at', '>', now)
        .where('t.sale_end_at', '>', now)
        .where('e.is_demo', '=', false)
        .where(
          sql<boolean>`(t.quota is null or t.sold + t.held < t.quota)
          and exists (select from participations w where w.ticket_type_id = t.id and w.state = 'waitlisted')`,
        )
        .limit(200)
        .execute();
    },
  };
}
