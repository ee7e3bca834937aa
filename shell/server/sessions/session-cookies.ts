import type { FastifyReply } from 'fastify';

/** Tokens of a signed-in or anonymous session, as issued by the api. */
export interface SessionTokens {
  token: string;
  refreshToken: string;
}

/** 30 days. Source: the product's constants for its session cookie. */
const MAX_AGE_SECONDS = 2_592_000;
const TOKEN = 'token';
const REFRESH = 'refresh';

/** Returns the value of one cookie; the first one when it occurs twice. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  if (!header) return undefined;
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=');
    if (at !== -1 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim() || undefined;
  }
  return undefined;
}

/** Returns the session in the browser's cookies, if any. */
export function readSession(header: string | undefined): Partial<SessionTokens> {
  return { token: readCookie(header, TOKEN), refreshToken: readCookie(header, REFRESH) };
}

/** Sets the session cookies of the browser; null clears them. */
export function writeSession(reply: FastifyReply, session: SessionTokens | null): void {
  const attributes = `Max-Age=${session ? MAX_AGE_SECONDS : 0}; ${reply.server.cookieAttributes}`;
  reply.header('set-cookie', [
    `${TOKEN}=${session?.token ?? ''}; ${attributes}`,
    `${REFRESH}=${session?.refreshToken ?? ''}; ${attributes}`,
  ]);
}
