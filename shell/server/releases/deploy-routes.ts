import { readFile } from 'node:fs/promises';

import type { ErrorCode } from '@manabiba/shared/contract/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';

import { refuse } from '../refuse';
import type { RegistryReader } from '../registry/registry-reader';
import { grantOverrides, overridesBody } from './developer-override';
import { anyEnvironmentName, PRODUCTION } from './environments/environment-name';
import { serveEnvironments } from './environments/environment-routes';
import { serveEvidence } from './evidence/evidence-routes';
import { slotHosts } from './evidence/gate-report';
import { mustFit } from './evidence/must-fit';
import { skippedIn } from './evidence/release-evidence';
import type { CandidateChecks } from './gate/check-apart';
import { act, candidateBody, receiveCandidate } from './gate/receive-candidate';
import type { RenderingOptions } from './gate/rendering-gate';
import { builtOn, LiveHasMoved } from './live-has-moved';
import type { ReleaseKey } from './release-key';
import { versionName } from './release-manifest';
import { ReleaseRefusal } from './release-refusal';
import type { ReleaseStore } from './release-store';
import { readRule, ruleWords, type Testers } from './rules/read-rule';
import { serveSourceMaps } from './source-maps/source-maps';
import type { CiIdentities } from './tokens/ci-identities';
import { authorOf, mustMayRelease, signedAct } from './tokens/holder';
import { identifyHolder } from './tokens/identify-holder';
import type { ReleaseTokens } from './tokens/release-tokens';
import { serveTokens } from './tokens/token-routes';

export interface DeployOptions {
  /** The operator's token, which may change everything. */
  token: string;
  /** The tokens of the teams. */
  tokens: ReleaseTokens;
  /** Finds the accounts of testers whom a rollout names. */
  testers: Testers;
  /** Runs of a CI that may release. */
  ciIdentities: CiIdentities;
  store: ReleaseStore;
  /** Checks candidates outside this process. */
  checks: CandidateChecks;
  key: ReleaseKey;
  registry: RegistryReader;
  releasesDir: string;
  /** Folder of the shells of the last weeks, by version. */
  shellsDir?: string | undefined;
  shellVersion: string;
  /** Versions of the modules that the live shell shares with remotes. */
  gives: Readonly<Record<string, string>>;
  /** The live shell's facade and contract for the compiler. */
  types: { digest: string; path: string } | undefined;
  isDemo: boolean;
  publicUrl: string;
  /** Renders the pages of candidates; absent where the server does not render. */
  rendering?: RenderingOptions | undefined;
  /** Whether developers may load their own remotes into their own pages. */
  takesDevelopers: boolean;
  /** Development: remotes served by local dev servers, regardless of what is live. */
  fromSource: readonly string[];
}

/** Files are sent as base64, a third larger than the original; a remote is a few hundred KB. */
const MAX_BYTES = 16 * 1024 * 1024;

const releaseBody = z.object({
  ...act,
  version: versionName,
  percent: z.nullable(z.int().check(z.minimum(1), z.maximum(99))),
  isWorthReload: z.optional(z.boolean()),
  /** The environment; absent for production. */
  environment: z.optional(anyEnvironmentName),
  /** Who may get it; absent for everyone. */
  shownTo: z.optional(ruleWords),
  /** Absent when the releaser replaces whatever is live. */
  builtOn: z.optional(builtOn),
  /** The answer of /evidence for this build. */
  evidence: z.optional(z.string()),
});
const TOO_LARGE = `A release must not exceed ${MAX_BYTES / 1024 / 1024} MB, encoded as base64.`;
const refusalBody = z.object({ ...act, version: versionName });
const actBody = z.object(act);

/** Endpoints that receive releases, with a token only; each change is one call. */
export function serveDeploy(app: FastifyInstance, options: DeployOptions): void {
  const { registry } = options;
  void app.register(
    async (scope) => {
      identifyHolder(scope, options);
      scope.addHook('onSend', async (request) => {
        // The registry is refreshed at once, because the releaser opens the pages next.
        if (request.method === 'POST') await registry.refresh();
      });
      scope.setErrorHandler(answerError);
      serveLive(scope, options);
      serveTokens(scope, options.tokens);
      serveEvidence(scope, options);
      serveSourceMaps(scope, options);
      serveChanges(scope, options);
      serveEnvironments(scope, options);
    },
    { prefix: '/deploy' },
  );
}

/** Data that the command needs before it releases. */
function serveLive(scope: FastifyInstance, { store, isDemo, gives, types }: DeployOptions): void {
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

/** The changes of the registry, and what comes before one. */
function serveChanges(scope: FastifyInstance, options: DeployOptions): void {
  const { store } = options;
  const signed = <Given extends Parameters<typeof signedAct>[1]>(request: FastifyRequest, given: Given) =>
    signedAct(request.deployHolder, given);
  scope.post('/candidates', { bodyLimit: MAX_BYTES }, async (request, reply) => {
    const candidate = signed(request, candidateBody.parse(request.body));
    mustMayRelease(request.deployHolder, candidate.manifest.remote);
    const sender = { who: candidate.who, person: request.deployHolder.person, address: request.ip };
    const { gates, ...answer } = await receiveCandidate(candidate, options, sender);
    return reply.code(gates.some(({ refusals }) => refusals.length > 0) ? 422 : 201).send({ gates, ...answer });
  });
  scope.post('/releases', async (request) => receiveRelease(signed(request, releaseBody.parse(request.body)), options));
  scope.post('/overrides', async (request, reply) => {
    if (!options.takesDevelopers)
      throw new ReleaseRefusal('Developer overrides are off here: DEVELOPER_OVERRIDE=on allows them.');
    const { who, ...wanted } = overridesBody.parse(request.body);
    const remotes = wanted.overrides.map((each) => ('manifest' in each ? each.manifest.remote : each.remote));
    for (const remote of remotes) mustMayRelease(request.deployHolder, remote);
    const granted = await grantOverrides({ ...wanted, who: authorOf(request.deployHolder, who) }, options);
    return reply.code(granted.link ? 201 : 422).send(granted);
  });
  scope.post('/refusals', async (request, reply) => {
    await store.refuse(signed(request, refusalBody.parse(request.body)));
    return reply.code(204).send();
  });
  scope.post('/rollbacks', async (request) => store.rollBack(signed(request, actBody.parse(request.body))));
  scope.post('/retirements', async (request) => store.retire(signed(request, actBody.parse(request.body))));
}

/** Makes a release live in production, or puts it into another environment. */
async function receiveRelease(
  { environment = PRODUCTION, evidence, shownTo, ...wanted }: z.infer<typeof releaseBody> & { who: string },
  options: DeployOptions,
): Promise<{ isNews: boolean; from: string | null }> {
  const { store, key, testers } = options;
  const skipped = skippedIn(key, evidence);
  if (environment === PRODUCTION) {
    const rule = shownTo ? await readRule(shownTo, testers) : null;
    return store.publish({ ...wanted, rule, skipped }, (client) =>
      mustFit({ ...wanted, environment: null, evidence }, options, client),
    );
  }
  if (wanted.percent !== null || shownTo)
    throw new ReleaseRefusal(
      `Shares and rules are for ${PRODUCTION}: whoever opens ${environment} gets the release that is there.`,
      422,
    );
  return store.environments.publish({ ...wanted, environment, evidence: evidence ?? '', skipped }, (client) =>
    mustFit({ ...wanted, environment, evidence }, options, client),
  );
}

const codes = { 403: 'role_required', 409: 'conflict', 422: 'invalid', 503: 'unavailable' } as const;

function answerError(error: Error & { statusCode?: number }, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof LiveHasMoved)
    return reply.code(409).send({ error: error.message, code: 'conflict', moved: error.moved });
  if (error instanceof ReleaseRefusal) return say(reply, error.status, codes[error.status], error.message);
  if (error instanceof z.core.$ZodError) return say(reply, 422, 'invalid', z.prettifyError(error));
  if (error.statusCode === 413) return say(reply, 413, 'too_large', TOO_LARGE);
  request.log.error({ err: error }, 'a release failed');
  return refuse(reply, error.statusCode && error.statusCode < 500 ? 'invalid' : 'internal');
}

const say = (reply: FastifyReply, status: number, code: ErrorCode, error: string) =>
  reply.code(status).send({ error, code });
