import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { WebSocket, WebSocketServer } from 'ws';

import { startTestServer } from '../testing/start-test-server';
import { readWebEnv } from '../web-env';

/** Stand-in for the media engine: echoes messages, and refuses tokens other than `good`. */
function startEngine() {
  const seen: { url: string; headers: Record<string, unknown> }[] = [];
  const sockets = new WebSocketServer({ noServer: true });
  const server = createServer((request, response) =>
    response.writeHead(401, { 'content-type': 'text/plain' }).end(`no permissions for ${request.url}`),
  );
  server.on('upgrade', (request, socket, head) => {
    seen.push({ url: request.url ?? '', headers: request.headers });
    if (request.url !== '/rtc?access_token=good')
      return socket.end('HTTP/1.1 401 Refused\r\nContent-Length: 5\r\nConnection: close\r\n\r\ngo on');
    sockets.handleUpgrade(request, socket, head, (opened) => {
      opened.on('message', (data, isBinary) => opened.send(data, { binary: isBinary }));
    });
  });
  return new Promise<{ server: Server; url: string; seen: typeof seen; sockets: WebSocketServer }>((done) => {
    server.listen(0, '127.0.0.1', () =>
      done({ server, seen, sockets, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }),
    );
  });
}

let engine: Awaited<ReturnType<typeof startEngine>>;
let world: Awaited<ReturnType<typeof startTestServer>>;
let origin: string;

beforeEach(async () => {
  engine = await startEngine();
  const env = readWebEnv({ PUBLIC_URL: 'http://localhost:3600', LOG_LEVEL: 'silent', LIVEKIT_ENGINE_URL: engine.url });
  world = await startTestServer({ env });
  origin = await world.server.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(async () => {
  await world.close();
  for (const socket of engine.sockets.clients) socket.terminate();
  engine.server.close();
});

function connect(path: string, headers: Record<string, string> = {}): Promise<WebSocket> {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}${path}`, { headers });
  return new Promise((done, fail) => {
    socket.on('open', () => done(socket));
    socket.on('unexpected-response', (_request, response) => {
      response.resume();
      fail(new Error(`refused with ${response.statusCode}`));
    });
    socket.on('error', fail);
  });
}

it('connects a page to the engine without its cookies', async () => {
  const socket = await connect('/rtc?access_token=good', { cookie: 'session=secret' });
  const echoed = new Promise((done) => {
    socket.on('message', (data, isBinary) => done([Buffer.from(data as Buffer), isBinary]));
  });
  const bytes = Buffer.from([0, 255, 1]);
  socket.send(bytes);
  expect(await echoed).toEqual([bytes, true]);
  expect(engine.seen[0]?.headers).not.toHaveProperty('cookie');
  socket.terminate();
});

it('closes the connection to the engine with that of the page', async () => {
  const socket = await connect('/rtc?access_token=good');
  const [behind] = [...engine.sockets.clients];
  const closed = new Promise((done) => {
    behind?.on('close', done);
  });
  socket.terminate();
  await closed;
});

it('closes the connection of the page when the engine dies', async () => {
  const socket = await connect('/rtc?access_token=good');
  const closed = new Promise((done) => {
    socket.on('close', done);
  });
  for (const behind of engine.sockets.clients) behind.terminate();
  await closed;
});

it('passes on refusals of the engine', async () => {
  await expect(connect('/rtc?access_token=bad')).rejects.toThrow('refused with 401');
  const response = await fetch(`${origin}/rtc/validate?access_token=bad`);
  expect(response.status).toBe(401);
  expect(await response.text()).toBe('no permissions for /rtc/validate?access_token=bad');
});

it('refuses connections while the engine is away', async () => {
  engine.server.close();
  await expect(connect('/rtc?access_token=good')).rejects.toThrow('refused with 503');
  expect((await fetch(`${origin}/rtc/validate`)).status).toBe(503);
});

it('refuses names that are not its own', async () => {
  await expect(connect('/rtc?access_token=good', { host: 'evil.example' })).rejects.toThrow('refused with 403');
});

it('reaches nothing else of the engine', async () => {
  for (const path of ['/', '/twirp', '/metrics', '/rtc/other'])
    await expect(connect(`${path}?access_token=good`)).rejects.toThrow(/refused with/);
  expect(engine.seen).toEqual([]);
  expect(await (await fetch(`${origin}/metrics`)).text()).not.toContain('no permissions');
});
