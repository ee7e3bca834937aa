import { randomBytes } from 'node:crypto';

import type { Caller, Operation } from '../access/access';
import type { Gate } from '../access/gate';
import { parseDocumentName } from '../paths/resource-name';
import { aggregate, hasAggregatedFields, parseAggregations } from '../query/aggregate';
import { windowOf } from '../query/match-query';
import { parseMask, parseQuery } from '../query/parse-query';
import { invalidArgument, StatusError, toStatusError } from '../status';
import { asciiJson, versionTime } from '../store/document';
import type { Store } from '../store/store';
import type { Transaction, Transactions } from '../store/transactions';
import { parseWrites } from '../store/write';
import { isRecord } from '../values/parse-value';
import { begin, readMode } from './read-options';
import { commitResponse } from './responses';

/** The services that the REST calls of an engine depend on. */
export interface CallServices {
  readonly database: string;
  readonly root: string;
  readonly store: Store;
  readonly gate: Gate;
  readonly transactions: Transactions;
}

export type Input = Record<string, unknown>;
type Call = (services: CallServices, caller: Caller, input: Input, parent: string) => Promise<string>;

const MAX_BATCH_WRITES = 500;

/**
 * The calls, keyed by the verb of their path. Each returns its response as JSON; `needs` lists the operations of which
 * the caller must be permitted at least one. `parent` is a path below the documents, '' for the root.
 */
export const calls: ReadonlyMap<string, { readonly needs: readonly Operation[]; readonly call: Call }> = new Map([
  ['batchGet', { needs: ['get'], call: batchGet }],
  ['runQuery', { needs: ['list'], call: runQuery }],
  ['runAggregationQuery', { needs: ['aggregate'], call: runAggregationQuery }],
  ['commit', { needs: ['write'], call: commit }],
  ['batchWrite', { needs: ['write'], call: batchWrite }],
  ['beginTransaction', { needs: ['write', 'get', 'list', 'aggregate'], call: beginTransaction }],
  ['rollback', { needs: ['write', 'get', 'list', 'aggregate'], call: rollback }],
  // Returns a single partition: the whole query.
  ['partitionQuery', { needs: ['list'], call: () => Promise.resolve('{}') }],
]);

async function batchGet(
  { database, root, store, gate, transactions }: CallServices,
  caller: Caller,
  input: Input,
): Promise<string> {
  const names = input.documents ?? [];
  if (!Array.isArray(names)) throw invalidArgument("Invalid value at 'documents'.");
  const paths = names.map((name: unknown) => {
    const parsed = parseDocumentName(name);
    if (parsed.database !== database)
      throw invalidArgument(`Document "${String(name)}" is not in database "${database}".`);
    return parsed.path;
  });
  const mask = parseMask(input.mask);
  await gate.get(caller, paths);
  const { transaction, version, begun } = readMode(input, caller, { store, gate, transactions });
  if (transaction) await readInTransaction(store, transactions, transaction, paths);
  const readTime = versionTime(version ?? store.version);
  const answers = [...new Set(paths)].map((path) => {
    const document = store.get(path, version);
    return document
      ? `{"found":${document.jsonWith(root, mask)},"readTime":"${readTime}"}`
      : `{"missing":${asciiJson(`${root}/${path}`)},"readTime":"${readTime}"}`;
  });
  return streamOf(answers, begun, readTime);
}

/** Waits for transactions that hold these documents, then records the version at which they are read. */
export async function readInTransaction(
  store: Store,
  transactions: Transactions,
  transaction: Transaction,
  paths: readonly string[],
): Promise<void> {
  await transactions.lock(transaction, paths);
  transactions.noteDocuments(transaction, paths, store.version);
}

async function runQuery(
  { root, store, gate, transactions }: CallServices,
  caller: Caller,
  input: Input,
  parent: string,
): Promise<string> {
  const query = parseQuery(parent, input.structuredQuery);
  await gate.query(caller, 'list', query);
  const { transaction, version, begun } = readMode(input, caller, { store, gate, transactions });
  if (transaction && !transaction.isReadOnly) {
    await transactions.lock(
      transaction,
      store.run(query).map(({ path }) => path),
    );
    transactions.noteQuery(transaction, query, store.version);
  }
  const readTime = versionTime(version ?? store.version);
  const matching = store.matching(query, version);
  const skipped = Math.min(query.offset, matching.length);
  const answers = windowOf(query, matching).map(
    (document, index) =>
      `{"document":${document.jsonWith(root, query.projection)},"readTime":"${readTime}"${index === 0 && skipped > 0 ? `,"skippedResults":${skipped}` : ''}}`,
  );
  return streamOf(answers, begun, readTime, skipped);
}

/** Builds a streamed response. It is never empty and starts with the transaction id when the call began one. */
function streamOf(answers: readonly string[], begun: string | undefined, readTime: string, skipped = 0): string {
  const head = begun === undefined ? '' : `{"transaction":"${begun}"}`;
  const all =
    answers.length > 0 ? answers : [`{"readTime":"${readTime}"${skipped > 0 ? `,"skippedResults":${skipped}` : ''}}`];
  return `[${[...(head ? [head] : []), ...all].join(',\n')}]`;
}

async function runAggregationQuery(
  { store, gate, transactions }: CallServices,
  caller: Caller,
  input: Input,
  parent: string,
): Promise<string> {
  const { structuredAggregationQuery } = input;
  if (!isRecord(structuredAggregationQuery)) throw invalidArgument('structuredAggregationQuery must be set.');
  const query = parseQuery(parent, structuredAggregationQuery.structuredQuery);
  const aggregations = parseAggregations(structuredAggregationQuery.aggregations);
  await gate.query(caller, 'aggregate', query);
  const { transaction, version, begun } = readMode(input, caller, { store, gate, transactions });
  if (transaction && !transaction.isReadOnly)
    transactions.noteQuery(transaction, { ...query, offset: 0 }, store.version);
  const documents = windowOf(
    query,
    store.matching(query, version).filter((document) => hasAggregatedFields(aggregations, document)),
  );
  const readTime = versionTime(version ?? store.version);
  const result = `{"result":{"aggregateFields":${asciiJson(aggregate(aggregations, documents))}},"readTime":"${readTime}"${begun === undefined ? '' : `,"transaction":"${begun}"`}}`;
  return `[${result}]`;
}

async function commit(
  { database, store, gate, transactions }: CallServices,
  caller: Caller,
  input: Input,
): Promise<string> {
  const writes = parseWrites(database, input.writes);
  const { transaction: id } = input;
  const transaction = typeof id === 'string' && id !== '' ? transactions.get(id, caller) : undefined;
  if (transaction?.isReadOnly && writes.length > 0)
    throw invalidArgument('Cannot modify entities in a read-only transaction.');
  try {
    await gate.write(caller, writes);
    await transactions.untilFree(
      writes.map(({ path }) => path),
      caller,
      transaction?.id,
    );
    return asciiJson(commitResponse(await store.commit(writes, transaction && { transaction })));
  } finally {
    if (transaction) transactions.end(transaction.id);
  }
}

/** Applies each write independently: some may fail while others succeed. */
async function batchWrite(
  { database, store, gate, transactions }: CallServices,
  caller: Caller,
  input: Input,
): Promise<string> {
  const { writes = [] } = input;
  if (!Array.isArray(writes)) throw invalidArgument("Invalid value at 'writes'.");
  if (writes.length > MAX_BATCH_WRITES) throw invalidArgument(`maximum ${MAX_BATCH_WRITES} writes allowed per request`);
  const parsed = parseWrites(database, writes);
  if (new Set(parsed.map(({ path }) => path)).size < parsed.length)
    throw invalidArgument('A batch write cannot write to the same document multiple times.');
  const results = await Promise.all(
    parsed.map(async (write) => {
      try {
        await gate.write(caller, [write]);
        await transactions.untilFree([write.path], caller);
        return { result: commitResponse(await store.commit([write])).writeResults[0] ?? {}, status: {} };
      } catch (failure) {
        if (!(failure instanceof StatusError)) throw failure;
        const { code, message } = toStatusError(failure);
        return { result: {}, status: { code, message } };
      }
    }),
  );
  return asciiJson({ writeResults: results.map(({ result }) => result), status: results.map(({ status }) => status) });
}

function beginTransaction(services: CallServices, caller: Caller, input: Input): Promise<string> {
  const options = isRecord(input.options) ? input.options : {};
  return Promise.resolve(JSON.stringify({ transaction: begin(options, caller, services).id }));
}

function rollback({ transactions }: CallServices, caller: Caller, input: Input): Promise<string> {
  transactions.end(transactions.get(input.transaction, caller).id);
  return Promise.resolve('{}');
}

const ID_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Generates an id of 20 letters and digits for a document created without one. */
export function newDocumentId(): string {
  let id = '';
  while (id.length < 20)
    for (const byte of randomBytes(32)) if (byte < 248 && id.length < 20) id += ID_LETTERS[byte % 62];
  return id;
}
