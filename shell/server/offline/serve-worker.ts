import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { KEEP_HEADER, keptPagesOf, OFFLINE_FORMAT, PUSH_WORKER_PATH } from '@manabiba/shared/contract/push-worker';
import { serverPaths } from '@manabiba/shared/page/reserved-paths';
import type { FastifyInstance } from 'fastify';

import { workerPolicy } from '../policy/content-policy';
import { refuse } from '../refuse';
import type { WebEnv } from '../web-env';

interface WorkerOptions {
  env: Pick<WebEnv, 'hasOffline' | 'releasesOrigin'>;
  publicDir: string;
}

/**
 * Serves the service worker at a path that never changes, because the browser keeps its registration by that path. At
 * the root its scope is every page. Its policy lets it call the product and load the files of remotes, nothing else.
 *
 * With OFFLINE=off it is another worker, which ends the one that browsers have.
 */
export function serveWorker(app: FastifyInstance, { env: { hasOffline, releasesOrigin }, publicDir }: WorkerOptions) {
  const parts = ['push-worker.js', hasOffline ? 'offline-worker.js' : 'offline-ended-worker.js'];
  const settings = {
    format: OFFLINE_FORMAT,
    pages: keptPagesOf(''),
    keepHeader: KEEP_HEADER,
    releasesOrigin,
    serverPaths,
  };
  app.get(PUSH_WORKER_PATH, async (_request, reply) => {
    const texts = await Promise.all(parts.map((part) => readFile(join(publicDir, part), 'utf8'))).catch(() => null);
    if (!texts) return refuse(reply, 'not_found');
    return reply
      .headers({
        'content-security-policy': workerPolicy({ connect: releasesOrigin ? [releasesOrigin] : [] }),
        // A new version is found with the next check of the browser.
        'cache-control': 'no-cache',
      })
      .type('text/javascript; charset=utf-8')
      .send([`const settings = ${JSON.stringify(settings)};`, ...texts.map(apart)].join('\n'));
  });
}

/** Each part has its own names. */
const apart = (text: string) => `(() => {\n${text}})();`;
