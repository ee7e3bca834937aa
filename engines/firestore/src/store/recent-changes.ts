import { coversPath, matchesQuery } from '../query/match-query';
import type { Query } from '../query/query';
import type { StoredDocument } from './document';

/**
 * One document of a commit, before and after. An identical object on both sides means that the write changed nothing.
 */
export interface Change {
  readonly path: string;
  readonly before: StoredDocument | undefined;
  readonly after: StoredDocument | undefined;
}

/** The changes made by one commit. */
export interface Commit {
  readonly version: number;
  readonly changes: readonly Change[];
}

/** The fraction by which the history may exceed its limits before it is trimmed in one pass. */
const SLACK = 0.1;

/** The limits of the history. */
export interface HistoryLimits {
  readonly ms: number;
  readonly changes: number;
  /** Total size of the documents before these changes, as JSON. */
  readonly bytes: number;
}

/**
 * The commits of the last few minutes, used for transaction conflict detection and reads at an earlier time. Bounded by
 * number of changes and bytes, so heavy writing shortens the history.
 */
export class RecentChanges {
  #commits: Commit[] = [];
  #since: number;
  #count = 0;
  #bytes = 0;

  constructor(
    since: number,
    private readonly limits: HistoryLimits,
  ) {
    this.#since = since;
  }

  /** The earliest readable version. */
  get since(): number {
    return this.#since;
  }

  add(commit: Commit): void {
    this.#commits.push(commit);
    this.#count += commit.changes.length;
    this.#bytes += bytesOf(commit);
    for (const { before, after } of commit.changes) if (before !== after) before?.forgetTexts();
    const horizon = commit.version - this.limits.ms * 1000;
    const isFull = this.#count > this.limits.changes * (1 + SLACK) || this.#bytes > this.limits.bytes * (1 + SLACK);
    if (!isFull && (this.#commits[0] as Commit).version >= horizon - this.limits.ms * 1000 * SLACK) return;
    let forgotten = 0;
    for (
      let next = this.#commits[0] as Commit;
      next !== commit && (next.version < horizon || this.#isFull());
      next = this.#commits[forgotten] as Commit
    ) {
      forgotten += 1;
      this.#count -= next.changes.length;
      this.#bytes -= bytesOf(next);
      this.#since = next.version;
    }
    this.#commits = this.#commits.slice(forgotten);
  }

  /** Returns whether this document may have changed after a version. */
  touched(path: string, since: number): boolean {
    return (
      since < this.#since ||
      this.#after(since).some(({ changes }) =>
        changes.some((change) => change.path === path && change.before !== change.after),
      )
    );
  }

  /** Returns whether a query's results may have changed after a version. */
  affected(query: Query, since: number): boolean {
    return since < this.#since || this.#after(since).some(({ changes }) => changesResults(query, changes));
  }

  /** Returns the document as of a version. */
  documentAt(path: string, version: number, current: StoredDocument | undefined): StoredDocument | undefined {
    for (const { changes } of this.#after(version)) {
      const change = changes.find((one) => one.path === path);
      if (change) return change.before;
    }
    return current;
  }

  /** Returns the covered documents as of a version. */
  documentsAt(query: Query, version: number, current: Iterable<StoredDocument>): StoredDocument[] {
    const documents = new Map<string, StoredDocument>();
    for (const document of current) documents.set(document.path, document);
    for (const { changes } of this.#after(version).reverse()) {
      for (const { path, before } of changes) {
        if (!coversPath(query, path)) continue;
        if (before) documents.set(path, before);
        else documents.delete(path);
      }
    }
    return [...documents.values()];
  }

  #isFull(): boolean {
    return this.#count > this.limits.changes || this.#bytes > this.limits.bytes;
  }

  #after(version: number): Commit[] {
    let index = this.#commits.length;
    while (index > 0 && (this.#commits[index - 1] as Commit).version > version) index -= 1;
    return this.#commits.slice(index);
  }
}

/** Returns the size of what a commit keeps in memory: the documents before their changes. */
const bytesOf = ({ changes }: Commit) =>
  changes.reduce((sum, { before, after }) => sum + (before && before !== after ? before.size : 0), 0);

/** Returns whether any of these changes adds to, modifies or removes from a query's results. */
export function changesResults(query: Query, changes: readonly Change[]): boolean {
  return changes.some(
    ({ path, before, after }) =>
      before !== after &&
      coversPath(query, path) &&
      ((before !== undefined && matchesQuery(query, before)) || (after !== undefined && matchesQuery(query, after))),
  );
}
