import type { State } from 'swr';
import { initCache, serialize, SWRGlobalState } from 'swr/_internal';

import type { EndpointDefinition, EndpointInput } from '../../contract/endpoint';
import { canonicalInput } from '../canonical-input';
import type { EndpointReference } from '../endpoint-reference';
import { CountedCache } from './counted-cache';

/** Age from which an entry is fetched again when somebody starts to use it, in seconds. */
export const MAX_AGE_SECONDS = 300;

/** Key of an entry in SWR: endpoint name and canonical input; a list of pages has an entry of its own. */
export type EndpointKey =
  readonly [name: string, input: string] | readonly [name: string, input: string, kind: 'pages'];

type EntryState = State<unknown, unknown> & { _k?: EndpointKey };

/** The one SWR cache of the page, however many remotes there are. */
export const endpointCache = new CountedCache<EntryState>();

const bound = initCache(endpointCache);
if (!bound) throw new Error('SWR did not take the cache');
const [, mutate, , , unload] = bound;

/** References by name, so that an entry's tags are known from its key. */
const references = new Map<string, EndpointReference<EndpointDefinition>>();
/** When each entry's answer arrived, in milliseconds. */
const fetchedAt = new Map<string, number>();

export function endpointKey<D extends EndpointDefinition>(
  reference: EndpointReference<D>,
  input: EndpointInput<D>,
  kind?: 'pages',
): EndpointKey {
  references.set(reference.name, reference as EndpointReference<EndpointDefinition>);
  return kind ? [reference.name, canonicalInput(input), kind] : [reference.name, canonicalInput(input)];
}

/** The text under which the cache holds a key. */
export const keyText = (key: EndpointKey | null) => serialize(key)[0];

export interface CachedEntry {
  text: string;
  key: EndpointKey;
  data: unknown;
}

/** All entries that hold an answer. */
export function cachedEntries(): CachedEntry[] {
  return [...endpointCache.keys()].flatMap((text) => {
    const state = endpointCache.get(text);
    return state?._k && state.data !== undefined ? [{ text, key: state._k, data: state.data }] : [];
  });
}

export const readEntry = (key: EndpointKey): unknown => endpointCache.get(keyText(key))?.data;

/** Shows `data` to every user of an entry. */
export function showEntry(key: EndpointKey, data: unknown): void {
  const text = keyText(key);
  // SWR writes the key itself only when a hook mounts; an entry made ahead of its hook needs it for its tags.
  if (!endpointCache.get(text)?._k) endpointCache.set(text, { ...endpointCache.get(text), _k: key });
  void mutate(key, data, { revalidate: false });
}

/**
 * Makes an entry before anybody uses it, without SWR's help: a browser that takes over a painted page believes only
 * what the cache held before SWR first wrote to the entry, and would ask again for all else.
 */
export function placeEntry(key: EndpointKey, data: unknown): void {
  endpointCache.set(keyText(key), { _k: key, data });
}

/** Fetches an entry again if somebody uses it; drops it otherwise, so that nobody meets what is no longer true. */
export function refreshEntry(key: EndpointKey): void {
  const text = keyText(key);
  if (endpointCache.isUsed(text)) void mutate(key).catch(() => undefined);
  else dropEntry(text);
}

/**
 * SWR shares a fetch with whoever mounts in the next two seconds, but writes its answer only once: without its entry
 * that answer would be lost to them and they would wait for ever. So the fetch goes with the entry.
 */
function dropEntry(text: string): void {
  const fetches = SWRGlobalState.get(endpointCache)?.[2];
  if (fetches) delete fetches[text];
  endpointCache.delete(text);
}

/** Remembers that an entry's answer has just arrived. */
export function stampEntry(key: EndpointKey): void {
  fetchedAt.set(keyText(key), Date.now());
}

/** Whether an entry is too old to be shown without asking again. An entry that is not there counts as too old. */
export function isOlderThan(key: EndpointKey, seconds: number): boolean {
  const text = keyText(key);
  if (!endpointCache.get(text)) return true;
  return Date.now() - (fetchedAt.get(text) ?? 0) > seconds * 1000;
}

export const tagsOf = (key: EndpointKey) => references.get(key[0])?.tags ?? [];

/** Keys of every entry, answered, failed or on its way. */
export function allKeys(): EndpointKey[] {
  return [...endpointCache.keys()].flatMap((text) => {
    const key = endpointCache.get(text)?._k;
    return key ? [key] : [];
  });
}

let epoch = 0;
/** Changes when the cache is cleared: an answer to a call of an earlier epoch belongs to another person. */
export const cacheEpoch = () => epoch;

/** Drops every entry; what is on screen is fetched again. */
export function dropEntries(): void {
  epoch += 1;
  fetchedAt.clear();
  unload();
}
