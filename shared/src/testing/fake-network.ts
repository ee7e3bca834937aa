import type { EndpointDefinition, EndpointOutput } from '../contract/endpoint';
import { errorCatalogue, type ErrorCode } from '../contract/errors';
import type { EndpointReference } from '../data/endpoint-reference';
import { matchPattern } from '../navigation/paths';

export interface RecordedCall {
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
  headers: Record<string, string>;
}

type Answer<D extends EndpointDefinition> =
  | EndpointOutput<D>
  | ((call: RecordedCall) => EndpointOutput<D> | Promise<EndpointOutput<D>>);
type Handle = (call: RecordedCall) => Promise<{ status: number; body: unknown; headers?: Record<string, string> }>;

interface Route {
  method: string;
  pattern: string;
  handle: Handle;
  calls: RecordedCall[];
}

/**
 * A network that responds like the api, faked at the level of `fetch`: no module of ours is mocked in a test.
 *
 * A call without a configured response fails like a network error and is listed in `unexpected`.
 */
export class FakeNetwork {
  /** Calls without a configured response. */
  readonly unexpected: string[] = [];
  private readonly routes = new Map<string, Route>();
  private clockAheadMs: number | undefined;

  /** Installs it as the browser's network. */
  install(): this {
    const answer = (url: string, init?: RequestInit) => this.fetch(String(url), init);
    globalThis.fetch = answer as typeof fetch;
    globalThis.XMLHttpRequest = class extends FakeUpload {
      protected readonly answer = answer;
    } as unknown as typeof XMLHttpRequest;
    return this;
  }

  /** Dates all responses by a server whose clock is ahead of the device's. Without it they have no date. */
  setClockAhead(milliseconds: number): this {
    this.clockAheadMs = milliseconds;
    return this;
  }

  /** Responds to a call of the contract with success. */
  answer<D extends EndpointDefinition>(reference: EndpointReference<D>, answer: Answer<D>): this {
    return this.handle(reference, async (call) => {
      const body: unknown =
        typeof answer === 'function' ? await (answer as (call: RecordedCall) => unknown)(call) : answer;
      return { status: body === undefined ? 204 : 200, body };
    });
  }

  /** Responds to a call of the contract with an error of the catalogue, after `after` when given. */
  refuse<D extends EndpointDefinition>(
    reference: EndpointReference<D>,
    code: ErrorCode,
    {
      message,
      fields,
      retryAfterSeconds,
      after,
    }: { message?: string; fields?: Record<string, string>; retryAfterSeconds?: number; after?: Promise<void> } = {},
  ): this {
    const { status, sentence } = errorCatalogue[code];
    const headers: Record<string, string> =
      retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
    return this.handle(reference, async () => {
      await after;
      return { status, body: { error: message ?? sentence, code, ...(fields ? { fields } : {}) }, headers };
    });
  }

  /** Makes a call of the contract fail with a network error. */
  unplug<D extends EndpointDefinition>(reference: EndpointReference<D>): this {
    return this.handle(reference, () => Promise.reject(new TypeError('Failed to fetch')));
  }

  /** Holds a call of the contract. Returns the function that responds to the pending and all later calls. */
  hold<D extends EndpointDefinition>(reference: EndpointReference<D>): (answer: Answer<D>) => void {
    let release: (answer: Answer<D>) => void = () => undefined;
    const answered = new Promise<Answer<D>>((resolve) => {
      release = resolve;
    });
    this.answer(reference, (async (call: RecordedCall) => {
      const answer = await answered;
      return typeof answer === 'function' ? (answer as (call: RecordedCall) => EndpointOutput<D>)(call) : answer;
    }) as Answer<D>);
    return release;
  }

  /** Responds to a route of the web server itself. */
  answerWebServer(method: 'GET' | 'DELETE', path: string, body: unknown): this {
    this.set(method, path, () => Promise.resolve({ status: body === undefined ? 204 : 200, body }));
    return this;
  }

  /** Returns the calls of an endpoint so far. */
  calls<D extends EndpointDefinition>({ method, path }: EndpointReference<D>): RecordedCall[] {
    return this.routes.get(`${method} /v1${path}`)?.calls ?? [];
  }

  private handle<D extends EndpointDefinition>({ method, path }: EndpointReference<D>, handle: Handle): this {
    this.set(method, `/v1${path}`, handle);
    return this;
  }

  private set(method: string, pattern: string, handle: Handle): void {
    const name = `${method} ${pattern}`;
    this.routes.set(name, { method, pattern, handle, calls: this.routes.get(name)?.calls ?? [] });
  }

  private async fetch(url: string, init: RequestInit = {}): Promise<Response> {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    const method = init.method ?? 'GET';
    const route = this.routeOf(method, pathname);
    if (!route) {
      this.unexpected.push(`${method} ${pathname}`);
      throw new TypeError('Failed to fetch');
    }
    const call: RecordedCall = {
      params: matchPattern(route.pattern, pathname) ?? {},
      query: Object.fromEntries(searchParams),
      body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined,
      headers: init.headers as Record<string, string>,
    };
    route.calls.push(call);
    const { status, body, headers = {} } = await abortable(route.handle(call), init.signal);
    const date = this.clockAheadMs !== undefined && { date: toHttpDate(Date.now() + this.clockAheadMs) };
    return response(status, body, { ...date, ...headers });
  }

  private routeOf(method: string, pathname: string): Route | undefined {
    return [...this.routes.values()]
      .filter((route) => route.method === method && matchPattern(route.pattern, pathname))
      .sort((a, b) => a.pattern.split('{').length - b.pattern.split('{').length)[0];
  }
}

/**
 * The subset of XMLHttpRequest that the product uses: half of the bytes are sent at once, the rest with the response.
 */
abstract class FakeUpload {
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onloadend: (() => void) | undefined;
  status = 0;
  responseText = '';
  protected abstract readonly answer: (url: string, init: RequestInit) => Promise<Response>;
  private readonly aborting = new AbortController();
  private readonly headers: Record<string, string> = {};
  private request = { method: '', url: '' };
  private answered: Response | undefined;

  open(method: string, url: string) {
    this.request = { method, url };
  }

  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }

  getResponseHeader(name: string) {
    return this.answered?.headers.get(name) ?? null;
  }

  abort() {
    this.aborting.abort();
  }

  send(body: Blob) {
    void this.sendAll(body)
      .catch(() => undefined)
      .finally(() => this.onloadend?.());
  }

  private async sendAll(body: Blob) {
    this.upload.onprogress?.({ loaded: body.size / 2, total: body.size });
    this.answered = await this.answer(this.request.url, {
      method: this.request.method,
      headers: this.headers,
      signal: this.aborting.signal,
    });
    this.responseText = JSON.stringify(await this.answered.json().catch(() => null));
    this.upload.onprogress?.({ loaded: body.size, total: body.size });
    this.status = this.answered.status;
  }
}

const toHttpDate = (milliseconds: number) => new Date(milliseconds).toUTCString();

function abortable<T>(answer: Promise<T>, signal: AbortSignal | null | undefined): Promise<T> {
  if (!signal) return answer;
  if (signal.aborted) return Promise.reject(signal.reason as Error);
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    answer.then(resolve, reject);
  });
}

/** The subset of Response that the product reads, which the test environment lacks. */
function response(status: number, body: unknown, headers: Record<string, string>): Response {
  return {
    status,
    ok: status < 400,
    headers: { get: (name: string) => headers[name.toLowerCase()] ?? null },
    json: () =>
      body === undefined ? Promise.reject(new SyntaxError('no body')) : Promise.resolve(structuredCopy(body)),
  } as unknown as Response;
}

const structuredCopy = (body: unknown): unknown => JSON.parse(JSON.stringify(body));
