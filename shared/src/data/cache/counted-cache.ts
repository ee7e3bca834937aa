/** How long an entry is kept after its last subscriber has gone, in milliseconds. */
export const UNUSED_ENTRY_MS = 60_000;

interface Entries<V> {
  get: (key: string) => V | undefined;
  set: (key: string, state: V) => void;
  delete: (key: string) => void;
  keys: () => IterableIterator<string>;
}

/**
 * The SWR cache with a subscriber count per entry: an unused entry is dropped after 60 s, so that a tab open all day
 * does not accumulate everything it has shown.
 */
export class CountedCache<V> {
  private readonly users = new Map<string, number>();
  /** Timers of the entries without subscribers. */
  private readonly leaving = new Map<string, ReturnType<typeof setTimeout>>();
  private readonly placedStates = new Map<string, V>();

  constructor(private readonly entries: Entries<V>) {}

  get(key: string): V | undefined {
    return this.entries.get(key);
  }

  /** Writes an entry without notifying SWR, and keeps what it was written with. */
  place(key: string, state: V): void {
    this.entries.set(key, state);
    this.placedStates.set(key, state);
    this.dropWhenUnused(key);
  }

  placed(key: string): V | undefined {
    return this.placedStates.get(key);
  }

  /** Must be called after SWR has written an entry that may have no subscribers. */
  dropWhenUnused(key: string): void {
    if (this.isUsed(key) || this.leaving.has(key)) return;
    this.leaving.set(
      key,
      setTimeout(() => this.delete(key), UNUSED_ENTRY_MS),
    );
  }

  /** Must be called after SWR has dropped every entry. */
  forget(): void {
    for (const key of this.leaving.keys()) this.keep(key);
    this.placedStates.clear();
  }

  delete(key: string): void {
    this.keep(key);
    this.placedStates.delete(key);
    this.entries.delete(key);
  }

  keys(): IterableIterator<string> {
    return this.entries.keys();
  }

  isUsed(key: string): boolean {
    return (this.users.get(key) ?? 0) > 0;
  }

  /** Adds a subscriber. Returns the function that removes it. */
  retain(key: string): () => void {
    this.count(key, 1);
    return () => this.count(key, -1);
  }

  private count(key: string, step: 1 | -1): void {
    const users = (this.users.get(key) ?? 0) + step;
    if (users > 0) {
      this.users.set(key, users);
      this.keep(key);
    } else {
      this.users.delete(key);
      this.dropWhenUnused(key);
    }
  }

  private keep(key: string): void {
    clearTimeout(this.leaving.get(key));
    this.leaving.delete(key);
  }
}
