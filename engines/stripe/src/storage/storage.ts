/**
 * The stored form of an object. The storage knows nothing about payments: it finds rows by the columns beside the data.
 */
export interface Row {
  /** The connected account that owns the object; '' for the platform. */
  readonly account: string;
  readonly kind: string;
  readonly id: string;
  /** Seconds since 1970, for list filters. */
  readonly created: number;
  /** Filter keys, `field:value`. */
  readonly keys: readonly string[];
  /** The clock of `dueAt`: '' for the engine's, the id of a test clock, or `delivery` for real time. */
  readonly timeline: string;
  /** When the object is next due, in milliseconds on its timeline. */
  readonly dueAt: number | null;
  /** The row's contribution to its account's sum, from `effectiveAt` (seconds) on. */
  readonly amount: number | null;
  readonly effectiveAt: number | null;
  /** JSON. */
  readonly data: string;
}

export type RowKey = Pick<Row, 'account' | 'kind' | 'id'>;

export interface DueRow {
  readonly account: string;
  readonly dueAt: number;
  readonly data: string;
}

export interface CreatedRange {
  readonly gt?: number;
  readonly gte?: number;
  readonly lt?: number;
  readonly lte?: number;
}

export interface ListQuery {
  readonly account: string;
  readonly kind: string;
  /** Rows must match all of them. */
  readonly keys: readonly string[];
  readonly created?: CreatedRange;
  /** Returns rows older than this one. */
  readonly startingAfter?: string;
  /** Returns the closest rows that are newer than this one. */
  readonly endingBefore?: string;
  readonly limit: number;
}

/**
 * One transaction. Reads see its own writes. In `write`, rows returned by `get` and `due` are locked until the end, and
 * transactions with the same lock run sequentially.
 */
export interface StorageTransaction {
  /** Returns the data of a row. */
  get(key: RowKey): Promise<string | undefined>;
  /** Returns which of the ids exist. */
  present(account: string, kind: string, ids: readonly string[]): Promise<string[]>;
  put(row: Row): void;
  remove(key: RowKey): void;
  /** Returns the data of rows, newest first. */
  list(query: ListQuery): Promise<string[]>;
  /** Returns rows that are due at or before this time, earliest first; rows locked by others are skipped. */
  due(timeline: string, untilMs: number, limit: number): Promise<DueRow[]>;
  /** Returns when the next row of the timeline is due. */
  nextDue(timeline: string): Promise<number | undefined>;
  /** Returns the sum of `amount` over an account's rows that are effective at or before this time, in seconds. */
  sum(account: string, kind: string, effectiveUntil: number): Promise<number>;
  /** Acquires the lock, waiting for its turn. */
  lock(name: string): Promise<void>;
  /** Tries to acquire the lock; returns whether it was free. */
  tryLock(name: string): Promise<boolean>;
}

/** The storage of the engine's objects. */
export interface Storage {
  open(): Promise<void>;
  /**
   * Runs `work` atomically; durable when it resolves. `work` may be retried, so it must not have effects outside of the
   * transaction.
   */
  write<T>(work: (transaction: StorageTransaction) => Promise<T>): Promise<T>;
  /** Runs a read-only transaction without locks. */
  read<T>(work: (transaction: StorageTransaction) => Promise<T>): Promise<T>;
  /** Resolves while objects can be written; rejects with the reason otherwise. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
