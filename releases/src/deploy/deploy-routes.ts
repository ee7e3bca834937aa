import { readFile } from 'node:fs/promises';

import type { ErrorCode } from '@manabiba/shared/contract/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';

import { slotHosts } from '../evidence/gate-report';
import type { RegistryReader } from '../registry/registry-reader';
import type { createReplays } from '../replay/replay-failure';
import type { Testers } from '../rollouts/read-rule';
import { LiveHasMoved } from '../store/live-has-moved';
import type { ReleaseKey } from '../store/release-key';
import { ReleaseRefusal } from '../store/release-refusal';
import type { ReleaseStore } from '../store/release-store';
import { createProductUses } from '../uses/product-uses';
import type { ReadUses } from '../uses/uses-of-release';
import { serveEnvironments } from './environment-routes';
import { serveEvidence } from './evidence-routes';
import { serveOverrideGrants } from './grant-overrides';
import { type DeployAccess, identifyHolder } from './identify-holder';
import { servePublishing } from './publish-routes';
import { type CandidateGate, MAX_CANDIDATE_BYTES, serveCandidates } from './receive-candidate';
import { serveReplays } from './replay-routes';
import { type ServedFolders, serveSourceMaps } from './source-maps';
import { serveTokens } from './token-routes';

/** The shell that is live, as far as releases depend on it. */
export interface LiveShell {
  version: string;
  /** Versions of the modules that it shares with remotes. */
  gives: Readonly<Record<string, string>>;
  /** Its facade and contract for the compiler. */
  types: { digest: string; path: string } | undefined;
}

export interface DeployOptions {
  /** Who may release. */
  access: DeployAccess;
  store: ReleaseStore;
  key: ReleaseKey;
  registry: RegistryReader;
  shell: LiveShell;
  /** How candidates are checked. */
  gate: CandidateGate;
  folders: ServedFolders;
  /** Finds the accounts of testers whom a rollout names. */
  testers: Testers;
  publicUrl: string;
  /** Whether developers may load their own remotes into their own pages. */
  takesDevelopers: boolean;
  isDemo: boolean;
  /** Finds the releases of a failure by its number. */
  replay: ReturnType<typeof createReplays>;
  /** Reads what a stored release uses of the product. */
  readUses: ReadUses;
  /** Answers with an error of the contract. */
  refuse: Refuse;
}

type Refuse = (reply: FastifyReply, code: ErrorCode) => FastifyReply;

/**
 * Endpoints that receive releases, with a token only; each change is one call. In the order of a release: a candidate is
 * received and checked, its evidence is signed, and it is published, after which the registry shows it.
 */
export function serveDeploy(
  app: FastifyInstance,
  {
    access,
    store,
    key,
    registry,
    shell,
    gate,
    folders,
    testers,
    publicUrl,
    takesDevelopers,
    isDemo,
    replay,
    readUses,
    refuse,
  }: DeployOptions,
): void {
  const fit = { key, shell };
  void app.register(
    async (scope) => {
      identifyHolder(scope, access);
      scope.addHook('onSend', async (request) => {
        // The registry is refreshed at once, because the releaser opens the pages next.
        if (request.method === 'POST') await registry.refresh();
      });
      scope.setErrorHandler(errorHandler(refuse));
      serveLive(scope, { store, shell, isDemo, refuse });
      serveTokens(scope, access.tokens);
      serveCandidates(scope, { ...fit, store, registry, gate, releasesDir: folders.releasesDir });
      serveEvidence(scope, { store, key, tokens: access.tokens, types: shell.types });
      servePublishing(scope, { ...fit, store, testers });
      serveEnvironments(scope, { store, fit, testers, publicUrl });
      serveOverrideGrants(scope, { ...fit, store, registry, publicUrl }, takesDevelopers);
      serveSourceMaps(scope, folders);
      serveReplays(scope, { replay, publicUrl });
      scope.get('/uses', createProductUses({ store, releasesDir: folders.releasesDir, readUses }));
    },
    { prefix: '/deploy' },
  );
}

/** Data that the command needs before it releases. */
function serveLive(
  scope: FastifyInstance,
  { store, shell: { gives, types }, isDemo, refuse }: Pick<DeployOptions, 'store' | 'shell' | 'isDemo' | 'refuse'>,
): void {
  scope.get('/live', async () => ({
    gives,
    types: types?.digest ?? null,
    isDemo,
    slotHosts,
    remotes: await store.entries(),
    environments: await store.environments.entries(),
    history: await store.history(20),
  }));
  scope.get('/types', async (_request, reply) =>
    types ? reply.type('application/json; charset=utf-8').send(await readFile(types.path)) : refuse(reply, 'not_found'),
  );
}

const TOO_LARGE = `A release must not exceed ${MAX_CANDIDATE_BYTES / 1024 / 1024} MB, encoded as base64.`;
const codes = { 403: 'role_required', 409: 'conflict', 422: 'invalid', 503: 'unavailable' } as const;

const errorHandler =
  (refuse: Refuse) => (error: Error & { statusCode?: number }, request: FastifyRequest, reply: FastifyReply) => {
    if (error instanceof LiveHasMoved)
      return reply.code(409).send({ error: error.message, code: 'conflict', moved: error.moved });
    if (error instanceof ReleaseRefusal) return say(reply, error.status, codes[error.status], error.message);
    if (error instanceof z.core.$ZodError) return say(reply, 422, 'invalid', z.prettifyError(error));
    if (error.statusCode === 413) return say(reply, 413, 'too_large', TOO_LARGE);
    request.log.error({ err: error }, 'a release failed');
    return refuse(reply, error.statusCode && error.statusCode < 500 ? 'invalid' : 'internal');
  };

const say = (reply: FastifyReply, status: number, code: ErrorCode, error: string) =>
  reply.code(status).send({ error, code });
