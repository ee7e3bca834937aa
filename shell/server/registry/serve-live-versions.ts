import type { ReleaseStore, ReloadReason } from '@manabiba/releases';
import type { LiveVersions } from '@manabiba/shared/page/boot-data';
import type { FastifyInstance } from 'fastify';

import { refuse } from '../refuse';
import type { RegistryForRequest } from './registry-for-request';

interface LiveVersionsOptions {
  registryFor: RegistryForRequest;
  store: ReleaseStore;
  shellVersion: string;
}

/**
 * How long a result of the history query is cached, in milliseconds: each page requests it every few minutes, and there
 * are many pages.
 */
const FRESH_MS = 5000;

/** Returns the live versions for a browser in a few hundred bytes: pages that have been open for a while poll it. */
export function serveLiveVersions(
  app: FastifyInstance,
  { registryFor, store, shellVersion }: LiveVersionsOptions,
): void {
  let readAt = -Infinity;
  let reasons: Promise<Map<string, ReloadReason>> = Promise.resolve(new Map());
  app.get('/versions.json', async (request, reply) => {
    const { known } = await registryFor(request, reply);
    if (!known) return refuse(reply, 'unavailable');
    if (performance.now() - readAt >= FRESH_MS) {
      readAt = performance.now();
      reasons = store.reloadReasons();
    }
    // The live versions are known without the history.
    const reasonOf = await reasons.catch(() => new Map<string, ReloadReason>());
    const answer: LiveVersions = {
      shell: shellVersion,
      remotes: Object.fromEntries(
        Object.entries(known.remotes).map(([remote, { version }]) => {
          const { worthAt, takenBack = [] } = reasonOf.get(remote) ?? {};
          return [
            remote,
            {
              version,
              ...(worthAt ? { worthAgoMs: Math.max(0, Date.now() - worthAt.getTime()) } : {}),
              ...(takenBack.length > 0 ? { takenBack } : {}),
            },
          ];
        }),
      ),
      ...(known.retiredRemotes ? { retired: known.retiredRemotes } : {}),
    };
    return reply.header('cache-control', 'no-store').send(answer);
  });
}
