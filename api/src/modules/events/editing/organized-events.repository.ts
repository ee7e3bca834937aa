import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import type { TeamRole } from '@manabiba/shared/contract/team-rights';
import { addMilliseconds } from 'date-fns';
import { type Insertable, sql, type Updateable } from 'kysely';

import type { Db, Trx } from '../../../platform/database/db';
import { fromMicros, type TimePosition, toMicros } from '../../../platform/database/time-position';
import type { EventsTable } from '../../../tables/events';
import { selectTicketTypes, type TicketTypeRow } from '../events.repository';
import { eventStatesRepository } from '../life/event-states.repository';

export type NewEvent = Insertable<EventsTable>;
export type EventValues = Updateable<EventsTable>;

/** The part of an event that only the organizer and the team see. */
interface OrganizerRow {
  id: string;
  organizer_id: string;
  /** Null for the organizer. */
  roles: TeamRole[] | null;
  waitlisted_count: number;
  published_at: Date | null;
  cancelled_at: Date | null;
  updated_at: Date;
}

interface OwnEventsQuery {
  userId: string;
  /** All when undefined. */
  states: readonly ClassroomEvent['state'][] | undefined;
  after: TimePosition | null;
  limit: number;
}

export type OrganizedEventsRepository = ReturnType<typeof createOrganizedEventsRepository>;

/** Events as their organizers edit them. */
export function createOrganizedEventsRepository(db: Db) {
  return {
    /** Returns a page of the events that a user organizes or helps with, latest start first. */
    list({ userId, states, after, limit }: OwnEventsQuery): Promise<{ id: string; start_micros: number }[]> {
      return db
        .selectFrom('events as e')
        .select(['e.id', toMicros('e.start_at').as('start_micros')])
        .where((eb) =>
          eb.or([
            eb('e.organizer_id', '=', userId),
            eb('e.id', 'in', eb.selectFrom('team_members').select('event_id').where('user_id', '=', userId)),
          ]),
        )
        .$if(states !== undefined, (query) => query.where('e.state', 'in', states ?? []))
        .$if(after !== null, (query) =>
          query.where(sql<boolean>`(e.start_at, e.id) < (${fromMicros(after?.micros ?? 0)}, ${after?.id ?? ''})`),
        )
        .orderBy('e.start_at', 'desc')
        .orderBy('e.id', 'desc')
        .limit(limit)
        .execute();
    },

    /** Returns the organizer's part of the events with these ids and the user's roles, in no particular order. */
    findForOrganizer(ids: readonly string[], userId: string): Promise<OrganizerRow[]> {
      return db
        .selectFrom('events as e')
        .leftJoin('team_members as m', (join) => join.onRef('m.event_id', '=', 'e.id').on('m.user_id', '=', userId))
        .select(['e.id', 'e.organizer_id', 'm.roles', 'e.published_at', 'e.cancelled_at', 'e.updated_at'])
        .select(
          sql<number>`(select count(*)::int from participations p where p.event_id = e.id and p.state = 'waitlisted')`.as(
            'waitlisted_count',
          ),
        )
        .where('e.id', '=', sql<string>`any(${ids})`)
        .execute();
    },

    lock: eventStatesRepository.lock,

    /** Returns the ticket types of an event in order; read in the transaction that has the event locked. */
    tickets(trx: Trx, eventId: string): Promise<TicketTypeRow[]> {
      return selectTicketTypes(trx)
        .where('t.event_id', '=', eventId)
        .where('t.kind', '<>', 'archive')
        .orderBy('t.position')
        .orderBy('t.price', 'desc')
        .orderBy('t.id')
        .execute();
    },

    /** Returns whether staff has verified this professional's identity. */
    async isVerified(trx: Trx, organizerId: string): Promise<boolean> {
      const row = await trx
        .selectFrom('professionals')
        .select('user_id')
        .where('user_id', '=', organizerId)
        .where('verified_at', 'is not', null)
        .executeTakeFirst();
      return row !== undefined;
    },

    async insert(trx: Trx, event: NewEvent): Promise<void> {
      await trx.insertInto('events').values(event).execute();
    },

    async update(trx: Trx, id: string, set: EventValues): Promise<void> {
      await trx.updateTable('events').set(set).where('id', '=', id).execute();
    },

    /** Deletes an event with its ticket types and invitations. */
    async delete(trx: Trx, id: string): Promise<void> {
      await trx.deleteFrom('events').where('id', '=', id).execute();
    },

    /** Copies the ticket types of an event to another, with nothing sold and the sale periods moved by this much. */
    async copyTickets(
      trx: Trx,
      tickets: readonly (TicketTypeRow & { new_id: string })[],
      to: { eventId: string; byMs: number },
    ) {
      if (tickets.length === 0) return;
      const moved = (time: Date) => addMilliseconds(time, to.byMs);
      await trx
        .insertInto('ticket_types')
        .values(
          tickets.map(({ new_id, name, kind, price, tax_rate, quota, position, sale_start_at, sale_end_at }) => ({
            id: new_id,
            event_id: to.eventId,
            name,
            kind,
            price,
            tax_rate,
            quota,
            position,
            sale_start_at: moved(sale_start_at),
            sale_end_at: moved(sale_end_at),
          })),
        )
        .execute();
    },

    /** Ends all ticket sales by this time: no tickets are sold once the event has begun. */
    async endSaleBy(trx: Trx, eventId: string, startAt: Date): Promise<void> {
      await trx
        .updateTable('ticket_types')
        .set({
          sale_end_at: startAt,
          sale_start_at: sql<Date>`least(sale_start_at, ${startAt}::timestamptz - interval '1 second')`,
        })
        .where('event_id', '=', eventId)
        .where('sale_end_at', '>', startAt)
        .execute();
    },

    /** Keeps the start for which tickets were bought, unless the event has moved before. */
    async keepSoldStart(trx: Trx, eventId: string, startAt: Date): Promise<void> {
      await trx
        .updateTable('participations')
        .set({ sold_for_start_at: startAt })
        .where('event_id', '=', eventId)
        .where('amount', '>', 0)
        .where('sold_for_start_at', 'is', null)
        .execute();
    },

    /**
     * Counts how many of these users may be named as speakers: existing users born by `bornBy` (yyyy-MM-dd), or
     * professionals.
     */
    async countSpeakers(trx: Trx, ids: readonly string[], bornBy: string): Promise<number> {
      const { count } = await trx
        .selectFrom('users')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('id', '=', sql<string>`any(${ids})`)
        .where('state', 'not in', ['suspended', 'withdrawn'])
        .where((eb) => eb.or([eb('birth_date', '<=', bornBy), eb('role', '=', 'professional')]))
        .executeTakeFirstOrThrow();
      return Number(count);
    },
  };
}
