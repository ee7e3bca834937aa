import { resolve } from 'node:path';

import type { FastifyInstance } from 'fastify';

import { shellFiles, type ShellManifest } from '../files/shell-manifest';
import type { AskApi } from '../pages/ask-api';
import type { PolicyReports } from '../policy/policy-reports';
import type { RegistryForRequest } from '../registry/registry-for-request';
import type { RegistryReader } from '../registry/registry-reader';
import type { SessionRefresher } from '../sessions/session-refresher';
import type { WebEnv } from '../web-env';
import { serveDeploy } from './deploy-routes';
import { serveOverride } from './developer-override';
import { serveEnvironment } from './environments/serve-environment';
import type { CandidateChecks } from './gate/check-apart';
import type { RenderingOptions } from './gate/rendering-gate';
import { serveBeacon } from './health/beacon';
import type { RemoteHealth } from './health/remote-health';
import { serveTimings } from './health/timings';
import { serveLiveVersions } from './live-versions';
import type { ReleaseKey } from './release-key';
import type { ReleaseStore } from './release-store';
import type { Testers } from './rules/read-rule';
import { serveStatus } from './status/status-page';
import { createCiIdentities } from './tokens/ci-identities';
import type { ReleaseTokens } from './tokens/release-tokens';

export interface ReleasesOptions {
  env: Pick<WebEnv, 'publicUrl' | 'developerOverride' | 'deployToken' | 'releaseCi'>;
  /** Absent: releases are only served. */
  releases?: {
    store: ReleaseStore;
    health: RemoteHealth;
    tokens: ReleaseTokens;
    testers: Testers;
    /** How a candidate is checked before its files are stored. */
    checks: CandidateChecks;
  };
  releaseKey: ReleaseKey;
  releasesDir: string;
  shellsDir?: string;
  shellDir: string;
  /** Entries from dev servers, by remote: no release replaces them. */
  development?: { entries?: Record<string, string> };
  isDemo?: boolean;
}

/** Serves the release endpoints: deploys with the token, failure reports, and the status page for staff. */
export function serveReleases(
  app: FastifyInstance,
  { env, releases, releaseKey: key, releasesDir, shellsDir, shellDir, development, isDemo = false }: ReleasesOptions,
  {
    refresher,
    askApi,
    registry,
    registryFor,
    shell,
    violations,
    rendering,
  }: {
    refresher: SessionRefresher;
    askApi: AskApi;
    registry: RegistryReader;
    registryFor: RegistryForRequest;
    shell: ShellManifest;
    violations: PolicyReports;
    rendering: RenderingOptions | undefined;
  },
): void {
  if (!releases) return;
  const { store, health, tokens, testers, checks } = releases;
  serveLiveVersions(app, { registryFor, store, shellVersion: shell.version });
  serveBeacon(app, { health, publicUrl: env.publicUrl });
  serveTimings(app, { health, publicUrl: env.publicUrl });
  serveStatus(app, { store, health, violations, refresher, askApi, styles: shellFiles(shell).styles });
  if (env.developerOverride) serveOverride(app, { key, publicUrl: env.publicUrl });
  serveEnvironment(app, { key, publicUrl: env.publicUrl });
  if (!env.deployToken) return;
  const { gives = {}, types } = shell;
  serveDeploy(app, {
    token: env.deployToken,
    ciIdentities: createCiIdentities(env.releaseCi),
    tokens,
    testers,
    store,
    checks,
    key,
    registry,
    releasesDir,
    shellsDir,
    isDemo,
    shellVersion: shell.version,
    gives,
    types: types && { digest: types.digest, path: resolve(shellDir, types.file) },
    publicUrl: env.publicUrl,
    rendering,
    takesDevelopers: env.developerOverride,
    fromSource: Object.keys(development?.entries ?? {}),
  });
}
