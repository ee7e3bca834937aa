import { connect } from 'node:net';
import { clearImmediate, setImmediate } from 'node:timers';

/*
 * Load generator with keep-alive connections, each with one request at a time, in a separate process. It does as little
 * as possible with a response, so that it does not become the bottleneck.
 */

/** Number of concurrent connections. */
const CONNECTIONS = 16;

process.on('message', async (/** @type {any} */ { ms, warmUpMs, ...target }) => {
  await drive({ ...target, ms: warmUpMs });
  process.send?.(await drive({ ...target, ms }));
});

/**
 * @param target `staysAwake`: this process does not sleep while it waits; for answers that nothing but the server works on
 * @returns {Promise<{ perSecond: number, p50: number, p99: number, failed: number }>} latencies in milliseconds
 */
async function drive({ port, path, headers, staysAwake = false, ms }) {
  const lines = Object.entries({ host: `localhost:${port}`, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const request = Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  const latencies = [];
  const began = performance.now();
  const letSleep = staysAwake ? stayAwake() : undefined;
  const outcomes = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => converse(port, request, began + ms, latencies)),
  );
  letSleep?.();
  const seconds = (performance.now() - began) / 1000;
  latencies.sort((a, b) => a - b);
  const at = (share) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? Number.NaN;
  return {
    perSecond: latencies.length / seconds,
    p50: at(0.5),
    p99: at(0.99),
    failed: outcomes.reduce((sum, failed) => sum + failed, 0),
  };
}

/**
 * Keeps this process from sleeping. A server that is slower than the generator would have to wake it for each response,
 * which costs several microseconds in a virtual machine, and a faster one would not.
 */
function stayAwake() {
  let next = setImmediate(function spin() {
    next = setImmediate(spin);
  });
  return () => clearImmediate(next);
}

/** Runs one connection until the time is up. Resolves with the number of responses other than 200. */
function converse(port, request, deadline, latencies) {
  return new Promise((done, fail) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let sent = 0;
    let missing = -1;
    let head = '';
    let failed = 0;
    const ask = () => {
      sent = performance.now();
      socket.write(request);
    };
    const finish = () => {
      latencies.push(performance.now() - sent);
      missing = -1;
      head = '';
      if (performance.now() < deadline) return ask();
      socket.end();
      return done(failed);
    };
    socket.on('connect', ask);
    socket.on('error', fail);
    socket.on('data', (chunk) => {
      if (missing >= 0) {
        missing -= chunk.length;
        return missing === 0 ? finish() : undefined;
      }
      head += chunk.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return undefined;
      if (!head.startsWith('HTTP/1.1 200')) failed += 1;
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(head.slice(0, end))?.[1] ?? 0);
      missing = length - (head.length - end - 4);
      return missing === 0 ? finish() : undefined;
    });
  });
}
