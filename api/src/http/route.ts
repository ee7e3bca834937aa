import type { EndpointDefinition, HandlerInput, HandlerOutput } from '@manabiba/shared/contract/endpoint';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { MemoryLimiter } from '../access/memory-limiter';
import type { SessionViewer, SignedInViewer, Viewer } from '../access/viewer';
import { AppError } from '../platform/app-error';
import type { MicroCache } from '../platform/micro-cache';
import type { Limiter } from '../platform/security/limiter';
import { callerAddress } from './caller-address';
import { checkAnswer } from './check-answer';
import { type Idempotency, keyOf } from './idempotency';
import { type ParsedRequest, requestParser } from './parse-request';
import { isSafe } from './session-hook';

/** What a handler receives: the parsed parts of the request and the viewer. */
export interface HandlerContext<D extends EndpointDefinition> extends HandlerInput<D> {
  /** Signed in when the endpoint's access requires a person, with a session when it requires a visitor. */
  viewer: D['access']['session'] extends 'person' | 'staff'
    ? SignedInViewer
    : D['access']['session'] extends 'visitor'
      ? SessionViewer
      : Viewer;
  request: FastifyRequest;
  /** The Idempotency-Key of a write: the same for every retry of one call. */
  intent: string | undefined;
}

/** An answer with a success status other than the endpoint's own; see `withStatus`. */
export class WithStatus<T> {
  constructor(
    readonly status: 200 | 201,
    readonly value: T,
  ) {}
}

/** Answers with this status instead of the endpoint's: `withStatus(200, value)` when a repeated call changed nothing. */
export const withStatus = <T>(status: 200 | 201, value: T) => new WithStatus(status, value);

type Answer<D extends EndpointDefinition> = HandlerOutput<D> | WithStatus<HandlerOutput<D>>;
export type Handler<D extends EndpointDefinition> = (context: HandlerContext<D>) => Answer<D> | Promise<Answer<D>>;

export interface RouteOptions<D extends EndpointDefinition> {
  /**
   * Refuses calls that cannot succeed, by a cheap read-only check before the call counts as a write: for calls that
   * mostly fail. These checks count as reads. Returns nothing when the handler is to decide.
   */
  refuseEarly?: (context: Pick<HandlerContext<D>, 'params' | 'body' | 'viewer'>) => Promise<AppError | undefined>;
  /**
   * Anonymous viewers share one answer per URL for a second: for public lists that are the same for all of them. Any
   * successful write empties the cache.
   */
  microCache?: boolean;
  /**
   * The handler recognizes repeated calls by `intent` from what it has written, or is safe to repeat. No answer is
   * stored and the call is not one transaction: for calls that wait for another service between two transactions.
   */
  knowsIntents?: boolean;
  /** The largest body in bytes, for calls whose body is longer than a form. */
  maxBodyBytes?: number;
  /**
   * The service limits the pace of each user: for calls that come several times a second. They do not count as writes,
   * and empty no cache.
   */
  isFrequent?: boolean;
}

/** The dependencies of every route, created once in `app.ts`. */
export interface RouteTools {
  limiter: Limiter;
  /** Limits calls that write nothing. */
  reads: MemoryLimiter;
  idempotency: Idempotency;
  microCache: MicroCache;
  writesPerMinute: number;
  /** For callers without any session, by address, which a whole school may share. */
  visitorWritesPerMinute: number;
  /** Validates every answer against the contract; on outside production. */
  checksAnswers: boolean;
}

const JSON_TYPE = 'application/json; charset=utf-8';
const WRITE_WINDOW_SECONDS = 60;

interface RouteAnswer {
  status: number;
  answer: string | null;
}

/**
 * Serves an endpoint of the contract. Method, path, access, validation, limits, idempotency and status all come from
 * the endpoint, so a route is one line. `handler` returns what the contract says; expected failures are `AppError`s.
 */
export function route<D extends EndpointDefinition>(
  app: FastifyInstance,
  endpoint: D,
  handler: Handler<D>,
  options: RouteOptions<D> = {},
): void {
  const tools = app.routeTools;
  const parse = requestParser(endpoint);
  const status = endpoint.status ?? (endpoint.response === null ? 204 : 200);

  /** Does everything between the request and the text of the answer. */
  async function make(request: FastifyRequest, { params, query, body }: ParsedRequest): Promise<RouteAnswer> {
    const intent = isSafe(endpoint.method) ? undefined : keyOf(request.headers['idempotency-key']);
    const { viewer } = request.authentication;
    const returned = await handler({ params, query, body, viewer, request, intent } as HandlerContext<D>);
    const given = returned instanceof WithStatus ? returned : { status, value: returned };
    const answer = given.value === undefined ? null : JSON.stringify(given.value);
    if (tools.checksAnswers) checkAnswer(endpoint, answer);
    return { status: given.status, answer };
  }

  const call = { tools, endpoint, options, parse, make };
  app.route({
    method: endpoint.method,
    url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: { endpoint },
    ...(options.maxBodyBytes === undefined ? {} : { bodyLimit: options.maxBodyBytes }),
    handler: isSafe(endpoint.method) ? readHandler(call) : writeHandler(call),
  });
}

/** An endpoint with everything that its requests pass through. */
interface Call<D extends EndpointDefinition> {
  tools: RouteTools;
  endpoint: D;
  options: RouteOptions<D>;
  parse: (request: FastifyRequest) => ParsedRequest;
  make: (request: FastifyRequest, parsed: ParsedRequest) => Promise<RouteAnswer>;
}

function readHandler<D extends EndpointDefinition>({ tools, options, parse, make }: Call<D>) {
  /** Serves anonymous viewers the cached bytes, synchronously if present. */
  function readShared(request: FastifyRequest, reply: FastifyReply): FastifyReply | Promise<FastifyReply> {
    const sendBytes = (bytes: Buffer) => reply.header('content-type', JSON_TYPE).send(bytes);
    const bytes = tools.microCache.get(request.url, async () =>
      Buffer.from((await make(request, parse(request))).answer ?? ''),
    );
    return bytes instanceof Promise ? bytes.then(sendBytes) : sendBytes(bytes);
  }

  return (request: FastifyRequest, reply: FastifyReply): FastifyReply | Promise<FastifyReply> => {
    if (options.microCache === true && request.authentication.viewer.kind === 'anonymous')
      return readShared(request, reply);
    return make(request, parse(request)).then((made) => send(reply, made));
  };
}

function writeHandler<D extends EndpointDefinition>({ tools, endpoint, options, parse, make }: Call<D>) {
  async function lookEarly(
    request: FastifyRequest,
    refuseEarly: NonNullable<RouteOptions<D>['refuseEarly']>,
  ): Promise<ParsedRequest> {
    const { viewer, apiKey } = request.authentication;
    const retryAfterSeconds = tools.reads.count(viewer, callerAddress(request.ip), apiKey?.id);
    if (retryAfterSeconds > 0) throw new AppError('rate_limited', { retryAfterSeconds });
    const parsed = parse(request);
    const refusal = await refuseEarly({ ...parsed, viewer } as HandlerContext<D>);
    if (refusal) throw refusal;
    return parsed;
  }

  const callOf = (request: FastifyRequest, parsed: ParsedRequest, key: string, personId: string) => ({
    key,
    personId,
    endpoint: endpoint.name,
    content: `${request.url}\n${JSON.stringify(parsed.body)}`,
  });

  /** Returns what this call answered to a user whose session has since ended; nothing without a key. */
  async function firstAnswer(request: FastifyRequest, ownerId: string): Promise<RouteAnswer | undefined> {
    const key = keyOf(request.headers['idempotency-key']);
    return key === undefined || options.knowsIntents === true
      ? undefined
      : tools.idempotency.findAnswer(callOf(request, parse(request), key, ownerId));
  }

  function finish(reply: FastifyReply, made: RouteAnswer): FastifyReply {
    if (options.isFrequent !== true) tools.microCache.clear();
    return send(reply, made);
  }

  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { viewer, endedOwnerId, apiKey } = request.authentication;
    if (endedOwnerId) {
      const first = await firstAnswer(request, endedOwnerId);
      if (first) return send(reply.header('idempotency-replayed', 'true'), first);
      if (request.refusal) throw request.refusal;
    }
    const looked = options.refuseEarly && (await lookEarly(request, options.refuseEarly));
    const personId = writerOf(request);
    const max = viewer.id === null ? tools.visitorWritesPerMinute : tools.writesPerMinute;
    if (options.isFrequent !== true)
      await tools.limiter.consume(`write:${apiKey?.id ?? personId}`, { max, windowSeconds: WRITE_WINDOW_SECONDS });
    const parsed = looked ?? parse(request);
    const key = keyOf(request.headers['idempotency-key']);
    if (key === undefined || options.knowsIntents === true) return finish(reply, await make(request, parsed));
    const made = await tools.idempotency.run(callOf(request, parsed, key, personId), () => make(request, parsed));
    if (made.isReplay) reply.header('idempotency-replayed', 'true');
    return finish(reply, made);
  };
}

function send(reply: FastifyReply, { status, answer }: RouteAnswer): FastifyReply {
  if (answer === null) return reply.code(status).send();
  return reply.code(status).header('content-type', JSON_TYPE).send(answer);
}

/** Returns the owner for counting writes and storing idempotency keys: the user, the anonymous viewer, else the address. */
const writerOf = (request: FastifyRequest): string =>
  request.authentication.viewer.id ?? `address:${callerAddress(request.ip)}`;

declare module 'fastify' {
  interface FastifyInstance {
    routeTools: RouteTools;
  }
  interface FastifyContextConfig {
    endpoint?: EndpointDefinition;
  }
}
