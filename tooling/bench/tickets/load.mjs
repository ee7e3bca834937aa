import { connect } from 'node:net';

/**
 * Sends every request once, as fast as the keep-alive connections allow, and waits for each response.
 *
 * @returns {Promise<{ ms: number, perSecond: number, p50: number, p99: number, statuses: Record<string, number> }>}
 * latencies in milliseconds
 */
export async function sendAll({ port, requests, connections }) {
  const queue = requests.map((request) => Buffer.from(request)).reverse();
  const latencies = [];
  /** @type {Record<string, number>} */
  const statuses = {};
  const began = performance.now();
  await Promise.all(
    Array.from({ length: Math.min(connections, queue.length) }, () =>
      converse(port, queue, (status, ms) => {
        statuses[status] = (statuses[status] ?? 0) + 1;
        latencies.push(ms);
      }),
    ),
  );
  const ms = performance.now() - began;
  latencies.sort((a, b) => a - b);
  const at = (share) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? Number.NaN;
  return { ms, perSecond: (requests.length / ms) * 1000, p50: at(0.5), p99: at(0.99), statuses };
}

/** The raw text of a POST with a JSON body. */
export function post(port, path, body, headers = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const all = {
    host: `localhost:${port}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`;
}

/** Runs one connection until no requests are left. */
function converse(port, queue, heard) {
  return new Promise((done, fail) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let sent = 0;
    let received = Buffer.alloc(0);
    const next = () => {
      const request = queue.pop();
      if (!request) {
        socket.end();
        return done(undefined);
      }
      sent = performance.now();
      return socket.write(request);
    };
    socket.on('connect', next);
    socket.on('error', fail);
    socket.on('close', () => fail(new Error('A server closed a connection before it had answered.')));
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      const end = received.indexOf('\r\n\r\n');
      if (end < 0) return;
      const head = received.toString('latin1', 0, end);
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (received.length < end + 4 + length) return;
      heard(head.slice(9, 12), performance.now() - sent);
      received = Buffer.alloc(0);
      next();
    });
  });
}
