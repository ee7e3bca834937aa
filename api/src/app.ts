import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import type { Env } from './env';
import { createAccessCheck } from './http/access-rule';
import { handleError, handleNotFound } from './http/error-handler';
import { healthPlugin } from './http/health';
import { createIdempotency } from './http/idempotency';
import { takeJsonBodies } from './http/json-bodies';
import { createMemoryLimiter } from './http/memory-limiter';
import { referenceRoutes } from './http/reference-routes';
import { addRequestLog } from './http/request-log';
import { addSessionHook } from './http/session-hook';
import { createAuthService } from './modules/auth/auth.service';
import { authRoutes } from './modules/auth/auth.routes';
import { createPasswords } from './modules/auth/passwords';
import { createCategoriesRepository } from './modules/categories/categories.repository';
import { categoriesRoutes } from './modules/categories/categories.routes';
import { createCategoriesService } from './modules/categories/categories.service';
import { createClassroomCommentsRepository } from './modules/classroom-comments/classroom-comments.repository';
import { classroomCommentsRoutes } from './modules/classroom-comments/classroom-comments.routes';
import { createClassroomCommentsService } from './modules/classroom-comments/classroom-comments.service';
import { BUILT_IN_ENGINE_SEATS } from './modules/classrooms/classroom-rules';
import { createClassroomsRepository } from './modules/classrooms/classrooms.repository';
import { classroomsRoutes, reservationsRoutes } from './modules/classrooms/classrooms.routes';
import { createClassroomsService } from './modules/classrooms/classrooms.service';
import { createReservationsRepository } from './modules/classrooms/reservations.repository';
import { createReservationsService } from './modules/classrooms/reservations.service';
import { createEventsRepository } from './modules/events/events.repository';
import { eventsRoutes } from './modules/events/events.routes';
import { createEventsService } from './modules/events/events.service';
import { createNotificationsRepository } from './modules/notifications/notifications.repository';
import { notificationsRoutes } from './modules/notifications/notifications.routes';
import { createNotificationsService } from './modules/notifications/notifications.service';
import { createSessionsRepository } from './modules/sessions/sessions.repository';
import { createSessionsService } from './modules/sessions/sessions.service';
import { createUsersRepository } from './modules/users/users.repository';
import { usersRoutes } from './modules/users/users.routes';
import { createUsersService } from './modules/users/users.service';
import { systemClock, type Clock } from './platform/clock';
import type { Db, Pool } from './platform/db';
import { startHousekeeping } from './platform/housekeeping';
import { createLimiter, type Limiter } from './platform/limiter';
import { createMicroCache } from './platform/micro-cache';

export interface ApiDeps {
  db: Db;
  pool: Pool;
  env: Env;
  /** Default: the time of the system. */
  clock?: Clock;
}

/**
 * The api as one Fastify plugin, to be registered under /v1 on an instance made with `apiServerOptions`. Everything of
 * it stays inside: hooks, error handler, not-found handler.
 */
export function apiPlugin({ db, pool, env, clock = systemClock }: ApiDeps): FastifyPluginAsync {
  return async (app) => {
    const { rateLimits, communicateMinAge, sessionSecret: secret } = env;
    const limiter = createLimiter({ db, clock });

    const sessions = await createSessionsService({
      db, clock, secret, communicateMinAge, repository: createSessionsRepository(db), viewerCacheMs: env.viewerCacheMs,
    });
    const users = createUsersService({ repository: createUsersRepository(db), clock, communicateMinAge });
    const auth = createAuthService({
      db, users, sessions, passwords: createPasswords(), limiter, clock, limits: rateLimits,
    });

    takeJsonBodies(app);
    addRequestLog(app);
    addSessionHook(app, sessions.authenticate, createAccessCheck({ closureMode: env.closure.mode, reads: createMemoryLimiter(rateLimits) }));
    app.setErrorHandler(handleError);
    app.setNotFoundHandler(handleNotFound);
    app.decorate('routeTools', {
      limiter,
      idempotency: createIdempotency({ db, clock, secret }),
      microCache: createMicroCache({ ttlMs: env.microCacheMs }),
      writesPerMinute: rateLimits.writesPerMinute,
      visitorWritesPerMinute: rateLimits.visitorWritesPerMinute,
      checksAnswers: !env.isProduction,
    });

    authRoutes(app, auth, sessions);
    usersRoutes(app, users);
    addContentModules(app, { db, pool, env, clock, limiter });

    referenceRoutes(app, { publicUrl: env.publicUrl });
    await app.register(healthPlugin({ pool }));
    const housekeeping = startHousekeeping({ db, clock, logger: app.log });
    app.addHook('onClose', () => housekeeping.stop());
  };
}

/** How long the list of categories may be reused, in milliseconds: it changes a few times a year. */
const CATEGORIES_CACHE_MS = 10_000;
/** How often the number of classrooms is counted anew, in turns of the micro-cache. */
const COUNT_CACHE_TURNS = 2;

/** What people come for: repository -> service -> routes, a line or two each. */
function addContentModules(app: FastifyInstance, { db, pool, env, clock, limiter }: Required<ApiDeps> & { limiter: Limiter }): void {
  const { publicUrl, room, microCacheMs } = env;
  const categories = createCategoriesService({ categories: createCategoriesRepository(db), cacheMs: microCacheMs && CATEGORIES_CACHE_MS });
  const classrooms = createClassroomsService({
    classrooms: createClassroomsRepository({ db, pool }), categories, clock, publicUrl, room, countCacheMs: microCacheMs * COUNT_CACHE_TURNS,
  });
  const reservations = createReservationsService({
    reservations: createReservationsRepository(db), classrooms, clock, engineSeats: BUILT_IN_ENGINE_SEATS,
  });
  const comments = createClassroomCommentsService({ comments: createClassroomCommentsRepository(db), classrooms, limiter, clock });

  categoriesRoutes(app, categories);
  classroomsRoutes(app, classrooms);
  reservationsRoutes(app, reservations);
  classroomCommentsRoutes(app, comments);
  eventsRoutes(app, createEventsService({ events: createEventsRepository(db), clock }));
  notificationsRoutes(app, createNotificationsService({ notifications: createNotificationsRepository(db), clock }));
}
