import { coversPath, matchesQuery } from '../query/match-query';
import type { Query } from '../query/query';
import type { StoredDocument } from './document';

/** One document of a commit, before and after. The same object twice stands for a write that changed nothing. */
export interface Change {
  readonly path: string;
  readonly before: StoredDocument | undefined;
  readonly after: StoredDocument | undefined;
}

/** What one commit changed. */
export interface Commit {
  readonly version: number;
  readonly changes: readonly Change[];
}

/** The commits of the last minutes: transactions look for conflicts in them, reads at an earlier time go back through them. */
export class RecentChanges {
  #commits: Commit[] = [];
  #since: number;

  constructor(since: number, readonly keptMs: number) {
    this.#since = since;
  }

  /** The earliest version that can be read. */
  get since(): number {
    return this.#since;
  }

  add(commit: Commit): void {
    this.#commits.push(commit);
    const horizon = commit.version - this.keptMs * 1000;
    if ((this.#commits[0]?.version ?? horizon) >= horizon - this.keptMs * 100) return;
    const firstKept = this.#commits.findIndex(({ version }) => version >= horizon);
    this.#since = (this.#commits[firstKept - 1]?.version ?? this.#since);
    this.#commits = this.#commits.slice(firstKept);
  }

  /** Whether this document changed after a version. */
  touched(path: string, since: number): boolean {
    return this.#after(since).some(({ changes }) => changes.some((change) => change.path === path && change.before !== change.after));
  }

  /** Whether a query's results may have changed after a version. */
  affected(query: Query, since: number): boolean {
    return this.#after(since).some(({ changes }) => changesResults(query, changes));
  }

  /** The document as it was at a version. */
  documentAt(path: string, version: number, current: StoredDocument | undefined): StoredDocument | undefined {
    for (const { changes } of this.#after(version)) {
      const change = changes.find((one) => one.path === path);
      if (change) return change.before;
    }
    return current;
  }

  /** The covered documents as they were at a version. */
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

  #after(version: number): Commit[] {
    let index = this.#commits.length;
    while (index > 0 && (this.#commits[index - 1] as Commit).version > version) index -= 1;
    return this.#commits.slice(index);
  }
}

/** Whether some of these changes add to, change or take from a query's results. */
export function changesResults(query: Query, changes: readonly Change[]): boolean {
  return changes.some(({ path, before, after }) => before !== after && coversPath(query, path)
    && ((before !== undefined && matchesQuery(query, before)) || (after !== undefined && matchesQuery(query, after))));
}
