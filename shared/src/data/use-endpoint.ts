import { useLayoutEffect } from 'react';
import useSWR from 'swr';

import type { EndpointDefinition, EndpointInput, EndpointOutput } from '../contract/endpoint';
import type { ApiError } from './api-error';
import { endpointCache, endpointKey, isOlderThan, keyText, MAX_AGE_SECONDS } from './cache/endpoint-cache';
import type { EndpointReference } from './endpoint-reference';
import { fetchEntry } from './fetch-entry';

export interface EndpointOptions {
  /** Age from which a mounting component fetches again, in seconds. Default 300; 0 fetches at every mount. */
  maxAgeSeconds?: number;
  /** Fetches again in this interval while the page is visible. Default: never. */
  refreshIntervalMs?: number;
  /** Shows the answer of the former input until the one of the new input is there. */
  keepPreviousData?: boolean;
}

export interface EndpointResult<T> {
  data: T | undefined;
  /** What the last fetch failed with. `data` stays what it was. */
  error: ApiError | undefined;
  /** Nothing is there to show yet. */
  isLoading: boolean;
  /** Something is shown and a fresher answer is on its way. */
  isRefreshing: boolean;
  retry: () => void;
}

/**
 * The answer of one GET of the contract, fetched when there is none or when it is older than 300 s, and again whenever
 * a mutation makes one of its tags stale. With `null` as input nothing is fetched.
 */
export function useEndpoint<D extends EndpointDefinition>(
  reference: EndpointReference<D>,
  input: EndpointInput<D> | null,
  options: EndpointOptions = {},
): EndpointResult<EndpointOutput<D>> {
  const { maxAgeSeconds = MAX_AGE_SECONDS, refreshIntervalMs = 0, keepPreviousData = false } = options;
  const key = input === null ? null : endpointKey(reference, input);
  useEntryUse(keyText(key));
  const { data, error, isLoading, isValidating, mutate } = useSWR<EndpointOutput<D>, ApiError>(
    key,
    input === null ? null : () => fetchEntry(reference, input),
    {
      revalidateIfStale: key !== null && isOlderThan(key, maxAgeSeconds),
      refreshInterval: refreshIntervalMs,
      keepPreviousData,
    },
  );
  return {
    data,
    error,
    isLoading: isLoading && data === undefined,
    isRefreshing: isValidating && data !== undefined,
    retry: () => void mutate().catch(() => undefined),
  };
}

/** Counts the component among the users of an entry while it is mounted. */
export function useEntryUse(text: string): void {
  useLayoutEffect(() => (text ? endpointCache.retain(text) : undefined), [text]);
}
