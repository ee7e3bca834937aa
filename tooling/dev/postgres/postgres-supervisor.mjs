import { setTimeout as wait } from 'node:timers/promises';

/** Delay before a restart; doubled after each start that failed or was short-lived. */
const PAUSE_MS = { first: 250, most: 10_000 };
/** A server that has run this long was not short-lived. */
const LASTED_MS = 60_000;

/**
 * Starts a server again whenever it ends by itself, until `stop` is called.
 * @param {object} options
 * @param {Server} options.first The server that runs already.
 * @param {(port: number) => Promise<Server>} options.start Starts it again on the same port.
 * @param {(error?: Error) => void} options.onRestart Called after each new start, and with the reason when one has failed.
 * @returns {{ pid: () => number, stop: () => Promise<void> }}
 * @typedef {{ port: number, pid: number, ended: Promise<void>, stop: () => Promise<void> }} Server
 */
export function keepRunning({ first, start, onRestart }) {
  const stopping = new AbortController();
  const { signal } = stopping;
  let server = first;
  let startedAt = Date.now();
  let pause = PAUSE_MS.first;
  let restarting = Promise.resolve();

  function watch() {
    void server.ended.then(() => {
      if (!signal.aborted) restarting = restart();
    });
  }

  async function restart() {
    if (Date.now() - startedAt > LASTED_MS) pause = PAUSE_MS.first;
    while (!signal.aborted) {
      const isOver = await wait(pause, false, { signal }).catch(() => true);
      if (isOver) return;
      pause = Math.min(pause * 2, PAUSE_MS.most);
      try {
        server = await start(server.port);
      } catch (error) {
        onRestart(error);
        continue;
      }
      startedAt = Date.now();
      watch();
      onRestart();
      return;
    }
  }

  watch();
  return {
    pid: () => server.pid,
    stop: async () => {
      stopping.abort();
      await restarting;
      await server.stop();
    },
  };
}

/** Reports the state of a data folder's database on standard error. */
export const reportRestarts = (dataDir) => (error) => {
  const why = `${dataDir}/postgres.log says why`;
  console.error(
    error
      ? `The database cannot be restarted yet: ${error.message}`
      : `The database exited unexpectedly and was restarted: ${why}.`,
  );
};
