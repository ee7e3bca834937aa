import type { Caller } from '../access/access';
import { compareResourceNames } from '../paths/document-order';
import { checkCollectionId, checkDocumentId, parseDocumentName } from '../paths/resource-name';
import { compareDocuments } from '../query/match-query';
import { parseMask, parseQuery } from '../query/parse-query';
import { invalidArgument, StatusError } from '../status';
import { asciiJson, type StoredDocument } from '../store/document';
import type { Store } from '../store/store';
import { parseWrites } from '../store/write';
import { numberOf } from '../values/parse-value';
import { compareText } from '../values/text-order';
import { type CallServices, type Input, newDocumentId, readInTransaction } from './calls';
import { readMode } from './read-options';

const MAX_PAGE = 300;

/** Parses a field mask from the URL, `mask.fieldPaths=a&mask.fieldPaths=b`, in either spelling. */
function maskOf(query: URLSearchParams, name: string): { fieldPaths: string[] } | undefined {
  const paths = [...query.getAll(`${name}.fieldPaths`), ...query.getAll(`${name}.field_paths`)];
  return paths.length === 0 ? undefined : { fieldPaths: paths.filter((path) => path !== '') };
}

const readInput = (query: URLSearchParams): Input => ({
  ...(query.get('transaction') && { transaction: query.get('transaction') }),
  ...(query.get('readTime') && { readTime: query.get('readTime') }),
});

function conditionOf(query: URLSearchParams): object {
  const [exists, updateTime] = [query.get('currentDocument.exists'), query.get('currentDocument.updateTime')];
  return exists !== null
    ? { currentDocument: { exists: exists === 'true' } }
    : updateTime !== null
      ? { currentDocument: { updateTime } }
      : {};
}

/** `GET .../documents/rooms/r1` */
export async function getDocument(
  { root, store, gate, transactions }: CallServices,
  caller: Caller,
  path: string,
  query: URLSearchParams,
): Promise<string> {
  parseDocumentName(`${root}/${path}`);
  const mask = parseMask(maskOf(query, 'mask'));
  await gate.get(caller, [path]);
  const { transaction, version } = readMode(readInput(query), caller, { store, gate, transactions });
  if (transaction) {
    await readInTransaction(store, transactions, transaction, [path]);
  }
  const document = store.get(path, version);
  if (!document) throw new StatusError('NOT_FOUND', `Document "${root}/${path}" not found.`);
  return document.jsonWith(root, mask);
}

/** `POST .../documents/rooms?documentId=r1` */
export async function createDocument(
  services: CallServices,
  caller: Caller,
  collection: string,
  query: URLSearchParams,
  input: Input,
): Promise<string> {
  const id = query.get('documentId') ?? newDocumentId();
  checkDocumentId(id);
  return writeDocument(
    services,
    caller,
    `${collection}/${id}`,
    { update: { fields: input.fields }, currentDocument: { exists: false } },
    query,
  );
}

/** `PATCH .../documents/rooms/r1?updateMask.fieldPaths=title` */
export function updateDocument(
  services: CallServices,
  caller: Caller,
  path: string,
  query: URLSearchParams,
  input: Input,
): Promise<string> {
  const updateMask = maskOf(query, 'updateMask');
  return writeDocument(
    services,
    caller,
    path,
    { update: { fields: input.fields }, ...(updateMask && { updateMask }), ...conditionOf(query) },
    query,
  );
}

async function writeDocument(
  { database, root, store, gate, transactions }: CallServices,
  caller: Caller,
  path: string,
  write: { update: object; [more: string]: unknown },
  query: URLSearchParams,
): Promise<string> {
  const mask = parseMask(maskOf(query, 'mask'));
  const writes = parseWrites(database, [{ ...write, update: { ...write.update, name: `${root}/${path}` } }]);
  await gate.write(caller, writes);
  await transactions.untilFree([path], caller);
  const { outcomes } = await store.commit(writes);
  return (outcomes[0]?.document as StoredDocument).jsonWith(root, mask);
}

/** `DELETE .../documents/rooms/r1` */
export async function deleteDocument(
  { database, root, store, gate, transactions }: CallServices,
  caller: Caller,
  path: string,
  query: URLSearchParams,
): Promise<string> {
  const writes = parseWrites(database, [{ delete: `${root}/${path}`, ...conditionOf(query) }]);
  await gate.write(caller, writes);
  await transactions.untilFree([path], caller);
  await store.commit(writes);
  return '{}';
}

/** `GET .../documents/rooms?pageSize=20` */
export async function listDocuments(
  { root, store, gate, transactions }: CallServices,
  caller: Caller,
  parent: string,
  collectionId: string,
  params: URLSearchParams,
): Promise<string> {
  if (collectionId !== '') checkCollectionId(collectionId);
  const query = parseQuery(parent, { from: [{ collectionId }], orderBy: parseOrderBy(params.get('orderBy')) });
  const mask = parseMask(maskOf(params, 'mask'));
  const showsMissing = params.get('showMissing') === 'true';
  if (showsMissing && params.get('orderBy')) throw invalidArgument('show_missing cannot be used with order_by.');
  await gate.query(caller, 'list', query);
  const { transaction, version } = readMode(readInput(params), caller, { store, gate, transactions });
  if (transaction && !transaction.isReadOnly) transactions.noteQuery(transaction, query, store.version);
  const documents: { path: string; document?: StoredDocument }[] = store
    .matching(query, version)
    .map((document) => ({ path: document.path, document }));
  if (showsMissing) {
    const present = new Set(documents.map(({ path }) => path));
    documents.push(
      ...missingDocuments(store, parent === '' ? collectionId : `${parent}/${collectionId}`)
        .filter((path) => !present.has(path))
        .map((path) => ({ path })),
    );
    documents.sort((a, b) => compareResourceNames(a.path, b.path));
  }
  const size = pageSize(params.get('pageSize'));
  const start = pageStart(
    params.get('pageToken'),
    documents,
    (a, b) =>
      a.document && b.document ? compareDocuments(query, a.document, b.document) : compareResourceNames(a.path, b.path),
    (path) => ({ path, ...(store.get(path) && { document: store.get(path) as StoredDocument }) }),
  );
  const page = documents.slice(start, start + size);
  const json = page.map(
    ({ path, document }) => document?.jsonWith(root, mask) ?? `{"name":${asciiJson(`${root}/${path}`)}}`,
  );
  const next =
    start + size < documents.length
      ? `,"nextPageToken":"${Buffer.from((page.at(-1) as { path: string }).path).toString('base64url')}"`
      : '';
  return json.length === 0 ? '{}' : `{"documents":[${json.join(',\n')}]${next}}`;
}

/** Lists documents that do not exist but have subcollections. */
function missingDocuments(store: Store, collection: string): string[] {
  const paths = new Set<string>();
  for (const path of store.collectionPaths()) {
    if (!path.startsWith(`${collection}/`)) continue;
    const id = path.slice(collection.length + 1).split('/')[0] as string;
    paths.add(`${collection}/${id}`);
  }
  return [...paths];
}

function parseOrderBy(text: string | null): object[] {
  if (!text) return [];
  return text.split(',').map((part) => {
    const [fieldPath, direction = 'asc'] = part.trim().split(/\s+/);
    if (!/^(asc|desc)$/i.test(direction)) throw invalidArgument(`Invalid order by clause "${text}".`);
    return { field: { fieldPath }, direction: /^desc$/i.test(direction) ? 'DESCENDING' : 'ASCENDING' };
  });
}

function pageSize(text: unknown): number {
  const size = text === null || text === undefined ? 0 : numberOf(text);
  if (!Number.isInteger(size) || size < 0) throw invalidArgument('The page size must not be negative.');
  return size === 0 ? MAX_PAGE : Math.min(size, MAX_PAGE);
}

/**
 * Returns the start of the page for a token: after the last document of the previous page, even when that document has
 * been deleted.
 */
function pageStart<Item extends { path: string }>(
  token: unknown,
  items: readonly Item[],
  compare: (a: Item, b: Item) => number,
  itemOf: (path: string) => Item,
): number {
  if (token === undefined || token === null || token === '') return 0;
  if (typeof token !== 'string') throw invalidArgument("Invalid value at 'page_token' (TYPE_STRING).");
  const last = itemOf(Buffer.from(token, 'base64url').toString());
  const index = items.findIndex((item) => item.path !== last.path && compare(item, last) > 0);
  return index === -1 ? items.length : index;
}

/** `POST .../documents/rooms/r1:listCollectionIds` */
export async function listCollectionIds(
  { store, gate }: CallServices,
  caller: Caller,
  input: Input,
  parent: string,
): Promise<string> {
  await gate.listCollections(caller, parent);
  const depth = parent === '' ? 0 : parent.split('/').length;
  const found = new Set<string>();
  for (const path of store.collectionPaths())
    if (parent === '' || path.startsWith(`${parent}/`)) found.add(path.split('/')[depth] as string);
  const ids = [...found].sort(compareText).map((path) => ({ path }));
  const size = pageSize(input.pageSize);
  const start = pageStart(
    input.pageToken,
    ids,
    (a, b) => compareText(a.path, b.path),
    (path) => ({ path }),
  );
  const page = ids.slice(start, start + size).map(({ path }) => path);
  const more =
    start + size < ids.length ? { nextPageToken: Buffer.from(page.at(-1) as string).toString('base64url') } : {};
  return asciiJson(page.length === 0 ? {} : { collectionIds: page, ...more });
}
