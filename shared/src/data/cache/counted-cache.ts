/** How long an entry is kept after its last subscriber has gone, in milliseconds. */
export const UNUSED_ENTRY_MS = 60_000;

interface Entry<V> {
  state: V;
  users: number;
  /** Set while the entry has no subscribers. */
  leaves: ReturnType<typeof setTimeout> | undefined;
}

/**
 * The SWR cache with a subscriber count per entry: an unused entry is dropped after 60 s, so that a tab open all day
 * does not accumulate everything it has shown.
 */
export class CountedCache<V> {
  private readonly entries = new Map<string, Entry<V>>();
  /** Subscriber counts of keys without an entry. */
  private readonly users = new Map<string, number>();

  get(key: string): V | undefined {
    return this.entries.get(key)?.state;
  }

  set(key: string, state: V): void {
    const known = this.entries.get(key);
    if (known) {
      known.state = state;
      return;
    }
    const entry: Entry<V> = { state, users: this.users.get(key) ?? 0, leaves: undefined };
    this.entries.set(key, entry);
    if (entry.users === 0) this.letGo(key, entry);
  }

  delete(key: string): void {
    clearTimeout(this.entries.get(key)?.leaves);
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
    if (users > 0) this.users.set(key, users);
    else this.users.delete(key);
    const entry = this.entries.get(key);
    if (!entry) return;
    entry.users = users;
    clearTimeout(entry.leaves);
    entry.leaves = undefined;
    if (users === 0) this.letGo(key, entry);
  }

  private letGo(key: string, entry: Entry<V>): void {
    entry.leaves = setTimeout(() => this.entries.delete(key), UNUSED_ENTRY_MS);
  }
}
