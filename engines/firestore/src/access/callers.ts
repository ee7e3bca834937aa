import { createHash, type KeyObject, timingSafeEqual } from 'node:crypto';

import { jwtVerify, type JWTVerifyGetKey } from 'jose';

import { StatusError } from '../status';
import type { Caller } from './access';

/** Authentication of callers. */
export interface AuthOptions {
  /** Key to verify users' tokens: a key, a secret, or a function that finds the key for a token. */
  readonly key: KeyObject | Uint8Array | JWTVerifyGetKey;
  /** Accepted signature algorithms, for example `['HS256']`. */
  readonly algorithms: readonly string[];
  /** Required issuer of tokens, if given. */
  readonly issuer?: string;
  /** Required audience of tokens, if given. */
  readonly audience?: string;
  /** Header and secret with which a request has full access. At least 24 characters; known to the server only. */
  readonly server?: { readonly header: string; readonly secret: string };
}

const MIN_SECRET = 24;
const digest = (text: string) => createHash('sha256').update(text).digest();

/** Identifies the callers of requests. */
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

  /** Returns the caller of a request with these headers. Throws UNAUTHENTICATED for an invalid secret or token. */
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
