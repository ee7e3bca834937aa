import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Caller } from '../access/access';
import type { Callers } from '../access/callers';
import { MAX_READER_REQUEST_BYTES, readBody, sendError } from '../http/bodies';
import { invalidArgument, StatusError, toStatusError } from '../status';
import { Channel, type ChannelLimits, type ChannelStream } from './channel';
import { type ChannelForm, parseForm, parseMessages, wholeNumber } from './form';

export type StreamKind = 'Listen' | 'Write';

/** Limits on the number of channels. */
export interface ChannelsLimits extends ChannelLimits {
  readonly maxChannels: number;
  /** Per user, or per client address for callers without a token. */
  readonly maxChannelsPerUser: number;
}

interface Session {
  readonly channel: Channel;
  readonly kind: StreamKind;
  readonly caller: Caller;
  readonly owner: string;
  readonly origin: string | undefined;
}

interface Services {
  readonly limits: ChannelsLimits;
  readonly callers: Callers;
  readonly now: () => number;
  readonly open: (kind: StreamKind, channel: Channel, caller: Caller) => ChannelStream;
  /**
   * The maximum request size for this caller. The handshake must be small because the caller is only identified in its
   * body.
   */
  readonly maxBytes: (caller: Caller) => number;
  readonly onRefused: (refusal: StatusError, request: IncomingMessage) => void;
}

const TICK_MS = 1000;
const ANSWER_HEADERS = {
  'Content-Type': 'text/plain; charset=utf-8',
  'Cache-Control': 'no-cache, no-store',
  'X-Content-Type-Options': 'nosniff',
  'X-Accel-Buffering': 'no',
};

/** All WebChannel sessions: their handshakes, forward and back channels. */
export class Channels {
  readonly #sessions = new Map<string, Session>();
  readonly #counts = new Map<string, number>();
  readonly #timer: NodeJS.Timeout;

  constructor(private readonly services: Services) {
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
    this.#timer.unref();
  }

  get size(): number {
    return this.#sessions.size;
  }

  /** Handles one request to `/google.firestore.v1.Firestore/{kind}/channel`. */
  async handle(
    kind: StreamKind,
    query: URLSearchParams,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    try {
      const isPost = request.method === 'POST';
      if (!isPost && request.method !== 'GET') throw invalidArgument('Method not allowed.');
      const sid = query.get('SID');
      if (sid === null) await this.#handshake(kind, query, request, response);
      else await this.#continue(sid, kind, query, request, response);
    } catch (failure) {
      const refusal = toStatusError(failure);
      this.services.onRefused(refusal, request);
      sendError(response, refusal);
    }
  }

  /** Makes every stream of these callers check the rules again. */
  recheck(isMeant: (caller: Caller) => boolean): void {
    for (const { channel, caller } of this.#sessions.values()) if (isMeant(caller)) channel.stream?.recheck();
  }

  /** Ends all sessions on shutdown; their clients reconnect at once. */
  goAway(): void {
    clearInterval(this.#timer);
    for (const { channel } of [...this.#sessions.values()]) channel.goAway();
  }

  async #handshake(
    kind: StreamKind,
    query: URLSearchParams,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    if (request.method !== 'POST' || query.get('VER') !== '8')
      throw invalidArgument('A session starts with a POST of version 8.');
    const form = parseForm(await readBody(request, MAX_READER_REQUEST_BYTES));
    const { channel, open, messages } = await this.#open(kind, form, request);
    response.writeHead(200, { ...ANSWER_HEADERS, 'X-HTTP-Session-Id': channel.sessionId });
    const hello = JSON.stringify([[0, ['c', channel.sid, '', 8, 14, this.services.limits.keepaliveMs]]]);
    response.end(`${hello.length}\n${hello}`);
    channel.stream = open();
    channel.receive(form.offset, messages);
  }

  async #open(kind: StreamKind, form: ChannelForm, request: IncomingMessage) {
    const { limits, callers, now } = this.services;
    // An invalid token is rejected where the app sees the error: at each target and each write.
    const caller = await callers.identify(headersOf(request, form)).catch((refusal: unknown): Caller => {
      this.services.onRefused(toStatusError(refusal), request);
      return { kind: 'refused' };
    });
    const owner =
      caller.kind === 'user'
        ? `user ${caller.uid}`
        : caller.kind === 'server'
          ? 'server'
          : `address ${request.socket.remoteAddress ?? ''}`;
    const count = this.#counts.get(owner) ?? 0;
    if (this.#sessions.size >= limits.maxChannels || (caller.kind !== 'server' && count >= limits.maxChannelsPerUser)) {
      throw new StatusError('RESOURCE_EXHAUSTED', 'Too many open channels.');
    }
    const messages = parseMessages(form);
    const channel = new Channel(limits, now, ({ sid }) => this.#forget(sid));
    this.#counts.set(owner, count + 1);
    this.#sessions.set(channel.sid, { channel, kind, caller, owner, origin: request.headers.origin });
    return { channel, messages, open: () => this.services.open(kind, channel, caller) };
  }

  async #continue(
    sid: string,
    kind: StreamKind,
    query: URLSearchParams,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const isPost = request.method === 'POST';
    const session = this.#sessions.get(sid);
    if (session?.kind !== kind || !(await this.#isOwner(session, query, request))) {
      // An unknown session is not logged: clients reconnect after every restart.
      if (session)
        this.services.onRefused(
          new StatusError('PERMISSION_DENIED', 'This session belongs to somebody else.'),
          request,
        );
      // Drains the body: otherwise unread data would reset the connection before the client has read the response.
      if (isPost) await readBody(request, MAX_READER_REQUEST_BYTES);
      response.writeHead(400, ANSWER_HEADERS).end('Error: Unknown SID');
      return;
    }
    const { channel, caller } = session;
    const form = isPost ? parseForm(await readBody(request, this.services.maxBytes(caller))) : undefined;
    const acknowledged = query.get('AID');
    // A closing page terminates with a beacon, other clients with a GET.
    if (query.get('TYPE') === 'terminate') {
      response.writeHead(200, ANSWER_HEADERS).end();
      channel.close();
      return;
    }
    if (form) {
      if (acknowledged !== null) channel.acknowledge(wholeNumber(acknowledged));
      channel.receive(form.offset, parseMessages(form));
      const state = JSON.stringify(channel.state);
      response.writeHead(200, ANSWER_HEADERS).end(`${state.length}\n${state}`);
      return;
    }
    const timeout = query.get('TO');
    response.writeHead(200, ANSWER_HEADERS);
    response.flushHeaders();
    channel.attach(
      response,
      wholeNumber(acknowledged ?? '0'),
      query.get('CI') === '1',
      timeout === null ? undefined : wholeNumber(timeout),
    );
  }

  /** A session belongs to the page and the token that opened it. Browsers omit the origin on same-origin GETs. */
  async #isOwner(
    { channel, caller, origin }: Session,
    query: URLSearchParams,
    request: IncomingMessage,
  ): Promise<boolean> {
    if (query.get('gsessionid') !== channel.sessionId) return false;
    if (request.headers.origin !== undefined && request.headers.origin !== origin) return false;
    const headers = headersOf(request, undefined);
    if (headers.authorization === undefined) return true;
    try {
      const asking = await this.services.callers.identify(headers);
      return (
        asking.kind === caller.kind && (asking.kind !== 'user' || (caller.kind === 'user' && asking.uid === caller.uid))
      );
    } catch {
      return false;
    }
  }

  #tick(): void {
    for (const { channel } of [...this.#sessions.values()]) channel.tick();
  }

  #forget(sid: string): void {
    const session = this.#sessions.get(sid);
    if (!session) return;
    this.#sessions.delete(sid);
    const count = (this.#counts.get(session.owner) ?? 1) - 1;
    if (count === 0) this.#counts.delete(session.owner);
    else this.#counts.set(session.owner, count);
  }
}

/** Reads the headers. Stream headers travel in the first form so that browsers do not need a preflight. */
function headersOf(request: IncomingMessage, form: ChannelForm | undefined): Record<string, string | undefined> {
  const headers: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(request.headers)) headers[name] = Array.isArray(value) ? value[0] : value;
  return { ...headers, ...form?.headers };
}
