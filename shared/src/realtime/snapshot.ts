import type { LiveRefusal, LiveValue } from './target';

/**
 * How a target stands. `connecting`: nothing has come yet. `live`: every change comes at once. `reconnecting`: what is
 * shown may be old. `offline`: that has lasted. `refused`: it may not be read (any more).
 */
export type LiveStatus = 'connecting' | 'live' | 'reconnecting' | 'offline' | 'refused';

export interface LiveSnapshot {
  /** Undefined until something has come. */
  values: readonly LiveValue[] | undefined;
  status: LiveStatus;
  refusal: LiveRefusal | null;
}

export const UNKNOWN: LiveSnapshot = { values: undefined, status: 'connecting', refusal: null };
