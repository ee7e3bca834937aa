import { Agent, get } from 'node:http';

import { percentile } from '../support/figures.mjs';

/** Requests per second. */
const RATE = 50;

/**
 * Sends a GET fifty times a second, however long the answers take, and returns the latencies from the moment each
 * request was due. `stop` waits for the answers that are on their way.
 */
export function requestSteadily({ port, path, headers }) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const latencies = [];
  const pending = new Set();
  const began = performance.now();
  let sent = 0;
  const send = (dueAt) =>
    new Promise((resolve, reject) => {
      get({ port, path, headers, agent }, (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`${path} answered ${answer.statusCode}.`));
        answer.resume().on('end', () => {
          latencies.push(performance.now() - dueAt);
          resolve(undefined);
        });
      }).on('error', reject);
    });
  const timer = setInterval(() => {
    while (began + (sent * 1000) / RATE <= performance.now()) {
      const asked = send(began + (sent * 1000) / RATE);
      sent += 1;
      pending.add(asked);
      asked.then(
        () => pending.delete(asked),
        // Reported by `stop`.
        () => undefined,
      );
    }
  }, 5);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(pending);
      agent.destroy();
      return { count: latencies.length, p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99) };
    },
  };
}
