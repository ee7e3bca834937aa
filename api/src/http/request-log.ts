import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * One line a request, and its id in the answer. The line names the call, not its query, which may hold the key of a
 * private classroom.
 */
export function addRequestLog(app: FastifyInstance): void {
  app.addHook('onRequest', (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    reply.header('x-request-id', request.id);
    // Answers depend on who asks.
    reply.header('cache-control', 'no-store');
    done();
  });

  app.addHook('onResponse', (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    const { routeOptions, method, url } = request;
    request.log.info({
      method,
      path: pathOf(url),
      call: routeOptions.config.endpoint?.name,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      // Set once the session hook has run.
      person: (request.authentication as typeof request.authentication | null)?.viewer.id ?? undefined,
    }, 'request');
    done();
  });
}

const MAX_LOGGED_PATH = 200;

function pathOf(url: string): string {
  const mark = url.indexOf('?');
  return url.slice(0, mark < 0 ? MAX_LOGGED_PATH : Math.min(mark, MAX_LOGGED_PATH));
}
