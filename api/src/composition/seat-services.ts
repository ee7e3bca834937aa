import type { Env } from '../env';
import type { EventsService } from '../modules/events/events.service';
import { createCancellationsService } from '../modules/participations/cancellations.service';
import {
  createFreeParticipationsService,
  type PaymentConfirmation,
} from '../modules/participations/free-participations.service';
import { createGuestTicketsService } from '../modules/participations/guest-tickets.service';
import { createGuestTokens, type GuestTokens } from '../modules/participations/guest-tokens';
import { createParticipationsRepository } from '../modules/participations/participations.repository';
import { createParticipationsService, type Refunds } from '../modules/participations/participations.service';
import { type SeatsRepository, seatsRepository } from '../modules/participations/seats.repository';
import { createSeatsService } from '../modules/participations/seats.service';
import type { ReceiptsService } from '../modules/receipts/receipts.service';
import type { UsersService } from '../modules/users/users.service';
import type { Clock } from '../platform/clock';
import type { Db } from '../platform/database/db';
import type { Jobs } from '../platform/jobs/jobs';
import type { Limiter } from '../platform/security/limiter';

interface SeatDeps {
  db: Db;
  env: Pick<Env, 'sessionSecret'>;
  clock: Clock;
  limiter: Limiter;
  users: UsersService;
  jobs: Pick<Jobs, 'enqueue'>;
  events: EventsService;
  refunds: Refunds;
  receipts: Pick<ReceiptsService, 'numberOfGuest' | 'issueToGuest' | 'getOfGuest'>;
  /** Default: the product's own. Tests that prove what its guard protects against pass another. */
  seats?: SeatsRepository;
}

/**
 * Creates the services that take and release seats. Those that need payments are created later, because payments need
 * seats in turn.
 */
export function createSeatServices({
  db,
  env,
  users,
  events,
  clock,
  refunds,
  receipts,
  limiter,
  jobs,
  ...given
}: SeatDeps) {
  const participations = createParticipationsRepository(db);
  const seats = given.seats ?? seatsRepository;
  const guestTokens: GuestTokens = createGuestTokens(env.sessionSecret);
  const steps = createSeatsService({ participations, seats, jobs });
  const tools = { db, participations, seats, steps, users, events, clock, guestTokens, refunds };
  const cancellations = createCancellationsService(tools);
  return {
    guestTokens,
    cancellations,
    participations: createParticipationsService(tools),
    guests: createGuestTicketsService({ ...tools, cancellations, receipts, limiter }),
    createFree: (payments: PaymentConfirmation) => createFreeParticipationsService({ ...tools, payments, limiter }),
  };
}
