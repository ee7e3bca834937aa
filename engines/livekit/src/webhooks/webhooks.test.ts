import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { type WebhookEvent, WebhookReceiver } from 'livekit-server-sdk';

import { RawClient } from '../testing/raw-client';
import { API_KEY, API_SECRET, closeAll, startTestEngine, tokenFor } from '../testing/start-test-engine';

const receiver = new WebhookReceiver(API_KEY, API_SECRET);
let server: Server;
let url: string;
let events: WebhookEvent[];
/** Statuses of the next responses; 200 afterwards. */
let answers: number[];
const heard: (() => void)[] = [];

beforeEach(async () => {
  events = [];
  answers = [];
  server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
});
afterEach(async () => {
  await closeAll();
  server.closeAllConnections();
  await new Promise((done) => {
    server.close(done);
  });
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = '';
  for await (const part of request.setEncoding('utf8')) body += part as string;
  response.statusCode = answers.shift() ?? 200;
  if (response.statusCode === 200) events.push(await receiver.receive(body, request.headers.authorization));
  response.end();
  for (const wake of heard.splice(0)) wake();
}

async function until(name: WebhookEvent['event']): Promise<WebhookEvent> {
  for (;;) {
    const found = events.find(({ event }) => event === name);
    if (found) return found;
    await new Promise<void>((done) => {
      heard.push(done);
    });
  }
}
const names = () => events.map(({ event }) => event);

it('sends the events of a room in order and signed', async () => {
  const test = await startTestEngine({ webhooks: [url], limits: { departureMs: 10 } });
  const hana = await RawClient.join(test.url, await tokenFor());
  hana.send({ case: 'leave', value: {} });
  await hana.closed();
  await until('room_finished');
  expect(names()).toEqual(['room_started', 'participant_connection_aborted', 'room_finished']);
  expect(await until('participant_connection_aborted')).toMatchObject({
    room: { name: 'room' },
    participant: { identity: 'hana' },
    numDropped: 0,
  });
  expect(new Set(events.map(({ id }) => id)).size).toBe(3);
});

it('retries a rejected event before sending later ones', async () => {
  answers = [503, 500];
  const test = await startTestEngine({ webhooks: [url] });
  await test.rooms.createRoom({ name: 'a' });
  await test.rooms.deleteRoom('a');
  await until('room_finished');
  expect(names()).toEqual(['room_started', 'room_finished']);
});

it('delivers the last events on close', async () => {
  const test = await startTestEngine({ webhooks: [url] });
  await test.rooms.createRoom({ name: 'a' });
  await closeAll();
  expect(names()).toEqual(['room_started', 'room_finished']);
});

it('closes in time when no receiver responds', async () => {
  const test = await startTestEngine({ webhooks: ['http://127.0.0.1:1/'] });
  await test.rooms.createRoom({ name: 'a' });
  const began = performance.now();
  await closeAll();
  expect(performance.now() - began).toBeLessThan(10_000);
});
