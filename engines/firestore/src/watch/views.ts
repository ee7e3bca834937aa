import { collectionOf, lastIdOf } from '../paths/resource-name';
import { queryKey } from '../query/parse-query';
import type { Change, Commit } from '../store/recent-changes';
import type { Store } from '../store/store';
import { DocumentsView } from './documents-view';
import { QueryView } from './query-view';
import type { TargetScope, View, ViewEvents } from './view';

interface Entry<Follower> {
  readonly view: View;
  readonly followers: Set<Follower>;
}

/**
 * All views with at least one follower. Targets with the same scope share a view, so that a commit is matched and
 * serialized for it once.
 */
export class Views<Follower> {
  readonly #entries = new Map<string, Entry<Follower>>();
  /** Views that a change may affect, by scope key. */
  readonly #byScope = new Map<string, Set<Entry<Follower>>>();

  constructor(private readonly store: Store) {}

  /** Returns the view of a scope with its current results. It exists as long as it has followers. */
  follow(scope: TargetScope, follower: Follower): View {
    const key =
      scope.kind === 'documents' ? `documents ${JSON.stringify(scope.paths)}` : `query ${queryKey(scope.query)}`;
    const entry = this.#entries.get(key) ?? this.#add(key, scope);
    entry.followers.add(follower);
    return entry.view;
  }

  unfollow(view: View, follower: Follower): void {
    const entry = this.#entries.get(view.key);
    if (!entry?.followers.delete(follower) || entry.followers.size > 0) return;
    this.#entries.delete(view.key);
    for (const scopeKey of scopeKeys(view.scope)) {
      const entries = this.#byScope.get(scopeKey);
      entries?.delete(entry);
      if (entries?.size === 0) this.#byScope.delete(scopeKey);
    }
  }

  /** Returns the events of a commit for each view it affects. */
  take({ changes, version }: Commit): ViewEvents<Follower>[] {
    const concerned = new Map<Entry<Follower>, Change[]>();
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

  #add(key: string, scope: TargetScope): Entry<Follower> {
    const view =
      scope.kind === 'documents' ? new DocumentsView(key, scope, this.store) : new QueryView(key, scope, this.store);
    const entry: Entry<Follower> = { view, followers: new Set() };
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
