import { refreshToken } from '@manabiba/shared/contract/auth';
import { getMe, type Me } from '@manabiba/shared/contract/users';

import type { AskApi } from '../pages/ask-api';
import type { SessionTokens } from './session-cookies';

/** A token this close to its end is exchanged before it is used, in milliseconds: the call takes time as well. */
const LEEWAY_MS = 30_000;

/** The session as a request may use it. */
export interface UsableSession {
  /** For the authorization header; null: go on as nobody. */
  token: string | null;
  /** What the browser is to be told: a new session, none any more (null), or nothing (absent). */
  tell?: SessionTokens | null;
}

export type SessionRefresher = ReturnType<typeof createSessionRefresher>;

/** Keeps the sessions of browsers alive: they hold cookies and never see, read or renew a token. */
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
   * Trades a refresh token. Whoever asks with the same one meanwhile shares the answer; another instance that asks too
   * gets the same successor from the api for ten seconds.
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
     * Makes a browser's session usable, exchanging a token that is missing or about to end.
     *
     * A session that the api no longer knows is taken away and the request goes on as a visitor's. `unavailable` when
     * the api cannot say: nobody is signed out because of that.
     */
    async open(session: Partial<SessionTokens>, address: string): Promise<UsableSession | 'unavailable'> {
      const life = session.token ? remainingLifeMs(session.token) : 0;
      if (session.token && life > LEEWAY_MS) return { token: session.token };
      if (!session.refreshToken) return session.token ? { token: null, tell: null } : { token: null };
      const fresh = await refresh(session.refreshToken, address);
      if (fresh === 'refused') return { token: null, tell: null };
      if (fresh !== 'unavailable') return { token: fresh.token, tell: fresh };
      return session.token && life > 0 ? { token: session.token } : 'unavailable';
    },

    /** Whether a request can be admitted without asking anybody: the hot path. */
    isUsable: (session: Partial<SessionTokens>) =>
      session.token !== undefined && remainingLifeMs(session.token) > LEEWAY_MS,

    /**
     * After the api refused a token that looked good: renews the session, or takes it away when it was ended elsewhere.
     * Absent when the session stands and only the call was not for this person.
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

    /** Who this is. Null for nobody and whenever the api cannot say. */
    async whoIs(token: string, address: string): Promise<{ me: Me | null; isRejected: boolean }> {
      const { status, body } = await askApi({ method: 'GET', path: `/v1${getMe.path}`, token, address });
      return { me: status === 200 ? (body as Me) : null, isRejected: status === 401 };
    },
  };
}

/** Only the end of life is read here; whether the token is genuine is the api's to say. */
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
