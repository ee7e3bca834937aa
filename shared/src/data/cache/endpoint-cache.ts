import type { State } from 'swr';
import { createCacheHelper, initCache, serialize, SWRGlobalState } from 'swr/_internal';

import type { EndpointDefinition, EndpointInput } from '../../contract/endpoint';
import { canonicalInput } from '../canonical-input';
import type { EndpointReference } from '../endpoint-reference';
import { CountedCache } from './counted-cache';

/** Age from which an entry is refetched when a new subscriber mounts, in seconds. */
export const MAX_AGE_SECONDS = 300;

/** The SWR key of an entry: endpoint name and canonical input; a paginated list has an entry of its own. */
export type EndpointKey =
  | readonly [name: string, input: string]
  | readonly [name: string, input: string, kind: 'pages'];

type EntryState = State<unknown, unknown> & { _k?: EndpointKey };

/** The single SWR cache of the page, shared by all remotes. */
export const endpointCache = new CountedCache<EntryState>();

const bound = initCache(endpointCache);
if (!bound) throw new Error('SWR did not accept the cache');
const [, mutate, , , unload] = bound;

/** References by name, to look up an entry's tags by its key. */
const references = new Map<string, EndpointReference<EndpointDefinition>>();
/** When each entry's response arrived, in milliseconds. */
const fetchedAt = new Map<string, number>();

export function endpointKey<D extends EndpointDefinition>(
  reference: EndpointReference<D>,
  input: EndpointInput<D>,
  kind?: 'pages',
): EndpointKey {
  references.set(reference.name, reference as EndpointReference<EndpointDefinition>);
  return kind ? [reference.name, canonicalInput(input), kind] : [reference.name, canonicalInput(input)];
}

/** Returns the string under which the cache stores a key. */
export const keyText = (key: EndpointKey | null) => serialize(key)[0];

export interface CachedEntry {
  text: string;
  key: EndpointKey;
  data: unknown;
}

/** Returns all entries that hold a response. */
export function cachedEntries(): CachedEntry[] {
  return [...endpointCache.keys()].flatMap((text) => {
    const state = endpointCache.get(text);
    return state?._k && state.data !== undefined ? [{ text, key: state._k, data: state.data }] : [];
  });
}

export const readEntry = (key: EndpointKey): unknown => endpointCache.get(keyText(key))?.data;

/** Returns what an entry held before anything was written to it after its creation: what hydration finds. */
export const readFirstEntry = (key: EndpointKey): unknown =>
  (createCacheHelper(endpointCache, keyText(key))[3]() as EntryState | undefined)?.data;

/** Whether a fetch of the entry is in flight. */
export const isFetching = (key: EndpointKey): boolean => endpointCache.get(keyText(key))?.isValidating === true;

/** Publishes `data` to every subscriber of an entry. SWR discards the response of a fetch in flight. */
export function showEntry(key: EndpointKey, data: unknown): void {
  const text = keyText(key);
  // SWR writes the key only when a hook mounts; an entry created earlier needs it for its tags.
  if (!endpointCache.get(text)?._k) endpointCache.set(text, { ...endpointCache.get(text), _k: key });
  void mutate(key, data, { revalidate: false });
}

/**
 * Creates an entry before it has subscribers, bypassing SWR: during hydration the browser trusts only what the cache
 * held before SWR first wrote to the entry, and would refetch everything else.
 */
export function placeEntry(key: EndpointKey, data: unknown): void {
  endpointCache.set(keyText(key), { _k: key, data });
}

/** Refetches an entry that has subscribers; drops it otherwise, so that it is never shown stale. */
export function refreshEntry(key: EndpointKey): void {
  const text = keyText(key);
  if (endpointCache.isUsed(text)) void mutate(key).catch(() => undefined);
  else dropEntry(text);
}

/**
 * SWR shares a fetch with components that mount in the next two seconds, but writes its response only once: without the
 * entry they would wait forever. So the fetch is dropped with the entry.
 */
function dropEntry(text: string): void {
  const fetches = SWRGlobalState.get(endpointCache)?.[2];
  if (fetches) delete fetches[text];
  endpointCache.delete(text);
}

/** Records that an entry's response has just arrived. */
export function stampEntry(key: EndpointKey): void {
  fetchedAt.set(keyText(key), Date.now());
}

/** Whether an entry is too old to be shown without refetching. A missing entry counts as too old. */
export function isOlderThan(key: EndpointKey, seconds: number): boolean {
  const text = keyText(key);
  if (!endpointCache.get(text)) return true;
  return Date.now() - (fetchedAt.get(text) ?? 0) > seconds * 1000;
}

export const tagsOf = (key: EndpointKey) => references.get(key[0])?.tags ?? [];

/** Returns the keys of every entry: loaded, failed or in flight. */
export function allKeys(): EndpointKey[] {
  return [...endpointCache.keys()].flatMap((text) => {
    const key = endpointCache.get(text)?._k;
    return key ? [key] : [];
  });
}

let epoch = 0;
/** Incremented when the cache is cleared: a response to a call of an earlier epoch belongs to another user. */
export const cacheEpoch = () => epoch;

/** Drops every entry; visible data is refetched. */
export function dropEntries(): void {
  epoch += 1;
  fetchedAt.clear();
  unload();
}
