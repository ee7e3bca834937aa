import {
  type Attributes,
  type Context,
  context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Tracer,
} from '@opentelemetry/api';

import { readTraceparent, writeTraceparent } from './trace-context';

const FIRST_SERVER_ERROR = 500;
/** Traces that one batch of work continues with a span of their own; more of them would only repeat each other. */
const MAX_CONTINUED = 20;

/** Null while nothing is traced: every function here then does nothing but the work it was given. */
let tracer: Tracer | null = null;

/** Used by `startTracing`. */
export function traceWith(given: Tracer | null): void {
  tracer = given;
}

export const isTracing = () => tracer !== null;

/** The place of the running work in its trace, to be sent or stored with what continues it; null outside of a trace. */
export function activeTraceparent(): string | null {
  return tracer && traceparentIn(context.active());
}

export function traceparentIn(place: Context): string | null {
  const span = trace.getSpanContext(place);
  return span ? writeTraceparent(span) : null;
}

/** Runs part of the work in its own span; without one outside of a trace. */
export function inSpan<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  if (!tracer || !trace.getActiveSpan()) return work();
  return tracer.startActiveSpan(name, { kind: SpanKind.CLIENT, attributes }, (span) => endingWith(span, work));
}

/** Does work outside of the trace of whoever asks for it. */
export const outsideTrace = <T>(work: () => T): T => (tracer ? context.with(ROOT_CONTEXT, work) : work());

/**
 * Does work that other requests have caused, in a span of each of their traces. What the work itself does appears in
 * the first one.
 *
 * @param causes what `activeTraceparent` returned to each of them.
 */
export function continueTraces<T>(
  name: string,
  causes: readonly (string | null)[],
  work: () => Promise<T>,
): Promise<T> {
  if (!tracer) return work();
  const places = [...new Set(causes)].map(contextOf).filter((place) => place !== null);
  const spans = places.slice(0, MAX_CONTINUED).map((place) => startIn(name, SpanKind.CONSUMER, place));
  const [first, ...others] = spans;
  if (!first) return context.with(ROOT_CONTEXT, work);
  return context
    .with(trace.setSpan(ROOT_CONTEXT, first), () => endingWith(first, work))
    .finally(() => {
      for (const span of others) span.end();
    });
}

/** Starts the span of a request from another process. Returns the function that ends it with the response status. */
export function beginRequest(name: string, traceparent: string): (status: number) => void {
  const place = tracer && contextOf(traceparent);
  if (!place) return () => undefined;
  const span = startIn(name, SpanKind.SERVER, place);
  return (status) => endWith(span, status);
}

/** Adds a span from a browser to a trace. Times in milliseconds, the start since 1970. */
export function recordSpan(
  name: string,
  traceparent: string,
  { startedAt, ms }: { startedAt: number; ms: number },
): void {
  const place = tracer && contextOf(traceparent);
  if (!tracer || !place) return;
  tracer.startSpan(name, { kind: SpanKind.CLIENT, startTime: startedAt }, place).end(startedAt + ms);
}

export function startIn(name: string, kind: SpanKind, place: Context): Span {
  if (!tracer) throw new Error('Nothing is traced');
  return tracer.startSpan(name, { kind }, place);
}

export function endWith(span: Span, status: number): void {
  span.setAttribute('http.response.status_code', status);
  if (status >= FIRST_SERVER_ERROR) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

/** Returns the context of a stored or received place; null when it is none. */
export function contextOf(traceparent: string | null): Context | null {
  const place = readTraceparent(traceparent);
  return place
    ? trace.setSpanContext(ROOT_CONTEXT, { ...place, isRemote: true, traceFlags: TraceFlags.SAMPLED })
    : null;
}

/** An error message may contain typed text: a span records only that there was one. */
async function endingWith<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}
