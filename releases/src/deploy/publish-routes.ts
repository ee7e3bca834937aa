import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';

import { anyEnvironmentName, PRODUCTION } from '../environments/environment-name';
import { type FitOptions, mustFit, mustFitLive } from '../evidence/must-fit';
import { skippedIn } from '../evidence/release-evidence';
import { readRule, ruleWords, type Testers } from '../rollouts/read-rule';
import type { LiveWith } from '../store/changes/take-back';
import { builtOn } from '../store/live-has-moved';
import { versionName } from '../store/release-manifest';
import { ReleaseRefusal } from '../store/release-refusal';
import type { ReleaseStore } from '../store/release-store';
import { signedAct } from '../tokens/holder';
import { act } from './receive-candidate';

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
const refusalBody = z.object({ ...act, version: versionName });
const actBody = z.object(act);

interface PublishingOptions extends FitOptions {
  store: ReleaseStore;
  testers: Testers;
}

/** Endpoints that change which release of a remote is live. */
export function servePublishing(scope: FastifyInstance, options: PublishingOptions): void {
  const { store } = options;
  const signed = <Given extends Parameters<typeof signedAct>[1]>(request: FastifyRequest, given: Given) =>
    signedAct(request.deployHolder, given);
  scope.post('/releases', async (request) => publishRelease(signed(request, releaseBody.parse(request.body)), options));
  scope.post('/refusals', async (request, reply) => {
    await store.refuse(signed(request, refusalBody.parse(request.body)));
    return reply.code(204).send();
  });
  scope.post('/rollbacks', async (request) => rollBack(signed(request, actBody.parse(request.body)), options));
  scope.post('/retirements', async (request) => store.retire(signed(request, actBody.parse(request.body))));
}

/** Makes a release live in production, or puts it into another environment. */
async function publishRelease(
  { environment = PRODUCTION, evidence, shownTo, ...input }: z.infer<typeof releaseBody> & { who: string },
  options: PublishingOptions,
): Promise<{ isNews: boolean; from: string | null }> {
  const { store, key, testers } = options;
  const skipped = skippedIn(key, evidence);
  if (environment === PRODUCTION) {
    const rule = shownTo ? await readRule(shownTo, testers) : null;
    return store.publish({ ...input, rule, skipped }, (client) =>
      mustFit({ ...input, environment: null, evidence }, options, client),
    );
  }
  if (input.percent !== null || shownTo)
    throw new ReleaseRefusal(
      `Shares and rules are for ${PRODUCTION}: whoever opens ${environment} gets the release that is there.`,
      422,
    );
  return store.environments.publish({ ...input, environment, evidence: evidence ?? '', skipped }, (client) =>
    mustFit({ ...input, environment, evidence }, options, client),
  );
}

/**
 * Undoes the last change of a remote: a rollout, a release, or that it was retired. `left` is what is no longer shown,
 * `with` what went back with it.
 */
async function rollBack(
  input: z.infer<typeof actBody> & { who: string },
  { store, key, shell }: PublishingOptions,
): Promise<{ version: string; left: string | null; with: LiveWith[] }> {
  const { remote } = input;
  const entries = await store.entries();
  if (!entries.some((entry) => entry.remote === remote && entry.isRetired)) return store.rollBack(input);
  const { version } = await store.bringBack(input, async (last, client) => {
    await mustFitLive({ remote, version: last, environment: null }, { key, gives: shell.gives }, client);
  });
  return { version, left: null, with: [] };
}
