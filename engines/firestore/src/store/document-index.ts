import { collectionOf, lastIdOf } from '../paths/resource-name';
import { coversPath } from '../query/match-query';
import type { Query } from '../query/query';
import type { StoredDocument } from './document';

type Collection = Map<string, StoredDocument>;

/** The current documents, found by path, by collection and by collection group. */
export class DocumentIndex {
  readonly #collections = new Map<string, Collection>();
  /** Paths of the collections that share a last id. */
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

  /** The documents of the collections that a query asks, in no order. */
  *covered(query: Query): Generator<StoredDocument> {
    for (const path of this.#coveredCollections(query)) yield* this.#collections.get(path)?.values() ?? [];
  }

  /** All paths of collections with documents, in no order. */
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
