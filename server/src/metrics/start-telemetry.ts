import { startTracing } from '@manabiba/telemetry/start-tracing';

import { startMetrics } from './start-metrics';

/** Starts what the configuration asks for: traces to a collector, metrics for Prometheus. */
export async function startTelemetry(deps: Parameters<typeof startMetrics>[0]): Promise<{ close(): Promise<void> }> {
  const metrics = await startMetrics(deps);
  const tracing = await startTracing({ env: deps.env, service: 'manabiba' });
  return {
    async close() {
      await metrics?.close();
      await tracing?.close();
    },
  };
}
