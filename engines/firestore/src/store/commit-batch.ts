import { invalidArgument, StatusError } from '../status';
import type { StoredRow } from '../storage/storage';
import { applyWrite, type WriteOutcome } from './apply-write';
import type { StoredDocument } from './document';
import type { DocumentIndex } from './document-index';
import { type Change, changesResults, type Commit, type RecentChanges } from './recent-changes';
import type { Transaction } from './transactions';
import type { Write } from './write';

/** The result of a commit as returned to its writer. */
export interface CommitOutcome {
  readonly version: number;
  readonly outcomes: readonly WriteOutcome[];
}

/** A group of commits that are written together. Each sees the ones before it; a rejected commit leaves no trace. */
export class CommitBatch {
  readonly commits: Commit[] = [];
  readonly #documents = new Map<string, StoredDocument | undefined>();
  #version: number;

  constructor(
    private readonly index: DocumentIndex,
    private readonly history: RecentChanges,
    lastVersion: number,
    private readonly now: () => number,
  ) {
    this.#version = lastVersion;
  }

  /** The version of the last commit in the batch. */
  get version(): number {
    return this.#version;
  }

  /** Adds one commit. When it is rejected, throws and adds nothing. */
  add(writes: readonly Write[], transaction: Transaction | undefined): CommitOutcome {
    if (transaction) this.#checkReads(transaction);
    const version = Math.max(this.#version + 1, Math.round(this.now() * 1000));
    const changes = new Map<string, Change>();
    const outcomes = writes.map((write) => {
      const change = changes.get(write.path);
      const before = change ? change.after : this.#get(write.path);
      if (change && !before && write.kind === 'update' && write.precondition.exists)
        throw invalidArgument(
          `the same document cannot be deleted and then updated in a single request: ${write.name}`,
        );
      const outcome = applyWrite(write, before, version);
      if (write.kind !== 'verify')
        changes.set(write.path, { path: write.path, before: change ? change.before : before, after: outcome.document });
      return outcome;
    });
    const hasChanged = [...changes.values()].some(({ before, after }) => before !== after);
    if (hasChanged) this.#version = version;
    for (const { path, after } of changes.values()) this.#documents.set(path, after);
    // Commits without changes are published as well: their writer waits for the document's next snapshot.
    if (changes.size > 0) this.commits.push({ version: this.#version, changes: [...changes.values()] });
    return { version: this.#version, outcomes };
  }

  /** Returns the final state of every changed document. */
  rows(): StoredRow[] {
    const rows = new Map<string, StoredRow>();
    for (const { version, changes } of this.commits) {
      for (const { path, before, after } of changes) {
        if (before === after) continue;
        rows.set(path, {
          path,
          fieldsJson: after?.fieldsJson() ?? null,
          createVersion: after?.createVersion ?? 0,
          updateVersion: version,
        });
      }
    }
    return [...rows.values()];
  }

  #get(path: string): StoredDocument | undefined {
    return this.#documents.has(path) ? this.#documents.get(path) : this.index.get(path);
  }

  #checkReads({ documents, queries }: Transaction): void {
    for (const [path, version] of documents) {
      const isTouched =
        this.history.touched(path, version) ||
        this.commits.some(({ changes }) =>
          changes.some((change) => change.path === path && change.before !== change.after),
        );
      if (isTouched) throw contention();
    }
    for (const { query, version } of queries) {
      if (this.history.affected(query, version) || this.commits.some(({ changes }) => changesResults(query, changes)))
        throw contention();
    }
  }
}

const contention = () => new StatusError('ABORTED', 'Too much contention on these documents. Please try again.');
