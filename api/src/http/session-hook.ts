import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { AccessCheck } from '../access/access-rule';
import type { Authenticate, Authentication } from '../access/viewer';
import { callerAddress } from './caller-address';

const BEARER = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+) *$/i;
const MAX_TOKEN_LENGTH = 2048;
/** A value that is no token, checked like a forged one. */
const NOT_A_TOKEN = 'x';
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

export const isSafe = (method: string) => SAFE_METHODS.has(method);

/**
 * Identifies the viewer and applies the endpoint's access rule before the body is read. This is the only place that
 * does so, so no call can skip it.
 */
export function addSessionHook(app: FastifyInstance, authenticate: Authenticate, checkAccess: AccessCheck): void {
  app.decorateRequest('authentication', null as unknown as Authentication);
  app.decorateRequest('refusal', undefined);

  app.addHook('onRequest', (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void) => {
    const { endpoint } = request.routeOptions.config;
    if (!endpoint) {
      done();
      return;
    }
    const admit = (authentication: Authentication) => {
      request.authentication = authentication;
      const refusal = checkAccess(endpoint, authentication, callerAddress(request.ip));
      // The call that ended the session may have lost its answer: its key gets that answer again, and nothing else.
      if (
        refusal &&
        authentication.endedOwnerId &&
        !isSafe(endpoint.method) &&
        request.headers['idempotency-key'] !== undefined
      ) {
        request.refusal = refusal;
        done();
      } else {
        done(refusal);
      }
    };
    const found = authenticate(bearerOf(request), { isFresh: !isSafe(endpoint.method) });
    if (found instanceof Promise) found.then(admit).catch(done);
    else admit(found);
  });
}

function bearerOf(request: FastifyRequest): string | null {
  const { authorization } = request.headers;
  if (authorization === undefined) return null;
  if (authorization.length > MAX_TOKEN_LENGTH) return NOT_A_TOKEN;
  return BEARER.exec(authorization)?.[1] ?? NOT_A_TOKEN;
}

declare module 'fastify' {
  interface FastifyRequest {
    authentication: Authentication;
    /** The call must not run: only its earlier answer may be returned. */
    refusal: Error | undefined;
  }
}
