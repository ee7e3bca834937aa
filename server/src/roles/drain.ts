import { setTimeout as pause } from 'node:timers/promises';

import type { FastifyInstance } from 'fastify';

import { UserFacingError } from '../user-facing-error.mjs';

/** Default in production, in seconds: load balancers probe every few seconds. */
const PRODUCTION_SECONDS = 5;
const MAX_SECONDS = 600;

/** The time before a stop in which a process still answers, but is no longer ready for new callers. */
export interface Drain {
  readonly isDraining: boolean;
  /** Starts; resolves when the time is over. */
  begin(): Promise<void>;
}

/** Reads how long a process drains from DRAIN_SECONDS. */
export function createDrain(env: Record<string, string | undefined>): Drain {
  const given = env['DRAIN_SECONDS'] || (env['NODE_ENV'] === 'production' ? PRODUCTION_SECONDS : 0);
  const seconds = Number(given);
  if (!(seconds >= 0 && seconds <= MAX_SECONDS))
    throw new UserFacingError(`DRAIN_SECONDS must be a number from 0 to ${MAX_SECONDS}, not "${given}".`);
  let isDraining = false;
  return {
    get isDraining() {
      return isDraining;
    },
    async begin() {
      isDraining = true;
      if (seconds > 0) await pause(seconds * 1000);
    },
  };
}

/** Closes each connection with its next answer while draining, so that callers move to other processes. */
export function closeWhileDraining(app: FastifyInstance, drain: Drain): void {
  app.server.prependListener('request', (_request, response) => {
    if (drain.isDraining) response.setHeader('connection', 'close');
  });
}
