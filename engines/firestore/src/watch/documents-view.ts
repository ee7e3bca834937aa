import type { StoredDocument } from '../store/document';
import type { Change } from '../store/recent-changes';
import type { Store } from '../store/store';
import type { DocumentEvent } from './messages';
import type { TargetScope, View } from './view';

/** A view of documents that a target names, including those that do not exist. */
export class DocumentsView implements View {
  readonly #paths: ReadonlySet<string>;

  constructor(
    readonly key: string,
    readonly scope: TargetScope & { kind: 'documents' },
    private readonly store: Store,
  ) {
    this.#paths = new Set(scope.paths);
  }

  documents(): readonly StoredDocument[] {
    return [...this.#paths].map((path) => this.store.get(path)).filter((document) => document !== undefined);
  }

  covers(path: string): boolean {
    return this.#paths.has(path);
  }

  apply(changes: readonly Change[]): readonly DocumentEvent[] {
    return changes.map(({ path, after }) => (after ? { kind: 'changed', document: after } : { kind: 'gone', path }));
  }
}
