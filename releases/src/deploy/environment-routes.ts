import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';

import { environmentGrant } from '../environments/environment-link';
import { anyEnvironmentName, environmentName } from '../environments/environment-name';
import { type FitOptions, mustFit } from '../evidence/must-fit';
import { skippedIn } from '../evidence/release-evidence';
import { readRule, ruleWords, type Testers } from '../rollouts/read-rule';
import { versionName } from '../store/release-manifest';
import type { ReleaseStore } from '../store/release-store';
import { signedAct } from '../tokens/holder';
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

const promotionBody = z.object({
  ...act,
  environment: environmentName,
  /** The release that the caller has reviewed: no other one is promoted. */
  version: versionName,
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
    const { shownTo, isForced = false, ...wanted } = signedAct(request.deployHolder, promotionBody.parse(request.body));
    const rule = shownTo ? await readRule(shownTo, testers) : null;
    return environments.promote({ ...wanted, rule, isForced }, async (evidence, client) => {
      const { remote, version } = wanted;
      await mustFit({ remote, version, environment: null, evidence, hours: PROMOTION_HOURS }, fit, client);
      return skippedIn(key, evidence);
    });
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
