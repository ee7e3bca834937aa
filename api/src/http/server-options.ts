import { requestId } from '@manabiba/telemetry/request-ids';
import { type FastifyServerOptions, LogController } from 'fastify';

import { handleFrameworkError } from './error-handler';

/** Bodies are forms, never files: the longest field is 2000 characters of text. */
const BODY_LIMIT_BYTES = 128 * 1024;
/** An id has at most 64 characters; anything much longer is an attack. */
const MAX_PARAM_LENGTH = 200;
/** A 10 MB document takes 80 s over a 1 Mbit/s mobile connection. */
const REQUEST_TIMEOUT_MS = 120_000;

/** The options for the Fastify instance that carries the api, which a plugin cannot set. */
export const apiServerOptions = {
  bodyLimit: BODY_LIMIT_BYTES,
  requestTimeout: REQUEST_TIMEOUT_MS,
  requestIdHeader: false,
  genReqId: requestId,
  // Given options, even none, pino builds the formatters of each child anew.
  childLoggerFactory: (logger, bindings, options) =>
    Object.keys(options).length === 0 ? logger.child(bindings) : logger.child(bindings, options),
  logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
  frameworkErrors: handleFrameworkError,
  forceCloseConnections: 'idle',
  return503OnClosing: true,
  routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
} satisfies FastifyServerOptions;

/** Returns Fastify's `trustProxy` for that many proxies in front. */
export const trustedHops = (hops: number) => (hops === 0 ? false : (_address: string, hop: number) => hop < hops);
