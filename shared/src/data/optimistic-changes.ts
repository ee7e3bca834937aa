import type { EndpointDefinition, EndpointInput, EndpointOutput } from '../contract/endpoint';
import {
  cachedEntries,
  type CachedEntry,
  type EndpointKey,
  keyText,
  readEntry,
  refreshEntry,
  showEntry,
} from './cache/endpoint-cache';
import type { EndpointReference } from './endpoint-reference';

/** A change of cached answers, described; a mutation applies it (`optimistic` of useEndpointMutation). */
export interface CacheChange {
  name: string;
  isMeant: (input: unknown) => boolean;
  change: (answer: unknown, pageIndex: number) => unknown;
}

/**
 * Describes how the cached answers of one endpoint look once a mutation has worked.
 *
 * @param match which answers are meant, by the input that they were asked with.
 * @param change makes the new answer out of the old one, without touching it. A list that was loaded in pages is
 *   changed page by page; `pageIndex` tells the first (0) from the others.
 */
export function changeCached<D extends EndpointDefinition>(
  reference: EndpointReference<D>,
  match: (input: EndpointInput<D>) => boolean,
  change: (answer: EndpointOutput<D>, pageIndex: number) => EndpointOutput<D>,
): CacheChange {
  return { name: reference.name, isMeant: match as CacheChange['isMeant'], change: change as CacheChange['change'] };
}

/** What an entry would show without the changes that are under way, and those changes in their order. */
interface Layers {
  key: EndpointKey;
  base: unknown;
  pending: CacheChange[];
  /** A fetch overlapped a change, or a change failed: only the server knows what is true now. */
  isUncertain: boolean;
}

const layersByKey = new Map<string, Layers>();

/**
 * Shows `changes` while `task` runs; keeps them when it resolves, takes them back when it rejects.
 *
 * Each change is a layer over the server's answer, so that changes under way at the same time neither overwrite nor
 * roll back each other.
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

/** What an entry shows for a fresh answer of the server: the answer under the changes that are under way. */
export function underChanges(key: EndpointKey, answer: unknown): unknown {
  const layers = layersByKey.get(keyText(key));
  if (!layers) return answer;
  layers.base = answer;
  layers.isUncertain = true;
  return shown(layers);
}

/** Changes the server's answer itself, under the changes that are under way (a further page has arrived). */
export function changeBase(key: EndpointKey, change: (answer: unknown) => unknown): void {
  const layers = layersByKey.get(keyText(key));
  if (!layers) {
    showEntry(key, change(readEntry(key)));
    return;
  }
  layers.base = change(layers.base);
  showEntry(key, shown(layers));
}

/** Forgets all changes under way. */
export function forgetChanges(): void {
  layersByKey.clear();
}

function addLayers(change: CacheChange): Array<{ layers: Layers; change: CacheChange }> {
  return cachedEntries()
    .filter(({ key }) => key[0] === change.name && change.isMeant(JSON.parse(key[1])))
    .map((entry) => {
      const layers = layersOf(entry);
      layers.pending.push(change);
      showEntry(entry.key, shown(layers));
      return { layers, change };
    });
}

function layersOf({ text, key, data }: CachedEntry): Layers {
  const known = layersByKey.get(text);
  if (known) return known;
  const layers: Layers = { key, base: data, pending: [], isUncertain: false };
  layersByKey.set(text, layers);
  return layers;
}

function settle(layers: Layers, change: CacheChange, hasWorked: boolean): void {
  const text = keyText(layers.key);
  if (layersByKey.get(text) !== layers) return;
  if (readEntry(layers.key) === undefined) {
    layersByKey.delete(text);
    return;
  }
  if (hasWorked) layers.base = applied(layers.key, layers.base, change);
  else layers.isUncertain = true;
  layers.pending = layers.pending.filter((other) => other !== change);
  showEntry(layers.key, shown(layers));
  if (layers.pending.length > 0) return;
  layersByKey.delete(text);
  if (layers.isUncertain) refreshEntry(layers.key);
}

const shown = ({ key, base, pending }: Layers) =>
  pending.reduce((answer, change) => applied(key, answer, change), base);

function applied(key: EndpointKey, answer: unknown, { change }: CacheChange): unknown {
  if (key[2] !== 'pages') return change(answer, 0);
  const { pages } = answer as { pages: unknown[] };
  return { pages: pages.map((page, index) => change(page, index)) };
}
