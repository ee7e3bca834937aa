import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';

import { isOurs } from '../../policy/origin-check';
import { refuse } from '../../refuse';
import { remoteName, versionName } from '../release-manifest';
import type { RemoteHealth } from './remote-health';

/** A token names each remote with its version. */
const MAX_TOKEN_LENGTH = 4096;

const failure = z.object({
  view: z.string().check(z.maxLength(MAX_TOKEN_LENGTH)),
  remote: remoteName,
  version: versionName,
});

/** Hears from pages that a remote has failed in them. Answers nothing that tells whether it was counted. */
export function serveBeacon(
  app: FastifyInstance,
  { health, publicUrl }: { health: RemoteHealth; publicUrl: string },
): void {
  app.post('/beacon/failure', { bodyLimit: 2 * MAX_TOKEN_LENGTH }, async (request, reply) => {
    if (!isOurs(request, publicUrl)) return refuse(reply, 'bad_origin');
    const told = failure.safeParse(parse(request.body));
    if (!told.success) return refuse(reply, 'invalid');
    health.failed({ ...told.data, address: request.ip });
    return reply.code(204).header('cache-control', 'no-store').send();
  });
}

/** A beacon's body is text. */
function parse(body: unknown): unknown {
  try {
    return typeof body === 'string' ? JSON.parse(body) : body;
  } catch {
    return undefined;
  }
}
