import type { IncomingMessage, ServerResponse } from 'node:http';

/** Origins of pages that may call: a list, or a function that decides. */
export type Origins = readonly string[] | ((origin: string) => boolean);

const ALLOWED_METHODS = 'GET, POST, PATCH, DELETE, OPTIONS';
const EXPOSED_HEADERS = 'X-HTTP-Session-Id, X-Client-Wire-Protocol, X-HTTP-Initial-Response';
const MAX_AGE_SECONDS = 7200;

/**
 * Allows pages of accepted origins to read the answer. Returns false for a page of another origin, which gets nothing.
 * Requests without an origin are not from pages.
 */
export function allowOrigin(request: IncomingMessage, response: ServerResponse, origins: Origins): boolean {
  const { origin } = request.headers;
  response.setHeader('Vary', 'Origin');
  if (origin === undefined) return true;
  if (!(typeof origins === 'function' ? origins(origin) : origins.includes(origin))) return false;
  response.setHeader('Access-Control-Allow-Origin', origin);
  response.setHeader('Access-Control-Allow-Credentials', 'true');
  response.setHeader('Access-Control-Expose-Headers', EXPOSED_HEADERS);
  return true;
}

/** Answers a browser's preflight request. */
export function answerPreflight(request: IncomingMessage, response: ServerResponse): void {
  const headers = request.headers['access-control-request-headers'];
  response.setHeader('Access-Control-Allow-Methods', ALLOWED_METHODS);
  if (headers) response.setHeader('Access-Control-Allow-Headers', headers);
  response.setHeader('Access-Control-Max-Age', String(MAX_AGE_SECONDS));
  response.writeHead(204).end();
}
