import { type FastifyServerOptions, LogController } from 'fastify';

import { handleFrameworkError } from './error-handler';
import { requestIds } from './request-id';

/** Bodies are forms, never files: 2000 characters of text are the longest field. */
const BODY_LIMIT_BYTES = 128 * 1024;
/** An id has at most 64 characters; whatever is much longer is no id but an attack. */
const MAX_PARAM_LENGTH = 200;
/** A document of 10 MB takes 80 s on a phone's line of 1 Mbit/s. */
const REQUEST_TIMEOUT_MS = 120_000;

/** What the Fastify instance that carries the api has to be made with: these cannot be set inside a plugin. */
export const apiServerOptions = {
  bodyLimit: BODY_LIMIT_BYTES,
  requestTimeout: REQUEST_TIMEOUT_MS,
  requestIdHeader: false,
  genReqId: requestIds(),
  logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
  frameworkErrors: handleFrameworkError,
  forceCloseConnections: 'idle',
  return503OnClosing: true,
  routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
} satisfies FastifyServerOptions;

/** Fastify's `trustProxy` for so many proxies in front. */
export const trustedHops = (hops: number) => (hops === 0 ? false : (_address: string, hop: number) => hop < hops);
