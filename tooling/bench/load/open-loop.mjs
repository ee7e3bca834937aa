import { Agent, request } from 'node:http';

const PATIENCE_MS = 30_000;

/**
 * Sends actions at a constant rate, whether or not earlier ones have been answered, and measures each from the moment at
 * which it was due: a slow server cannot slow down what it is asked.
 * @param {object} given
 * @param {string} given.url
 * @param {number} given.perSecond
 * @param {number} given.seconds
 * @param {() => { name: string, method: string, path: string, headers: Record<string, string>, body?: string }} given.next
 */
export async function sendAtRate({ url, perSecond, seconds, next }) {
  const { hostname, port } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
  /** @type {Map<string, { latencies: number[], bytes: number, failed: Record<string, number> }>} */
  const calls = new Map();
  const late = [];
  const total = Math.round(perSecond * seconds);
  const began = performance.now();
  const dueAt = (index) => began + (index * 1000) / perSecond;

  function send(due) {
    const { name, body, ...options } = next();
    const call = calls.get(name) ?? { latencies: [], bytes: 0, failed: {} };
    calls.set(name, call);
    late.push(performance.now() - due);
    return new Promise((done) => {
      const end = (problem) => {
        if (problem) call.failed[problem] = (call.failed[problem] ?? 0) + 1;
        call.latencies.push(performance.now() - due);
        done(undefined);
      };
      const sent = request({ ...options, hostname, port, agent, timeout: PATIENCE_MS }, (answer) => {
        answer.on('data', (chunk) => (call.bytes += chunk.length));
        answer.on('end', () => end((answer.statusCode ?? 0) < 300 ? '' : String(answer.statusCode)));
        answer.on('error', (error) => end(error.message));
      });
      sent.on('timeout', () => sent.destroy(new Error('no answer')));
      sent.on('error', (error) => end(error.message));
      sent.end(body);
    });
  }

  const answers = [];
  await new Promise((done) => {
    let index = 0;
    const tick = () => {
      const now = performance.now();
      for (; index < total && dueAt(index) <= now; index += 1) answers.push(send(dueAt(index)));
      if (index < total) setTimeout(tick, Math.max(0, dueAt(index) - performance.now()));
      else done(undefined);
    };
    tick();
  });
  await Promise.all(answers);
  const ms = performance.now() - began;
  agent.destroy();
  return { calls: Object.fromEntries(calls), late, sent: total, ms };
}
