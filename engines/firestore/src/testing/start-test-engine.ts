import { SignJWT } from 'jose';

import type { Authorize } from '../access/access';
import { createFirestoreEngine, type EngineOptions } from '../engine';
import { memoryStorage } from '../storage/memory-storage';

export const PROJECT = 'test';
export const SERVER_SECRET = 'the-secret-of-the-server-alone';
export const SERVER_HEADER = 'x-engine-secret';
export const TOKEN_KEY = new TextEncoder().encode('a key for tokens, long enough to be one');
export const ORIGIN = 'http://app.test';

/** Creates a token like the one the product's server issues to a user. */
export function tokenFor(
  uid: string,
  {
    seconds = 600,
    key = TOKEN_KEY,
    claims = {},
  }: { seconds?: number; key?: Uint8Array; claims?: Record<string, unknown> } = {},
): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(uid)
    .setIssuedAt(now - 1)
    .setExpirationTime(now + seconds)
    .sign(key);
}

/**
 * Rules that let signed-in users do anything below `open/` and in collections called `open`, and nobody anything else.
 */
const openOnly: Authorize = (request) => {
  const place =
    request.operation === 'listCollections'
      ? request.parent
      : 'query' in request && request.query
        ? `${request.query.parent}/${request.query.collectionId ?? ''}`
        : (request.path ?? '');
  return place.split('/').includes('open');
};

/** Starts an engine on a free port with documents in memory. */
export async function startTestEngine(options: Partial<EngineOptions> = {}) {
  const warnings: object[] = [];
  const failures: object[] = [];
  const engine = await createFirestoreEngine({
    projectId: PROJECT,
    storage: memoryStorage(),
    authorize: openOnly,
    origins: [ORIGIN],
    auth: { key: TOKEN_KEY, algorithms: ['HS256'], server: { header: SERVER_HEADER, secret: SERVER_SECRET } },
    logger: { warn: (details) => warnings.push(details), error: (details) => failures.push(details) },
    ...options,
  });
  const url = await engine.listen(0);
  const root = `projects/${PROJECT}/databases/(default)/documents`;
  const call = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = { [SERVER_HEADER]: SERVER_SECRET },
  ) => {
    const response = await fetch(`${url}/v1/${root}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as Record<string, unknown> & Record<string, unknown>[],
    };
  };
  return {
    engine,
    url,
    root,
    call,
    warnings,
    failures,
    set: (path: string, fields: object) => call('PATCH', `/${path}`, { fields }),
  };
}
