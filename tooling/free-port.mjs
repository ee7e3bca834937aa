import { createServer } from 'node:net';

/** Below the range of ephemeral ports, so that ports stay free until they are used. */
const LASTING = { first: 20_000, count: 12_000 };

/**
 * Returns a port of this machine that is currently free. Any program may take it until it is used.
 * @returns {Promise<number>}
 */
export function freePort() {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (probe.address());
      probe.close(() => done(port));
    });
  });
}

/**
 * Returns the first of several consecutive ports that are free, and outside the range that the system assigns to
 * programs.
 * @param {number} count
 * @returns {Promise<number>}
 */
export async function freePorts(count) {
  for (;;) {
    const port = LASTING.first + Math.floor(Math.random() * LASTING.count);
    const taken = await Promise.all(Array.from({ length: count }, (_, index) => isTaken(port + index)));
    if (!taken.includes(true)) return port;
  }
}

/** @param {number} port */
const isTaken = (port) =>
  new Promise((done) => {
    const probe = createServer().once('error', () => done(true));
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(false)));
  });
