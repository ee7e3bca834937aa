import { createHash, type KeyObject, timingSafeEqual } from 'node:crypto';

import { jwtVerify, type JWTVerifyGetKey } from 'jose';

import { StatusError } from '../status';
import type { Caller } from './access';

/** How callers prove who they are. */
export interface AuthOptions {
  /** Verifies the tokens of users: a key, a secret, or a function that finds the key for a token. */
  readonly key: KeyObject | Uint8Array | JWTVerifyGetKey;
  /** The only signatures that are accepted, for example `['HS256']`. */
  readonly algorithms: readonly string[];
  /** When given, tokens must come from this issuer. */
  readonly issuer?: string;
  /** When given, tokens must be made for this audience. */
  readonly audience?: string;
  /** A request with this header and value may do everything. At least 24 characters; told to the server alone. */
  readonly server?: { readonly header: string; readonly secret: string };
}

const MIN_SECRET = 24;
const digest = (text: string) => createHash('sha256').update(text).digest();

/** Finds out who a request comes from. */
export class Callers {
  readonly #server: { readonly header: string; readonly digest: Buffer } | undefined;

  constructor(
    private readonly options: AuthOptions,
    private readonly now: () => number,
  ) {
    const { server } = options;
    if (server && server.secret.length < MIN_SECRET)
      throw new Error(`The server's secret needs at least ${MIN_SECRET} characters.`);
    this.#server = server && { header: server.header.toLowerCase(), digest: digest(server.secret) };
  }

  /** The caller of a request with these headers. Throws UNAUTHENTICATED for a secret or a token that is not good. */
  async identify(headers: Readonly<Record<string, string | undefined>>): Promise<Caller> {
    const secret = this.#server && headers[this.#server.header];
    if (secret !== undefined) {
      if (timingSafeEqual(digest(secret), (this.#server as { digest: Buffer }).digest)) return { kind: 'server' };
      throw new StatusError('UNAUTHENTICATED', 'Request had invalid authentication credentials.');
    }
    const { authorization } = headers;
    if (authorization === undefined || authorization.trim() === '') return { kind: 'anonymous' };
    const token = /^Bearer (\S+)$/i.exec(authorization.trim())?.[1];
    if (token === undefined)
      throw new StatusError('UNAUTHENTICATED', 'Request had invalid authentication credentials.');
    return this.#verify(token);
  }

  async #verify(token: string): Promise<Caller> {
    const { key, algorithms, issuer, audience } = this.options;
    const options = {
      algorithms: [...algorithms],
      currentDate: new Date(this.now()),
      requiredClaims: ['exp', 'sub'],
      ...(issuer && { issuer }),
      ...(audience && { audience }),
    };
    try {
      const { payload } =
        typeof key === 'function' ? await jwtVerify(token, key, options) : await jwtVerify(token, key, options);
      if (!payload.sub) throw new Error('A token without a subject.');
      return { kind: 'user', uid: payload.sub, claims: payload, expiresAt: (payload.exp as number) * 1000 };
    } catch (failure) {
      const isExpired = (failure as { code?: string }).code === 'ERR_JWT_EXPIRED';
      throw new StatusError(
        'UNAUTHENTICATED',
        isExpired ? 'The token has expired.' : 'Request had invalid authentication credentials.',
      );
    }
  }
}
