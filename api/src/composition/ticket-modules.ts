import type { FastifyInstance } from 'fastify';

import type { Env } from '../env';
import type { RoomLifeService } from '../modules/classrooms/room-life/room-life.service';
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
import { createApplyPaymentService } from '../modules/payments/apply-payment.service';
import { createCheckoutService } from '../modules/payments/checkout.service';
import { createPaymentJobs } from '../modules/payments/payment-jobs';
import { createPaymentProvider } from '../modules/payments/payment-provider';
import { createPaymentsRepository, type PaymentsRepository } from '../modules/payments/payments.repository';
import { paymentsRoutes, webhooksRoutes } from '../modules/payments/payments.routes';
import { reconcilePayments } from '../modules/payments/reconciliation.service';
import { createRefundsService, type RefundsService } from '../modules/payments/refunds.service';
import { createSalesService } from '../modules/payments/sales.service';
import { createWebhooksRepository } from '../modules/payments/webhooks.repository';
import { createWebhooksService } from '../modules/payments/webhooks.service';
import { createReceiptsRepository } from '../modules/receipts/receipts.repository';
import { receiptsRoutes } from '../modules/receipts/receipts.routes';
import { createReceiptsService } from '../modules/receipts/receipts.service';
import type { UsersService } from '../modules/users/users.service';
import type { Clock } from '../platform/clock';
import type { Db, Pool } from '../platform/database/db';
import type { Write } from '../platform/database/transaction';
import type { DomainEventDispatcher } from '../platform/events/domain-events';
import type { HousekeepingTask } from '../platform/jobs/housekeeping';
import type { JobHandlers, Jobs } from '../platform/jobs/jobs';
import type { Limiter } from '../platform/security/limiter';
import { createEventLife, type EventLife } from './event-life';

interface TicketDeps {
  db: Db;
  pool: Pool;
  env: Env;
  clock: Clock;
  limiter: Limiter;
  users: UsersService;
  jobs: Jobs;
  domainEvents: DomainEventDispatcher;
  roomLife: RoomLifeService;
  write: Write;
}

export interface TicketModules {
  events: EventsService;
  participations: ParticipationsService;
  eventLife: EventLife;
  /** Gives up the seats of somebody who leaves. */
  giveUpSeats: ReturnType<typeof createCancellationsService>['giveUpAll'];
  jobHandlers: Pick<
    JobHandlers,
    | 'settle-participation'
    | 'settle-event'
    | 'end-participations'
    | 'prove-seats'
    | 'sweep-rooms'
    | 'send-refund'
    | 'cancel-payment'
    | 'apply-webhooks'
    | 'reconcile-payments'
  >;
  housekeeping: HousekeepingTask[];
}

/** Seats of events: who takes them, gives them up, and the proof that none is sold twice. */
export function addTicketModules(app: FastifyInstance, deps: TicketDeps): TicketModules {
  const { db, pool, env, clock, limiter, users, jobs } = deps;
  const payments = createPaymentsRepository(db);
  const events = createEventsService({ events: createEventsRepository(db), clock });
  const rows = createParticipationsRepository(db);
  const steps = createSeatsService({ participations: rows, seats: seatsRepository, jobs });
  const shared = { db, participations: rows, seats: seatsRepository, steps, users, events, clock };
  const refunds = createRefundsService({ payments, jobs, clock });
  const participations = createParticipationsService({
    ...shared,
    refunds,
    guestTokens: createGuestTokens(env.sessionSecret),
  });
  const paying = addPayments(app, { ...deps, payments, refunds, participations });
  const cancellations = createCancellationsService({ ...shared, refunds });
  const proof = createSeatProofService({ db, proofs: createSeatProofRepository(db), clock });
  participationsRoutes(app, {
    mine: createMyEventsService({ mine: createMyEventsRepository(pool), events }),
    free: createFreeParticipationsService({ ...shared, payments: paying.checkout, limiter }),
    cancellations,
    proof,
  });
  const eventLife = createEventLife(deps);
  return {
    events,
    participations,
    eventLife,
    giveUpSeats: cancellations.giveUpAll,
    jobHandlers: {
      ...paying.jobHandlers,
      'settle-participation': participations.settle,
      'settle-event': eventLife.life.settle,
      'end-participations': participations.endAllOf,
      'prove-seats': proof.check,
      async 'sweep-rooms'() {
        await eventLife.life.sweep();
        await deps.roomLife.jobHandlers['sweep-rooms']();
      },
    },
    housekeeping: [participations.settleOverdue, paying.deleteOldWebhooks],
  };
}

interface PaymentDeps extends TicketDeps {
  payments: PaymentsRepository;
  refunds: RefundsService;
  participations: ParticipationsService;
}

/** Paying for tickets: checkout, webhooks, refunds, purchases and their receipts. */
function addPayments(
  app: FastifyInstance,
  { db, env, clock, limiter, users, jobs, domainEvents, payments, refunds, participations }: PaymentDeps,
) {
  const provider = env.payments && createPaymentProvider(env.payments);
  const apply = createApplyPaymentService({ db, payments, refunds, participations, jobs, clock });
  const { platformFeePercent: feePercent } = env;
  const checkout = createCheckoutService({
    db,
    payments,
    provider,
    participations,
    apply,
    users,
    limiter,
    clock,
    feePercent,
  });
  const webhooks = createWebhooksService({
    db,
    webhooks: createWebhooksRepository(db),
    provider,
    apply,
    jobs,
    clock,
    onTrouble: (err) => app.log.error({ err }, 'a webhook of the payment provider cannot be applied'),
  });
  paymentsRoutes(app, { checkout, sales: createSalesService({ payments }), provider });
  webhooksRoutes(app, webhooks);
  receiptsRoutes(app, createReceiptsService({ db, receipts: createReceiptsRepository(db), clock }));
  domainEvents.consume('payments', {
    participationExpired: (trx, { payload: { participationId } }) =>
      jobs.enqueue(trx, 'cancel-payment', { participationId }, clock.now()),
    participationCancelled: (trx, { payload: { participationId } }) =>
      jobs.enqueue(trx, 'cancel-payment', { participationId }, clock.now()),
  });
  return {
    checkout,
    deleteOldWebhooks: webhooks.deleteOld,
    jobHandlers: {
      ...createPaymentJobs({ payments, provider, apply }),
      'apply-webhooks': webhooks.applyDue,
      'reconcile-payments': async () => {
        const { unknown } = await reconcilePayments({ payments, provider, apply, clock });
        if (unknown.length > 0) app.log.error({ unknown }, 'payments of the provider belong to no payment of ours');
      },
    },
  };
}
