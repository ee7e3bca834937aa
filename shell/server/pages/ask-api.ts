import { PREFETCH_HEADER } from '@manabiba/shared/contract/notifications';
import type { FastifyInstance } from 'fastify';

/** A call that the web server itself makes on somebody's behalf. */
export interface ApiCall {
  method: 'GET' | 'POST';
  /** With the prefix /v1. */
  path: string;
  token?: string;
  body?: unknown;
  /** Nobody has looked yet: what is answered stays unseen. */
  isPrefetch?: boolean;
  /** Whose address it is on behalf of: limits count them, not this server. */
  address: string;
}

export interface ApiAnswer {
  status: number;
  body: unknown;
}

/** Asks the api. An api that cannot be reached is an answer too: 503. */
export type AskApi = (call: ApiCall) => Promise<ApiAnswer>;

const UNREACHABLE: ApiAnswer = { status: 503, body: undefined };
/** Longest wait for the api in another process, in milliseconds. A page rather comes without its person than late. */
const PATIENCE_MS = 5000;

/** The api in this process. */
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

/** The api at an address. */
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
  return {
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
