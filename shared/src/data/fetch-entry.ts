import type { EndpointDefinition, EndpointInput, EndpointOutput } from '../contract/endpoint';
import {
  cacheEpoch,
  endpointCache,
  endpointKey,
  isOlderThan,
  keyText,
  MAX_AGE_SECONDS,
  placeEntry,
  readEntry,
  showEntry,
  stampEntry,
} from './cache/endpoint-cache';
import { sendCall } from './call-endpoint';
import type { EndpointReference } from './endpoint-reference';
import { underChanges } from './optimistic-changes';

/** Prefetches in flight, by key string. */
const prefetches = new Map<string, Promise<unknown>>();

/** Fetches one entry for a hook; reuses a prefetch of the same entry in flight. */
export async function fetchEntry<D extends EndpointDefinition>(
  reference: EndpointReference<D>,
  input: EndpointInput<D>,
): Promise<EndpointOutput<D>> {
  const key = endpointKey(reference, input);
  const answer = await (prefetches.get(keyText(key)) ?? sendCall(reference, input));
  stampEntry(key);
  return underChanges(key, answer) as EndpointOutput<D>;
}

/**
 * Prefetches an entry, unless it is cached and at most 300 s old. Fails silently: the component that needs it will
 * fetch again.
 *
 * By the X-Prefetch header the api knows that the user has not seen it yet.
 */
export async function prefetchEndpoint<D extends EndpointDefinition>(
  reference: EndpointReference<D>,
  input: EndpointInput<D>,
): Promise<void> {
  const key = endpointKey(reference, input);
  const text = keyText(key);
  if (prefetches.has(text) || !isOlderThan(key, MAX_AGE_SECONDS)) return;
  const epoch = cacheEpoch();
  const before = readEntry(key);
  const call = sendCall(reference, input, { prefetch: true });
  prefetches.set(text, call);
  try {
    const answer = await call;
    if (epoch === cacheEpoch() && readEntry(key) === before) {
      showEntry(key, answer);
      stampEntry(key);
    }
  } catch {
    // No component waits for it.
  } finally {
    if (prefetches.get(text) === call) prefetches.delete(text);
  }
}

/** Prevents prefetches made for the previous user from being reused. */
export function forgetPrefetches(): void {
  prefetches.clear();
}

/** Puts a response that arrived by another way (with the page, or inside another response) into the cache. */
export function seedEndpoint<D extends EndpointDefinition>(
  reference: EndpointReference<D>,
  input: EndpointInput<D>,
  answer: EndpointOutput<D>,
): void {
  const key = endpointKey(reference, input);
  const text = keyText(key);
  if (endpointCache.get(text) || endpointCache.isUsed(text)) showEntry(key, answer);
  else placeEntry(key, answer);
  stampEntry(key);
}
