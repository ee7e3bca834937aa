import type { EndpointDefinition, EndpointInput, EndpointOutput } from '../contract/endpoint';
import {
  cachedEntries,
  type CachedEntry,
  type EndpointKey,
  isFetching,
  keyText,
  readEntry,
  refreshEntry,
  showEntry,
} from './cache/endpoint-cache';
import type { EndpointReference } from './endpoint-reference';

/** A description of a change to cached responses, applied by a mutation (`optimistic` of useEndpointMutation). */
export interface CacheChange {
  name: string;
  isMeant: (input: unknown) => boolean;
  change: (answer: unknown, pageIndex: number) => unknown;
}

/**
 * Describes how the cached responses of one endpoint look after a successful mutation.
 *
 * @param match selects responses by their input.
 * @param change returns the new response without mutating the old one. A paginated list is changed page by page;
 * `pageIndex` is 0 for the first page.
 */
export function changeCached<D extends EndpointDefinition>(
  reference: EndpointReference<D>,
  match: (input: EndpointInput<D>) => boolean,
  change: (answer: EndpointOutput<D>, pageIndex: number) => EndpointOutput<D>,
): CacheChange {
  return { name: reference.name, isMeant: match as CacheChange['isMeant'], change: change as CacheChange['change'] };
}

/** The base value of an entry without the pending changes, and those changes in order. */
interface Layers {
  key: EndpointKey;
  /** Undefined while the first response is on its way. */
  base: unknown;
  pending: CacheChange[];
  /** A fetch overlapped with a change, or a change failed: only the server knows the current state. */
  isUncertain: boolean;
}

const layersByKey = new Map<string, Layers>();

/**
 * Applies `changes` while `task` runs; keeps them when it resolves, rolls them back when it rejects.
 *
 * Each change is a layer over the server's response, so that concurrent changes neither overwrite nor roll back each
 * other.
 */
export async function changeWhile<T>(
  changes: CacheChange | readonly CacheChange[],
  task: () => Promise<T>,
): Promise<T> {
  const layered = (Array.isArray(changes) ? changes : ([changes] as readonly CacheChange[])).flatMap(addLayers);
  try {
    const result = await task();
    for (const { layers, change } of layered) settle(layers, change, true);
    return result;
  } catch (error) {
    for (const { layers, change } of layered) settle(layers, change, false);
    throw error;
  }
}

/** Returns what an entry shows for a fresh response: the response with the pending changes applied. */
export function underChanges(key: EndpointKey, answer: unknown): unknown {
  const layers = layersByKey.get(keyText(key));
  if (!layers) return answer;
  layers.base = answer;
  layers.isUncertain = true;
  return shown(layers);
}

/** Changes the server's response beneath the pending changes (when another page has arrived). */
export function changeBase(key: EndpointKey, change: (answer: unknown) => unknown): void {
  const layers = layersByKey.get(keyText(key));
  if (!layers) {
    const isOvertaken = isFetching(key);
    showEntry(key, change(readEntry(key)));
    if (isOvertaken) refreshEntry(key);
    return;
  }
  layers.base = change(layers.base);
  show(layers);
}

/** Discards all pending changes. */
export function forgetChanges(): void {
  layersByKey.clear();
}

function addLayers(change: CacheChange): Array<{ layers: Layers; change: CacheChange }> {
  return cachedEntries()
    .filter(({ key }) => key[0] === change.name && change.isMeant(JSON.parse(key[1])))
    .map((entry) => {
      const layers = layersOf(entry);
      layers.pending.push(change);
      layers.isUncertain ||= isFetching(entry.key);
      show(layers);
      return { layers, change };
    });
}

function layersOf({ text, key, data }: CachedEntry): Layers {
  const known = layersByKey.get(text);
  if (known) return known;
  const layers: Layers = { key, base: data, pending: [], isUncertain: data === undefined };
  layersByKey.set(text, layers);
  return layers;
}

function settle(layers: Layers, change: CacheChange, hasWorked: boolean): void {
  const text = keyText(layers.key);
  if (layersByKey.get(text) !== layers) return;
  const isLoaded = layers.base !== undefined;
  if (isLoaded && readEntry(layers.key) === undefined) {
    layersByKey.delete(text);
    return;
  }
  if (isLoaded && hasWorked) layers.base = applied(layers.key, layers.base, change);
  layers.isUncertain ||= !hasWorked || isFetching(layers.key);
  layers.pending = layers.pending.filter((other) => other !== change);
  show(layers);
  if (layers.pending.length > 0) return;
  layersByKey.delete(text);
  if (layers.isUncertain) refreshEntry(layers.key);
}

function show(layers: Layers): void {
  if (layers.base !== undefined) showEntry(layers.key, shown(layers));
}

const shown = ({ key, base, pending }: Layers) =>
  pending.reduce((answer, change) => applied(key, answer, change), base);

function applied(key: EndpointKey, answer: unknown, { change }: CacheChange): unknown {
  if (key[2] !== 'pages') return change(answer, 0);
  const { pages } = answer as { pages: unknown[] };
  return { pages: pages.map((page, index) => change(page, index)) };
}
