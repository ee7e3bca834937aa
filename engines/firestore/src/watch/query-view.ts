import { compareDocuments, coversPath, matchesQuery, windowOf } from '../query/match-query';
import type { Query } from '../query/query';
import type { StoredDocument } from '../store/document';
import type { Change } from '../store/recent-changes';
import type { Store } from '../store/store';
import type { DocumentEvent } from './messages';
import type { TargetScope, View } from './view';

/** The results of a query, updated with each change. Documents beyond its limit are kept in order too. */
export class QueryView implements View {
  readonly #query: Query;
  #sorted: StoredDocument[];

  constructor(
    readonly key: string,
    readonly scope: TargetScope & { kind: 'query' },
    store: Store,
  ) {
    this.#query = scope.query;
    this.#sorted = store.matching(this.#query);
  }

  documents(): readonly StoredDocument[] {
    const window = windowOf(this.#query, this.#sorted);
    return window === this.#sorted ? [...window] : window;
  }

  covers(path: string): boolean {
    return coversPath(this.#query, path);
  }

  apply(changes: readonly Change[]): readonly DocumentEvent[] {
    const isLimited = this.#query.limit !== undefined || this.#query.offset > 0;
    if (!isLimited) return changes.map((change) => this.#applyOne(change)).filter((event) => event !== undefined);
    const before = windowOf(this.#query, this.#sorted);
    for (const change of changes) this.#applyOne(change);
    return windowEvents(before, windowOf(this.#query, this.#sorted), changes);
  }

  #applyOne({ path, before, after }: Change): DocumentEvent | undefined {
    const was = before !== undefined && matchesQuery(this.#query, before);
    const is = after !== undefined && matchesQuery(this.#query, after);
    if (was && before !== after) this.#sorted.splice(this.#position(before), 1);
    if (is && before !== after) this.#sorted.splice(this.#position(after), 0, after);
    if (is) return { kind: 'changed', document: after };
    if (!was) return undefined;
    return after ? { kind: 'left', document: after } : { kind: 'gone', path };
  }

  /** Returns the index of a document, or where it would be inserted. */
  #position(document: StoredDocument): number {
    let [low, high] = [0, this.#sorted.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareDocuments(this.#query, this.#sorted[middle] as StoredDocument, document) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Compares two states of a window: documents added or modified, and documents that have left. */
function windowEvents(
  before: readonly StoredDocument[],
  after: readonly StoredDocument[],
  changes: readonly Change[],
): DocumentEvent[] {
  const known = new Set(before);
  const changed = new Map(changes.map((change) => [change.path, change]));
  const present = new Set(after.map(({ path }) => path));
  const events: DocumentEvent[] = [];
  for (const document of before) {
    if (present.has(document.path)) continue;
    const change = changed.get(document.path);
    const now = change ? change.after : document;
    events.push(now ? { kind: 'left', document: now } : { kind: 'gone', path: document.path });
  }
  for (const document of after) {
    const isTouched = changed.get(document.path)?.after === document;
    if (!known.has(document) || isTouched) events.push({ kind: 'changed', document });
  }
  return events;
}
