import { mutate, type State, SWRConfig, unload } from 'swr';

import type { EndpointDefinition, EndpointInput } from '../../contract/endpoint';
import { canonicalInput } from '../canonical-input';
import type { EndpointReference } from '../endpoint-reference';
import { CountedCache } from './counted-cache';

/** Age from which an entry is refetched when a new subscriber mounts, in seconds. */
export const MAX_AGE_SECONDS = 300;

/** Names an entry: endpoint name and canonical input; a paginated list has an entry of its own. */
export type EndpointKey =
  | readonly [name: string, input: string]
  | readonly [name: string, input: string, kind: 'pages'];

/** The single SWR cache of the page, shared by all remotes. */
export const endpointCache = new CountedCache<State<unknown, unknown>>(SWRConfig.defaultValue.cache);

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

/** Returns the string under which the cache stores an entry: SWR's own key. Empty for null. */
export const keyText = (key: EndpointKey | null) => (key ? JSON.stringify(key) : '');

const keyOf = (text: string) => JSON.parse(text) as EndpointKey;

export interface CachedEntry {
  text: string;
  key: EndpointKey;
  /** Undefined while the first response is on its way or has failed. */
  data: unknown;
}

/** Returns every entry: loaded, failed or in flight. */
export const cachedEntries = (): CachedEntry[] =>
  [...endpointCache.keys()].map((text) => ({ text, key: keyOf(text), data: endpointCache.get(text)?.data }));

export const readEntry = (key: EndpointKey): unknown => endpointCache.get(keyText(key))?.data;

/** Returns what `placeEntry` created an entry with: what hydration finds. */
export const readPlacedEntry = (key: EndpointKey): unknown => endpointCache.placed(keyText(key))?.data;

/** Whether a fetch of the entry is in flight. */
export const isFetching = (key: EndpointKey): boolean => endpointCache.get(keyText(key))?.isValidating === true;

/** Publishes `data` to every subscriber of an entry. SWR discards the response of a fetch in flight. */
export function showEntry(key: EndpointKey, data: unknown): void {
  const text = keyText(key);
  void mutate(text, data, { revalidate: false });
  endpointCache.dropWhenUnused(text);
}

/**
 * Creates an entry before it has subscribers, bypassing SWR: during hydration the browser trusts only what the cache
 * held before SWR first wrote to the entry, and would refetch everything else.
 */
export function placeEntry(key: EndpointKey, data: unknown): void {
  endpointCache.place(keyText(key), { data });
}

/** Refetches an entry that has subscribers; drops it otherwise, so that it is never shown stale. */
export function refreshEntry(key: EndpointKey): void {
  const text = keyText(key);
  // Without subscribers nothing is fetched, and a fetch in flight is forgotten: SWR would share it with a component that
  // mounts in the next two seconds, but write its response only once.
  void mutate(text).catch(() => undefined);
  if (!endpointCache.isUsed(text)) endpointCache.delete(text);
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

let epoch = 0;
/** Incremented when the cache is cleared: a response to a call of an earlier epoch belongs to another user. */
export const cacheEpoch = () => epoch;

/** Drops every entry; visible data is refetched. */
export function dropEntries(): void {
  epoch += 1;
  fetchedAt.clear();
  unload();
  endpointCache.forget();
}
