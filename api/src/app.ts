import type { FastifyBaseLogger, FastifyPluginAsync } from 'fastify';
import type { Env } from './env';
import { systemClock, type Clock } from './platform/clock';
import type { Db, Pool } from './platform/db';
import { createLimiter } from './platform/limiter';

export interface ApiDeps {
  db: Db;
  pool: Pool;
  env: Env;
  clock?: Clock;
  logger?: FastifyBaseLogger;
}

/** The api as one Fastify plugin, to be registered under /v1. Reads as its parts list. */
export function apiPlugin({ db, pool, env, clock = systemClock }: ApiDeps): FastifyPluginAsync {
  return async (app) => {
    const limiter = createLimiter({ db, clock });
    void [app, pool, env, limiter];

    // Modules: one line each, repository -> service -> routes.
  };
}
