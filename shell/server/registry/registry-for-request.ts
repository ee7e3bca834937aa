import { type RegistryReader, type ReleaseAudience, type ServedRegistry, rulePersonOf } from '@manabiba/releases';
import type { FastifyReply, FastifyRequest } from 'fastify';

import { identifyRequest } from '../sessions/request-identity';
import { writeSession } from '../sessions/session-cookies';
import type { SessionRefresher } from '../sessions/session-refresher';
import type { ReadAudience } from './read-audience';

/** Returns the registry of whoever sends a request; null when it is not known. */
export type RegistryForRequest = (
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<{ audience: ReleaseAudience; known: ServedRegistry | null }>;

/** For requests other than pages: asks the api who is signed in only while a rollout depends on it. */
export function registryForRequests({
  registry,
  readAudience,
  refresher,
}: {
  registry: RegistryReader;
  readAudience: ReadAudience;
  refresher: SessionRefresher;
}): RegistryForRequest {
  return async (request, reply) => {
    let audience = readAudience(request.headers.cookie);
    const known = await registry.read(audience);
    if (!registry.asksForPerson()) return { audience, known };
    const { me, newTokens } = await identifyRequest(request, refresher);
    if (newTokens !== undefined) writeSession(reply, newTokens);
    audience = { ...audience, person: rulePersonOf(me) };
    return { audience, known: await registry.read(audience) };
  };
}
