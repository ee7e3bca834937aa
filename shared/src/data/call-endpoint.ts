import type { EndpointDefinition, EndpointInput, EndpointOutput } from '../contract/endpoint';
import { randomHex } from '../format/random-hex';
import { ApiError, isApiError, networkError, readApiError } from './api-error';
import { invalidateTags } from './cache/cache-tags';
import type { EndpointReference } from './endpoint-reference';
import { serverClock } from './server-clock';

export interface CallOptions {
  /** Only warms the cache: notifications stay unseen. */
  prefetch?: boolean;
  signal?: AbortSignal;
  /** Is sent even if the page is closed at this moment. */
  keepalive?: boolean;
  /** One per intent. By default each call is a separate intent. */
  idempotencyKey?: string;
}

/** Request timeout, in milliseconds. */
const PATIENCE_MS = 20_000;
/** Delay before the first retry, in milliseconds; it doubles, with a random factor of 0.4 to 1.4. */
const FIRST_PAUSE_MS = 300;
/**
 * Same name as in the contract (notifications.ts); duplicated because importing the contract would include its schemas.
 */
const PREFETCH_HEADER = 'X-Prefetch';

/**
 * Calls the api once, outside any component, and invalidates the tags in the contract.
 *
 * Rejects like `sendCall`.
 */
export async function callEndpoint<D extends EndpointDefinition>(
  reference: EndpointReference<D>,
  input: EndpointInput<D>,
  options?: CallOptions,
): Promise<EndpointOutput<D>> {
  const answer = await sendCall(reference, input, options);
  invalidateTags(reference.invalidates ?? []);
  return answer;
}

/** Calls a route of the web server itself. Rejects with `ApiError`; never retries. */
export function callWebServer(method: 'GET' | 'DELETE', path: `/${string}`): Promise<unknown> {
  return answerOf({ url: path, init: { method, credentials: 'same-origin', cache: 'no-store' } }, undefined);
}

/** Random bytes of an Idempotency-Key: enough that no two keys of one user collide. */
const INTENT_BYTES = 16;
/** Returns a new Idempotency-Key. */
export const newIntent = (): string => randomHex(INTENT_BYTES);

/**
 * Sends one call of the contract without touching the cache. This file is the only place in a front end that fetches.
 *
 * A failure that is not a 4xx is retried up to three times with a random, growing delay, unless the contract forbids
 * it. An intent keeps its idempotency key through all retries. Rejects with `ApiError`, or with the reason of `signal`
 * when that aborts.
 */
export async function sendCall<D extends EndpointDefinition>(
  reference: EndpointReference<D>,
  input: EndpointInput<D>,
  options: CallOptions = {},
): Promise<EndpointOutput<D>> {
  const { signal } = options;
  const request = requestOf(reference, input, options);
  const maxRetries = reference.maxRetries ?? 3;
  for (let attempt = 0; ; attempt++) {
    signal?.throwIfAborted();
    try {
      return await answerOf<EndpointOutput<D>>(request, signal);
    } catch (error) {
      signal?.throwIfAborted();
      if (!isApiError(error)) throw error;
      if (attempt >= maxRetries || isFinal(error)) throw notifyListeners(error);
    }
    await pause((0.4 + Math.random()) * FIRST_PAUSE_MS * 2 ** attempt, signal);
  }
}

const listeners = new Set<() => void>();
const silenceListeners = new Set<() => void>();

/** Subscribes to calls that got no response after all retries. Returns the unsubscribe function. */
export function listenToSilence(listener: () => void): () => void {
  silenceListeners.add(listener);
  return () => silenceListeners.delete(listener);
}

/** Subscribes to responses that say the session is missing or expired. Returns the unsubscribe function. */
export function listenToUnauthenticated(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Notifies the listeners to this kind of error. Returns the error. */
export function notifyListeners(error: ApiError): ApiError {
  if (error.code === 'unauthenticated') for (const listener of listeners) listener();
  if (error.status === 0) for (const listener of silenceListeners) listener();
  return error;
}

/** A 4xx is final: a retry would return the same. */
function isFinal(error: ApiError): boolean {
  return error.status >= 400 && error.status < 500;
}

interface Request {
  url: string;
  init: RequestInit;
}

function requestOf<D extends EndpointDefinition>(
  { method, path, idempotencyKey }: EndpointReference<D>,
  { params, query, body }: EndpointInput<D>,
  options: CallOptions,
): Request {
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (options.prefetch) headers[PREFETCH_HEADER] = '1';
  if (idempotencyKey) headers['Idempotency-Key'] = options.idempotencyKey ?? newIntent();
  return {
    url: `/v1${fill(path, params)}${search(query)}`,
    init: {
      method,
      headers,
      credentials: 'same-origin',
      ...(options.keepalive && { keepalive: true }),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    },
  };
}

async function answerOf<T>({ url, init }: Request, signal: AbortSignal | undefined): Promise<T> {
  const patience = AbortSignal.timeout(PATIENCE_MS);
  let response: Response;
  try {
    response = await fetch(url, { ...init, signal: signal ? AbortSignal.any([signal, patience]) : patience });
  } catch {
    throw networkError();
  }
  serverClock.aheadMs = Date.parse(response.headers.get('Date') ?? '') - Date.now();
  if (!response.ok) throw await readApiError(response);
  if (response.status === 204) return undefined as T;
  return (await response.json().catch(() => {
    throw networkError();
  })) as T;
}

function fill(path: string, params: unknown): string {
  const values = new Map(Object.entries(params ?? {}));
  return path.replace(/\{(\w+)\}/g, (_all, key: string) => encodeURIComponent(String(values.get(key))));
}

function search(query: unknown): string {
  const parts = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null) parts.append(key, String(value));
  }
  const text = parts.toString();
  return text && `?${text}`;
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
