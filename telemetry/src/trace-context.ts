import { randomFillSync } from 'node:crypto';

/** The header of W3C Trace Context: version, trace, caller's span, flags. Later versions may append fields. */
const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-[\da-f]{2}(?:$|-)/;
const MAX_LENGTH = 200;
const TRACE_BYTES = 16;
const SPAN_BYTES = 8;

/** A place in a trace: the trace, and the span that caused what follows. */
export interface TracePlace {
  traceId: string;
  spanId: string;
}

/** Returns the place that a caller's `traceparent` names, or undefined when it names none. */
export function readTraceparent(header: unknown): TracePlace | undefined {
  if (typeof header !== 'string' || header.length > MAX_LENGTH) return undefined;
  const [, traceId, spanId] = TRACEPARENT.exec(header) ?? [];
  return traceId !== undefined && spanId !== undefined ? { traceId, spanId } : undefined;
}

export const writeTraceparent = ({ traceId, spanId }: TracePlace) => `00-${traceId}-${spanId}-01`;

/** Random bytes are drawn for many ids at once: drawing them singly costs a microsecond each. */
const pool = Buffer.alloc(4096);
let used = pool.length;

function randomHex(bytes: number): string {
  if (used + bytes > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += bytes;
  return pool.toString('hex', used - bytes, used);
}

export const newTraceId = () => randomHex(TRACE_BYTES);
export const newSpanId = () => randomHex(SPAN_BYTES);
