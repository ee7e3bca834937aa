import { addMinutes, subMinutes } from 'date-fns';
import type { Insertable } from 'kysely';

import { inTransaction } from '../../../platform/database/transaction';
import type { EventsTable, TicketTypesTable } from '../../../tables/events';
import { insertEvent, insertTicketType } from '../../../testing/rows';
import { seatServices } from '../../../testing/seat-services';
import type { TestApp } from '../../../testing/start-test-app';
import type { HoldRequest } from '../holds.service';
import type { SeatsRepository } from '../seats.repository';

type Ticket = Partial<Insertable<TicketTypesTable>>;

/** Steps with paid tickets, whose payments the test makes itself. */
export function ticketWorld(world: TestApp, given: { seats?: SeatsRepository } = {}) {
  const { db, clock } = world;
  const services = seatServices(world, given);
  const { participations, paid } = services;
  const at = (minutes: number) => addMinutes(clock.now(), minutes);

  return {
    ...services,
    at,
    /** Inserts an event in three days with one seat for 1,500 yen. */
    async anEvent({ ticket = {}, ...event }: Partial<Insertable<EventsTable>> & { ticket?: Ticket } = {}) {
      const startAt = new Date(event.start_at ?? at(3 * 24 * 60));
      const eventId = await insertEvent(db, {
        organizer_id: world.people.professional,
        ...event,
        start_at: startAt,
        end_at: addMinutes(startAt, 90),
      });
      const ticketId = await insertTicketType(db, {
        event_id: eventId,
        price: 1500,
        quota: 1,
        sale_start_at: at(-60),
        sale_end_at: subMinutes(startAt, 1),
        ...ticket,
      });
      return { eventId, ticketId };
    },

    hold: (event: { eventId: string; ticketId: string }, userId: string, changes: Partial<HoldRequest> = {}) =>
      inTransaction(db, (trx) =>
        participations.startHold(trx, {
          eventId: event.eventId,
          ticketTypeId: event.ticketId,
          holder: { userId, isStudentAge: false },
          method: 'card',
          holdUntil: at(15),
          now: clock.now(),
          ...changes,
        }),
      ),

    /** Reports it as paid, like the provider. */
    pay(participationId: string, amount = 1500) {
      paid.set(participationId, amount);
      return inTransaction(db, async (trx) =>
        participations.confirmPaid(trx, await participations.lock(trx, participationId), amount, clock.now()),
      );
    },

    stateOf: async (id: string) =>
      db
        .selectFrom('participations')
        .select(['state', 'cancel_reason', 'hold_expires_at'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),

    /** Returns the domain events published since the last call. */
    async newEvents() {
      const rows = await db.selectFrom('domain_events').select(['name', 'payload']).orderBy('id').execute();
      await db.deleteFrom('domain_events').execute();
      return rows as { name: string; payload: Record<string, unknown> }[];
    },

    /** Runs everything that is due after that many minutes. */
    async later(minutes: number) {
      clock.advance(minutes * 60_000);
      await world.runJobs();
    },
  };
}
