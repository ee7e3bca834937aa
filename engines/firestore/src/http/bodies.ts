import type { IncomingMessage, ServerResponse } from 'node:http';
import { errorBody, invalidArgument, type StatusError } from '../status';
import { asciiJson } from '../store/document';

/** The largest request that Firestore takes. */
export const MAX_REQUEST_BYTES = 11_534_336;

/** The whole body as text. Throws INVALID_ARGUMENT when it is too long, without reading on. */
export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_REQUEST_BYTES) throw invalidArgument(`Request payload size exceeds the limit: ${MAX_REQUEST_BYTES} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

export function sendJson(response: ServerResponse, status: number, json: string): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'private, no-store' });
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
