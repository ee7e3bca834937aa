import type { FastifyInstance, FastifyPluginAsync } from 'fastify';

import { createAccessCheck } from './access/access-rule';
import { createMemoryLimiter } from './access/memory-limiter';
import { addAccountModules } from './account-modules';
import type { Env } from './env';
import { handleError, handleNotFound } from './http/error-handler';
import { healthPlugin } from './http/health';
import { createIdempotency } from './http/idempotency';
import { takeJsonBodies } from './http/json-bodies';
import { referenceRoutes } from './http/reference-routes';
import { addRequestLog } from './http/request-log';
import { addSessionHook } from './http/session-hook';
import { createArchivesRepository } from './modules/archives/archives.repository';
import { archivesRoutes } from './modules/archives/archives.routes';
import { createArchivesService } from './modules/archives/archives.service';
import { createCategoriesRepository } from './modules/categories/categories.repository';
import { categoriesRoutes } from './modules/categories/categories.routes';
import { createCategoriesService } from './modules/categories/categories.service';
import { createClassroomCommentsRepository } from './modules/classroom-comments/classroom-comments.repository';
import { classroomCommentsRoutes } from './modules/classroom-comments/classroom-comments.routes';
import { createClassroomCommentsService } from './modules/classroom-comments/classroom-comments.service';
import { engineSeatsOf } from './modules/classrooms/classroom-rules';
import { createClassroomsRepository } from './modules/classrooms/classrooms.repository';
import {
  classroomsRoutes,
  myClassroomsRoutes,
  reservationsRoutes,
  sharePictureRoutes,
} from './modules/classrooms/classrooms.routes';
import { createClassroomsService } from './modules/classrooms/classrooms.service';
import { createMyClassroomsRepository } from './modules/classrooms/my-classrooms.repository';
import { createMyClassroomsService } from './modules/classrooms/my-classrooms.service';
import { reservationsRepository } from './modules/classrooms/reservations.repository';
import { createReservationsService } from './modules/classrooms/reservations.service';
import { createDeparturesService } from './modules/classrooms/room/departures.service';
import { createJoinService } from './modules/classrooms/room/join.service';
import { startLiveProjector } from './modules/classrooms/room/live-projector';
import { createModerationService } from './modules/classrooms/room/moderation.service';
import { createPresenceService } from './modules/classrooms/room/presence.service';
import { createRoomLifeService } from './modules/classrooms/room/room-life.service';
import { createRoomRecordsRepository } from './modules/classrooms/room/room-records.repository';
import { createRoomRecordsService } from './modules/classrooms/room/room-records.service';
import { createRoomRightsService } from './modules/classrooms/room/room-rights.service';
import { createRoomsRepository } from './modules/classrooms/room/rooms.repository';
import { roomsRoutes } from './modules/classrooms/room/rooms.routes';
import { createSharePictureService } from './modules/classrooms/share-picture.service';
import { createEventsRepository } from './modules/events/events.repository';
import { eventsRoutes } from './modules/events/events.routes';
import { createEventsService } from './modules/events/events.service';
import { createNotificationsRepository } from './modules/notifications/notifications.repository';
import { notificationsRoutes } from './modules/notifications/notifications.routes';
import { createNotificationsService } from './modules/notifications/notifications.service';
import type { ProfessionalsService } from './modules/professionals/professionals.service';
import { createRealtimeRepository } from './modules/realtime/realtime.repository';
import { realtimeRoutes } from './modules/realtime/realtime.routes';
import { createRealtimeService } from './modules/realtime/realtime.service';
import { createRealtimeTokens } from './modules/realtime/realtime-token';
import { createSearchRepository } from './modules/search/search.repository';
import { searchRoutes } from './modules/search/search.routes';
import { createSearchService } from './modules/search/search.service';
import { createSessionsRepository } from './modules/sessions/sessions.repository';
import { createSessionsService } from './modules/sessions/sessions.service';
import { createUsersRepository } from './modules/users/users.repository';
import { createUsersService, type UsersService } from './modules/users/users.service';
import { type Clock, systemClock } from './platform/clock';
import type { Db, Pool } from './platform/db';
import { createDomainEventDispatcher, type DomainEventDispatcher } from './platform/domain-events';
import { startHousekeeping } from './platform/housekeeping';
import { createJobs, type Jobs } from './platform/jobs';
import { createLimiter, type Limiter } from './platform/limiter';
import { createLiveStore } from './platform/live-store';
import { createMailer, type Mailer } from './platform/mailer';
import { createMicroCache } from './platform/micro-cache';
import { createSmtpTransport } from './platform/smtp';
import { afterCommit } from './platform/unit-of-work';

export interface ApiDeps {
  db: Db;
  pool: Pool;
  env: Env;
  /** Default: the time of the system. */
  clock?: Clock;
  /** Default: one that sends by SMTP, begun and ended with the api. */
  mailer?: Mailer;
  /** Default: jobs of its own, which run. Those that are given are started by whoever gives them. */
  jobs?: Jobs;
  /** Default: a dispatcher of its own, which runs. One that is given is started by whoever gives it. */
  events?: DomainEventDispatcher;
}

/**
 * The api as one Fastify plugin, to be registered under /v1 on an instance made with `apiServerOptions`. Everything of
 * it stays inside: hooks, error handler, not-found handler.
 */
export function apiPlugin({ db, pool, env, clock = systemClock, ...given }: ApiDeps): FastifyPluginAsync {
  return async (app) => {
    const { rateLimits, communicateMinAge, sessionSecret: secret } = env;
    const limiter = createLimiter({ db, clock });

    const sessions = await createSessionsService({
      db,
      clock,
      secret,
      communicateMinAge,
      repository: createSessionsRepository(db),
      viewerCacheMs: env.viewerCacheMs,
    });
    const mailer =
      given.mailer ??
      createMailer({
        db,
        clock,
        secret,
        transport: createSmtpTransport(env.mail),
        onTrouble: (err) => app.log.warn({ err }, 'a mail could not be sent'),
      });
    const users = createUsersService({
      repository: createUsersRepository(db),
      clock,
      communicateMinAge,
      isMailDelayed: mailer.isDelayed,
    });

    takeJsonBodies(app);
    addRequestLog(app);
    addSessionHook(
      app,
      sessions.authenticate,
      createAccessCheck({ closureMode: env.closure.mode, reads: createMemoryLimiter(rateLimits) }),
    );
    app.setErrorHandler(handleError);
    app.setNotFoundHandler(handleNotFound);
    app.decorate('routeTools', {
      limiter,
      idempotency: createIdempotency({ pool, clock, secret }),
      microCache: createMicroCache({ ttlMs: env.microCacheMs }),
      writesPerMinute: rateLimits.writesPerMinute,
      visitorWritesPerMinute: rateLimits.visitorWritesPerMinute,
      checksAnswers: !env.isProduction,
    });

    const jobs =
      given.jobs ??
      createJobs({
        pool,
        clock,
        onTrouble: (error) => {
          app.log.warn({ err: error }, 'a job failed');
        },
      });
    const roomLife = addRoomLife(app, { db, pool, env, clock, jobs });
    const accounts = addAccountModules(app, {
      db,
      env,
      clock,
      limiter,
      mailer,
      sessions,
      users,
      departures: createDeparturesService({ life: roomLife.life, clock }),
      roomRights: createRoomRightsService({ life: roomLife.life, clock }),
    });
    const events =
      given.events ??
      createDomainEventDispatcher({
        db,
        clock,
        onTrouble: (error) => {
          app.log.warn({ err: error }, 'a domain event could not be delivered');
        },
      });
    jobs.handle({ ...roomLife.life.jobHandlers, 'turn-day': accounts.turnDay });
    addContentModules(app, { db, pool, env, clock, limiter, users, professionals: accounts.professionals, roomLife });
    if (!given.jobs) jobs.start();
    if (!given.events) events.start();

    referenceRoutes(app, { publicUrl: env.publicUrl });
    await app.register(healthPlugin({ pool, events }));
    const housekeeping = startHousekeeping({ db, clock, logger: app.log, upkeep: accounts.upkeep });
    if (!given.mailer) mailer.start();
    app.addHook('onClose', () =>
      Promise.all([housekeeping.stop(), mailer.stop(), events.stop()]).then(() => undefined),
    );
  };
}

/** How long the list of categories may be reused, in milliseconds: it changes a few times a year. */
const CATEGORIES_CACHE_MS = 10_000;
/** How often the number of classrooms is counted anew, in turns of the micro-cache. */
const COUNT_CACHE_TURNS = 2;

type Basics = Required<Pick<ApiDeps, 'db' | 'pool' | 'env' | 'clock'>>;
type ContentDeps = Basics & {
  limiter: Limiter;
  users: UsersService;
  professionals: ProfessionalsService;
  roomLife: ReturnType<typeof addRoomLife>;
};

/** What goes on by itself: jobs that time brings, and live documents that follow the database. */
function addRoomLife(app: FastifyInstance, { db, pool, env, clock, jobs }: Basics & { jobs: Jobs }) {
  const projector = startLiveProjector({
    db,
    clock,
    store: env.realtime && createLiveStore(env.realtime),
    communicateMinAge: env.communicateMinAge,
    onTrouble: (error) => {
      app.log.warn({ err: error }, 'live documents cannot be written now');
    },
  });
  const onCommit = () => afterCommit(projector.nudge);
  const rooms = createRoomsRepository({ db, pool, onCommit });
  const life = createRoomLifeService({ db, rooms, jobs, clock, communicateMinAge: env.communicateMinAge });
  app.addHook('onClose', async () => {
    await jobs.stop();
    await projector.stop();
  });
  return { rooms, life, onCommit, flush: projector.flush };
}

/** What people come for: repository -> service -> routes, a line or two each. */
function addContentModules(app: FastifyInstance, deps: ContentDeps): void {
  const { db, pool, env, clock, limiter, users } = deps;
  const { publicUrl, room, media, microCacheMs } = env;
  const [engineSeats, hasMedia] = [engineSeatsOf(media), media !== null];
  const { rooms, life, onCommit, flush } = deps.roomLife;
  const categories = createCategoriesService({
    categories: createCategoriesRepository(db),
    cacheMs: microCacheMs && CATEGORIES_CACHE_MS,
  });
  const classrooms = createClassroomsService({
    classrooms: createClassroomsRepository({ db, pool, onCommit }),
    categories,
    users,
    clock,
    publicUrl,
    room,
    onClassroomChanged: life.onClassroomChanged,
    hasMedia,
    countCacheMs: microCacheMs * COUNT_CACHE_TURNS,
  });
  const reservations = createReservationsService({
    db,
    reservations: reservationsRepository,
    classrooms,
    users,
    clock,
    engineSeats,
  });
  const comments = createClassroomCommentsService({
    comments: createClassroomCommentsRepository({ db, onCommit }),
    classrooms,
    limiter,
    clock,
  });

  categoriesRoutes(app, categories);
  classroomsRoutes(app, classrooms);
  sharePictureRoutes(app, createSharePictureService({ classrooms, limiter }));
  myClassroomsRoutes(app, createMyClassroomsService({ mine: createMyClassroomsRepository(pool), clock }));
  reservationsRoutes(app, reservations);
  classroomCommentsRoutes(app, comments);
  const joining = createJoinService({ rooms, users, life, classrooms, clock, engineSeats, hasMedia });
  roomsRoutes(app, {
    joining,
    presence: createPresenceService({ rooms, clock }),
    moderation: createModerationService({ rooms, life, clock, publicUrl }),
    records: createRoomRecordsService({ rooms, records: createRoomRecordsRepository(db), clock }),
  });
  realtimeRoutes(
    app,
    createRealtimeService({
      people: createRealtimeRepository(db),
      joining,
      tokens: env.realtime && createRealtimeTokens(env.realtime),
      flush,
      clock,
    }),
  );
  const archives = createArchivesService({ archives: createArchivesRepository(db), users: users, clock });
  const events = createEventsService({ events: createEventsRepository(db), clock });
  archivesRoutes(app, archives);
  eventsRoutes(app, events);
  const { searchesPerMinute: readsPerMinute, visitorSearchesPerMinute: visitorReadsPerMinute } = env.rateLimits;
  searchRoutes(
    app,
    createSearchService({
      entries: createSearchRepository(pool),
      classrooms,
      events,
      archives,
      professionals: deps.professionals,
      users: users,
      clock,
      limiter: createMemoryLimiter({ readsPerMinute, visitorReadsPerMinute }),
    }),
  );
  notificationsRoutes(
    app,
    createNotificationsService({ notifications: createNotificationsRepository({ db, onCommit }), clock }),
  );
}
