import { contract } from '@manabiba/shared/contract/contract';
import type { FastifyInstance } from 'fastify';

import { toOpenApi } from './openapi';
import { referencePage } from './reference-page';
import { referenceStyle } from './reference-style';

/** The page runs no scripts and loads nothing but its own stylesheet. */
const POLICY = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const CACHE = 'public, max-age=300';

/** Serves GET /openapi.json and the readable GET /docs. Both are generated from the contract at the first request. */
export function referenceRoutes(app: FastifyInstance, { publicUrl }: { publicUrl: string }): void {
  const stylesheet = `${app.prefix}/docs.css`;
  const openapi = `${app.prefix}/openapi.json`;
  const document = once(() => JSON.stringify(toOpenApi(contract, { publicUrl })));
  const page = once(() => referencePage(contract, { stylesheet, openapi }));

  app.get('/openapi.json', (_request, reply) =>
    reply.header('cache-control', CACHE).type('application/json; charset=utf-8').send(document()),
  );
  app.get('/docs', (_request, reply) =>
    reply
      .header('cache-control', CACHE)
      .header('content-security-policy', POLICY)
      .type('text/html; charset=utf-8')
      .send(page()),
  );
  app.get('/docs.css', (_request, reply) =>
    reply.header('cache-control', CACHE).type('text/css; charset=utf-8').send(referenceStyle),
  );
}

function once(make: () => string): () => string {
  let made: string | undefined;
  return () => (made ??= make());
}
