import type { FastifyPluginAsync } from 'fastify';

import type { Pool } from '../platform/database/db';
import type { DomainEventDispatcher } from '../platform/events/domain-events';

/** A load balancer probes every few seconds; a slower database counts as not ready. In milliseconds. */
const PATIENCE_MS = 2000;

/** Rewrites one row each time. */
const WRITE = `insert into rate_limits (bucket, count, resets_at) values ('readiness', 1, now() + interval '1 hour')
  on conflict (bucket) do update set count = 1, resets_at = excluded.resets_at`;

/**
 * GET /healthz: the process responds (otherwise restart it). GET /readyz: it may receive requests, because the database
 * accepts writes (with a full disk it still reads) and it is not shutting down (otherwise route elsewhere). It also
 * reports the lag of the domain event consumers.
 */
export function healthPlugin({
  pool,
  events,
  isDraining = () => false,
}: {
  pool: Pool;
  events?: Pick<DomainEventDispatcher, 'lag'> | undefined;
  /** Whether the process is about to stop: it still answers, but wants no new callers. */
  isDraining?: (() => boolean) | undefined;
}): FastifyPluginAsync {
  return async (app) => {
    let isClosing = false;
    app.addHook('preClose', async () => {
      isClosing = true;
    });
    app.get('/healthz', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
    app.get('/readyz', async (_request, reply) => {
      const isReady = !isClosing && !isDraining() && (await answers(pool));
      return reply
        .code(isReady ? 200 : 503)
        .header('cache-control', 'no-store')
        .send({ status: isReady ? 'ready' : 'unavailable', ...(events && { domainEvents: events.lag }) });
    });
  };
}

async function answers(pool: Pool): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, false);
  });
  const asked = pool.query(WRITE).then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([asked, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
