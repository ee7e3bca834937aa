import type { CreatedRange, ListQuery, Row, RowKey, Storage, StorageTransaction } from './storage';

/** Keeps everything in memory, for tests. Write transactions run sequentially. */
export function memoryStorage(): Storage {
  return new MemoryStorage();
}

interface StoredRow {
  row: Row;
  readonly position: number;
}

const nameOf = ({ account, kind, id }: RowKey) => JSON.stringify([account, kind, id]);
const listOf = ({ account, kind }: { account: string; kind: string }) => JSON.stringify([account, kind]);

class MemoryStorage implements Storage {
  readonly #rows = new Map<string, StoredRow>();
  /** Returns the rows of a kind in insertion order. */
  readonly #lists = new Map<string, Map<string, StoredRow>>();
  #position = 0;
  #turn: Promise<unknown> = Promise.resolve();

  async open(): Promise<void> {}

  write<T>(work: (transaction: StorageTransaction) => Promise<T>): Promise<T> {
    const turn = this.#turn.then(async () => {
      const undo: (() => void)[] = [];
      try {
        return await work(this.#transaction(undo));
      } catch (failure) {
        for (const step of undo.toReversed()) step();
        throw failure;
      }
    });
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  read<T>(work: (transaction: StorageTransaction) => Promise<T>): Promise<T> {
    const turn = this.#turn.then(() => work(this.#transaction([])));
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  async ping(): Promise<void> {}

  async close(): Promise<void> {
    await this.#turn;
  }

  #transaction(undo: (() => void)[]): StorageTransaction {
    return {
      get: async (key) => this.#rows.get(nameOf(key))?.row.data,
      present: async (account, kind, ids) => ids.filter((id) => this.#rows.has(nameOf({ account, kind, id }))),
      put: (row) => {
        const before = this.#rows.get(nameOf(row))?.row;
        this.#set(row);
        undo.push(() => (before ? this.#set(before) : this.#delete(row)));
      },
      remove: (key) => {
        const before = this.#rows.get(nameOf(key))?.row;
        if (!before) return;
        this.#delete(key);
        undo.push(() => this.#set(before));
      },
      list: async (query) => this.#list(query),
      due: async (timeline, untilMs, limit) =>
        [...this.#rows.values()]
          .filter(({ row }) => row.timeline === timeline && row.dueAt !== null && row.dueAt <= untilMs)
          .sort((one, other) => Number(one.row.dueAt) - Number(other.row.dueAt) || one.position - other.position)
          .slice(0, limit)
          .map(({ row: { account, dueAt, data } }) => ({ account, dueAt: Number(dueAt), data })),
      nextDue: async (timeline) =>
        [...this.#rows.values()]
          .filter(({ row }) => row.timeline === timeline && row.dueAt !== null)
          .reduce<number | undefined>((next, { row }) => Math.min(next ?? Infinity, Number(row.dueAt)), undefined),
      sum: async (account, kind, until) =>
        this.#all({ account, kind })
          .filter(({ row }) => row.effectiveAt !== null && row.effectiveAt <= until)
          .reduce((total, { row }) => total + (row.amount ?? 0), 0),
      lock: async () => undefined,
      tryLock: async () => true,
    };
  }

  #all(list: { account: string; kind: string }): StoredRow[] {
    return [...(this.#lists.get(listOf(list))?.values() ?? [])];
  }

  #list(query: ListQuery): string[] {
    const { startingAfter, endingBefore, limit, created } = query;
    const positionOf = (id: string) => this.#rows.get(nameOf({ ...query, id }))?.position ?? -1;
    const matching = this.#all(query).filter(
      ({ row, position }) =>
        query.keys.every((key) => row.keys.includes(key)) &&
        isWithin(row.created, created) &&
        (startingAfter === undefined || position < positionOf(startingAfter)) &&
        (endingBefore === undefined || position > positionOf(endingBefore)),
    );
    const page = endingBefore === undefined ? matching.slice(-limit) : matching.slice(0, limit);
    return page.toReversed().map(({ row }) => row.data);
  }

  #set(row: Row): void {
    const kept = this.#rows.get(nameOf(row));
    if (kept) {
      kept.row = row;
      return;
    }
    this.#position += 1;
    const added = { row, position: this.#position };
    this.#rows.set(nameOf(row), added);
    const list = this.#lists.get(listOf(row)) ?? new Map<string, StoredRow>();
    list.set(row.id, added);
    this.#lists.set(listOf(row), list);
  }

  #delete(key: RowKey): void {
    this.#rows.delete(nameOf(key));
    this.#lists.get(listOf(key))?.delete(key.id);
  }
}

function isWithin(created: number, { gt, gte, lt, lte }: CreatedRange = {}): boolean {
  return (
    (gt === undefined || created > gt) &&
    (gte === undefined || created >= gte) &&
    (lt === undefined || created < lt) &&
    (lte === undefined || created <= lte)
  );
}
