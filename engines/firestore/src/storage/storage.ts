/** A stored document: its latest version, or a tombstone with the version at which it was deleted. */
export interface StoredRow {
  readonly path: string;
  /** The fields as protocol JSON, ASCII only; null for a tombstone. */
  readonly fieldsJson: string | null;
  readonly createVersion: number;
  readonly updateVersion: number;
}

/** The state loaded when a store opens. */
export interface StoredState {
  /** Identifies this set of documents; a different set has different resume tokens. */
  readonly storeId: string;
  /** The version of the last commit, 0 if there is none. */
  readonly lastVersion: number;
  /** Tombstones are complete for everything after this version. */
  readonly horizon: number;
  readonly rows: AsyncIterable<readonly StoredRow[]>;
}

/**
 * Persistent storage behind the engine. The engine holds the current documents in memory and writes each change
 * through.
 */
export interface Storage {
  /** Locks the documents for this engine and reads them. Rejects when another engine holds the lock. */
  open(): Promise<StoredState>;
  /**
   * Writes a batch atomically. Resolves when it is durable and rejects only when it is certain that nothing was
   * written. Called one at a time, with increasing versions.
   */
  append(batch: { readonly version: number; readonly rows: readonly StoredRow[] }): Promise<void>;
  /** Deletes tombstones of documents that were deleted at or before this version. */
  forgetDeleted(horizon: number): Promise<void>;
  /** Resolves while a batch can be written; rejects with the reason otherwise. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
