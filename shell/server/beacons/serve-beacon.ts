import { failureNumber, type RemoteHealth, remoteName, troubleSigns, versionName } from '@manabiba/releases';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';

import { isOurs } from '../policy/origin-check';
import { refuse } from '../refuse';

/** Each token lists the remotes with their versions. */
const MAX_TOKEN_LENGTH = 4096;

/** A position in a script of the product, a form that has no room for personal data. */
const frame = z.string().check(z.regex(/^\/[rs]\/[\w@~./-]{1,200}:\d{1,9}:\d{1,9}$/));

const failure = z.object({
  view: z.string().check(z.maxLength(MAX_TOKEN_LENGTH)),
  remote: remoteName,
  version: versionName,
  /** The sign of trouble that the page showed; absent: the remote has failed. */
  sign: z.optional(z.enum(troubleSigns)),
  /** An invalid stack does not invalidate the report. */
  frames: z.catch(z.array(frame).check(z.maxLength(10)), []),
});

const shownNumber = z.object({ view: z.string().check(z.maxLength(MAX_TOKEN_LENGTH)), number: failureNumber });

/**
 * Receives reports from pages in which a remote has failed or is hard to use. The response does not reveal whether a
 * report was counted.
 */
export function serveBeacon(
  app: FastifyInstance,
  { health, publicUrl }: { health: RemoteHealth; publicUrl: string },
): void {
  app.post('/beacon/failure', { bodyLimit: 2 * MAX_TOKEN_LENGTH }, async (request, reply) => {
    if (!isOurs(request, publicUrl)) return refuse(reply, 'bad_origin');
    const report = failure.safeParse(parse(request.body));
    if (!report.success) return refuse(reply, 'invalid');
    const { frames, ...failed } = report.data;
    // `npm run stack` resolves the positions in the sources.
    if (health.failed({ ...failed, address: request.ip }) && frames.length > 0)
      request.log.warn(
        { remote: failed.remote, release: failed.version, sign: failed.sign, frames },
        'a remote has failed in a browser',
      );
    return reply.code(204).header('cache-control', 'no-store').send();
  });
  app.post('/beacon/number', { bodyLimit: 2 * MAX_TOKEN_LENGTH }, async (request, reply) => {
    if (!isOurs(request, publicUrl)) return refuse(reply, 'bad_origin');
    const report = shownNumber.safeParse(parse(request.body));
    if (!report.success) return refuse(reply, 'invalid');
    health.sawNumber({ ...report.data, address: request.ip });
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
