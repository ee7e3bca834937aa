import type { RemoteHealth } from '@manabiba/releases';
import { observed } from '@manabiba/telemetry/observed';
import { recordSpan } from '@manabiba/telemetry/spans';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';

import { isOurs } from '../policy/origin-check';
import { refuse } from '../refuse';

const MAX_BYTES = 8192;
/** Longer times do not count, in milliseconds: the user has stopped waiting. */
const MAX_MS = 600_000;
/** A load that began longer ago, or later, is not traced: the clock of the browser is wrong. In milliseconds. */
const MAX_AGE_MS = 3_600_000;
const SHELL = 'shell';

const duration = z.optional(z.number().check(z.minimum(0), z.maximum(MAX_MS)));
const timings = z.object({
  view: z.string(),
  remote: z.string(),
  vitals: z.object({ LCP: duration, INP: duration, TTFB: duration, CLS: duration }),
  load: z.optional(
    z.object({ traceparent: z.string(), startedAt: z.number(), ms: z.number().check(z.minimum(0), z.maximum(MAX_MS)) }),
  ),
});

/**
 * Receives how fast a page was in a browser, by remote and release. The answer does not reveal whether it was counted:
 * only a page view of this installation is.
 */
export function serveTimings(
  app: FastifyInstance,
  { health, publicUrl }: { health: Pick<RemoteHealth, 'versionsOf'>; publicUrl: string },
): void {
  app.post('/beacon/timings', { bodyLimit: MAX_BYTES }, async (request, reply) => {
    if (!isOurs(request, publicUrl)) return refuse(reply, 'bad_origin');
    const report = timings.safeParse(parse(request.body));
    if (!report.success) return refuse(reply, 'invalid');
    const { view, remote, vitals, load } = report.data;
    const versions = health.versionsOf(view, request.ip);
    const version = remote === SHELL ? '' : versions?.get(remote);
    if (versions && version !== undefined) {
      for (const name of ['LCP', 'INP', 'TTFB', 'CLS'] as const) {
        const value = vitals[name];
        if (value !== undefined) observed.vital.report({ name, value, remote, version });
      }
      if (load && Math.abs(Date.now() - load.startedAt) < MAX_AGE_MS)
        recordSpan('browser page load', load.traceparent, { startedAt: load.startedAt, ms: load.ms });
    }
    return reply.code(204).header('cache-control', 'no-store').send();
  });
}

/** The beacon's body is sent as text. */
function parse(body: unknown): unknown {
  try {
    return typeof body === 'string' ? JSON.parse(body) : body;
  } catch {
    return undefined;
  }
}
