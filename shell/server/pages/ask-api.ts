import { PREFETCH_HEADER } from '@manabiba/shared/contract/notifications';
import { activeTraceparent } from '@manabiba/telemetry/spans';
import type { FastifyInstance } from 'fastify';

/** A call that the web server itself makes on behalf of a viewer. */
export interface ApiCall {
  method: 'GET' | 'POST';
  /** Includes the prefix /v1. */
  path: string;
  token?: string;
  body?: unknown;
  /** Set for a prefetch: what the answer contains is not marked as seen. */
  isPrefetch?: boolean;
  /** IP address of the client, so that rate limits count the client and not this server. */
  address: string;
}

export interface ApiAnswer {
  status: number;
  body: unknown;
}

/** Calls the api. An unreachable api yields an answer too: 503. */
export type AskApi = (call: ApiCall) => Promise<ApiAnswer>;

const UNREACHABLE: ApiAnswer = { status: 503, body: undefined };
/** Timeout for an api in another process, in milliseconds. A page without its user is better than a late one. */
const PATIENCE_MS = 5000;

/** Calls the api in this process. */
export function askInProcess(app: FastifyInstance): AskApi {
  return async ({ method, path, token, body, isPrefetch, address }) => {
    const answer = await app.inject({
      method,
      url: path,
      remoteAddress: address,
      headers: headersOf({ token, body, isPrefetch }),
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    return { status: answer.statusCode, body: parseJson(answer.payload) };
  };
}

/** Calls the api at a URL. */
export function askElsewhere(url: string): AskApi {
  return async ({ method, path, token, body, isPrefetch, address }) => {
    try {
      const answer = await fetch(`${url}${path}`, {
        method,
        signal: AbortSignal.timeout(PATIENCE_MS),
        redirect: 'error',
        headers: { 'x-forwarded-for': address, ...headersOf({ token, body, isPrefetch }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: answer.status, body: parseJson(await answer.text()) };
    } catch {
      return UNREACHABLE;
    }
  };
}

function headersOf({
  token,
  body,
  isPrefetch,
}: Pick<ApiCall, 'token' | 'body' | 'isPrefetch'>): Record<string, string> {
  const traceparent = activeTraceparent();
  return {
    ...(traceparent === null ? {} : { traceparent }),
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(isPrefetch ? { [PREFETCH_HEADER.toLowerCase()]: '1' } : {}),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
