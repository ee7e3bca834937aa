import type { EndpointDefinition, HandlerInput, HandlerOutput } from '@manabiba/shared/contract/endpoint';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { SessionViewer, SignedInViewer, Viewer } from '../access/viewer';
import type { MicroCache } from '../platform/micro-cache';
import type { Limiter } from '../platform/security/limiter';
import { callerAddress } from './caller-address';
import { checkAnswer } from './check-answer';
import { type Idempotency, keyOf } from './idempotency';
import { requestParser } from './parse-request';
import { isSafe } from './session-hook';

/** What a handler gets: the parsed parts of the request and whoever asks. */
export interface HandlerContext<D extends EndpointDefinition> extends HandlerInput<D> {
  /** Signed in for sure when the endpoint's access demands a person, with a session when it demands a visitor. */
  viewer: D['access']['session'] extends 'person'
    ? SignedInViewer
    : D['access']['session'] extends 'visitor'
      ? SessionViewer
      : Viewer;
  request: FastifyRequest;
  /** The request's Idempotency-Key: the same for every repetition of one call. */
  intent: string | undefined;
}

/** An answer with another status of success than the endpoint's own; see `withStatus`. */
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

export interface RouteOptions {
  /**
   * Visitors share one answer per URL for a second: for public lists that look the same to every visitor. Any
   * successful write empties the cache.
   */
  microCache?: boolean;
  /**
   * The handler tells by `intent` what it has done before, by what it has written, or may be repeated anyway. So nothing is
   * kept beside it and it is no unit of work: for calls that wait for another service between two transactions.
   */
  knowsIntents?: boolean;
}

/** What every route stands on; `app.ts` makes it once. */
export interface RouteTools {
  limiter: Limiter;
  idempotency: Idempotency;
  microCache: MicroCache;
  writesPerMinute: number;
  /** Of callers without any session, by address: a whole school may sit behind one. */
  visitorWritesPerMinute: number;
  /** Outside of production every answer is held against the contract. */
  checksAnswers: boolean;
}

const JSON_TYPE = 'application/json; charset=utf-8';
const WRITE_WINDOW_SECONDS = 60;

interface Made {
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
  options: RouteOptions = {},
): void {
  const tools = app.routeTools;
  const parse = requestParser(endpoint);
  const status = endpoint.status ?? (endpoint.response === null ? 204 : 200);

  /** Everything between the request and the text of the answer. */
  async function make(request: FastifyRequest, parsed: ReturnType<typeof parse>): Promise<Made> {
    const intent = keyOf(request.headers['idempotency-key']);
    const returned = await handler({
      ...parsed,
      viewer: request.authentication.viewer,
      request,
      intent,
    } as HandlerContext<D>);
    const given = returned instanceof WithStatus ? returned : { status, value: returned };
    const answer = given.value === undefined ? null : JSON.stringify(given.value);
    if (tools.checksAnswers) checkAnswer(endpoint, answer);
    return { status: given.status, answer };
  }

  /** Visitors get the ready bytes, at once where there are some. */
  function readShared(request: FastifyRequest, reply: FastifyReply): FastifyReply | Promise<FastifyReply> {
    const sendBytes = (bytes: Buffer) => reply.header('content-type', JSON_TYPE).send(bytes);
    const bytes = tools.microCache.get(request.url, async () =>
      Buffer.from((await make(request, parse(request))).answer ?? ''),
    );
    return bytes instanceof Promise ? bytes.then(sendBytes) : sendBytes(bytes);
  }

  function read(request: FastifyRequest, reply: FastifyReply): FastifyReply | Promise<FastifyReply> {
    if (options.microCache === true && request.authentication.viewer.kind === 'anonymous')
      return readShared(request, reply);
    return make(request, parse(request)).then((made) => send(reply, made));
  }

  async function write(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (request.authentication.endedOwnerId) {
      const first = await firstAnswer(request, request.authentication.endedOwnerId);
      if (first) return send(reply.header('idempotency-replayed', 'true'), first);
      if (request.refusal) throw request.refusal;
    }
    const personId = writerOf(request);
    const max = request.authentication.viewer.id === null ? tools.visitorWritesPerMinute : tools.writesPerMinute;
    await tools.limiter.consume(`write:${personId}`, { max, windowSeconds: WRITE_WINDOW_SECONDS });
    const parsed = parse(request);
    const key = keyOf(request.headers['idempotency-key']);
    if (key === undefined || options.knowsIntents === true) return finish(reply, await make(request, parsed));
    const made = await tools.idempotency.run(callOf(request, parsed, key, personId), () => make(request, parsed));
    if (made.isReplay) reply.header('idempotency-replayed', 'true');
    return finish(reply, made);
  }

  const callOf = (request: FastifyRequest, parsed: ReturnType<typeof parse>, key: string, personId: string) => ({
    key,
    personId,
    endpoint: endpoint.name,
    content: `${request.url}\n${JSON.stringify(parsed.body)}`,
  });

  /** What this call answered to somebody whose session is over by now; nothing without a key. */
  async function firstAnswer(request: FastifyRequest, ownerId: string): Promise<Made | undefined> {
    const key = keyOf(request.headers['idempotency-key']);
    return key === undefined || options.knowsIntents === true
      ? undefined
      : tools.idempotency.findAnswer(callOf(request, parse(request), key, ownerId));
  }

  function finish(reply: FastifyReply, made: Made): FastifyReply {
    tools.microCache.clear();
    return send(reply, made);
  }

  app.route({
    method: endpoint.method,
    url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: { endpoint },
    handler: isSafe(endpoint.method) ? read : write,
  });
}

function send(reply: FastifyReply, { status, answer }: Made): FastifyReply {
  if (answer === null) return reply.code(status).send();
  return reply.code(status).header('content-type', JSON_TYPE).send(answer);
}

/** In whose name writes are counted and keys are kept: the person, the visitor, else the address. */
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
