import { collectionOf, lastIdOf } from '../paths/resource-name';
import { queryKey } from '../query/parse-query';
import type { Query } from '../query/query';
import type { StoredDocument } from '../store/document';
import type { Change, Commit } from '../store/recent-changes';
import type { Store } from '../store/store';
import { DocumentsView } from './documents-view';
import type { DocumentEvent } from './messages';
import { QueryView } from './query-view';
import type { Target } from './target';

/** What a target listens to: some documents by their paths, or a query. */
export type TargetScope =
  { readonly kind: 'documents'; readonly paths: readonly string[] } | { readonly kind: 'query'; readonly query: Query };

/** The present results of what one or many targets listen to. */
export interface View {
  readonly key: string;
  readonly scope: TargetScope;
  /** The results as they are; never changed in place while somebody may hold them. */
  documents(): readonly StoredDocument[];
  covers(path: string): boolean;
  /** Takes in a commit's changes to what it covers and tells what became of its results. */
  apply(changes: readonly Change[]): readonly DocumentEvent[];
}

/** What a view tells of one commit, to all who follow it. */
export interface ViewEvents {
  readonly view: View;
  readonly followers: ReadonlySet<Target>;
  readonly events: readonly DocumentEvent[];
  readonly version: number;
}

interface Entry {
  readonly view: View;
  readonly followers: Set<Target>;
}

/**
 * All views that somebody follows. Targets that listen to the same thing share one, so that a commit is compared with
 * it, and written out for it, once.
 */
export class Views {
  readonly #entries = new Map<string, Entry>();
  /** Which views a change may concern, by the key of what they cover. */
  readonly #byScope = new Map<string, Set<Entry>>();

  constructor(private readonly store: Store) {}

  /** The view of a scope, with its results as of now. It stays as long as somebody follows it. */
  follow(scope: TargetScope, follower: Target): View {
    const key =
      scope.kind === 'documents' ? `documents ${JSON.stringify(scope.paths)}` : `query ${queryKey(scope.query)}`;
    const entry = this.#entries.get(key) ?? this.#add(key, scope);
    entry.followers.add(follower);
    return entry.view;
  }

  unfollow(view: View, follower: Target): void {
    const entry = this.#entries.get(view.key);
    if (!entry?.followers.delete(follower) || entry.followers.size > 0) return;
    this.#entries.delete(view.key);
    for (const scopeKey of scopeKeys(view.scope)) {
      const entries = this.#byScope.get(scopeKey);
      entries?.delete(entry);
      if (entries?.size === 0) this.#byScope.delete(scopeKey);
    }
  }

  /** What a commit means for each view that it concerns. */
  take({ changes, version }: Commit): ViewEvents[] {
    const concerned = new Map<Entry, Change[]>();
    for (const change of changes) {
      for (const key of changeKeys(change.path)) {
        for (const entry of this.#byScope.get(key) ?? []) {
          if (!entry.view.covers(change.path)) continue;
          const list = concerned.get(entry);
          if (list) list.push(change);
          else concerned.set(entry, [change]);
        }
      }
    }
    return [...concerned]
      .map(([{ view, followers }, concerning]) => ({ view, followers, events: view.apply(concerning), version }))
      .filter(({ events }) => events.length > 0);
  }

  #add(key: string, scope: TargetScope): Entry {
    const view =
      scope.kind === 'documents' ? new DocumentsView(key, scope, this.store) : new QueryView(key, scope, this.store);
    const entry: Entry = { view, followers: new Set() };
    this.#entries.set(key, entry);
    for (const scopeKey of scopeKeys(scope)) {
      const entries = this.#byScope.get(scopeKey) ?? new Set();
      entries.add(entry);
      this.#byScope.set(scopeKey, entries);
    }
    return entry;
  }
}

const EVERYTHING = 'everything';

function scopeKeys(scope: TargetScope): string[] {
  if (scope.kind === 'documents') return scope.paths.map((path) => `document ${path}`);
  const { collectionId, allDescendants, parent } = scope.query;
  if (collectionId === undefined) return [EVERYTHING];
  return [
    allDescendants
      ? `group ${collectionId}`
      : `collection ${parent === '' ? collectionId : `${parent}/${collectionId}`}`,
  ];
}

function changeKeys(path: string): string[] {
  const collection = collectionOf(path);
  return [`document ${path}`, `collection ${collection}`, `group ${lastIdOf(collection)}`, EVERYTHING];
}
