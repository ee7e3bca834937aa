import { observed } from '@manabiba/telemetry/observed';
import { traceRequests } from '@manabiba/telemetry/trace-requests';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * Logs and traces each request and adds its id to the answer. The line names the call, but not its query, which may
 * hold the key of a private classroom, nor the path parameters that the contract marks as secret.
 */
export function addRequestLog(app: FastifyInstance): void {
  traceRequests(app, ({ method, routeOptions }) => `api ${routeOptions.config.endpoint?.name ?? method}`);
  app.addHook('onRequest', (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    reply.header('x-request-id', request.id);
    // Answers depend on the viewer.
    reply.header('cache-control', 'no-store');
    done();
  });

  app.addHook('onResponse', (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    const { routeOptions, method, url } = request;
    if (observed.request.isWatched) {
      const endpoint = routeOptions.config.endpoint?.name;
      observed.request.report({ endpoint, status: reply.statusCode, ms: reply.elapsedTime });
    }
    request.log.info(
      {
        method,
        path: loggedPath(url, routeOptions),
        call: routeOptions.config.endpoint?.name,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        // Set once the session hook has run.
        person: (request.authentication as typeof request.authentication | null)?.viewer.id ?? undefined,
      },
      'request',
    );
    done();
  });
}

const MAX_LOGGED_PATH = 200;

/** A segment of an unknown path this long may be a token; names are shorter. */
const LONG_PART = /[^/]{25,}/g;

function loggedPath(url: string, { config, url: pattern }: FastifyRequest['routeOptions']): string {
  if (pattern === undefined) return pathOf(url).replaceAll(LONG_PART, '…');
  const secrets = config.secretParams ?? config.endpoint?.secretParams ?? [];
  if (secrets.length === 0) return pathOf(url);
  const named = pattern.split('/');
  return pathOf(url)
    .split('/')
    .map((part, index) => (secrets.includes(named[index]?.replace(':', '') ?? '') ? named[index] : part))
    .join('/');
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Secret parameters of a route outside the contract. */
    secretParams?: readonly string[];
  }
}

function pathOf(url: string): string {
  const mark = url.indexOf('?');
  return url.slice(0, mark < 0 ? MAX_LOGGED_PATH : Math.min(mark, MAX_LOGGED_PATH));
}
