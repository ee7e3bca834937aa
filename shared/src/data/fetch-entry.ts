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

/** Prefetches on their way, by the text of their key. */
const prefetches = new Map<string, Promise<unknown>>();

/** Fetches one entry for a hook; takes over a prefetch of the same entry that is on its way. */
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
 * Fetches an entry ahead of need, unless one of at most 300 s is there. Fails silently: whoever needs it will ask again.
 *
 * The api is told that nobody has looked yet (X-Prefetch).
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
    // Nobody asked for it.
  } finally {
    if (prefetches.get(text) === call) prefetches.delete(text);
  }
}

/** Lets nobody take over what was asked for on behalf of the person before. */
export function forgetPrefetches(): void {
  prefetches.clear();
}

/** Puts an answer into the cache that came by another way (with the page, or inside another answer). */
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
