import { join } from 'node:path';

import { createCandidateChecks, createUsesReader, readReleaseKey } from '@manabiba/releases';
import type { FastifyInstance } from 'fastify';

import type { Pool } from '../../../api/src/platform/database/db';
import type { WebEnv } from '../../../shell/server/web-env';
import { createWebServer, type WebServerOptions } from '../../../shell/server/web-server';
import type { PublishedBuilds } from '../releases/publish-builds';
import { startReleases } from '../releases/releases';
import { remotePackages } from '../remote-packages.mjs';
import { root } from '../root.mjs';
import { keepShellFiles } from '../shell-files';
import { builtShellDir, type RoleContext, programs } from './parts';

export interface PagesOptions {
  /**
   * Folders of the remotes whose builds are released at start; defaults to all in the repository, in production to
   * none.
   */
  remotes?: string[];
  /** Folder of the built shell; defaults to that of the repository. */
  shellDir?: string;
  /** Where the page loads files served by dev servers. */
  development?: WebServerOptions['development'];
}

interface PagesParts {
  env: WebEnv;
  pool: Pool;
  api: WebServerOptions['api'];
  isDemo: boolean;
}

/** Folder of the demo's pictures. */
export const demoMediaDir = join(root, 'api', 'src', 'demo', 'assets');

/** Deploying the product to production never ships remotes: their teams release them. */
const buildsToRelease = (isProduction: boolean) => (isProduction ? [] : remotePackages.map((name) => join(root, name)));

/** Creates the web server, with the releases of remotes. The caller starts listening. */
export async function createPages(
  { dataDir, parts, logger, drain }: RoleContext,
  { development, remotes, shellDir = builtShellDir }: PagesOptions,
  { env, pool, api, isDemo }: PagesParts,
): Promise<{ server: FastifyInstance; builds: PublishedBuilds }> {
  const releaseKey = readReleaseKey(env.releaseSigningKey ?? '');
  const toRelease = remotes ?? buildsToRelease(env.isProduction);
  const releases = await parts.opening(startReleases({ pool, key: releaseKey, dataDir, remotes: toRelease, logger }));
  const shellsDir = join(dataDir, 'shells');
  if (!development?.shell) await keepShellFiles({ shellDir, shellsDir });
  const server = await createWebServer({
    env,
    api,
    pool,
    releaseKey,
    releases: {
      ...releases,
      checks: createCandidateChecks(programs.releaseGate),
      readUses: createUsesReader(programs.releaseGate),
    },
    isDemo,
    isDraining: () => drain.isDraining,
    logger,
    shellDir,
    shellsDir,
    releasesDir: releases.dir,
    rendererScript: programs.pageRenderer,
    registryFile: join(dataDir, 'last-registry.json'),
    publicDir: join(root, 'shell', 'server', 'public'),
    demoMediaDir,
    ...(development && { development }),
  });
  return { server, builds: releases.builds };
}
