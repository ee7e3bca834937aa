import { fork } from 'node:child_process';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import pg from 'pg';

import { buildServer } from '../../build/build-server.mjs';
import { commandOf, readStages } from '../../build/image/dockerfile.mjs';
import { startPostgres } from '../../dev/postgres/postgres.mjs';
import { freePort } from '../../free-port.mjs';
import { inRoot } from '../../root.mjs';
import { answerOf } from './calls.mjs';

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */
/** @typedef {ReturnType<typeof createHarness>} Harness */

/** Returns the options of Node.js with which the image of the web server runs. */
async function productionFlags() {
  const command = commandOf(readStages(await readFile(inRoot('deploy/Dockerfile'), 'utf8')), 'web');
  return command.slice(command.indexOf('node') + 1, command.indexOf('server/start.mjs'));
}

/**
 * Runs `measure` with a folder and a database of its own. Everything that it starts through the harness has ended
 * afterwards.
 * @template T
 * @param {(harness: Harness) => Promise<T>} measure
 * @returns {Promise<T>}
 */
export async function withHarness(measure) {
  const dataDir = await mkdtemp(join(tmpdir(), 'manabiba-bench-'));
  const log = await open(join(dataDir, 'servers.log'), 'w');
  const postgres = await startPostgres({ dataDir });
  /** @type {(() => unknown)[]} */
  const endings = [];
  try {
    return await measure(createHarness({ dataDir, log: log.fd, postgres, execArgv: await productionFlags() }, endings));
  } finally {
    for (const end of endings) await end();
    await postgres.stop();
    await log.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

function createHarness({ dataDir, log, postgres, execArgv }, endings) {
  /** @param {ChildProcess} child */
  const add = (child) => {
    endings.push(() => child.kill());
    return child;
  };
  return {
    dataDir,
    postgres,
    /** Opens connections to the database. */
    connect(max = 2) {
      const pool = new pg.Pool({ connectionString: postgres.url, max });
      endings.unshift(() => pool.end());
      return pool;
    },
    /**
     * Starts a server program of this folder, such as `tickets/servers`, with the options of production; `PORT` is its
     * port. `ready` is its first message, which it sends after `message` when that is given.
     * @param {string} program
     * @param {string[]} args
     * @param {unknown} [message]
     */
    async serve(program, args, message) {
      const outfile = inRoot(`.cache/bench/${program.replace('/', '-')}.mjs`);
      await buildServer({ entry: inRoot(`tooling/bench/${program}.ts`), outfile });
      const port = await freePort();
      const env = { ...process.env, PORT: String(port) };
      const child = add(fork(outfile, args, { env, stdio: ['ignore', log, 'inherit', 'ipc'], execArgv }));
      if (message !== undefined) child.send(/** @type {any} */ (message));
      return { child, port, ready: await answerOf(child) };
    },
    /**
     * Starts a program in a process of its own, such as a load generator; it reports by messages.
     * @param {string} program
     * @param {import('node:child_process').ForkOptions} [options]
     */
    start: (program, options = {}) => add(fork(inRoot('tooling/bench', program), options)),
  };
}
