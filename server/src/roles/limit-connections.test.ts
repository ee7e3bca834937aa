import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

import { limitConnections } from './limit-connections';

const REQUEST = 'GET / HTTP/1.1\r\nHost: manabiba.test\r\n\r\n';
const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function open(answer: RequestListener, options?: { firstRequestMs: number }) {
  const server = createServer(answer);
  limitConnections(server, options);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  closers.push(() => {
    socket.destroy();
    server.close();
    server.closeAllConnections();
  });
  await once(socket, 'connect');
  return socket;
}

it('closes a connection that sends nothing', async () => {
  const socket = await open(() => undefined, { firstRequestMs: 50 });
  await once(socket, 'close');
});

it('leaves a connection open whose request takes longer, and one that is idle afterwards', async () => {
  const socket = await open(
    (_request, response) => {
      setTimeout(() => response.end('late'), 200);
    },
    { firstRequestMs: 50 },
  );
  let isClosed = false;
  socket.once('close', () => {
    isClosed = true;
  });
  for (let round = 0; round < 2; round += 1) {
    socket.write(REQUEST);
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toContain('200 OK');
  }
  expect(isClosed).toBe(false);
});

it('closes a connection that sends 17 requests without waiting for an answer, and none that sends 16', async () => {
  let received = 0;
  const socket = await open(() => {
    received += 1;
  });
  socket.write(REQUEST.repeat(16));
  while (received < 16) await new Promise(setImmediate);
  expect(socket.closed).toBe(false);
  socket.write(REQUEST);
  await once(socket, 'close');
});
