import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';

import { environmentGrant } from '../environments/environment-link';
import { anyEnvironmentName, environmentName } from '../environments/environment-name';
import { type FitOptions, mustFit } from '../evidence/must-fit';
import { skippedIn } from '../evidence/release-evidence';
import { readRule, ruleWords, type Testers } from '../rollouts/read-rule';
import { remoteName, versionName } from '../store/release-manifest';
import { ReleaseRefusal } from '../store/release-refusal';
import type { ReleaseStore } from '../store/release-store';
import { type Holder, mustMayRelease, signedAct } from '../tokens/holder';
import { act } from './receive-candidate';

interface EnvironmentOptions {
  store: ReleaseStore;
  fit: FitOptions;
  testers: Testers;
  publicUrl: string;
}

/**
 * How old the gate's result may be when its release is promoted, in hours: a week of review. The shell, the shared
 * versions and the routes are compared again by then.
 */
const PROMOTION_HOURS = 7 * 24;
const MAX_TOGETHER = 50;

const promotionBody = z.object({
  ...act,
  environment: environmentName,
  /** The release that the caller has reviewed: no other one is promoted. */
  version: versionName,
  /** Other reviewed releases, which go live in the same change and go back with it. */
  with: z._default(
    z.array(z.object({ remote: remoteName, version: versionName })).check(z.maxLength(MAX_TOGETHER)),
    [],
  ),
  percent: z.nullable(z.int().check(z.minimum(1), z.maximum(99))),
  shownTo: z.optional(ruleWords),
  isWorthReload: z.optional(z.boolean()),
  isForced: z.optional(z.boolean()),
});
const withdrawalBody = z.object({ ...act, environment: environmentName });
const reachBody = z.object({ environment: z.optional(anyEnvironmentName), shownTo: z.optional(ruleWords) });
const linkBody = z.object({ environment: environmentName });

/** Endpoints for the environments other than production. */
export function serveEnvironments(
  scope: FastifyInstance,
  { store: { environments }, fit, testers, publicUrl }: EnvironmentOptions,
): void {
  const { key } = fit;
  /** Checks before a gate whether a release may be put there and shown to this audience. */
  scope.post('/reaches', async (request, reply) => {
    const { shownTo } = reachBody.parse(request.body);
    if (shownTo) await readRule(shownTo, testers);
    return reply.code(204).send();
  });
  scope.post('/promotions', async (request) => {
    const { shownTo, isForced = false, ...given } = promotionBody.parse(request.body);
    const { remote, version, with: others, ...input } = signedAct(request.deployHolder, given);
    const releases = [{ remote, version }, ...others];
    mustBeOneChange(releases, request.deployHolder, input.percent !== null || shownTo !== undefined);
    const rule = shownTo ? await readRule(shownTo, testers) : null;
    const promoted = await environments.promote(
      { ...input, releases, rule, isForced },
      {
        skippedIn: (evidence) => skippedIn(key, evidence),
        check: (release, client) => mustFit({ ...release, environment: null, hours: PROMOTION_HOURS }, fit, client),
      },
    );
    return { isNews: promoted.some(({ isNews }) => isNews), from: promoted[0]?.from };
  });
  scope.post('/environments/withdrawals', async (request) =>
    environments.withdraw(signedAct(request.deployHolder, withdrawalBody.parse(request.body))),
  );
  scope.post('/environments/links', async (request, reply) => {
    const { environment } = linkBody.parse(request.body);
    const query = new URLSearchParams({ grant: environmentGrant(environment, key), to: '/' });
    request.log.info({ environment, by: request.deployHolder.person }, 'a link to an environment is made');
    return reply.code(201).send({ link: `${publicUrl}/environment?${query}` });
  });
}

/** Throws unless these releases may go live in one change: the caller may release each, to everyone. */
function mustBeOneChange(releases: readonly { remote: string }[], holder: Holder, isRollout: boolean): void {
  for (const { remote } of releases) mustMayRelease(holder, remote);
  if (new Set(releases.map(({ remote }) => remote)).size < releases.length)
    throw new ReleaseRefusal('A remote is named twice.', 422);
  if (isRollout && releases.length > 1)
    throw new ReleaseRefusal('A change of several remotes is for everyone: it has no share and no rule.', 422);
}
