import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';

import { hostOf, isPublicHttpsUrl, PrivateAddressError, publicLookup } from './public-address';

interface GuardOptions {
  /** Also plain http and hosts that are not on the internet, for development. */
  allowsPrivate: boolean;
  timeoutMs: number;
  maxBytes: number;
  /** Whether only the beginning of a longer answer is read, of 0 bytes nothing. Default: it is refused. */
  cutsLongAnswers?: boolean;
}

interface GuardedInit {
  method?: string | undefined;
  headers?: Record<string, string> | undefined;
  body?: string | Buffer | null;
}

/** Requests a URL. Rejects when it is refused, unreachable, late or too long. */
export type GuardedFetch = (url: string, init?: GuardedInit) => Promise<Response>;

/** Statuses of answers without a body. */
const EMPTY = new Set([204, 205, 304]);
const PASSED_HEADERS = ['content-type', 'retry-after'] as const;

/**
 * Creates a `fetch` for URLs that others name: https to hosts on the internet alone, checked at the address to which
 * the connection is made; no redirects; a limit of time and length.
 */
export function createGuardedFetch({
  allowsPrivate,
  timeoutMs,
  maxBytes,
  cutsLongAnswers = false,
}: GuardOptions): GuardedFetch {
  return (address, { method = 'GET', headers = {}, body = null } = {}) => {
    const url = new URL(address);
    if (!allowsPrivate && !isPublicHttpsUrl(url)) return Promise.reject(new PrivateAddressError(hostOf(url)));
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    return new Promise((resolve, reject) => {
      const options = {
        method,
        headers: { ...headers, ...(body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) }) },
        signal: AbortSignal.timeout(timeoutMs),
        ...(allowsPrivate ? {} : { lookup: publicLookup }),
      };
      const sent = send(url, options, (answer) => {
        const chunks: Buffer[] = [];
        let length = 0;
        const finish = () => {
          try {
            resolve(toResponse(answer, Buffer.concat(chunks).subarray(0, maxBytes)));
          } catch (error) {
            // A status that HTTP does not know.
            reject(error);
          }
        };
        const cut = () => {
          if (cutsLongAnswers) finish();
          else reject(new Error(`The answer of ${hostOf(url)} is too long`));
          sent.destroy();
        };
        answer.on('error', reject);
        if (cutsLongAnswers && maxBytes === 0) return cut();
        answer.on('data', (chunk: Buffer) => {
          length += chunk.length;
          chunks.push(chunk);
          if (length > maxBytes) cut();
        });
        answer.on('end', finish);
      });
      sent.on('error', reject);
      // Neither an answer nor an error: without a listener Node.js closes the connection and reports nothing more.
      sent.on('upgrade', (_answer, socket) => {
        socket.destroy();
        reject(new Error(`${hostOf(url)} switches to another protocol`));
      });
      sent.end(body ?? undefined);
    });
  };
}

function toResponse({ statusCode: status = 0, headers }: IncomingMessage, body: Buffer): Response {
  const passed = PASSED_HEADERS.flatMap((name) => {
    const value = headers[name];
    return value === undefined ? [] : [[name, value] as [string, string]];
  });
  return new Response(EMPTY.has(status) ? null : new Uint8Array(body), { status, headers: passed });
}
