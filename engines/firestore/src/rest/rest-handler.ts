import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Callers } from '../access/callers';
import { readBody, sendError, sendJson } from '../http/bodies';
import { invalidArgument, StatusError, toStatusError } from '../status';
import { isRecord } from '../values/parse-value';
import { calls, type CallServices, type Input } from './calls';
import { createDocument, deleteDocument, getDocument, listCollectionIds, listDocuments, updateDocument } from './document-calls';

const STREAMED = new Set(['batchGet', 'runQuery', 'runAggregationQuery']);
/** Calls of the database as a whole; the others may also be made below a document. */
const OF_THE_DATABASE = new Set(['batchGet', 'commit', 'batchWrite', 'beginTransaction', 'rollback']);

interface RestServices extends CallServices {
  readonly callers: Callers;
  readonly onRefused: (refusal: StatusError, failure: unknown, request: IncomingMessage) => void;
}

interface Address {
  readonly database: string;
  /** Ids below the database's documents. */
  readonly ids: readonly string[];
  readonly verb: string | undefined;
}

/** Answers the calls of Firestore's HTTP interface, `/v1/projects/...`. */
export async function handleRest(services: RestServices, url: URL, request: IncomingMessage, response: ServerResponse): Promise<void> {
  let isStream = false;
  try {
    const address = parseAddress(url.pathname, request.method);
    isStream = STREAMED.has(address.verb ?? '');
    const caller = await services.callers.identify(request.headers as Record<string, string | undefined>);
    const input = request.method === 'POST' || request.method === 'PATCH' ? await readInput(request) : {};
    if (address.database !== services.database) throw new StatusError('NOT_FOUND', `The database ${address.database} does not exist.`);
    sendJson(response, 200, await answer(services, caller, address, url.searchParams, input, request.method ?? ''));
  } catch (failure) {
    const refusal = toStatusError(failure);
    services.onRefused(refusal, failure, request);
    sendError(response, refusal, isStream);
  }
}

function parseAddress(pathname: string, method: string | undefined): Address {
  const raw = pathname.slice('/v1/'.length).split('/');
  const verb = method === 'POST' ? /^(.*):([a-zA-Z]+)$/.exec(raw.at(-1) ?? '') : null;
  if (verb) raw[raw.length - 1] = verb[1] as string;
  const [projects, project, databases, database, documents, ...ids] = raw.map(decode);
  if (projects !== 'projects' || databases !== 'databases' || documents !== 'documents') throw new StatusError('NOT_FOUND', 'Not found.');
  const odd = ids.findIndex((id) => id === '' || id.includes('/'));
  if (odd !== -1) throw invalidArgument(`The address ${pathname} has a part that is no id.`);
  return { database: `projects/${project}/databases/${database}`, ids, verb: verb?.[2] };
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw invalidArgument(`"${segment}" is not a well-formed part of an address.`);
  }
}

async function readInput(request: IncomingMessage): Promise<Input> {
  const body = await readBody(request);
  if (body.trim() === '') return {};
  let input: unknown;
  try {
    input = JSON.parse(body);
  } catch {
    throw invalidArgument('Invalid JSON payload received.');
  }
  if (!isRecord(input)) throw invalidArgument('Invalid JSON payload received. A message object was expected.');
  return input;
}

function answer(services: CallServices, caller: Parameters<typeof getDocument>[1], { ids, verb }: Address, query: URLSearchParams, input: Input, method: string): Promise<string> {
  const path = ids.join('/');
  const isDocument = ids.length > 0 && ids.length % 2 === 0;
  if (verb !== undefined) {
    const call = verb === 'listCollectionIds' ? listCollectionIds : calls[verb];
    if (!call) throw new StatusError('UNIMPLEMENTED', `${verb} is not supported.`);
    if (ids.length > 0 && (OF_THE_DATABASE.has(verb) || !isDocument)) throw invalidArgument(`Document parent name "${services.root}/${path}" lacks "/" at index ${services.root.length + 1 + path.length}.`);
    return call(services, caller, input, path);
  }
  if (method === 'GET') return isDocument ? getDocument(services, caller, path, query) : listDocuments(services, caller, ids.slice(0, -1).join('/'), ids.at(-1) ?? '', query);
  if (method === 'POST' && ids.length % 2 === 1) return createDocument(services, caller, path, query, input);
  if (method === 'PATCH' && isDocument) return updateDocument(services, caller, path, query, input);
  if (method === 'DELETE' && isDocument) return deleteDocument(services, caller, path, query);
  throw new StatusError('NOT_FOUND', 'Not found.');
}
