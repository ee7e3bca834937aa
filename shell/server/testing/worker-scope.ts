import { createContext, runInContext } from 'node:vm';

type Listener = (event: unknown) => void;

/** The Cache Storage of a browser, in memory. */
class MemoryCaches {
  readonly #caches = new Map<string, MemoryCache>();
  readonly keys = () => Promise.resolve([...this.#caches.keys()]);
  readonly delete = (name: string) => Promise.resolve(this.#caches.delete(name));
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  open(name: string): Promise<MemoryCache> {
    const cache = this.#caches.get(name) ?? new MemoryCache(this.#origin);
    this.#caches.set(name, cache);
    return Promise.resolve(cache);
  }

  match(url: string, { cacheName }: { cacheName: string }): Promise<Response | undefined> {
    return this.#caches.get(cacheName)?.match(url) ?? Promise.resolve(undefined);
  }

  /** All kept pages, as text. */
  async texts(): Promise<string> {
    const all = [...this.#caches].map(async ([name, cache]) => [name, ...(await cache.texts())]);
    return (await Promise.all(all)).flat().join('\n');
  }
}

type CacheKey = string | { url: string };

class MemoryCache {
  readonly #answers = new Map<string, Response>();
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  readonly #url = (kept: CacheKey) => new URL(typeof kept === 'string' ? kept : kept.url, this.#origin).href;
  readonly match = (kept: CacheKey) => Promise.resolve(this.#answers.get(this.#url(kept))?.clone());
  readonly delete = (kept: CacheKey) => Promise.resolve(this.#answers.delete(this.#url(kept)));
  readonly keys = () => Promise.resolve([...this.#answers.keys()].map((url) => ({ url })));

  async put(kept: CacheKey, answer: Response): Promise<void> {
    const body = await answer.arrayBuffer();
    this.#answers.set(this.#url(kept), new Response(body, answer));
  }

  texts(): Promise<string[]> {
    return Promise.all([...this.#answers].map(async ([url, answer]) => `${url} ${await answer.clone().text()}`));
  }
}

/**
 * Runs a service worker with stand-ins for what the browser provides, and dispatches events to it.
 *
 * @param provided further names of its scope.
 */
export function runWorker(script: string, origin: string, provided: Record<string, unknown>) {
  const listeners = new Map<string, Listener[]>();
  const caches = new MemoryCaches(origin);
  const { registration, clients, ...names } = provided;
  const self = {
    addEventListener: (name: string, listener: Listener) =>
      listeners.set(name, [...(listeners.get(name) ?? []), listener]),
    location: { origin },
    skipWaiting: () => Promise.resolve(),
    registration,
    clients,
  };
  const scope = {
    ...{ URL, Response, Headers, MessageChannel, Uint8Array, atob, self, caches, ...names },
    // A test may replace them at any time.
    setTimeout: (act: () => void, ms: number) => setTimeout(act, ms).unref(),
    clearTimeout: (timer: NodeJS.Timeout) => clearTimeout(timer),
    get Date() {
      return Date;
    },
  };
  runInContext(script, createContext(scope));

  /** Dispatches an event. Resolves with the worker's own answer when all of its work is done. */
  const dispatch = async (name: string, event: object): Promise<Response | undefined> => {
    const pending: Promise<unknown>[] = [];
    let answer: Promise<Response> | undefined;
    for (const listener of listeners.get(name) ?? [])
      listener({
        ...event,
        waitUntil: (work: Promise<unknown>) => pending.push(work),
        respondWith: (given: Promise<Response>) => {
          answer = given;
        },
      });
    const answered = await answer;
    await Promise.all(pending);
    return answered;
  };
  return { dispatch, caches };
}
