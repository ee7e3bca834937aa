import type { LiveRefusal, LiveValue } from './target';

/**
 * The status of a target. `connecting`: nothing has arrived yet. `live`: every change arrives at once. `reconnecting`:
 * the values may be stale. `offline`: they have been for a while. `refused`: the target may not (or no longer) be read.
 */
export type LiveStatus = 'connecting' | 'live' | 'reconnecting' | 'offline' | 'refused';

export interface LiveSnapshot {
  /** Undefined until something has arrived. */
  values: readonly LiveValue[] | undefined;
  status: LiveStatus;
  refusal: LiveRefusal | null;
}

export const UNKNOWN: LiveSnapshot = { values: undefined, status: 'connecting', refusal: null };
