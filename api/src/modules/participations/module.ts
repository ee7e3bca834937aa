import type { Env } from '../../env';
import type { Clock } from '../../platform/clock';
import type { Db } from '../../platform/database/db';
import type { Write } from '../../platform/database/transaction';
import type { Jobs } from '../../platform/jobs/jobs';
import type { Limiter } from '../../platform/security/limiter';
import type { EventsService } from '../events/events.service';
import type { MailsService } from '../mails/mails.service';
import type { ReceiptsService } from '../receipts/receipts.service';
import type { EventTeam } from '../teams/module';
import type { UsersService } from '../users/users.service';
import { createCancellationsService } from './cancellations.service';
import { createCompanionSeatsService } from './companions/companion-seats.service';
import { createCompanionsService } from './companions/companions.service';
import { createDiscountCodesService } from './discounts/discount-codes.service';
import { createDiscountsRepository } from './discounts/discounts.repository';
import { createDiscountsService } from './discounts/discounts.service';
import { createFreeParticipationsService, type PaymentConfirmation } from './free-participations.service';
import { createGuestTicketsService } from './guest-tickets.service';
import { createGuestTokens, type GuestTokens } from './guest-tokens';
import { createParticipationsRepository } from './participations.repository';
import { createParticipationsService } from './participations.service';
import type { Refunds } from './refunds';
import { type SeatsRepository, seatsRepository } from './seats.repository';
import { createSeatsService } from './seats.service';
import { createSeatTransferMails } from './transfers/seat-transfer-mails';
import { seatTransfersRepository } from './transfers/seat-transfers.repository';
import { createSeatTransfersService } from './transfers/seat-transfers.service';

interface SeatDeps {
  db: Db;
  env: Pick<Env, 'sessionSecret'>;
  clock: Clock;
  limiter: Limiter;
  users: UsersService;
  jobs: Pick<Jobs, 'enqueue'>;
  events: EventsService;
  eventTeam: Pick<EventTeam, 'authority' | 'log'>;
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
  eventTeam,
  ...given
}: SeatDeps) {
  const participations = createParticipationsRepository(db);
  const seats = given.seats ?? seatsRepository;
  const guestTokens: GuestTokens = createGuestTokens(env.sessionSecret);
  const steps = createSeatsService({ participations, seats, jobs });
  const discountsRepository = createDiscountsRepository(db);
  const discounts = createDiscountsService({ discounts: discountsRepository, limiter, clock });
  const base = { db, participations, seats, steps, users, events, clock, guestTokens, refunds, discounts };
  const companions = createCompanionsService(base);
  const tools = { ...base, companions };
  const cancellations = createCancellationsService(tools);
  return {
    guestTokens,
    cancellations,
    companions,
    companionSeats: createCompanionSeatsService({ ...tools, cancellations }),
    discounts,
    discountCodes: createDiscountCodesService({ ...eventTeam, db, discounts: discountsRepository, clock }),
    participations: createParticipationsService(tools),
    guests: createGuestTicketsService({ ...tools, cancellations, receipts, limiter }),
    /** Transfers of seats. */
    createTransfers: ({ mails, write }: { mails: Pick<MailsService, 'send'>; write: Write }) =>
      createSeatTransfersService({
        ...tools,
        write,
        transfers: seatTransfersRepository,
        log: eventTeam.log,
        mails: createSeatTransferMails({ mails }),
        tokens: createGuestTokens(env.sessionSecret, 'seat transfers'),
        limiter,
      }),
    createFree: (payments: PaymentConfirmation) => createFreeParticipationsService({ ...tools, payments, limiter }),
  };
}
