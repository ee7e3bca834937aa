import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

import { WebSocketServer } from 'ws';

import { admit, Refusal } from './http/admission';
import { answer } from './http/requests';
import { limitSockets, refuse } from './http/sockets';
import { limitedLog } from './limited-log';
import type { MediaPlane } from './media/media-plane';
import { createMediaPlane } from './media/plane';
import { Counters, renderMetrics } from './metrics';
import { DEFAULT_LIMITS, type LivekitEngineOptions, type LivekitLimits } from './options';
import { Recordings } from './recording/recordings';
import { Rooms } from './rooms/rooms';
import { Sessions } from './signal/sessions';
import { AccessTokens } from './tokens/access-tokens';
import { answerCall, TWIRP_PATH } from './twirp/answer-call';
import { Webhooks } from './webhooks/webhooks';

export type { LivekitEngineOptions, LivekitLogger } from './options';

/**
 * Path of signal connections. Paths below `/rtc/v1` belong to a newer protocol; clients fall back to this one on a 404.
 */
const SIGNAL_PATH = '/rtc';
const VALIDATE_PATH = '/rtc/validate';
const CLOSE_MS = 1000;

export interface LivekitEngine {
  /** Starts listening; port 0 picks a free port. Resolves to the URL, such as `http://127.0.0.1:7880`. */
  listen(port: number, host?: string): Promise<string>;
  /** The URL, once the engine listens. */
  readonly url: string;
  /** Resolves while clients can join; otherwise rejects with the reason. */
  health(): Promise<void>;
  /** Returns what the engine has done and its state, in the Prometheus text format. */
  metrics(): string;
  /** Asks all clients to reconnect, delivers the last webhooks and closes all media. */
  close(): Promise<void>;
}

/**
 * Creates a media server for LiveKit's unmodified SDKs: rooms, voice, video, screen sharing and data. Rooms are held in
 * memory. At most one engine per process, because its native transport can be loaded only once.
 */
export function createLivekitEngine(options: LivekitEngineOptions): LivekitEngine {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const parts = assemble(options, limits);
  const server = createServer({ requestTimeout: 15_000, headersTimeout: 10_000 }, (request, response) =>
    handleRequest(parts, request, response),
  );
  limitSockets(server, limits);
  const sockets = new WebSocketServer({ noServer: true, maxPayload: limits.maxMessageBytes, perMessageDeflate: false });
  server.on('upgrade', (request: IncomingMessage, socket, head) => {
    socket.on('error', () => socket.destroy());
    void handleUpgrade(parts, sockets, request, socket, head);
  });
  let url = '';
  return {
    listen: async (port, host = '127.0.0.1') => {
      await parts.plane.ready;
      url = await listen(server, port, host);
      return url;
    },
    get url() {
      return url;
    },
    health: () =>
      server.listening ? Promise.resolve() : Promise.reject(new Error('The LiveKit engine does not listen.')),
    metrics: () => metricsOf(parts),
    close: async () => {
      await parts.recordings.close();
      parts.rooms.close();
      await parts.webhooks.close();
      await close(server, sockets);
      parts.plane.close();
    },
  };
}

interface Parts {
  readonly rooms: Rooms;
  readonly recordings: Recordings;
  readonly plane: MediaPlane;
  readonly tokens: AccessTokens;
  readonly limits: LivekitLimits;
  readonly counters: Counters;
  readonly sessions: Sessions;
  readonly webhooks: Webhooks;
  onFailure(failure: unknown): void;
}

function assemble(
  { apiKey, apiSecret, media, webhooks: urls = [], recordingsFolder: folder, logger }: LivekitEngineOptions,
  limits: LivekitLimits,
): Parts {
  const warn = limitedLog((details, message) => logger?.warn(details, message));
  const logError = limitedLog((details, message) => logger?.error(details, message));
  const onFailure = (err: unknown) => logError({ err }, 'A part of the LiveKit engine failed.');
  const counters = new Counters();
  const tokens = new AccessTokens(apiKey, apiSecret);
  const webhooks = new Webhooks({
    urls,
    tokens,
    counters,
    onFailure: (err) => warn({ err }, 'A webhook of the LiveKit engine was given up.'),
  });
  const rooms = new Rooms(limits, counters, (event) => webhooks.publish(event));
  const recordings = new Recordings({
    folder,
    maxRecordings: limits.maxRecordings,
    onEvent: (event) => webhooks.publish(event),
    onFailure: (err) => logError({ err }, 'A recording of the LiveKit engine failed.'),
  });
  const plane = createMediaPlane({
    udpPort: media.udpPort,
    advertisedAddresses: media.advertisedAddresses ?? [],
    log: (message, details = {}) => warn(details, message),
    ...(media.limits && { limits: media.limits }),
  });
  const sessions = new Sessions({ rooms, plane, tokens, limits, counters, onFailure });
  return { rooms, recordings, plane, tokens, limits, counters, sessions, webhooks, onFailure };
}

function handleRequest(parts: Parts, request: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = urlOf(request);
  if (pathname.startsWith(TWIRP_PATH)) void answerCall(parts, request, response, pathname.slice(TWIRP_PATH.length));
  else if (pathname === VALIDATE_PATH)
    admit(request, searchParams, parts).then(
      () => answer(response, 200, 'success'),
      (failure: unknown) => {
        if (!(failure instanceof Refusal)) parts.onFailure(failure);
        const { status, message } = refusalFor(failure);
        answer(response, status, message);
      },
    );
  else if (pathname === '/metrics' && isLocal(request)) answer(response, 200, metricsOf(parts));
  else if (pathname === '/') answer(response, 200, 'OK');
  else answer(response, 404, 'Not found.');
}

async function handleUpgrade(
  parts: Parts,
  sockets: WebSocketServer,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): Promise<void> {
  try {
    const { pathname, searchParams } = urlOf(request);
    if (pathname !== SIGNAL_PATH) throw new Refusal(404, 'bad_path', 'Not found.');
    const entry = await admit(request, searchParams, parts);
    if (socket.destroyed) return;
    sockets.handleUpgrade(request, socket, head, (opened) => parts.sessions.accept(opened, entry));
  } catch (failure) {
    if (failure instanceof Refusal) parts.counters.add('signal_refused', failure.kind);
    else parts.onFailure(failure);
    const { status, message } = refusalFor(failure);
    const type = 'Content-Type: text/plain; charset=utf-8';
    refuse(socket, `HTTP/1.1 ${status} Refused\r\n${type}\r\nConnection: close\r\n\r\n${message}`);
  }
}

const refusalFor = (failure: unknown): { status: number; message: string } =>
  failure instanceof Refusal ? failure : { status: 500, message: 'internal error' };

/** Returns the URL of a request. Never throws, whatever path the client sends. */
function urlOf({ url = '/' }: IncomingMessage): { pathname: string; searchParams: URLSearchParams } {
  const [pathname = '/', query = ''] = url.split(/\?(.*)/s);
  return { pathname, searchParams: new URLSearchParams(query) };
}

/** Metrics contain no personal data but are served to local callers only. */
const isLocal = ({ socket: { remoteAddress = '' } }: IncomingMessage) =>
  /^(127\.|::1$|::ffff:127\.)/.test(remoteAddress);

const metricsOf = ({ rooms, recordings, sessions, plane, counters }: Parts) =>
  renderMetrics(
    {
      rooms: rooms.size,
      participants: rooms.participants,
      signal_connections: sessions.size,
      recordings: recordings.size,
    },
    plane.metrics(),
    counters,
  );

function listen(server: Server, port: number, host: string): Promise<string> {
  return new Promise((done, fail) => {
    server.once('error', fail);
    server.listen(port, host, () => {
      server.off('error', fail);
      const { address, port: taken, family } = server.address() as AddressInfo;
      done(`http://${family === 'IPv6' ? `[${address}]` : address}:${taken}`);
    });
  });
}

async function close(server: Server, sockets: WebSocketServer): Promise<void> {
  if (!server.listening) return;
  const closed = new Promise<void>((done) => {
    server.close(() => done());
  });
  server.closeIdleConnections();
  const timer = setTimeout(() => {
    for (const socket of sockets.clients) socket.terminate();
    server.closeAllConnections();
  }, CLOSE_MS);
  await closed;
  clearTimeout(timer);
}
