import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Pool } from '../../../api/src/platform/database/db';
import { limitConnections } from '../roles/limit-connections';
import { followEngines } from './engine-metrics';
import { followProduct } from './follow-product';
import { createInstruments } from './instruments';
import { type MetricsSettings, readMetricsSettings } from './metrics-settings';
import { readDatabaseMetrics } from './queue-metrics';

interface MetricsDeps {
  env: Record<string, string | undefined>;
  pool: Pool;
  logger: { error(details: object, message: string): void; warn(details: object, message: string): void };
}

export interface RunningMetrics {
  /** Address of the metrics. */
  url: string;
  close(): Promise<void>;
}

/**
 * Serves metrics of this process for Prometheus at `/metrics` of METRICS_PORT; null, and nothing is counted, without
 * it. They hold no personal data, but reveal how much the product is used: the port must not be reachable from outside.
 */
export async function startMetrics({ env, pool, logger }: MetricsDeps): Promise<RunningMetrics | null> {
  const settings = readMetricsSettings(env);
  if (!settings) return null;
  const prometheus = await import('prom-client');
  const registry = new prometheus.Registry();
  prometheus.collectDefaultMetrics({ register: registry });
  const instruments = createInstruments(prometheus, registry);
  const engines = followEngines({ isUp: instruments.engineIsUp, restarts: instruments.engineRestarts });
  const stopFollowing = followProduct(instruments);
  const database = {
    isUp: instruments.databaseIsUp,
    waiting: instruments.queueWaiting,
    oldest: instruments.queueOldest,
    releases: instruments.releases,
  };

  async function render(): Promise<string> {
    instruments.connections.set({ state: 'total' }, pool.totalCount);
    instruments.connections.set({ state: 'idle' }, pool.idleCount);
    instruments.connections.set({ state: 'waiting' }, pool.waitingCount);
    await readDatabaseMetrics(pool, database, (err) => logger.warn({ err }, 'metrics of the database cannot be read'));
    return `${await registry.metrics()}\n${engines.render()}`;
  }

  const server = await listen(settings, (request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end();
    render().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      (err: unknown) => {
        logger.error({ err }, 'the metrics cannot be read');
        response.writeHead(500).end();
      },
    );
  });
  return {
    url: server.url,
    async close() {
      stopFollowing();
      engines.stop();
      await server.close();
    },
  };
}

/** Listens for Prometheus. A taken port fails the start: a product without monitoring must not look monitored. */
async function listen(
  { port, host }: MetricsSettings,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<RunningMetrics> {
  const server = createServer(answer);
  limitConnections(server);
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen(port, host, done);
  });
  const { address, port: taken, family } = server.address() as AddressInfo;
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${taken}/metrics`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
