import type { FastifyInstance } from 'fastify';

import type { Env } from '../env';
import { createEventsRepository } from '../modules/events/events.repository';
import { createEventsService, type EventsService } from '../modules/events/events.service';
import { createCancellationsService } from '../modules/participations/cancellations.service';
import { createFreeParticipationsService } from '../modules/participations/free-participations.service';
import { createGuestTokens } from '../modules/participations/guest-tokens';
import { createMyEventsRepository } from '../modules/participations/my-events.repository';
import { createMyEventsService } from '../modules/participations/my-events.service';
import { createParticipationsRepository } from '../modules/participations/participations.repository';
import { participationsRoutes } from '../modules/participations/participations.routes';
import {
  createParticipationsService,
  type ParticipationsService,
} from '../modules/participations/participations.service';
import { createSeatProofRepository } from '../modules/participations/seat-proof.repository';
import { createSeatProofService } from '../modules/participations/seat-proof.service';
import { seatsRepository } from '../modules/participations/seats.repository';
import { createSeatsService } from '../modules/participations/seats.service';
import type { UsersService } from '../modules/users/users.service';
import { AppError } from '../platform/app-error';
import type { Clock } from '../platform/clock';
import type { Db, Pool } from '../platform/database/db';
import type { HousekeepingTask } from '../platform/jobs/housekeeping';
import type { JobHandlers, Jobs } from '../platform/jobs/jobs';
import type { Limiter } from '../platform/security/limiter';

interface TicketDeps {
  db: Db;
  pool: Pool;
  env: Env;
  clock: Clock;
  limiter: Limiter;
  users: UsersService;
  jobs: Jobs;
}

export interface TicketModules {
  events: EventsService;
  participations: ParticipationsService;
  /** Gives up the seats of somebody who leaves. */
  giveUpSeats: ReturnType<typeof createCancellationsService>['giveUpAll'];
  jobHandlers: Pick<JobHandlers, 'settle-participation' | 'prove-seats'>;
  housekeeping: HousekeepingTask[];
}

/** No payment can be made yet: nothing was paid, and nothing can be sent back. */
const noPayments = {
  paidOf: () => Promise.resolve(0),
  request: () => Promise.reject(new Error('There are no payments to refund')),
  confirm: () => Promise.reject(new AppError('payment_required')),
};

/** Seats of events: who takes them, gives them up, and the proof that none is sold twice. */
export function addTicketModules(app: FastifyInstance, deps: TicketDeps): TicketModules {
  const { db, pool, env, clock, limiter, users, jobs } = deps;
  const events = createEventsService({ events: createEventsRepository(db), clock });
  const rows = createParticipationsRepository(db);
  const steps = createSeatsService({ participations: rows, seats: seatsRepository, jobs });
  const shared = { db, participations: rows, seats: seatsRepository, steps, users, events, clock };
  const refunds = noPayments;
  const participations = createParticipationsService({
    ...shared,
    refunds,
    guestTokens: createGuestTokens(env.sessionSecret),
  });
  const cancellations = createCancellationsService({ ...shared, refunds });
  const proof = createSeatProofService({ db, proofs: createSeatProofRepository(db), clock });
  participationsRoutes(app, {
    mine: createMyEventsService({ mine: createMyEventsRepository(pool), events }),
    free: createFreeParticipationsService({ ...shared, payments: noPayments, limiter }),
    cancellations,
    proof,
  });
  return {
    events,
    participations,
    giveUpSeats: cancellations.giveUpAll,
    jobHandlers: { 'settle-participation': participations.settle, 'prove-seats': proof.check },
    housekeeping: [participations.settleOverdue],
  };
}
