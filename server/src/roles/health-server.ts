import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';

interface HealthOptions {
  logger: FastifyBaseLogger;
  /** Returns the body of /readyz, and whether the process can do its work. */
  readiness: () => Promise<{ isReady: boolean; body: object }>;
}

/** Creates the server of a process that answers no other calls: /healthz and /readyz for the one that runs it. */
export function createHealthServer({ logger, readiness }: HealthOptions): FastifyInstance {
  const app = Fastify({ loggerInstance: logger, disableRequestLogging: true, forceCloseConnections: 'idle' });
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const { isReady, body } = await readiness();
    return reply.code(isReady ? 200 : 503).send(body);
  });
  return app;
}
