import { refreshToken } from '@manabiba/shared/contract/auth';
import { getMe, type Me } from '@manabiba/shared/contract/users';

import type { AskApi } from '../pages/ask-api';
import type { SessionTokens } from './session-cookies';

/** A token this close to its expiry is refreshed before use, in milliseconds: the call takes time as well. */
const LEEWAY_MS = 30_000;

/** The session as a request may use it. */
export interface UsableSession {
  /** For the authorization header; null: continue as anonymous. */
  token: string | null;
  /** Session change for the browser: a new session, a cleared one (null), or no change (absent). */
  newTokens?: SessionTokens | null;
}

export type SessionRefresher = ReturnType<typeof createSessionRefresher>;

/** Keeps browser sessions alive: browsers hold cookies and never see, read or refresh a token. */
export function createSessionRefresher(askApi: AskApi) {
  const running = new Map<string, Promise<SessionTokens | 'refused' | 'unavailable'>>();

  async function ask(token: string, address: string) {
    const { status, body } = await askApi({
      method: 'POST',
      path: `/v1${refreshToken.path}`,
      body: { refreshToken: token },
      address,
    });
    if (status === 200 && isTokens(body)) return { token: body.token, refreshToken: body.refreshToken };
    return status === 401 || status === 422 ? 'refused' : 'unavailable';
  }

  /**
   * Exchanges a refresh token. Concurrent calls with the same token share the result; for ten seconds the api gives
   * other instances the same successor.
   */
  function refresh(token: string, address: string) {
    const known = running.get(token);
    if (known) return known;
    const asked = ask(token, address).finally(() => running.delete(token));
    running.set(token, asked);
    return asked;
  }

  return {
    /**
     * Returns a usable session for a browser, refreshing a token that is missing or about to expire.
     *
     * A session that the api no longer knows is cleared and the request continues as anonymous. `unavailable` when the
     * api cannot be reached: no session is cleared because of that.
     */
    async open(session: Partial<SessionTokens>, address: string): Promise<UsableSession | 'unavailable'> {
      const life = session.token ? remainingLifeMs(session.token) : 0;
      if (session.token && life > LEEWAY_MS) return { token: session.token };
      if (!session.refreshToken) return session.token ? { token: null, newTokens: null } : { token: null };
      const fresh = await refresh(session.refreshToken, address);
      if (fresh === 'refused') return { token: null, newTokens: null };
      if (fresh !== 'unavailable') return { token: fresh.token, newTokens: fresh };
      return session.token && life > 0 ? { token: session.token } : 'unavailable';
    },

    /** Returns whether a request can be admitted without calling the api: the hot path. */
    isUsable: (session: Partial<SessionTokens>) =>
      session.token !== undefined && remainingLifeMs(session.token) > LEEWAY_MS,

    /**
     * After the api rejected a token that looked valid: refreshes the session, or clears it when it was ended
     * elsewhere. Undefined when the session is valid and only the call was not permitted.
     */
    async recover(
      session: Partial<SessionTokens>,
      token: string,
      address: string,
    ): Promise<SessionTokens | null | undefined> {
      const { status } = await askApi({ method: 'GET', path: `/v1${getMe.path}`, token, address });
      if (status !== 401) return undefined;
      const fresh = session.refreshToken ? await refresh(session.refreshToken, address) : 'refused';
      if (fresh === 'unavailable') return undefined;
      return fresh === 'refused' ? null : fresh;
    },

    /** Returns the user of a token. Null for none and whenever the api cannot answer. */
    async whoIs(token: string, address: string): Promise<{ me: Me | null; isRejected: boolean }> {
      const { status, body } = await askApi({ method: 'GET', path: `/v1${getMe.path}`, token, address });
      return { me: status === 200 ? (body as Me) : null, isRejected: status === 401 };
    },
  };
}

/** Reads only the expiry; verifying the token is up to the api. */
function remainingLifeMs(token: string): number {
  try {
    const payload: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    const { exp } = payload as { exp?: unknown };
    return typeof exp === 'number' ? exp * 1000 - Date.now() : 0;
  } catch {
    return 0;
  }
}

function isTokens(body: unknown): body is SessionTokens {
  const given = body as Partial<SessionTokens> | null | undefined;
  return typeof given?.token === 'string' && typeof given.refreshToken === 'string';
}
