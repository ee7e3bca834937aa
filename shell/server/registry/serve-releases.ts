import { resolve } from 'node:path';

import {
  type CandidateChecks,
  type ReadUses,
  createCiIdentities,
  createReplays,
  type Queryable,
  type ReleaseKey,
  type ReleaseStore,
  type ReleaseTokens,
  type RegistryReader,
  type RemoteHealth,
  serveDeploy,
  type Testers,
} from '@manabiba/releases';
import type { FastifyInstance } from 'fastify';

import { serveBeacon } from '../beacons/serve-beacon';
import { serveTimings } from '../beacons/serve-timings';
import type { ShellManifest } from '../files/shell-manifest';
import { refuse } from '../refuse';
import { findRenderingFaults, type RenderingOptions } from '../rendering/candidates/rendering-faults';
import type { WebEnv } from '../web-env';
import type { RegistryForRequest } from './registry-for-request';
import { serveEnvironment } from './serve-environment';
import { serveLiveVersions } from './serve-live-versions';
import { serveOverride } from './serve-override';

/** The platform of releases, as the web server serves it. */
export interface RunningReleases {
  store: ReleaseStore;
  health: RemoteHealth;
  tokens: ReleaseTokens;
  testers: Testers;
  /** How a candidate is checked before its files are stored. */
  checks: CandidateChecks;
  /** How what a stored release uses is read. */
  readUses: ReadUses;
}

/** Serves what browsers ask about releases, and what they report of them. */
export function serveReleasesToBrowsers(
  app: FastifyInstance,
  { store, health }: Pick<RunningReleases, 'store' | 'health'>,
  {
    env: { publicUrl, developerOverride },
    key,
    registryFor,
    shellVersion,
  }: {
    env: Pick<WebEnv, 'publicUrl' | 'developerOverride'>;
    key: ReleaseKey;
    registryFor: RegistryForRequest;
    shellVersion: string;
  },
): void {
  serveLiveVersions(app, { registryFor, store, shellVersion });
  serveBeacon(app, { health, publicUrl });
  serveTimings(app, { health, publicUrl });
  serveOverride(app, { key, publicUrl, takesDevelopers: developerOverride });
  serveEnvironment(app, { key, publicUrl });
}

interface DeployOptions {
  env: Pick<WebEnv, 'publicUrl' | 'developerOverride' | 'deployToken' | 'releaseCi'>;
  pool: Queryable;
  releaseKey: ReleaseKey;
  releasesDir: string;
  shellsDir?: string;
  shellDir: string;
  /** Entries from dev servers, by remote: no release replaces them. */
  development?: { entries?: Record<string, string> };
  isDemo?: boolean;
}

/** Serves the endpoints that receive releases, where the operator has set a token. */
export function serveReleasesToTeams(
  app: FastifyInstance,
  { store, tokens, testers, checks, readUses }: RunningReleases,
  { env, pool, releaseKey: key, releasesDir, shellsDir, shellDir, development, isDemo = false }: DeployOptions,
  {
    registry,
    shell,
    rendering,
  }: { registry: RegistryReader; shell: ShellManifest; rendering: RenderingOptions | undefined },
): void {
  if (!env.deployToken) return;
  const { version, gives = {}, types } = shell;
  serveDeploy(app, {
    access: { token: env.deployToken, tokens, ciIdentities: createCiIdentities(env.releaseCi) },
    store,
    key,
    registry,
    shell: { version, gives, types: types && { digest: types.digest, path: resolve(shellDir, types.file) } },
    gate: {
      checks,
      findRenderingFaults:
        rendering &&
        (({ live, address, ...candidate }) => findRenderingFaults(candidate, { ...rendering, live, address })),
      fromSource: Object.keys(development?.entries ?? {}),
    },
    folders: { releasesDir, shellsDir },
    testers,
    publicUrl: env.publicUrl,
    takesDevelopers: env.developerOverride,
    isDemo,
    replay: createReplays({ pool, store, key }),
    readUses,
    refuse,
  });
}
