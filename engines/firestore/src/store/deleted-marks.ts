interface Mark {
  readonly path: string;
  readonly version: number;
}

/** Which documents were deleted, and when: who resumes a listener is told of those that went in the meantime. */
export class DeletedMarks {
  readonly #versions = new Map<string, number>();
  /** In the order of their versions; holds marks of documents that have come back until it is cleared of them. */
  #marks: Mark[] = [];

  /** Marks are complete for everything after `since`. */
  constructor(private since: number) {}

  /** Marks that the storage kept, in no order. */
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

  /** The document is there again. */
  remove(path: string): void {
    this.#versions.delete(path);
  }

  /** What was deleted after a version; undefined when that is no longer known. */
  after(version: number): string[] | undefined {
    if (version < this.since) return undefined;
    return this.#marks
      .slice(this.#firstAfter(version))
      .filter((mark) => this.#isMark(mark))
      .map(({ path }) => path);
  }

  /** The version up to which marks have to go, so that none is older than `oldest` and there are `most`; undefined when all may stay. */
  horizon(oldest: number, most: number): number | undefined {
    const marks = this.#versions.size > most ? this.#marks.filter((mark) => this.#isMark(mark)) : [];
    const horizon = Math.max(oldest, marks.at(-most - 1)?.version ?? 0);
    return horizon > this.since ? horizon : undefined;
  }

  /** Forgets marks of documents that were deleted at or before this version. */
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
