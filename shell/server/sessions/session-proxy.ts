import type { FastifyInstance, FastifyReply } from 'fastify';

import { isFromBrowser, isOurs } from '../policy/origin-check';
import { refuse } from '../refuse';
import { readSession, type SessionTokens, writeSession } from './session-cookies';
import type { SessionRefresher, UsableSession } from './session-refresher';

/** State shared by the hooks of one request. */
interface ProxiedSession {
  session: Partial<SessionTokens>;
  /** The token sent to the api instead of the cookie. */
  token: string | null;
  newTokens?: SessionTokens | null;
  isFromBrowser: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** State of the session proxy; null until its first hook has run. */
    proxiedSession: ProxiedSession | null;
  }
}

interface SessionProxyOptions {
  refresher: SessionRefresher;
  publicUrl: string;
}

/**
 * Sits in front of the api: requests reach it with a bearer header and no cookies, responses leave it without tokens.
 *
 * Direct clients with an authorization header of their own pass unchanged. Tokens are removed from bodies only for
 * browsers (identified by Sec-Fetch-Site or Origin): a native client has no cookie jar shared with scripts, stores its
 * tokens itself and needs them.
 */
export function addSessionProxy(scope: FastifyInstance, { refresher, publicUrl }: SessionProxyOptions): void {
  // A property of the request: an entry of a WeakMap costs every request a hash and the collector a pass.
  scope.decorateRequest('proxiedSession', null);

  scope.addHook('onRequest', (request, reply, done) => {
    const { headers } = request;
    if (!isOurs(request, publicUrl)) {
      refuse(reply, 'bad_origin');
      return;
    }
    const session = readSession(headers.cookie);
    const state: ProxiedSession = { session, token: null, isFromBrowser: isFromBrowser(headers) };
    request.proxiedSession = state;
    delete headers.cookie;
    if (headers.authorization !== undefined || (!session.token && !session.refreshToken)) {
      done();
      return;
    }
    const admit = (usable: UsableSession) => {
      state.token = usable.token;
      state.newTokens = usable.newTokens;
      if (usable.token) headers.authorization = `Bearer ${usable.token}`;
      done();
    };
    if (session.token && refresher.isUsable(session)) {
      admit({ token: session.token });
      return;
    }
    refresher
      .open(session, request.ip)
      .then((usable) => {
        if (usable === 'unavailable') refuse(reply, 'unavailable');
        else admit(usable);
      })
      .catch(done);
  });

  scope.addHook('onSend', (request, reply, payload, done) => {
    const state = request.proxiedSession;
    if (!state) {
      done(null, payload);
      return;
    }
    if (state.isFromBrowser && request.method === 'POST' && typeof payload === 'string')
      payload = takeTokensOut(state, reply, payload);
    if (reply.statusCode !== 401 || !state.token || state.newTokens !== undefined) {
      writeNewTokens(reply, state);
      done(null, payload);
      return;
    }
    refresher
      .recover(state.session, state.token, request.ip)
      .then((found) => {
        state.newTokens = found;
        writeNewTokens(reply, state);
        done(null, payload);
      })
      .catch(done);
  });
}

function writeNewTokens(reply: FastifyReply, state: ProxiedSession): void {
  if (state.newTokens !== undefined) writeSession(reply, state.newTokens);
}

/**
 * Moves the tokens of a response into cookies. Detected by the refresh token in it, not by the path: a path can be
 * spelled in many ways, and no other response contains one.
 */
function takeTokensOut(state: ProxiedSession, reply: FastifyReply, payload: string): string {
  if (reply.statusCode >= 300 || !payload.includes('"refreshToken"')) return payload;
  const { token, refreshToken, ...rest } = JSON.parse(payload) as Partial<SessionTokens>;
  if (!token || !refreshToken) return payload;
  state.newTokens = { token, refreshToken };
  reply.removeHeader('content-length');
  return JSON.stringify(rest);
}
