import { collectionOf, lastIdOf } from '../paths/resource-name';
import { coversPath } from '../query/match-query';
import type { Query } from '../query/query';
import type { StoredDocument } from './document';

type Collection = Map<string, StoredDocument>;

/** An index of the current documents by path, collection and collection group. */
export class DocumentIndex {
  readonly #collections = new Map<string, Collection>();
  /** Collection paths grouped by their last segment. */
  readonly #groups = new Map<string, Set<string>>();

  get(path: string): StoredDocument | undefined {
    return this.#collections.get(collectionOf(path))?.get(path);
  }

  set(document: StoredDocument): void {
    const path = collectionOf(document.path);
    const collection = this.#collections.get(path) ?? this.#addCollection(path);
    collection.set(document.path, document);
  }

  delete(path: string): void {
    const collectionPath = collectionOf(path);
    const collection = this.#collections.get(collectionPath);
    if (!collection?.delete(path) || collection.size > 0) return;
    this.#collections.delete(collectionPath);
    const group = this.#groups.get(lastIdOf(collectionPath));
    group?.delete(collectionPath);
    if (group?.size === 0) this.#groups.delete(lastIdOf(collectionPath));
  }

  /** Returns the documents in the collections that a query targets, unordered. */
  *covered(query: Query): Generator<StoredDocument> {
    for (const path of this.#coveredCollections(query)) yield* this.#collections.get(path)?.values() ?? [];
  }

  /** Returns the paths of all non-empty collections, unordered. */
  collectionPaths(): Iterable<string> {
    return this.#collections.keys();
  }

  #coveredCollections(query: Query): Iterable<string> {
    const { parent, collectionId, allDescendants } = query;
    if (collectionId !== undefined && !allDescendants)
      return [parent === '' ? collectionId : `${parent}/${collectionId}`];
    const candidates = collectionId === undefined ? this.#collections.keys() : (this.#groups.get(collectionId) ?? []);
    return [...candidates].filter((path) => coversPath(query, `${path}/any`));
  }

  #addCollection(path: string): Collection {
    const collection: Collection = new Map();
    this.#collections.set(path, collection);
    const id = lastIdOf(path);
    const group = this.#groups.get(id) ?? new Set();
    group.add(path);
    this.#groups.set(id, group);
    return collection;
  }
}
