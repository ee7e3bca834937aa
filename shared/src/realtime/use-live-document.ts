import { useMemo } from 'react';

import { type LiveSchema, parsed } from './parse-value';
import type { LiveStatus } from './snapshot';
import { useLiveValues } from './use-live-collection';

export interface LiveDocument<T> {
  /** Null when there is no document at that path; undefined until something has arrived. */
  data: T | null | undefined;
  status: LiveStatus;
  /** Requests a refused document again, for example after joining. */
  retry: () => void;
}

/** One live document, kept up to date without polling. `null` subscribes to nothing. See `useLiveCollection`. */
export function useLiveDocument<T>(path: string | null, schema: LiveSchema<T>): LiveDocument<T> {
  const { values, status, retry } = useLiveValues(path === null ? null : { kind: 'document', path });
  const data = useMemo(
    () => (values === undefined ? undefined : values[0] ? (parsed(values[0], schema) ?? null) : null),
    [values, schema],
  );
  return { data, status, retry };
}
