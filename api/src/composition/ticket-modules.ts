import type { FastifyInstance } from 'fastify';

import type { Env } from '../env';
import type { RoomLifeService } from '../modules/classrooms/room-life/room-life.service';
import { createEventsRepository } from '../modules/events/events.repository';
import { createEventsService, type EventsService } from '../modules/events/events.service';
import { createEventLife, type EventLife } from '../modules/events/life/module';
import type { MailsService } from '../modules/mails/mails.service';
import { createCalendarFiles, senderOf } from '../modules/participations/calendar/calendar-file';
import { createCalendarRepository } from '../modules/participations/calendar/calendar.repository';
import { calendarRoutes } from '../modules/participations/calendar/calendar.routes';
import { type CalendarService, createCalendarService } from '../modules/participations/calendar/calendar.service';
import type { CancellationsService } from '../modules/participations/cancellations.service';
import type { CompanionsService } from '../modules/participations/companions/companions.service';
import { discountsRoutes } from '../modules/participations/discounts/discounts.routes';
import type { DiscountsService } from '../modules/participations/discounts/discounts.service';
import { createSeatServices } from '../modules/participations/module';
import { createMyEventsRepository } from '../modules/participations/my-events.repository';
import { createMyEventsService } from '../modules/participations/my-events.service';
import { guestTicketsRoutes, participationsRoutes } from '../modules/participations/participations.routes';
import type { ParticipationsService } from '../modules/participations/participations.service';
import { createSeatProofRepository } from '../modules/participations/seat-proof/seat-proof.repository';
import { createSeatProofService } from '../modules/participations/seat-proof/seat-proof.service';
import { createSoldOutRepository } from '../modules/participations/sold-out/sold-out.repository';
import { createSoldOutService } from '../modules/participations/sold-out/sold-out.service';
import { ticketMailsRepository } from '../modules/participations/ticket-mails.repository';
import { createTicketMails } from '../modules/participations/ticket-mails.service';
import { seatTransfersRoutes } from '../modules/participations/transfers/seat-transfers.routes';
import type { SeatTransfersService } from '../modules/participations/transfers/seat-transfers.service';
import { createApplyPaymentService } from '../modules/payments/apply-payment.service';
import { createCheckoutService } from '../modules/payments/checkout.service';
import { createPaymentAttempts } from '../modules/payments/payment-attempts';
import { createPaymentJobs } from '../modules/payments/payment-jobs';
import { createPaymentProvider } from '../modules/payments/payment-provider';
import { createPaymentsRepository, type PaymentsRepository } from '../modules/payments/payments.repository';
import { paymentsRoutes, webhooksRoutes } from '../modules/payments/payments.routes';
import { reconcilePayments } from '../modules/payments/reconciliation.service';
import { createRefundsService, type RefundsService } from '../modules/payments/refunds.service';
import { createSalesRepository } from '../modules/payments/sales.repository';
import { createSalesService } from '../modules/payments/sales.service';
import {
  createSeriesCheckoutService,
  type SeriesCheckoutDeps,
  type SeriesCheckoutService,
} from '../modules/payments/series-checkout.service';
import { createWebhooksRepository } from '../modules/payments/webhooks/webhooks.repository';
import { createWebhooksService } from '../modules/payments/webhooks/webhooks.service';
import { createPurchaseConsentsRepository } from '../modules/purchase-consents/purchase-consents.repository';
import { purchaseConsentsRoutes } from '../modules/purchase-consents/purchase-consents.routes';
import {
  createPurchaseConsentsService,
  type PurchaseConsentsService,
} from '../modules/purchase-consents/purchase-consents.service';
import { createReceiptsRepository } from '../modules/receipts/receipts.repository';
import { guestReceiptsRoutes, receiptsRoutes } from '../modules/receipts/receipts.routes';
import { createReceiptsService } from '../modules/receipts/receipts.service';
import type { SubscriptionModules } from '../modules/subscriptions/module';
import { createEventTeam, type EventTeam } from '../modules/teams/module';
import type { UsersService } from '../modules/users/users.service';
import type { Clock } from '../platform/clock';
import type { Db, Pool } from '../platform/database/db';
import type { Write } from '../platform/database/transaction';
import type { DomainEventDispatcher } from '../platform/events/domain-events';
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
  mails: MailsService;
  domainEvents: DomainEventDispatcher;
  roomLife: RoomLifeService;
  write: Write;
  /** Plans are paid through the same provider. */
  plans: Pick<SubscriptionModules, 'news' | 'reconcile' | 'cards'>;
}

export interface TicketModules {
  events: EventsService;
  eventTeam: EventTeam;
  participations: ParticipationsService;
  eventLife: EventLife;
  calendar: CalendarService;
  /** Creates the checkout of several dates of a series. */
  createSeriesCheckout: (series: SeriesCheckoutDeps['series']) => SeriesCheckoutService;
  /** Returns the path of a guest's ticket, which opens it. */
  guestTicketPath: (participationId: string) => string;
  /** Releases the seats of a user whose account ends. */
  giveUpSeats: CancellationsService['giveUpAll'];
  jobHandlers: Pick<
    JobHandlers,
    | 'settle-participation'
    | 'settle-event'
    | 'end-participations'
    | 'end-archive-tickets'
    | 'prove-seats'
    | 'sweep-rooms'
    | 'send-refund'
    | 'cancel-payment'
    | 'apply-webhooks'
    | 'reconcile-payments'
  >;
  housekeeping: HousekeepingTask[];
}

/** Registers event seats: taking and releasing them, the mails about them, and the guard against overselling. */
export function addTicketModules(app: FastifyInstance, deps: TicketDeps): TicketModules {
  const { db, pool, env, clock, limiter, jobs, mails, domainEvents } = deps;
  const payments = createPaymentsRepository(db);
  const eventTeam = createEventTeam(deps);
  const { authority } = eventTeam;
  const events = createEventsService({ events: createEventsRepository(db), authority, clock });
  const refunds = createRefundsService({ payments, jobs, clock });
  const receipts = createReceiptsService({ db, receipts: createReceiptsRepository(db), operator: env.operator, clock });
  receiptsRoutes(app, receipts);
  const seatServices = createSeatServices({ ...deps, events, eventTeam, refunds, receipts });
  const { guestTokens, cancellations, participations, discounts, discountCodes, guests } = seatServices;
  const { companions, companionSeats, createFree, createTransfers } = seatServices;
  const transfers = createTransfers(deps);
  seatTransfersRoutes(app, transfers);
  domainEvents.consume('seat-transfers', transfers.consumer);
  domainEvents.consume('holds', participations.consumer);
  const consents = createPurchaseConsentsService({
    ...deps,
    consents: createPurchaseConsentsRepository(db),
    participations,
    events,
  });
  purchaseConsentsRoutes(app, consents);
  domainEvents.consume('purchase-consents', consents.consumer);
  const paying = addPayments(app, {
    ...deps,
    payments,
    refunds,
    participations,
    discounts,
    companions,
    consents,
    transfers,
  });
  const proof = createSeatProofService({ db, proofs: createSeatProofRepository(db), clock });
  const mine = createMyEventsService({ mine: createMyEventsRepository(pool), events });
  participationsRoutes(app, { mine, free: createFree(paying.checkout), cancellations, companionSeats, proof });
  guestTicketsRoutes(app, guests);
  guestReceiptsRoutes(app, guests);
  discountsRoutes(app, discountCodes, discounts);

  const entries = createCalendarRepository(db);
  const files = createCalendarFiles({ publicUrl: env.publicUrl, organizer: senderOf(env.mail.from) });
  const calendar = createCalendarService({ calendar: entries, files, publicUrl: env.publicUrl, limiter, clock });
  calendarRoutes(app, calendar);
  domainEvents.consume(
    'event-mails',
    createTicketMails({ tickets: ticketMailsRepository, calendar: entries, files, mails, guestTokens }),
  );
  domainEvents.consume('archive-tickets', {
    archiveWithdrawn: (trx, { payload: { eventId } }) =>
      jobs.enqueue(trx, 'end-archive-tickets', { eventId }, clock.now()),
  });
  const eventLife = createEventLife(deps);
  return {
    events,
    eventTeam,
    participations,
    eventLife,
    calendar,
    createSeriesCheckout: paying.createSeriesCheckout,
    guestTicketPath: (participationId) => `/tickets/${guestTokens.tokenOf(participationId)}`,
    giveUpSeats: cancellations.giveUpAll,
    jobHandlers: {
      ...paying.jobHandlers,
      'settle-participation': participations.settle,
      'settle-event': eventLife.life.settle,
      'end-participations': participations.endAllOf,
      'end-archive-tickets': participations.endArchiveTickets,
      'prove-seats': proof.check,
      async 'sweep-rooms'() {
        await eventLife.life.sweep();
        await deps.roomLife.jobHandlers['sweep-rooms']();
      },
    },
    housekeeping: [participations.settleOverdue, transfers.deleteExpired, paying.deleteOldWebhooks],
  };
}

interface PaymentDeps extends TicketDeps {
  payments: PaymentsRepository;
  refunds: RefundsService;
  participations: ParticipationsService;
  discounts: DiscountsService;
  companions: CompanionsService;
  consents: PurchaseConsentsService;
  transfers: SeatTransfersService;
}

/** Registers ticket payments: checkout, webhooks, refunds, purchases and their receipts. */
function addPayments(app: FastifyInstance, deps: PaymentDeps) {
  const { db, env, clock, limiter, users, jobs, domainEvents } = deps;
  const { payments, refunds, participations, discounts, companions, consents, transfers, plans } = deps;
  const provider = env.payments && createPaymentProvider(env.payments);
  const apply = createApplyPaymentService({ db, payments, refunds, participations, jobs, clock });
  const { platformFeePercent: feePercent } = env;
  const attempts = createPaymentAttempts({ db, payments, provider, participations, apply });
  const gifts = transfers;
  const { cards } = plans;
  const checkout = createCheckoutService({
    payments,
    attempts,
    participations,
    discounts,
    companions,
    gifts,
    soldOut: createSoldOutService({ soldOut: createSoldOutRepository(db), clock }),
    apply,
    users,
    consents,
    cards,
    limiter,
    clock,
    feePercent,
  });
  const webhooks = createWebhooksService({
    db,
    webhooks: createWebhooksRepository(db),
    provider,
    apply,
    subscriptions: plans.news,
    jobs,
    clock,
    onTrouble: (err) => app.log.error({ err }, 'a webhook of the payment provider cannot be applied'),
  });
  const { operator } = env;
  const sales = createSalesService({ sales: createSalesRepository(db), hasOperator: operator !== null });
  paymentsRoutes(app, { checkout, sales, provider });
  webhooksRoutes(app, webhooks);
  domainEvents.consume('payments', {
    participationExpired: (trx, { payload: { participationId } }) =>
      jobs.enqueue(trx, 'cancel-payment', { participationId }, clock.now()),
    participationCancelled: (trx, { payload: { participationId } }) =>
      jobs.enqueue(trx, 'cancel-payment', { participationId }, clock.now()),
  });
  const offered = { payments, attempts, participations, companions, gifts, users, cards, clock, feePercent };
  return {
    checkout,
    createSeriesCheckout: (series: SeriesCheckoutDeps['series']) => createSeriesCheckoutService({ ...offered, series }),
    deleteOldWebhooks: webhooks.deleteOld,
    jobHandlers: {
      ...createPaymentJobs({ payments, provider, apply }),
      'apply-webhooks': webhooks.applyDue,
      'reconcile-payments': async () => {
        const { unknown: unknownPlans } = await plans.reconcile();
        const { unknown: unknownPayments } = await reconcilePayments({ payments, provider, apply, clock });
        const unknown = [...unknownPlans, ...unknownPayments];
        if (unknown.length > 0) app.log.error({ unknown }, 'the provider has payments that match no payment of ours');
      },
    },
  };
}
