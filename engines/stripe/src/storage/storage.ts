/** What an object of the engine is kept as. The storage knows nothing of payments: it finds rows by the columns beside the data. */
export interface Row {
  /** The connected account that the object belongs to; '' for the platform. */
  readonly account: string;
  readonly kind: string;
  readonly id: string;
  /** Seconds since 1970, for filters of lists. */
  readonly created: number;
  /** What lists can be filtered by, `field:value`. */
  readonly keys: readonly string[];
  /** The clock that `dueAt` is read on: '' for the engine's, the id of a test clock, or `delivery` for real time. */
  readonly timeline: string;
  /** When the object has something to do next, in milliseconds on its timeline. */
  readonly dueAt: number | null;
  /** What the row adds to its account's sum, from `effectiveAt` (seconds) on. */
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
  /** All of them. */
  readonly keys: readonly string[];
  readonly created?: CreatedRange;
  /** Rows that are older than this one. */
  readonly startingAfter?: string;
  /** Rows that are newer than this one, those next to it. */
  readonly endingBefore?: string;
  readonly limit: number;
}

/**
 * One transaction. Reads see its own writes. In `write`, rows that `get` and `due` return are locked until the end, and
 * two transactions with the same lock run one after the other.
 */
export interface StorageTransaction {
  /** The data of the row. */
  get(key: RowKey): Promise<string | undefined>;
  put(row: Row): void;
  remove(key: RowKey): void;
  /** The data of rows, the newest first. */
  list(query: ListQuery): Promise<string[]>;
  /** Rows that are due at or before this moment, the earliest first; rows that others hold are left out. */
  due(timeline: string, untilMs: number, limit: number): Promise<DueRow[]>;
  /** When the next row of the timeline is due. */
  nextDue(timeline: string): Promise<number | undefined>;
  /** The sum of `amount` of an account's rows that are effective at or before this moment, in seconds. */
  sum(account: string, kind: string, effectiveUntil: number): Promise<number>;
  /** Waits for its turn. */
  lock(name: string): Promise<void>;
  /** Whether the lock was free. */
  tryLock(name: string): Promise<boolean>;
}

/** Keeps the engine's objects. */
export interface Storage {
  open(): Promise<void>;
  /**
   * All or nothing, durable when it resolves. `work` may be called again when the storage has to start over, so it has
   * no effect outside of the transaction.
   */
  write<T>(work: (transaction: StorageTransaction) => Promise<T>): Promise<T>;
  /** Reads only, and locks nothing. */
  read<T>(work: (transaction: StorageTransaction) => Promise<T>): Promise<T>;
  /** Resolves while objects can be written; rejects with the reason otherwise. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
