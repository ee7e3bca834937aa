import { MAX_RELEASE_TOKEN_DAYS } from '@manabiba/shared/contract/limits';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';

import { remoteName } from '../store/release-manifest';
import { ReleaseRefusal } from '../store/release-refusal';
import { authorOf, mustBeOperator } from '../tokens/holder';
import type { ReleaseTokens } from '../tokens/release-tokens';

/** Which of those who have the operator's key. */
const asker = z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(200)));
const tokenBody = z.object({
  remote: z.nullable(remoteName),
  /** A mail address, so that no name can look like an entry that the server writes itself. */
  person: z.email().check(z.maxLength(200)),
  days: z.int().check(z.minimum(1), z.maximum(MAX_RELEASE_TOKEN_DAYS)),
  who: asker,
});
const revocationBody = z.object({ id: z.uuid(), who: asker });

/** Endpoints with which the operator gives tokens to the members of teams and takes them back. */
export function serveTokens(scope: FastifyInstance, tokens: ReleaseTokens): void {
  scope.get('/tokens', async (request) => {
    mustBeOperator(request.deployHolder);
    return { tokens: await tokens.list() };
  });
  scope.post('/tokens', async (request, reply) => {
    mustBeOperator(request.deployHolder);
    const { who, ...input } = tokenBody.parse(request.body);
    return reply.code(201).send(await tokens.create({ ...input, by: authorOf(request.deployHolder, who) }));
  });
  scope.post('/tokens/revocations', async (request) => {
    mustBeOperator(request.deployHolder);
    const { id, who } = revocationBody.parse(request.body);
    const revoked = await tokens.revoke(id, authorOf(request.deployHolder, who));
    if (!revoked) throw new ReleaseRefusal(`There is no token ${id}.`, 422);
    return { token: revoked.token };
  });
}
