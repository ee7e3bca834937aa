import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { forwardSocket } from '../../../shell/server/media-signalling/forward-socket';
import { limitConnections } from '../roles/limit-connections';

const ROOM_SERVICE = '/twirp/livekit.RoomService/';
const EGRESS = '/twirp/livekit.Egress/';
const MAX_BODY_BYTES = 256 * 1024;
const TIMEOUT_MS = 10_000;
const NOT_FOUND = 404;

export interface RoomRouter {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Makes several media engines look like one. A room lives in one engine, which its name determines: WebSockets go to
 * the engine of the room in their token, calls to that of the room that they name, and lists of rooms and recordings
 * are those of all engines together. The engines verify the tokens.
 */
export async function startRoomRouter(
  engines: readonly string[],
  { port, host }: { port: number; host: string },
): Promise<RoomRouter> {
  const engineOf = (room: string) => engines[engineIndex(room, engines.length)] as string;
  const server = createServer((request, response) => {
    handle(engines, engineOf, request, response).catch(() =>
      answer(response, 503, 'A media engine cannot be reached.'),
    );
  });
  limitConnections(server);
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    forwardSocket(engineOf(roomOfToken(request)), request, socket, head);
  });
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen(port, host, done);
  });
  const { address, port: taken, family } = server.address() as AddressInfo;
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${taken}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** Returns the number of the engine that a room lives in. */
function engineIndex(room: string, count: number): number {
  return createHash('sha256').update(room).digest().readUInt32BE(0) % count;
}

async function handle(
  engines: readonly string[],
  engineOf: (room: string) => string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { url: path = '/' } = request;
  // The metrics of an engine stay on its own port, for callers on the same machine.
  if (!/^\/(?:rtc\/|twirp\/|$)/.test(path)) return answer(response, 404, 'Not found.');
  if (!path.startsWith(ROOM_SERVICE) && !path.startsWith(EGRESS))
    return pass(await ask(engineOf(roomOfToken(request)), request), response);
  const body = await readBody(request);
  if (body === undefined) return answer(response, 413, 'The request is too long.');
  const askAll = () => Promise.all(engines.map((engine) => ask(engine, request, body)));
  if (path === `${ROOM_SERVICE}ListRooms`) return passLists(await askAll(), 'rooms', response);
  if (path === `${EGRESS}ListEgress`) return passLists(await askAll(), 'items', response);
  // The id of a recording does not identify its room. Only the engine that has it knows the room.
  if (path === `${EGRESS}StopEgress`) {
    const answers = await askAll();
    return pass(answers.find(({ status }) => status !== NOT_FOUND) ?? (answers[0] as Response), response);
  }
  return pass(await ask(engineOf(roomOfToken(request) || roomOfBody(body)), request, body), response);
}

/** Passes on the lists of all engines as one, or the first refusal. */
async function passLists(answers: readonly Response[], name: 'rooms' | 'items', response: ServerResponse) {
  const refused = answers.find(({ ok }) => !ok);
  if (refused) return pass(refused, response);
  const lists = (await Promise.all(answers.map((each) => each.json()))) as Record<string, unknown[] | undefined>[];
  const all = lists.flatMap((list) => list[name] ?? []);
  answer(response, 200, JSON.stringify({ [name]: all }), 'application/json');
}

function ask(
  engine: string,
  { url = '/', method = 'GET', headers }: IncomingMessage,
  body?: Buffer,
): Promise<Response> {
  const { authorization = '', 'content-type': type = 'application/json' } = headers;
  return fetch(new URL(url, engine), {
    method,
    headers: { authorization, 'content-type': type },
    ...(body && { body: new Uint8Array(body) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
}

async function pass(answered: Response, response: ServerResponse): Promise<void> {
  const type = answered.headers.get('content-type') ?? 'text/plain; charset=utf-8';
  answer(response, answered.status, Buffer.from(await answered.arrayBuffer()), type);
}

function answer(response: ServerResponse, status: number, body: string | Buffer, type = 'text/plain; charset=utf-8') {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) }).end(body);
}

async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > MAX_BODY_BYTES) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Returns the room that a token is for, unverified: a forged one only chooses which engine refuses it. */
function roomOfToken({ url = '/', headers }: IncomingMessage): string {
  const bearer = /^Bearer (\S+)$/i.exec(headers.authorization?.trim() ?? '')?.[1];
  const token = bearer ?? new URLSearchParams(url.split(/\?(.*)/s)[1]).get('access_token') ?? '';
  const claims = parsed(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
  return textOf((claims.video as { room?: unknown } | undefined)?.room);
}

function roomOfBody(body: Buffer): string {
  const { room, name, roomName } = parsed(body.toString('utf8'));
  return textOf(room) || textOf(name) || textOf(roomName);
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

function parsed(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>;
  } catch {
    return {};
  }
}
