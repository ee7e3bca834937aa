/** One document as it is kept: its last version, or the mark that it was deleted at that version. */
export interface StoredRow {
  readonly path: string;
  /** The fields in the protocol's JSON, ASCII only; null marks a deleted document. */
  readonly fieldsJson: string | null;
  readonly createVersion: number;
  readonly updateVersion: number;
}

/** What a store finds when it opens. */
export interface StoredState {
  /** Names this set of documents; another one has other resume tokens. */
  readonly storeId: string;
  /** The version of the last commit, 0 for none. */
  readonly lastVersion: number;
  /** Marks of deleted documents are complete for everything after this version. */
  readonly horizon: number;
  readonly rows: AsyncIterable<readonly StoredRow[]>;
}

/** Keeps what the engine is given. The engine holds the current documents in memory and writes each change through to here. */
export interface Storage {
  /** Takes the documents for this engine alone and reads them. Rejects when another engine keeps them. */
  open(): Promise<StoredState>;
  /**
   * Writes a batch as one. Resolves when it is durable, rejects only when it is certain that nothing of it was written.
   * Called one at a time, with growing versions.
   */
  append(batch: { readonly version: number; readonly rows: readonly StoredRow[] }): Promise<void>;
  /** Forgets marks of documents that were deleted at or before this version. */
  forgetDeleted(horizon: number): Promise<void>;
  /** Resolves while a batch can be written; rejects with the reason otherwise. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
