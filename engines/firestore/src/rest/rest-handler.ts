import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Caller, Operation } from '../access/access';
import type { Callers } from '../access/callers';
import { MAX_READER_REQUEST_BYTES, MAX_REQUEST_BYTES, parseJson, readBody, sendError, sendJson } from '../http/bodies';
import { invalidArgument, StatusError, toStatusError } from '../status';
import { isRecord } from '../values/parse-value';
import { calls, type CallServices, type Input } from './calls';
import {
  createDocument,
  deleteDocument,
  getDocument,
  listCollectionIds,
  listDocuments,
  updateDocument,
} from './document-calls';

const STREAMED = new Set(['batchGet', 'runQuery', 'runAggregationQuery']);
/** Calls on the database as a whole; all others may also target a document. */
const OF_THE_DATABASE = new Set(['batchGet', 'commit', 'batchWrite', 'beginTransaction', 'rollback']);

interface RestServices extends CallServices {
  readonly callers: Callers;
  readonly onRefused: (refusal: StatusError, failure: unknown, request: IncomingMessage) => void;
}

interface Address {
  readonly database: string;
  /** Path segments below the database's documents. */
  readonly ids: readonly string[];
  readonly verb: string | undefined;
}

/** The operation a request invokes, derived from its method and URL alone. */
interface RestCall {
  /** The operations of which the caller must be permitted at least one before the body is read. */
  readonly needs: readonly Operation[];
  readonly answer: (caller: Caller, input: Input) => Promise<string>;
}

/**
 * Handles calls to Firestore's HTTP interface, `/v1/projects/...`. Reads the body only after the caller is authorized
 * to send it.
 */
export async function handleRest(
  services: RestServices,
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  let isStream = false;
  try {
    const address = parseAddress(url.pathname, request.method);
    isStream = STREAMED.has(address.verb ?? '');
    const caller = await services.callers.identify(request.headers as Record<string, string | undefined>);
    if (address.database !== services.database)
      throw new StatusError('NOT_FOUND', `The database ${address.database} does not exist.`);
    const asked = askedBy(services, address, url.searchParams, request.method ?? '');
    services.gate.enter(caller, asked.needs);
    const hasBody = request.method === 'POST' || request.method === 'PATCH';
    const input = hasBody
      ? await readInput(request, services.gate.may(caller, 'write') ? MAX_REQUEST_BYTES : MAX_READER_REQUEST_BYTES)
      : {};
    sendJson(response, 200, await asked.answer(caller, input));
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
  if (projects !== 'projects' || databases !== 'databases' || documents !== 'documents')
    throw new StatusError('NOT_FOUND', 'Not found.');
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

async function readInput(request: IncomingMessage, maxBytes: number): Promise<Input> {
  const body = await readBody(request, maxBytes);
  if (body.trim() === '') return {};
  const input = parseJson(body, 'Invalid JSON payload received.');
  if (!isRecord(input)) throw invalidArgument('Invalid JSON payload received. A message object was expected.');
  return input;
}

function askedBy(services: CallServices, { ids, verb }: Address, query: URLSearchParams, method: string): RestCall {
  const path = ids.join('/');
  const isDocument = ids.length > 0 && ids.length % 2 === 0;
  if (verb !== undefined) {
    const found =
      verb === 'listCollectionIds' ? { needs: ['listCollections'] as const, call: listCollectionIds } : calls.get(verb);
    if (!found) throw new StatusError('UNIMPLEMENTED', `${verb} is not supported.`);
    if (ids.length > 0 && (OF_THE_DATABASE.has(verb) || !isDocument))
      throw invalidArgument(
        `Document parent name "${services.root}/${path}" lacks "/" at index ${services.root.length + 1 + path.length}.`,
      );
    return { needs: found.needs, answer: (caller, input) => found.call(services, caller, input, path) };
  }
  if (method === 'GET' && isDocument)
    return { needs: ['get'], answer: (caller) => getDocument(services, caller, path, query) };
  if (method === 'GET')
    return {
      needs: ['list'],
      answer: (caller) => listDocuments(services, caller, ids.slice(0, -1).join('/'), ids.at(-1) ?? '', query),
    };
  if (method === 'POST' && ids.length % 2 === 1)
    return { needs: ['write'], answer: (caller, input) => createDocument(services, caller, path, query, input) };
  if (method === 'PATCH' && isDocument)
    return { needs: ['write'], answer: (caller, input) => updateDocument(services, caller, path, query, input) };
  if (method === 'DELETE' && isDocument)
    return { needs: ['write'], answer: (caller) => deleteDocument(services, caller, path, query) };
  throw new StatusError('NOT_FOUND', 'Not found.');
}
