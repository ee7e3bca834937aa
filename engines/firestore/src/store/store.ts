import { compareDocuments, matchesQuery, windowOf } from '../query/match-query';
import type { Query } from '../query/query';
import { StatusError } from '../status';
import type { Storage, StoredRow } from '../storage/storage';
import { parseFields } from '../values/parse-value';
import { CommitBatch, type CommitOutcome } from './commit-batch';
import { DeletedMarks } from './deleted-marks';
import { StoredDocument } from './document';
import { DocumentIndex } from './document-index';
import { type Commit, type HistoryLimits, RecentChanges } from './recent-changes';
import type { Transaction } from './transactions';
import type { Write } from './write';

/**
 * How far back reads at an earlier time go: longer than a transaction may take, bounded by the memory left beside the
 * documents.
 */
const HISTORY: HistoryLimits = { ms: 300_000, changes: 10_000, bytes: 32 * 1024 * 1024 };
const CLOSE_WAIT_MS = 5000;

interface PendingCommit {
  readonly writes: readonly Write[];
  readonly transaction: Transaction | undefined;
  readonly isAllowed: (() => void) | undefined;
  readonly resolve: (outcome: CommitOutcome) => void;
  readonly reject: (error: unknown) => void;
}

export interface StoreOptions {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly maxPendingCommits: number;
  readonly history?: HistoryLimits;
  /** Called with the reason when the storage rejects a batch. */
  readonly onFailure: (failure: unknown) => void;
}

/**
 * The document store: all current versions in memory, each commit written through to the storage before it becomes
 * visible.
 *
 * Commits that arrive during a write are grouped into the next one, each with its own version and each atomic. Versions
 * are microseconds of the clock and always increase, even if the clock does not.
 */
export class Store {
  readonly #index = new DocumentIndex();
  readonly #listeners = new Set<(commit: Commit) => void>();
  #queue: PendingCommit[] = [];
  #isWriting = false;
  readonly #history: RecentChanges;
  readonly #deleted: DeletedMarks;

  private constructor(
    private readonly storage: Storage,
    private readonly options: StoreOptions,
    readonly storeId: string,
    private lastVersion: number,
    deletedSince: number,
  ) {
    this.#deleted = new DeletedMarks(deletedSince);
    this.#history = new RecentChanges(lastVersion, options.history ?? HISTORY);
  }

  /** Locks the storage for this engine and loads everything from it. */
  static async open(storage: Storage, options: StoreOptions): Promise<Store> {
    const state = await storage.open();
    const version = Math.max(state.lastVersion, options.now() * 1000);
    const store = new Store(
      storage,
      options,
      state.storeId,
      version,
      state.lastVersion === 0 ? version : state.horizon,
    );
    for await (const rows of state.rows) store.#take(rows);
    return store;
  }

  /** The version of the last commit; current reads are made at it. */
  get version(): number {
    return this.lastVersion;
  }

  /** Commits that wait for the one being written. */
  get pendingCommits(): number {
    return this.#queue.length;
  }

  /** The earliest readable version, for reads at a given time. */
  get earliestVersion(): number {
    return this.#history.since;
  }

  get(path: string, version?: number): StoredDocument | undefined {
    const current = this.#index.get(path);
    return version === undefined || version >= this.lastVersion
      ? current
      : this.#history.documentAt(path, version, current);
  }

  /** Returns the sorted results of a query, before offset and limit. */
  matching(query: Query, version?: number): StoredDocument[] {
    const covered = this.#index.covered(query);
    const documents =
      version === undefined || version >= this.lastVersion
        ? covered
        : this.#history.documentsAt(query, version, covered);
    return [...documents]
      .filter((document) => matchesQuery(query, document))
      .sort((a, b) => compareDocuments(query, a, b));
  }

  /** Returns the results of a query. */
  run(query: Query, version?: number): readonly StoredDocument[] {
    return windowOf(query, this.matching(query, version));
  }

  /** Returns all covered documents, matching or not, unordered. */
  covered(query: Query): Iterable<StoredDocument> {
    return this.#index.covered(query);
  }

  collectionPaths(): Iterable<string> {
    return this.#index.collectionPaths();
  }

  /** Returns the documents deleted after a version, or undefined when that is no longer known. */
  deletedAfter(version: number): string[] | undefined {
    return this.#deleted.after(version);
  }

  /**
   * Calls back after each commit once it is durable and before its writer is notified. Returns a function that stops
   * it.
   */
  onCommit(listener: (commit: Commit) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Applies writes atomically. Resolves when they are durable and all listeners have been notified. Rejects with
   * ABORTED when something the transaction read has changed, or with the error of a write.
   */
  commit(
    writes: readonly Write[],
    options: { transaction?: Transaction; isAllowed?: () => void } = {},
  ): Promise<CommitOutcome> {
    return new Promise((resolve, reject) => {
      if (this.#queue.length >= this.options.maxPendingCommits) {
        reject(new StatusError('RESOURCE_EXHAUSTED', 'Too many writes are waiting.'));
        return;
      }
      this.#queue.push({ writes, transaction: options.transaction, isAllowed: options.isAllowed, resolve, reject });
      if (!this.#isWriting) void this.#drain();
    });
  }

  /**
   * Drops tombstones older than this and the oldest ones beyond the count; clients with older resume tokens start over.
   */
  async forgetDeleted(kept: { readonly ms: number; readonly count: number }): Promise<void> {
    const horizon = this.#deleted.horizon(this.lastVersion - kept.ms * 1000, kept.count);
    if (horizon === undefined) return;
    await this.storage.forgetDeleted(horizon);
    this.#deleted.forget(horizon);
  }

  /** Releases the storage once pending writes are stored, or cannot be stored for a while. */
  async close(): Promise<void> {
    const deadline = Date.now() + CLOSE_WAIT_MS;
    while (this.#isWriting && Date.now() < deadline) await new Promise((next) => setImmediate(next));
    await this.storage.close();
  }

  async #drain(): Promise<void> {
    this.#isWriting = true;
    // Waits one turn so that concurrent commits share a write.
    await Promise.resolve();
    while (this.#queue.length > 0) {
      const pending = this.#queue;
      this.#queue = [];
      await this.#writeTogether(pending);
    }
    this.#isWriting = false;
  }

  async #writeTogether(pending: readonly PendingCommit[]): Promise<void> {
    const batch = new CommitBatch(this.#index, this.#history, this.lastVersion, this.options.now);
    const settle: (() => void)[] = [];
    for (const { writes, transaction, isAllowed, resolve, reject } of pending) {
      try {
        isAllowed?.();
        const outcome = batch.add(writes, transaction);
        settle.push(() => resolve(outcome));
      } catch (refusal) {
        settle.push(() => reject(refusal));
      }
    }
    const rows = batch.rows();
    try {
      if (rows.length > 0) await this.storage.append({ version: batch.version, rows });
    } catch (failure) {
      this.options.onFailure(failure);
      for (const { reject } of pending)
        reject(new StatusError('UNAVAILABLE', 'The documents cannot be written right now.'));
      return;
    }
    for (const commit of batch.commits) this.#publish(commit);
    for (const done of settle) done();
  }

  #publish(commit: Commit): void {
    this.lastVersion = Math.max(this.lastVersion, commit.version);
    for (const { path, before, after } of commit.changes) {
      if (before === after) continue;
      if (after) {
        this.#index.set(after);
        this.#deleted.remove(path);
      } else {
        this.#index.delete(path);
        this.#deleted.add(path, commit.version);
      }
    }
    this.#history.add(commit);
    for (const listener of this.#listeners) listener(commit);
  }

  #take(rows: readonly StoredRow[]): void {
    for (const { path, fieldsJson, createVersion, updateVersion } of rows) {
      if (fieldsJson !== null)
        this.#index.set(new StoredDocument(path, parseFields(JSON.parse(fieldsJson)), createVersion, updateVersion));
    }
    this.#deleted.take(
      rows
        .filter(({ fieldsJson }) => fieldsJson === null)
        .map(({ path, updateVersion }) => ({ path, version: updateVersion })),
    );
  }
}
