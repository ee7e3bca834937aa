import { randomBytes } from 'node:crypto';

import type { FastifyInstance } from 'fastify';

import { contentPolicy, type PageCode, type PolicySources, REPORT_PATH } from './content-policy';

/** Two years. Subdomains are not included, because sibling domains may belong to others. */
const HSTS = 'max-age=63072000';

/** Policy for responses that are not pages: runs nothing and cannot be framed. */
const NOTHING = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Sets the default headers for data on every response; pages and files add their own. */
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

/** A nonce for the scripts of one page. */
export const newNonce = () => randomBytes(16).toString('base64url');

/**
 * Headers of one page.
 *
 * @param development dev servers, whose files have no digests.
 * @param guests origins on a developer's own machine, for this page only.
 */
export function pageHeaders(
  code: PageCode,
  sources: PolicySources,
  development: { origins: readonly string[] } | undefined,
  guests: readonly string[],
): Record<string, string> {
  return {
    'content-security-policy': contentPolicy(code, sources, development, guests),
    'reporting-endpoints': `policy="${REPORT_PATH}"`,
    'x-frame-options': 'SAMEORIGIN',
    'permissions-policy': 'camera=(self), microphone=(self), display-capture=(self), geolocation=(), payment=(self)',
    'cross-origin-opener-policy': sources.hasPopups ? 'same-origin-allow-popups' : 'same-origin',
    // Chromium does not support this policy for styles yet.
    ...(development || guests.length > 0 || sources.hasUnsealedScripts || code.isUnsealed
      ? {}
      : { 'integrity-policy': 'blocked-destinations=(script)' }),
  };
}
