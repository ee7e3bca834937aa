import { context } from '@opentelemetry/api';

import { traceWith } from './spans';
import { traceIds } from './trace-ids';

interface TracingOptions {
  /** OTEL_EXPORTER_OTLP_ENDPOINT and OTEL_TRACES_SAMPLER_ARG, as OpenTelemetry defines them. */
  env: Record<string, string | undefined>;
  /** Name of the process in traces. */
  service: string;
}

/** The part of an environment that tracing reads, for a process with another one. */
export const tracingSettings = ({
  OTEL_EXPORTER_OTLP_ENDPOINT,
  OTEL_TRACES_SAMPLER_ARG,
}: Record<string, string | undefined>): TracingOptions['env'] => ({
  OTEL_EXPORTER_OTLP_ENDPOINT,
  OTEL_TRACES_SAMPLER_ARG,
});

/**
 * Sends spans of this process to a collector, by OTLP over HTTP; null, and nothing is loaded, without
 * OTEL_EXPORTER_OTLP_ENDPOINT. Whether a trace is sent follows from its id, so every process decides alike, and a caller
 * cannot ask for it.
 */
export async function startTracing({ env, service }: TracingOptions): Promise<{ close(): Promise<void> } | null> {
  const endpoint = env['OTEL_EXPORTER_OTLP_ENDPOINT'];
  if (!endpoint) return null;
  const [sdk, { OTLPTraceExporter }, { AsyncLocalStorageContextManager }, { resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/sdk-trace-base'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/resources'),
    ]);
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` });
  const provider = new sdk.BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    sampler: new sdk.TraceIdRatioBasedSampler(shareOf(env['OTEL_TRACES_SAMPLER_ARG'])),
    idGenerator: traceIds,
    spanProcessors: [new sdk.BatchSpanProcessor(exporter)],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  traceWith(provider.getTracer('manabiba'));
  return {
    async close() {
      traceWith(null);
      await provider.shutdown();
      context.disable();
    },
  };
}

/** All traces, unless a share of them is set. */
function shareOf(text: string | undefined): number {
  const share = Number(text || 1);
  return share >= 0 && share <= 1 ? share : 1;
}
