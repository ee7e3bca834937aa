import { once } from 'node:events';
import { createConnection } from 'node:net';

/** Sends this many requests on one connection without waiting. Returns how many are answered before it is closed. */
export async function answersToPipelined(url: string, count: number): Promise<number> {
  const { hostname, port, pathname } = new URL(url);
  const socket = createConnection({ port: Number(port), host: hostname });
  let text = '';
  socket.on('data', (bytes) => {
    text += bytes.toString('latin1');
  });
  socket.write(`GET ${pathname} HTTP/1.1\r\nHost: manabiba.test\r\n\r\n`.repeat(count));
  await once(socket, 'close');
  return text.split('HTTP/1.1 ').length - 1;
}
