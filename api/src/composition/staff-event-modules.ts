import type { FastifyInstance } from 'fastify';

import type { Env } from '../env';
import { createEventSalesRepository } from '../modules/events/audience/event-sales.repository';
import { createEventSalesService } from '../modules/events/audience/event-sales.service';
import { createEarningsRepository } from '../modules/payouts/earnings.repository';
import { createEarningsService } from '../modules/payouts/earnings.service';
import type { PayoutsService } from '../modules/payouts/payouts.service';
import { createStaffEventsRepository } from '../modules/staff/events/staff-events.repository';
import { staffEventsRoutes } from '../modules/staff/events/staff-events.routes';
import { createStaffEventsService } from '../modules/staff/events/staff-events.service';
import type { StaffRepository } from '../modules/staff/staff.repository';
import type { Clock } from '../platform/clock';
import type { Db } from '../platform/database/db';
import type { Write } from '../platform/database/transaction';
import type { TicketModules } from './ticket-modules';

interface StaffEventDeps {
  db: Db;
  env: Env;
  clock: Clock;
  tickets: Pick<TicketModules, 'events' | 'eventTeam' | 'eventLife'>;
  payouts: PayoutsService;
  live: { write: Write };
}

/** Registers what the staff does about events. */
export function addStaffEventModules(app: FastifyInstance, deps: StaffEventDeps, { log }: StaffRepository): void {
  const { db, env, clock, tickets, payouts, live } = deps;
  staffEventsRoutes(
    app,
    createStaffEventsService({
      staffEvents: createStaffEventsRepository(db),
      events: tickets.events,
      sales: createEventSalesService({
        sales: createEventSalesRepository(db),
        authority: tickets.eventTeam.authority,
        events: tickets.events,
        feePercent: env.platformFeePercent,
        clock,
      }),
      earnings: createEarningsService({ earnings: createEarningsRepository(db), clock }),
      payouts,
      cancellation: tickets.eventLife.cancellation,
      log,
      write: live.write,
      clock,
    }),
  );
}
