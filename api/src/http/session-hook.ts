import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { AccessCheck } from '../access/access-rule';
import { type Authenticate, type Authentication, isSignedIn, type SignedInViewer } from '../access/viewer';
import { callerAddress } from './caller-address';

const BEARER = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+) *$/i;
/** Secret scanners can search for how a key begins. */
export const API_KEY_PREFIX = 'mnb_';
const API_KEY = new RegExp(String.raw`^Bearer +(${API_KEY_PREFIX}[\w-]{43}) *$`, 'i');
const MAX_TOKEN_LENGTH = 2048;
/** A value that is no token, checked like a forged one. */
const NOT_A_TOKEN = 'x';
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

export const isSafe = (method: string) => SAFE_METHODS.has(method);

interface SessionHookDeps {
  authenticate: Authenticate;
  authenticateKey: (apiKey: string) => Promise<Authentication>;
  checkAccess: AccessCheck;
  /** Called for each call of the staff that is admitted. Returns nothing when there is nothing to do. */
  keepStaffOpen: (viewer: SignedInViewer) => Promise<void> | undefined;
}

/**
 * Identifies the viewer and applies the endpoint's access rule before the body is read. This is the only place that
 * does so, so no call can skip it.
 */
export function addSessionHook(
  app: FastifyInstance,
  { authenticate, authenticateKey, checkAccess, keepStaffOpen }: SessionHookDeps,
): void {
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
      const refusal = checkAccess(endpoint, authentication, { address: callerAddress(request.ip), ip: request.ip });
      // The call that ended the session may have lost its answer: its key gets that answer again, and nothing else.
      if (
        refusal &&
        authentication.endedOwnerId &&
        !isSafe(endpoint.method) &&
        request.headers['idempotency-key'] !== undefined
      ) {
        request.refusal = refusal;
        done();
        return;
      }
      const { access } = endpoint;
      const isStaffCall =
        access.session === 'staff' && !access.whileLocked && !access.isPolled && isSignedIn(authentication.viewer);
      const kept = !refusal && isStaffCall ? keepStaffOpen(authentication.viewer as SignedInViewer) : undefined;
      if (kept) kept.then(() => done()).catch(done);
      else done(refusal);
    };
    const apiKey = API_KEY.exec(request.headers.authorization ?? '')?.[1];
    const found = apiKey
      ? authenticateKey(apiKey)
      : authenticate(bearerOf(request), { isFresh: !isSafe(endpoint.method) });
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
