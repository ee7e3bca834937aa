import type { FastifyInstance } from 'fastify';

import type { AskApi } from './pages/ask-api';

interface HealthOptions {
  /** The api in this process, whose health is this process's; absent when it runs elsewhere. */
  askApi?: AskApi;
  /** Whether the process is about to stop: it still answers, but wants no new callers. */
  isDraining?: () => boolean;
}

/**
 * Serves /healthz and /readyz.
 *
 * Without the api, a process still counts as healthy. It serves pages from its memory while the database or the api
 * cannot be reached: out of rotation, users would not even see the outage page.
 */
export function serveHealth(app: FastifyInstance, { askApi, isDraining = () => false }: HealthOptions): void {
  for (const path of ['/healthz', '/readyz']) {
    app.get(path, async (request, reply) => {
      reply.header('cache-control', 'no-store');
      if (askApi) {
        const { status, body } = await askApi({ method: 'GET', path: `/v1${path}`, address: request.ip });
        return reply.code(status).send(body ?? { status: 'unavailable' });
      }
      if (path === '/healthz') return reply.send({ status: 'ok' });
      return isDraining() ? reply.code(503).send({ status: 'unavailable' }) : reply.send({ status: 'ready' });
    });
  }
}
