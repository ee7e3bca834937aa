import Fastify, { type FastifyBaseLogger } from 'fastify';

import { apiPlugin } from './app';
import { readEnv } from './env';
import { onClientError } from './http/error-handler';
import { healthPlugin } from './http/health';
import { apiServerOptions, trustedHops } from './http/server-options';
import { createDb, createPool } from './platform/database/db';
import { createLogger } from './platform/logger';

/*
 * The api as a separate process, for installations in which the web server runs elsewhere. Shuts down gracefully on
 * SIGTERM and SIGINT: reports not ready, finishes running requests, then closes the connections.
 */

/** Time for running requests to finish on shutdown, in milliseconds. */
const GRACE_MS = 10_000;

const env = readEnv(process.env);
const logger: FastifyBaseLogger = createLogger({ level: env.logLevel });
const pool = createPool(env.databaseUrl, { max: env.databasePoolMax });
const app = Fastify({
  ...apiServerOptions,
  loggerInstance: logger,
  trustProxy: trustedHops(env.trustProxy),
  clientErrorHandler: onClientError,
});
await app.register(healthPlugin({ pool }));
await app.register(apiPlugin({ db: createDb(pool), pool, env }), { prefix: '/v1' });
app.addHook('onClose', () => pool.end());

function end() {
  setTimeout(() => process.exit(1), GRACE_MS).unref();
  void app.close().then(() => process.exit(0));
}
process.once('SIGTERM', end);
process.once('SIGINT', end);

logger.info({ url: await app.listen({ host: env.host, port: env.port }) }, 'ready');
