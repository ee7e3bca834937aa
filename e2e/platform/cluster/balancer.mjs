import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';

const PROBE_MS = 200;
const PROBE_PATIENCE_MS = 1500;
/** Requests that change nothing may be sent again when an instance refuses the connection. */
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

const saysReady = (url) =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(PROBE_PATIENCE_MS) }).then(
    ({ status }) => status === 200,
    () => false,
  );

/**
 * Starts a balancer before some instances: round robin over those whose /readyz answers 200.
 * @param {{ port: number, instances: string[] }} options URLs of the instances.
 */
export async function startBalancer({ port, instances }) {
  /** @type {Set<string>} */
  const ready = new Set();
  /** @type {Map<string, number>} */
  const sent = new Map();
  let turn = 0;
  let isStopped = false;

  async function probe(url) {
    while (!isStopped) {
      if (await saysReady(url)) ready.add(url);
      else ready.delete(url);
      await new Promise((next) => {
        setTimeout(next, PROBE_MS);
      });
    }
  }

  /** @returns {string | undefined} */
  function next(tried) {
    const open = instances.filter((url) => ready.has(url) && !tried.has(url));
    turn += 1;
    return open[turn % open.length];
  }

  function pass(request, response, tried) {
    const target = next(tried);
    if (!target) {
      response.writeHead(503).end('No instance is ready.');
      return;
    }
    sent.set(target, (sent.get(target) ?? 0) + 1);
    const { hostname, port: to } = new URL(target);
    const headers = { ...request.headers, 'x-forwarded-for': request.socket.remoteAddress };
    // A connection each: one kept from before a restart would fail requests for reasons of the balancer's own.
    const options = { hostname, port: to, method: request.method, path: request.url, headers, agent: false };
    const passed = httpRequest(options, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
      answer.on('error', () => response.destroy());
    });
    passed.on('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      if (response.headersSent) response.destroy();
      else if (error.code === 'ECONNREFUSED' && SAFE.has(request.method)) {
        ready.delete(target);
        pass(request, response, new Set([...tried, target]));
      } else response.writeHead(502).end(`${target}: ${error.code}`);
    });
    request.pipe(passed);
  }

  const server = createServer((request, response) => pass(request, response, new Set()));
  server.keepAliveTimeout = 60_000;
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const probing = instances.map(probe);
  return {
    url: `http://localhost:${port}`,
    /** Whether an instance is in the rotation. */
    isReady: (url) => ready.has(url),
    /** How many requests an instance was sent. */
    sentTo: (url) => sent.get(url) ?? 0,
    async stop() {
      isStopped = true;
      server.close();
      server.closeAllConnections();
      await Promise.all(probing);
    },
  };
}
