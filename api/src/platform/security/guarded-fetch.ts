import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';

import { hostOf, isPublicHttpsUrl, PrivateAddressError, publicLookup } from './public-address';

interface GuardOptions {
  /** Also plain http and hosts that are not on the internet, for development. */
  allowsPrivate: boolean;
  timeoutMs: number;
  maxBytes: number;
}

interface GuardedInit {
  method?: string | undefined;
  headers?: Record<string, string> | undefined;
  body?: string | null;
}

/** Requests a URL. Rejects when it is refused, unreachable, late or too long. */
export type GuardedFetch = (url: string, init?: GuardedInit) => Promise<Response>;

/**
 * Creates a `fetch` for URLs that others name: https to hosts on the internet alone, checked at the address to which
 * the connection is made; no redirects; a limit of time and length.
 */
export function createGuardedFetch({ allowsPrivate, timeoutMs, maxBytes }: GuardOptions): GuardedFetch {
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
        answer.on('data', (chunk: Buffer) => {
          length += chunk.length;
          if (length <= maxBytes) return void chunks.push(chunk);
          reject(new Error(`The answer of ${hostOf(url)} is too long`));
          sent.destroy();
        });
        answer.on('error', reject);
        answer.on('end', () => {
          const { statusCode: status = 0, headers: given } = answer;
          const type = given['content-type'];
          const isEmpty = status === 204 || status === 304;
          resolve(
            new Response(isEmpty ? null : Buffer.concat(chunks), {
              status,
              headers: type ? { 'content-type': type } : {},
            }),
          );
        });
      });
      sent.on('error', reject);
      sent.end(body ?? undefined);
    });
  };
}
