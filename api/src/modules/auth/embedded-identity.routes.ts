import { email, nickname } from '@manabiba/shared/contract/auth';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';

import { AppError } from '../../platform/app-error';
import type { createEmbeddedIssuer } from '../../platform/security/embedded-issuer';

const body = z.strictObject({ email, name: nickname });

/**
 * The embedded identity provider for machines without a real one, under /v1/embedded_identity: its published keys, and
 * a token for anyone. Not part of the contract, and absent with a Firebase project and in production.
 */
export function embeddedIdentityRoutes(app: FastifyInstance, issuer: ReturnType<typeof createEmbeddedIssuer>): void {
  app.get('/embedded_identity/keys', () => issuer.keySet());
  app.post('/embedded_identity/tokens', async (request) => {
    const given = z.safeParse(body, request.body);
    if (!given.success) throw new AppError('invalid');
    return { idToken: await issuer.issue(given.data) };
  });
}
