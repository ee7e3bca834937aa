import { createEventsRepository } from '../modules/events/events.repository';
import { createEventsService } from '../modules/events/events.service';
import { createSeatServices } from '../modules/participations/module';
import type { Refunds } from '../modules/participations/refunds';
import type { SeatsRepository } from '../modules/participations/seats.repository';
import { createReceiptsRepository } from '../modules/receipts/receipts.repository';
import { createReceiptsService } from '../modules/receipts/receipts.service';
import { createEventTeam } from '../modules/teams/module';
import { createUsersRepository } from '../modules/users/users.repository';
import { createUsersService } from '../modules/users/users.service';
import { AppError } from '../platform/app-error';
import { createJobs } from '../platform/jobs/jobs';
import { createLimiter } from '../platform/security/limiter';
import type { TestApp } from './start-test-app';

/**
 * Creates the services that assign seats on the app's database, beside those of the app, with a fake for payments: the
 * test sets what was paid, and refunds are recorded.
 */
export function seatServices(world: TestApp, given: { seats?: SeatsRepository } = {}) {
  const { db, pool, env, clock } = world;
  const paid = new Map<string, number>();
  const requested: { participationId: string; reason: string }[] = [];
  const refunds: Refunds = {
    paidOf: (_trx, participationId) => Promise.resolve(paid.get(participationId) ?? 0),
    paidBy: (_trx, participationId) => Promise.resolve(paid.get(participationId) ?? 0),
    request: (_trx, participationId, reason) => {
      requested.push({ participationId, reason });
      return Promise.resolve();
    },
    giveTo: () => Promise.resolve(),
  };
  const eventTeam = createEventTeam({ db, clock });
  const { authority } = eventTeam;
  const events = createEventsService({ events: createEventsRepository(db), authority, clock });
  const services = createSeatServices({
    db,
    env,
    clock,
    limiter: createLimiter({ db, clock }),
    users: createUsersService({
      repository: createUsersRepository(db),
      clock,
      communicateMinAge: env.communicateMinAge,
      isMailDelayed: () => false,
    }),
    jobs: createJobs({ pool, clock, onTrouble: () => undefined }),
    events,
    eventTeam,
    refunds,
    receipts: createReceiptsService({ db, receipts: createReceiptsRepository(db), operator: null, clock }),
    ...given,
  });
  const free = services.createFree({ confirm: () => Promise.reject(new AppError('payment_required')) });
  return { ...services, free, events, paid, requested };
}
