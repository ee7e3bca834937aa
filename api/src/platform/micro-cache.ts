/** A short-lived cache of ready answers, mostly bytes. */
export interface MicroCache<T = Buffer> {
  /** Returns the cached value. Concurrent callers share one computation; a failure is not cached. */
  get(key: string, make: () => Promise<T>): T | Promise<T>;
  clear(): void;
  /** Calls a function whenever this cache is cleared, to clear what depends on the same changes. */
  onClear(listener: () => void): void;
}

const MAX_ENTRIES = 500;

/** Creates a cache for answers that are the same for every visitor. A `ttlMs` of 0 disables it. */
export function createMicroCache<T = Buffer>({ ttlMs }: { ttlMs: number }): MicroCache<T> {
  const entries = new Map<string, { ready: T | null; making: Promise<T>; expiresAt: number }>();
  const listeners: (() => void)[] = [];
  return {
    get(key, make) {
      const entry = entries.get(key);
      if (entry && entry.expiresAt > performance.now()) return entry.ready ?? entry.making;
      if (ttlMs <= 0) return make();
      if (entries.size >= MAX_ENTRIES) entries.delete(entries.keys().next().value ?? key);
      const making = make();
      const made = { ready: null as T | null, making, expiresAt: performance.now() + ttlMs };
      entries.delete(key);
      entries.set(key, made);
      making.then(
        (ready) => {
          made.ready = ready;
        },
        () => {
          if (entries.get(key) === made) entries.delete(key);
        },
      );
      return making;
    },
    clear() {
      entries.clear();
      for (const listener of listeners) listener();
    },
    onClear: (listener) => void listeners.push(listener),
  };
}
