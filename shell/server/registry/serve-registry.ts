import type { RegistryReader } from '@manabiba/releases';
import type { FastifyInstance } from 'fastify';

import { refuse } from '../refuse';
import type { RegistryForRequest } from './registry-for-request';
import { registryText } from './registry-text';

/** Serves /registry.json: the registry of the browser's releases, as inlined into pages. */
export function serveRegistry(
  app: FastifyInstance,
  { registry, registryFor }: { registry: RegistryReader; registryFor: RegistryForRequest },
): void {
  app.get<{ Querystring: { failed?: string } }>('/registry.json', async (request, reply) => {
    const { audience, known } = await registryFor(request, reply);
    if (!known) return refuse(reply, 'unavailable');
    const { failed } = request.query;
    // A page in which a remote has failed may fall back to the previous release.
    const previous = typeof failed === 'string' ? await registry.previousOf(failed, audience) : undefined;
    return reply
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .send(registryText(known, previous));
  });
}
