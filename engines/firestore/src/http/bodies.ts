import type { IncomingMessage, ServerResponse } from 'node:http';

import { errorBody, invalidArgument, StatusError } from '../status';
import { asciiJson } from '../store/document';

/** The largest request that Firestore takes. */
export const MAX_REQUEST_BYTES = 11_534_336;
/** The largest request of a caller who may not write: every query within Firestore's limits fits into it. */
export const MAX_READER_REQUEST_BYTES = 65_536;
/** Twenty levels of a document are sixty of JSON. Deeper input exhausts the stack of what handles it. */
const MAX_JSON_DEPTH = 400;

/**
 * The whole body as text. Throws INVALID_ARGUMENT when it is longer than `maxBytes`, without reading on, and CANCELLED
 * when the client goes before it is complete.
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

/** Parses JSON of a client. Throws INVALID_ARGUMENT with this message, and for input that is nested too deep. */
export function parseJson(text: string, message: string): unknown {
  if (isTooDeep(text)) throw invalidArgument('Message too deep. Max recursion depth reached.');
  try {
    return JSON.parse(text);
  } catch {
    throw invalidArgument(message);
  }
}

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_MAP, CLOSE_MAP] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d];

/** Whether brackets outside of strings open more levels than a message may have. One pass, since the text may be long. */
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

/** A refusal; calls that stream their answer have it in a list. */
export function sendError(response: ServerResponse, error: StatusError, isStream = false): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  // What is left of a refused request would stand before the next one on this connection.
  if (!response.req.complete) response.setHeader('Connection', 'close');
  const body = errorBody(error);
  sendJson(response, error.httpStatus, asciiJson(isStream ? [body] : body));
}
