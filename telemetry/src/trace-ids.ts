import { newSpanId, newTraceId } from './trace-context';

let next: string | undefined;

/** Makes this the id of the next trace that starts in the same turn. */
export function beginTraceWith(traceId: string): void {
  next = traceId;
}

/** The ids of new traces and spans, for the SDK. */
export const traceIds = {
  generateTraceId() {
    const id = next ?? newTraceId();
    next = undefined;
    return id;
  },
  generateSpanId: newSpanId,
};
