import { useRef, useState } from 'react';

import type { EndpointDefinition, EndpointInput, EndpointOutput } from '../contract/endpoint';
import { type ApiError, isApiError } from './api-error';
import { invalidateTags } from './cache/cache-tags';
import { newIntent, sendCall } from './call-endpoint';
import { canonicalInput } from './canonical-input';
import type { EndpointReference } from './endpoint-reference';
import { type CacheChange, changeWhile } from './optimistic-changes';

export interface MutationOptions<D extends EndpointDefinition> {
  /** The optimistic change: shown at once and rolled back on failure. Created with `changeCached`. */
  optimistic?: (input: EndpointInput<D>) => CacheChange | readonly CacheChange[];
  onSuccess?: (output: EndpointOutput<D>, input: EndpointInput<D>) => void;
  onError?: (error: ApiError, input: EndpointInput<D>) => void;
}

export interface Mutation<D extends EndpointDefinition> {
  /** Rejects with `ApiError`, after the optimistic change is rolled back. */
  run: (input: EndpointInput<D>) => Promise<EndpointOutput<D>>;
  isRunning: boolean;
  /** The error of the last run; cleared when the next one starts. */
  error: ApiError | undefined;
}

/**
 * Runs one mutating call of the contract: optimistic change, call, rollback on failure, tag invalidation on success.
 *
 * A rerun with the same input after a failure that may have reached the api is the same intent, so it keeps its
 * idempotency key.
 */
export function useEndpointMutation<D extends EndpointDefinition>(
  reference: EndpointReference<D>,
  options: MutationOptions<D> = {},
): Mutation<D> {
  const [runningCount, setRunningCount] = useState(0);
  const [error, setError] = useState<ApiError>();
  const unsettled = useRef<{ input: string; idempotencyKey: string }>(undefined);

  const run = async (input: EndpointInput<D>) => {
    const text = canonicalInput(input);
    const idempotencyKey = unsettled.current?.input === text ? unsettled.current.idempotencyKey : newIntent();
    unsettled.current = { input: text, idempotencyKey };
    setRunningCount((count) => count + 1);
    setError(undefined);
    try {
      const output = await changeWhile(options.optimistic?.(input) ?? [], () =>
        sendCall(reference, input, { idempotencyKey }),
      );
      unsettled.current = undefined;
      invalidateTags(reference.invalidates ?? []);
      options.onSuccess?.(output, input);
      return output;
    } catch (reason) {
      if (isApiError(reason)) {
        if (reason.status >= 400 && reason.status < 500) unsettled.current = undefined;
        setError(reason);
        options.onError?.(reason, input);
      }
      throw reason;
    } finally {
      setRunningCount((count) => count - 1);
    }
  };
  return { run, isRunning: runningCount > 0, error };
}
