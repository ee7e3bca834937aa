import { compareDesc } from 'date-fns';
import { millisecondsInMinute } from 'date-fns/constants';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import * as z from 'zod/mini';

import { REPORT_PATH } from './content-policy';

/** A group of identical policy violations. */
export interface PolicyViolation {
  directive: string;
  /** Origin, or a keyword such as `inline`. */
  blocked: string;
  /** Path of the page. */
  page: string;
  count: number;
  lastAt: Date;
}

/** Maximum number of distinct kinds, because anyone can send reports. */
const MAX_KINDS = 200;
/** Log lines per minute. */
const LOGGED_PER_MINUTE = 20;

const text = z.string().check(z.maxLength(2000));
const bodyOf = z.object({
  effectiveDirective: text,
  blockedURL: z.optional(text),
  documentURL: text,
  sourceFile: z.optional(z.nullable(text)),
});
/** Format of `report-to`, several reports at once. */
const reports = z.array(z.object({ type: z.string(), body: z.unknown() })).check(z.maxLength(100));
/** Format of `report-uri`. */
const oldReport = z.object({
  'csp-report': z.object({
    'effective-directive': z.optional(text),
    'violated-directive': z.optional(text),
    'blocked-uri': z.optional(text),
    'document-uri': text,
    'source-file': z.optional(z.nullable(text)),
  }),
});

export type PolicyReports = ReturnType<typeof createPolicyReports>;

/** Counts the content policy violations that browsers have reported since this process started. */
export function createPolicyReports(log: FastifyBaseLogger) {
  const kinds = new Map<string, PolicyViolation>();
  let minute = 0;
  let logged = 0;

  function count({ effectiveDirective, blockedURL = '', documentURL, sourceFile }: z.infer<typeof bodyOf>) {
    // What an extension does in a page is the user's own business.
    if (isExtension(sourceFile ?? '') || isExtension(blockedURL)) return;
    const [directive = ''] = effectiveDirective.split(' ');
    const kind = { directive: directive.slice(0, 50), blocked: originOf(blockedURL), page: pathOf(documentURL) };
    const name = JSON.stringify(kind);
    const known = kinds.get(name);
    kinds.delete(name);
    // The kind that was seen longest ago makes room.
    if (kinds.size >= MAX_KINDS) kinds.delete(kinds.keys().next().value as string);
    kinds.set(name, { ...kind, count: (known?.count ?? 0) + 1, lastAt: new Date() });
    const now = Math.floor(Date.now() / millisecondsInMinute);
    if (now !== minute) logged = 0;
    minute = now;
    logged += 1;
    if (logged <= LOGGED_PER_MINUTE) log.warn(kind, 'the content security policy has blocked something in a page');
  }

  return {
    take(given: unknown): boolean {
      const several = reports.safeParse(given);
      if (several.success) {
        for (const { type, body } of several.data) {
          const one = bodyOf.safeParse(body);
          if (type === 'csp-violation' && one.success) count(one.data);
        }
        return true;
      }
      const one = oldReport.safeParse(given);
      if (!one.success) return false;
      const report = one.data['csp-report'];
      count({
        effectiveDirective: report['effective-directive'] ?? report['violated-directive'] ?? '',
        blockedURL: report['blocked-uri'],
        documentURL: report['document-uri'],
        sourceFile: report['source-file'],
      });
      return true;
    },
    /** Latest first. */
    list: (): PolicyViolation[] => [...kinds.values()].sort((a, b) => compareDesc(a.lastAt, b.lastAt)),
  };
}

const isExtension = (url: string) => /^[\w-]*extension:/.test(url);

function originOf(url: string): string {
  if (!/^[a-z]+:/.test(url)) return url.slice(0, 50);
  return (URL.canParse(url) && new URL(url).origin !== 'null' ? new URL(url).origin : (url.split(':')[0] ?? '')).slice(
    0,
    100,
  );
}

/** Drops the query string, which may contain the key of a private classroom. */
/** A segment this long may be the secret of a link, such as that of a guest's ticket. */
const LONG_PART = /[^/]{25,}/g;
const pathOf = (url: string) =>
  URL.canParse(url) ? new URL(url).pathname.replaceAll(LONG_PART, '…').slice(0, 100) : '';

/** Accepts browser reports. They arrive without a session and get an empty answer. */
export function servePolicyReports(app: FastifyInstance, violations: PolicyReports): void {
  void app.register(async (scope) => {
    scope.addContentTypeParser(
      ['application/csp-report', 'application/reports+json'],
      { parseAs: 'string', bodyLimit: 64 * 1024 },
      scope.getDefaultJsonParser('error', 'error'),
    );
    scope.setErrorHandler((_error, _request, reply) => reply.code(400).header('cache-control', 'no-store').send());
    scope.post(REPORT_PATH, async (request, reply) =>
      reply
        .code(violations.take(request.body) ? 204 : 400)
        .header('cache-control', 'no-store')
        .send(),
    );
  });
}
