import { type Context, context, ROOT_CONTEXT, type Span, SpanKind, trace } from '@opentelemetry/api';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { contextOf, endWith, isTracing, startIn, traceparentIn } from './spans';
import { newSpanId, writeTraceparent } from './trace-context';
import { beginTraceWith } from './trace-ids';

/** The spans of a request, the outermost layer first. */
const layers = new WeakMap<FastifyRequest, Span[]>();
const activeOf = (request: FastifyRequest): Context => {
  const span = layers.get(request)?.at(-1);
  return span ? trace.setSpan(ROOT_CONTEXT, span) : ROOT_CONTEXT;
};

/**
 * Makes a span of every request that a layer of the product answers, and does the work of the request within it. The
 * trace is the one with the request's own id. While nothing is traced, no hook is added.
 *
 * @param nameOf a name with few values: never a path.
 */
export function traceRequests(scope: FastifyInstance, nameOf: (request: FastifyRequest) => string): void {
  if (!isTracing()) return;
  scope.addHook('onRequest', (request, _reply, done) => {
    const outer = layers.get(request);
    const span = outer
      ? startIn(nameOf(request), SpanKind.INTERNAL, activeOf(request))
      : openTrace(nameOf(request), request);
    layers.set(request, [...(outer ?? []), span]);
    context.with(activeOf(request), done);
  });
  // Reading a body continues in the context of the connection.
  scope.addHook('preValidation', (request, _reply, done) => context.with(activeOf(request), done));
  scope.addHook('onResponse', (request, reply, done) => {
    const span = layers.get(request)?.pop();
    if (span) endWith(span, reply.statusCode);
    done();
  });
}

/** Names the trace of a request to whoever sees the answer: it includes the browser's share of the time. */
export function nameTrace(request: FastifyRequest, reply: FastifyReply): void {
  const traceparent = traceparentIn(activeOf(request));
  if (traceparent !== null) reply.header('server-timing', `traceparent;desc="${traceparent}"`);
}

/** Returns the header that continues a trace in another process, whether it is sampled or not. */
export const continuedBy = (request: FastifyRequest): string =>
  traceparentIn(activeOf(request)) ?? writeTraceparent({ traceId: request.id, spanId: newSpanId() });

function openTrace(name: string, request: FastifyRequest): Span {
  const { traceparent } = request.headers;
  const caller = typeof traceparent === 'string' ? contextOf(traceparent) : null;
  if (caller) return startIn(name, SpanKind.SERVER, caller);
  beginTraceWith(request.id);
  return startIn(name, SpanKind.SERVER, ROOT_CONTEXT);
}
