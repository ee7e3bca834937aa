import Fastify, { type FastifyBaseLogger } from 'fastify';

import { apiPlugin } from '../../../api/src/app';
import { readEnv } from '../../../api/src/env';
import { onClientError } from '../../../api/src/http/error-handler';
import { healthPlugin } from '../../../api/src/http/health';
import { apiServerOptions, trustedHops } from '../../../api/src/http/server-options';
import { createDb, createPool } from '../../../api/src/platform/database/db';
import { createLogger } from '../../../api/src/platform/logger';

/*
 * The api with the work behind it as one process, without pages, for tests that kill it.
 */

/** Time for running requests to finish on shutdown, in milliseconds. */
const GRACE_MS = 10_000;

const env = readEnv(process.env);
const logger: FastifyBaseLogger = createLogger({ level: env.logLevel });
const pool = createPool(env.databaseUrl, env.databasePool);
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
