import { randomBytes } from 'node:crypto';

import type { FastifyInstance } from 'fastify';

import { contentPolicy, type PolicySources, REPORT_PATH } from './content-policy';

/** Two years. Sister domains may be somebody else's: they are left to themselves. */
const HSTS = 'max-age=63072000';

/** What is no page runs nothing and stands in no frame, whoever opens it. */
const NOTHING = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Puts on every answer what is right for data; pages and files say more themselves. */
export function addSecurityHeaders(app: FastifyInstance, { isHttps }: { isHttps: boolean }): void {
  const headers = {
    'x-content-type-options': 'nosniff',
    'content-security-policy': NOTHING,
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(isHttps ? { 'strict-transport-security': HSTS } : {}),
  };
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}

export interface PageHeaders {
  headers: Record<string, string>;
  /** The page's scripts carry it. */
  nonce: string;
}

/**
 * Headers of one page.
 *
 * @param development dev servers, whose files have no digests.
 * @param guests origins of a developer's own machine, for this page alone.
 */
export function pageHeaders(
  sources: PolicySources,
  development: { origins: readonly string[] } | undefined,
  guests: readonly string[],
): PageHeaders {
  const nonce = randomBytes(16).toString('base64url');
  return {
    nonce,
    headers: {
      'content-security-policy': contentPolicy(nonce, sources, development, guests),
      'reporting-endpoints': `policy="${REPORT_PATH}"`,
      'x-frame-options': 'SAMEORIGIN',
      'permissions-policy': 'camera=(self), microphone=(self), display-capture=(self), geolocation=(), payment=(self)',
      'cross-origin-opener-policy': sources.hasPopups ? 'same-origin-allow-popups' : 'same-origin',
      // Chromium knows no such policy for styles yet.
      ...(development || guests.length > 0 || sources.hasUnsealedScripts
        ? {}
        : { 'integrity-policy': 'blocked-destinations=(script)' }),
    },
  };
}
