import { once } from 'node:events';
import { createServer } from 'node:http';

import { sendAtRate } from './open-loop.mjs';

let server;
afterEach(() => server.close());

async function urlOf(answer) {
  server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}`;
}
const next = () => ({ name: 'page', method: 'GET', path: '/', headers: {} });

it('sends each action when it is due, whether or not the ones before have been answered', async () => {
  const waiting = [];
  const url = await urlOf((_request, response) => {
    waiting.push(response);
    // A generator that waits for answers would never send the tenth.
    if (waiting.length === 10) for (const each of waiting) each.end('four');
  });
  const { calls, sent } = await sendAtRate({ url, perSecond: 100, seconds: 0.1, next });
  expect(sent).toBe(10);
  const { latencies, bytes, failed } = calls.page ?? { latencies: [] };
  expect(latencies).toHaveLength(10);
  // The first was due 90 ms before the last.
  expect(Math.max(...latencies)).toBeGreaterThanOrEqual(90);
  expect(bytes).toBe(40);
  expect(failed).toEqual({});
});

it('reports which actions fail, by status or error', async () => {
  let turn = 0;
  const url = await urlOf((request, response) => {
    turn += 1;
    if (turn === 1) return void response.end();
    if (turn === 2) return void response.writeHead(503).end();
    request.socket.destroy();
  });
  const { calls } = await sendAtRate({ url, perSecond: 20, seconds: 0.15, next });
  expect(calls.page?.failed).toEqual({ 503: 1, 'socket hang up': 1 });
});
