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
  /** Polling interval while the page is visible. Default: never. */
  refreshIntervalMs?: number;
  /** Shows the response of the previous input until the new one arrives. */
  keepPreviousData?: boolean;
}

export interface EndpointResult<T> {
  data: T | undefined;
  /** The error of the last fetch. `data` is unchanged by it. */
  error: ApiError | undefined;
  /** There is nothing to show yet. */
  isLoading: boolean;
  /** Data is shown while a fresher response is loading. */
  isRefreshing: boolean;
  retry: () => void;
}

/**
 * The response of one GET of the contract, fetched when it is missing or older than 300 s, and again whenever a
 * mutation invalidates one of its tags. A `null` input fetches nothing.
 */
export function useEndpoint<D extends EndpointDefinition>(
  reference: EndpointReference<D>,
  input: EndpointInput<D> | null,
  options: EndpointOptions = {},
): EndpointResult<EndpointOutput<D>> {
  const { maxAgeSeconds = MAX_AGE_SECONDS, refreshIntervalMs = 0, keepPreviousData = false } = options;
  const key = input === null ? null : endpointKey(reference, input);
  const text = keyText(key);
  useEntryUse(text);
  const { data, error, isLoading, isValidating, mutate } = useSWR<EndpointOutput<D>, ApiError>(
    text,
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

/** Counts the component as a subscriber of an entry while it is mounted. */
export function useEntryUse(text: string): void {
  useLayoutEffect(() => (text ? endpointCache.retain(text) : undefined), [text]);
}
