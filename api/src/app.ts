import type { FastifyInstance, FastifyPluginAsync } from 'fastify';

import { createAccessCheck } from './access/access-rule';
import { createMemoryLimiter } from './access/memory-limiter';
import { addAccountModules } from './composition/account-modules';
import { addContentModules } from './composition/content-modules';
import { deleteExpired } from './composition/housekeeping';
import { addStaffEventModules } from './composition/staff-event-modules';
import { addStaffMoneyModules } from './composition/staff-money-modules';
import { addTicketModules } from './composition/ticket-modules';
import type { Env } from './env';
import { handleError, handleNotFound } from './http/error-handler';
import { healthPlugin } from './http/health';
import { createIdempotency } from './http/idempotency';
import { takeJsonBodies } from './http/json-bodies';
import { referenceRoutes } from './http/reference/reference-routes';
import { addRequestLog } from './http/request-log';
import { addSessionHook } from './http/session-hook';
import { createApiKeyAccess } from './modules/auth/api-keys/api-key-access.service';
import { createApiKeysRepository } from './modules/auth/api-keys/api-keys.repository';
import { commentProjection } from './modules/classroom-comments/comment-projection.repository';
import { boardProjection } from './modules/classrooms/board/board-projection.repository';
import { groupProjection } from './modules/classrooms/groups/group-projection.repository';
import { createParticipantProjection } from './modules/classrooms/live-documents/participant-projection.repository';
import { roomProjection } from './modules/classrooms/live-documents/room-projection.repository';
import { createRoomMedia } from './modules/classrooms/media/module';
import { createRooms } from './modules/classrooms/module';
import { pollProjection } from './modules/classrooms/polls/poll-projection.repository';
import { questionProjection } from './modules/classrooms/questions/question-projection.repository';
import { addHostMessages } from './modules/host-messages/module';
import { createMailsService } from './modules/mails/mails.service';
import { addNotificationModules } from './modules/notifications/module';
import { personProjection } from './modules/notifications/person-projection.repository';
import { addPayoutModules } from './modules/payouts/module';
import { fenceProjection } from './modules/realtime/fences';
import { CHANGES_CHANNEL } from './modules/realtime/live-outbox.repository';
import { type LiveProjector, noProjector, startLiveProjector } from './modules/realtime/live-projector';
import { createLiveStore } from './modules/realtime/live-store';
import { projectorElsewhere } from './modules/realtime/projector-elsewhere';
import { sessionProjection } from './modules/sessions/session-projection.repository';
import { createSessionsRepository } from './modules/sessions/sessions.repository';
import type { SessionsService } from './modules/sessions/sessions.service';
import { createSessionsService } from './modules/sessions/sessions.service';
import { addStaffModules } from './modules/staff/module';
import type { ReleaseControl } from './modules/staff/releases/release-control';
import { createStaffRepository } from './modules/staff/staff.repository';
import { addSubscriptionModules } from './modules/subscriptions/module';
import { addTermsModule } from './modules/terms/module';
import { createUsersRepository } from './modules/users/users.repository';
import { createUsersService } from './modules/users/users.service';
import { addWebhookModule } from './modules/webhooks/module';
import { type Clock, systemClock } from './platform/clock';
import type { Db, Pool } from './platform/database/db';
import { listen } from './platform/database/listen';
import { createWriter, type Write } from './platform/database/transaction';
import { afterCommit } from './platform/database/unit-of-work';
import { createDomainEventDispatcher, type DomainEventDispatcher } from './platform/events/domain-events';
import { type HousekeepingTask, startHousekeeping } from './platform/jobs/housekeeping';
import { createJobs, type Jobs } from './platform/jobs/jobs';
import { createMailer, type Mailer } from './platform/mail/mailer';
import { createSmtpTransport } from './platform/mail/smtp';
import { createMicroCache } from './platform/micro-cache';
import { createLimiter, type Limiter } from './platform/security/limiter';
import { createStorage } from './platform/storage/create-storage';
import { createAddressCheck } from './staff-env';

export type Duty = 'all' | 'calls' | 'work';

export interface ApiDeps {
  db: Db;
  pool: Pool;
  env: Env;
  /**
   * What this process does: answer calls, the work behind them (jobs, mails, domain events, live documents,
   * housekeeping), or both. Without the work, other processes on the same database must do it.
   */
  duty?: Duty;
  /** Whether the process is about to stop, which makes it not ready. */
  isDraining?: () => boolean;
  /** Default: the system clock. */
  clock?: Clock;
  /** Default: an SMTP mailer. */
  mailer?: Mailer;
  /** Default: the api's own running jobs. A caller that passes its own starts them itself. */
  jobs?: Jobs;
  /** Default: the api's own running dispatcher. A caller that passes its own starts it itself. */
  events?: DomainEventDispatcher;
  /** The releases of remotes; absent: there are no calls about them. */
  releases?: ReleaseControl;
}

/**
 * The api as one Fastify plugin, to be registered under /v1 on an instance made with `apiServerOptions`. Hooks, the
 * error handler and the not-found handler stay encapsulated.
 */
export function apiPlugin({ db, pool, env, clock = systemClock, duty = 'all', ...given }: ApiDeps): FastifyPluginAsync {
  const works = duty !== 'calls';
  return async (app) => {
    const basics = { db, pool, env, clock, duty };
    const { communicateMinAge, publicUrl } = env;
    const limiter = createLimiter({ db, clock });
    const sessions = await createSessionsService({
      db,
      clock,
      secret: env.sessionSecret,
      communicateMinAge,
      repository: createSessionsRepository(db),
      viewerCacheMs: env.viewerCacheMs,
    });
    handleRequests(app, { ...basics, limiter, sessions });

    const { mailer, jobs, events } = backgroundWork(app, basics, given);
    const live = followLiveDocuments(app, basics);
    const { isDelayed: isMailDelayed } = mailer;
    const repository = createUsersRepository(db);
    const users = createUsersService({ repository, clock, communicateMinAge, isMailDelayed });
    const { write, flush } = live;
    const media = createRoomMedia({ ...basics, jobs, write, log: app.log });
    const { roomLife, rooms, moderation } = createRooms({ ...basics, jobs, media, write });
    const mails = createMailsService({ mailer, publicUrl });
    const plans = addSubscriptionModules(app, { ...basics, limiter, mails, users, jobs });
    const payouts = addPayoutModules(app, { ...basics, users, jobs });
    const storage = createStorage(env.storageUrl);
    const tools = { ...basics, limiter, storage, jobs, domainEvents: events, write, flush, live };
    const staff = createStaffRepository(db);
    const work = { ...tools, mails, users, roomLife, payouts, log: staff.log };
    const tickets = addTicketModules(app, { ...work, plans });
    const { departures: subscriptions } = plans;
    const accounts = addAccountModules(app, { ...work, moderation, mailer, sessions, tickets, subscriptions });
    const { professionals, uploads } = accounts;
    const shared = { ...work, uploads, tickets, sessions };
    const { archives, boards, comments, questions, ratings, series } = addContentModules(app, {
      ...shared,
      professionals,
      media,
      rooms,
      moderation,
    });
    const notifications = addNotificationModules(app, { ...shared, mailer });
    const terms = addTermsModule(app, shared);
    const messages = addHostMessages(app, { ...shared, ...notifications });
    const { causes } = notifications;
    const reported = { boards, comments, questions, ratings, messages, series };
    const webhooks = addWebhookModule(app, shared);
    addStaffModules(app, { ...shared, ...reported, causes, releases: given.releases });
    addStaffEventModules(app, shared, staff);
    addStaffMoneyModules(app, shared, staff);

    jobs.handle({
      ...roomLife.jobHandlers,
      ...tickets.jobHandlers,
      ...plans.jobHandlers,
      ...payouts.jobHandlers,
      ...media.jobHandlers,
      ...notifications.jobHandlers,
      ...terms.jobHandlers,
      ...archives.jobHandlers,
      ...webhooks.jobHandlers,
      'send-mails': mailer.deliverDue,
      'daily-rollover': accounts.rollOverDay,
    });
    const keepers = [accounts, tickets, archives, media, notifications, webhooks];
    const housekeeping = works ? keepHouse(app, basics, keepers) : null;
    if (works && !given.jobs) startWhenReady(app, jobs);
    if (works && !given.events) events.start();
    app.addHook('onClose', async () => {
      await Promise.all([housekeeping?.stop(), events.stop(), mailer.stop(), notifications.stopDeliveries()]);
      await jobs.stop().then(media.stop);
      await notifications.stop();
      await live.stop();
    });

    referenceRoutes(app, { publicUrl });
    await app.register(healthPlugin({ pool, events: works ? events : undefined, isDraining: given.isDraining }));
  };
}

type Basics = Required<Pick<ApiDeps, 'db' | 'pool' | 'env' | 'clock' | 'duty'>>;

/** Sets up the request pipeline: body parsing, logging, session, access rules, idempotency, errors. */
function handleRequests(
  app: FastifyInstance,
  { db, pool, env, clock, limiter, sessions }: Basics & { limiter: Limiter; sessions: SessionsService },
): void {
  const { rateLimits } = env;
  const reads = createMemoryLimiter(rateLimits);
  takeJsonBodies(app);
  addRequestLog(app);
  const { isSecondFactorRequired, addresses } = env.staff;
  const staff = { isSecondFactorRequired, mayCallFrom: createAddressCheck(addresses), now: clock.now };
  addSessionHook(app, {
    authenticate: sessions.authenticate,
    authenticateKey: createApiKeyAccess({
      keys: createApiKeysRepository(db),
      clock,
      communicateMinAge: env.communicateMinAge,
    }),
    checkAccess: createAccessCheck({ closureMode: env.closure.mode, reads, staff }),
    keepStaffOpen: sessions.keepStaffOpen,
  });
  app.setErrorHandler(handleError);
  app.setNotFoundHandler(handleNotFound);
  app.decorate('routeTools', {
    limiter,
    reads,
    idempotency: createIdempotency({ pool, clock, secret: env.sessionSecret }),
    microCache: createMicroCache({ ttlMs: env.microCacheMs }),
    writesPerMinute: rateLimits.writesPerMinute,
    visitorWritesPerMinute: rateLimits.visitorWritesPerMinute,
    checksAnswers: !env.isProduction,
  });
}

/** Sets up background work: mails, jobs, domain events. Instances passed by the caller are used instead of new ones. */
function backgroundWork(
  app: FastifyInstance,
  { db, pool, env, clock }: Basics,
  given: Pick<ApiDeps, 'mailer' | 'jobs' | 'events'>,
): { mailer: Mailer; jobs: Jobs; events: DomainEventDispatcher } {
  const warn = (message: string) => (err: unknown) => app.log.warn({ err }, message);
  return {
    mailer:
      given.mailer ??
      createMailer({
        db,
        clock,
        secret: env.sessionSecret,
        transport: createSmtpTransport(env.mail),
        onTrouble: warn('a mail could not be sent'),
      }),
    jobs: given.jobs ?? createJobs({ pool, clock, onTrouble: warn('a job failed') }),
    events:
      given.events ??
      createDomainEventDispatcher({ db, clock, onTrouble: warn('a domain event could not be delivered') }),
  };
}

/** Deletes what is no longer needed, and does the periodic work of the modules. */
function keepHouse(
  app: FastifyInstance,
  { db, clock }: Basics,
  keepers: readonly { housekeeping: readonly HousekeepingTask[] }[],
): { stop: () => Promise<void> } {
  return startHousekeeping({
    clock,
    tasks: [(now) => deleteExpired(db, now), ...keepers.flatMap((part) => part.housekeeping)],
    onTrouble: (err) => app.log.warn({ err }, 'housekeeping failed'),
  });
}

/** Starts the jobs after everything else: their many first statements would delay the first answer. */
function startWhenReady(app: FastifyInstance, jobs: Jobs): void {
  app.addHook('onReady', (done) => {
    jobs.start();
    done();
  });
}

interface LiveDocuments {
  /** Runs a transaction and writes live documents after its commit. */
  write: Write;
  /** Must be called after a commit that may have changed live documents. */
  onCommit: () => void;
  /** Resolves once all earlier commits have reached the documents, or after that many milliseconds. */
  flush: (atMostMs: number) => Promise<void>;
  stop: () => Promise<void>;
}

/** Keeps live documents in sync with the database. */
function followLiveDocuments(app: FastifyInstance, basics: Basics): LiveDocuments {
  const { nudge, flush, stop } = openProjector(basics, (err) =>
    app.log.warn({ err }, 'live documents cannot be written now'),
  );
  const onCommit = () => afterCommit(nudge);
  return { onCommit, flush, stop, write: createWriter({ db: basics.db, onCommit }) };
}

/** Projects each noun's documents, in the order in which they are written, here or in other processes. */
function openProjector({ db, env, clock, duty }: Basics, onTrouble: (error: unknown) => void): LiveProjector {
  if (!env.realtime) return noProjector;
  if (duty === 'calls') return projectorElsewhere({ db, clock, onTrouble });
  const projector = startLiveProjector({
    db,
    clock,
    store: createLiveStore(env.realtime),
    projections: [
      roomProjection,
      createParticipantProjection({ communicateMinAge: env.communicateMinAge }),
      commentProjection,
      questionProjection,
      pollProjection,
      groupProjection,
      boardProjection,
      personProjection,
      sessionProjection,
      fenceProjection,
    ],
    onTrouble,
  });
  if (duty === 'all') return projector;
  const listener = listen({
    url: env.databaseDirectUrl,
    channel: CHANGES_CHANNEL,
    onNotification: projector.nudge,
    onTrouble,
  });
  return { ...projector, stop: () => listener.stop().then(projector.stop) };
}
