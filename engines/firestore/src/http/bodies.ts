import type { IncomingMessage, ServerResponse } from 'node:http';

import { errorBody, invalidArgument, StatusError } from '../status';
import { asciiJson } from '../store/document';

/** Largest request that Firestore accepts. */
export const MAX_REQUEST_BYTES = 11_534_336;
/** Largest request of a caller without write access: every query within Firestore's limits fits. */
export const MAX_READER_REQUEST_BYTES = 65_536;
/** Twenty levels of a document are sixty of JSON. Deeper input would overflow the stack of recursive code. */
const MAX_JSON_DEPTH = 400;

/**
 * Reads the whole body as text. Throws INVALID_ARGUMENT when it exceeds `maxBytes`, without reading on, and CANCELLED
 * when the client disconnects before it is complete.
 */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  const tooLong = () => invalidArgument(`Request payload size exceeds the limit: ${maxBytes} bytes.`);
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLong();
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) throw tooLong();
      chunks.push(chunk);
    }
  } catch (failure) {
    throw failure instanceof StatusError
      ? failure
      : new StatusError('CANCELLED', 'The request ended before it was read.');
  }
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * Parses a client's JSON. Throws INVALID_ARGUMENT with the given message when it is malformed, or when it is nested too
 * deep.
 */
export function parseJson(text: string, message: string): unknown {
  if (isTooDeep(text)) throw invalidArgument('Message too deep. Max recursion depth reached.');
  try {
    return JSON.parse(text);
  } catch {
    throw invalidArgument(message);
  }
}

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_MAP, CLOSE_MAP] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d];

/** Returns whether brackets outside of strings are nested too deep. One pass, because the text may be long. */
function isTooDeep(text: string): boolean {
  if (text.length <= MAX_JSON_DEPTH) return false;
  let depth = 0;
  let isString = false;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (isString) {
      if (unit === BACKSLASH) index += 1;
      else if (unit === QUOTE) isString = false;
    } else if (unit === QUOTE) isString = true;
    else if (unit === OPEN_LIST || unit === OPEN_MAP) {
      depth += 1;
      if (depth > MAX_JSON_DEPTH) return true;
    } else if (unit === CLOSE_LIST || unit === CLOSE_MAP) depth -= 1;
  }
  return false;
}

export function sendJson(response: ServerResponse, status: number, json: string): void {
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'private, no-store',
  });
  response.end(json);
}

/** Sends an error; calls that stream their answer expect it in a list. */
export function sendError(response: ServerResponse, error: StatusError, isStream = false): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  // The unread rest of a rejected request would precede the next one on this connection.
  if (!response.req.complete) response.setHeader('Connection', 'close');
  const body = errorBody(error);
  sendJson(response, error.httpStatus, asciiJson(isStream ? [body] : body));
}
