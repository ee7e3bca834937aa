import type { FastifyInstance } from 'fastify';

import { isSame } from '../store/release-key';
import type { CiIdentities } from '../tokens/ci-identities';
import { type Holder, OPERATOR } from '../tokens/holder';
import type { ReleaseTokens } from '../tokens/release-tokens';

/** Who may release. */
export interface DeployAccess {
  /** The operator's token, which may change everything. */
  token: string;
  /** The tokens of the teams. */
  tokens: ReleaseTokens;
  /** Runs of a CI that may release. */
  ciIdentities: CiIdentities;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls the deploy endpoints. Set by the first hook there, and only there. */
    deployHolder: Holder;
  }
}

/** Admits only requests with a valid token, and records its holder. */
export function identifyHolder(scope: FastifyInstance, { token, tokens, ciIdentities }: DeployAccess): void {
  scope.decorateRequest('deployHolder', null as unknown as Holder);
  scope.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const given = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const holder = isSame(token, given)
      ? OPERATOR
      : ((await ciIdentities.holderOf(given)) ?? (await tokens.holderOf(given)));
    if (typeof holder === 'string') return reply.code(401).send({ error: holder, code: 'unauthenticated' });
    request.deployHolder = holder;
  });
}
