interface Mark {
  readonly path: string;
  readonly version: number;
}

/** Tracks which documents were deleted and when, so that resuming listeners are notified of deletions they missed. */
export class DeletedMarks {
  readonly #versions = new Map<string, number>();
  /** Sorted by version; may contain tombstones of re-created documents until compaction. */
  #marks: Mark[] = [];

  /** Tombstones are complete for everything after `since`. */
  constructor(private since: number) {}

  /** Loads the tombstones from storage, in any order. */
  take(marks: readonly Mark[]): void {
    for (const { path, version } of marks) this.#versions.set(path, version);
    this.#marks = this.#marks.concat(marks).sort((a, b) => a.version - b.version);
  }

  add(path: string, version: number): void {
    this.#versions.set(path, version);
    this.#marks.push({ path, version });
    if (this.#marks.length > 2 * this.#versions.size + 1000)
      this.#marks = this.#marks.filter((mark) => this.#isMark(mark));
  }

  /** Removes the tombstone of a re-created document. */
  remove(path: string): void {
    this.#versions.delete(path);
  }

  /** Returns the documents deleted after a version, or undefined when that is no longer known. */
  after(version: number): string[] | undefined {
    if (version < this.since) return undefined;
    return this.#marks
      .slice(this.#firstAfter(version))
      .filter((mark) => this.#isMark(mark))
      .map(({ path }) => path);
  }

  /**
   * Returns the version up to which tombstones must be dropped so that none is older than `oldest` and at most `most`
   * remain; undefined when all may stay.
   */
  horizon(oldest: number, most: number): number | undefined {
    const marks = this.#versions.size > most ? this.#marks.filter((mark) => this.#isMark(mark)) : [];
    const horizon = Math.max(oldest, marks.at(-most - 1)?.version ?? 0);
    return horizon > this.since ? horizon : undefined;
  }

  /** Drops tombstones of documents that were deleted at or before this version. */
  forget(horizon: number): void {
    this.since = horizon;
    const first = this.#firstAfter(horizon);
    for (const mark of this.#marks.slice(0, first)) if (this.#isMark(mark)) this.#versions.delete(mark.path);
    this.#marks = this.#marks.slice(first);
  }

  #isMark({ path, version }: Mark): boolean {
    return this.#versions.get(path) === version;
  }

  #firstAfter(version: number): number {
    let [low, high] = [0, this.#marks.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#marks[middle] as Mark).version > version) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
