import { spawn } from 'node:child_process';
import { open, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { freePort } from '../../free-port.mjs';
import { quietEnvironment } from './cluster.mjs';
import { commandOf, isAlive } from './processes.mjs';

// The process of the database server: start, readiness, shutdown.

/** Timeout of a start, a crash recovery or a stop, in milliseconds. */
const PATIENCE_MS = 60_000;

/**
 * Starts the server and waits until it accepts connections.
 * @param {{ cluster: string, native: string, user: { uid: number, gid: number } | undefined, isThrowaway: boolean, log: string }} place
 * @param {number} [port] Default: a free one.
 */
export async function launch(place, port) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await launchOn(place, port ?? (await freePort()));
    } catch (error) {
      // The port was taken meanwhile, or children of a killed server are still exiting. Whatever the cause, a retry is
      // cheap.
      const isPassing = /could not bind|Address already in use|pre-existing shared memory block/.test(error.message);
      if (attempt >= (isPassing ? 20 : 3)) throw error;
      await wait(250);
    }
  }
}

async function launchOn({ cluster, native, user, isThrowaway, log }, port) {
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 200,
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'warning',
    jit: 'off',
    ...(isThrowaway ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' } : {}),
  };
  const output = await open(log, (await isLarge(log)) ? 'w' : 'a');
  const from = (await output.stat()).size;
  // In its own process group: Ctrl-C reaches the product, which closes its connections before it stops the database.
  const child = spawn(
    join(native, 'bin', 'postgres'),
    ['-D', cluster, ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])],
    { ...user, cwd: '/', env: quietEnvironment(), detached: true, stdio: ['ignore', output.fd, output.fd] },
  );
  const ended = new Promise((done) => {
    child.once('exit', done);
    child.once('error', done);
  });
  let hasEnded = false;
  void ended.then(() => {
    hasEnded = true;
  });
  await output.close();
  const guard = child.pid === undefined ? undefined : guardWith(child.pid);
  void ended.then(() => guard?.kill('SIGKILL'));
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await isReady(cluster, child.pid))) {
    if (hasEnded || Date.now() > deadline) {
      child.kill('SIGQUIT');
      const said = (await readFile(log, 'utf8')).slice(from).trim();
      throw new Error(`PostgreSQL did not start: ${said || 'no output'}`);
    }
    await wait(10);
  }
  child.unref();
  let isStopping = false;
  return {
    port,
    pid: /** @type {number} */ (child.pid),
    ended: new Promise((done) => {
      void ended.then(() => {
        if (!isStopping) done(undefined);
      });
    }),
    stop: async () => {
      isStopping = true;
      // The process id may have been reused by now.
      if (!hasEnded) await end(child.pid, ended);
    },
  };
}

/** Starts a shell that waits for this process to end, however it ends, and then shuts the database down cleanly. */
function guardWith(pid) {
  if (process.platform === 'win32') return undefined;
  const guard = spawn('/bin/sh', ['-c', 'read -r _; kill -INT "$1" 2>/dev/null', 'sh', String(pid)], {
    detached: true,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.on('error', () => undefined);
  guard.stdin.on('error', () => undefined);
  guard.unref();
  /** @type {import('node:net').Socket} */ (guard.stdin).unref();
  return guard;
}

/** Line 8 of postmaster.pid is the state, as pg_ctl reads it. */
async function isReady(cluster, pid) {
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready';
}

/** Stops the server that a killed process left behind, and neutralizes the pid file of one that is gone. */
export async function endLeftover(cluster) {
  const path = join(cluster, 'postmaster.pid');
  const text = await readFile(path, 'utf8').catch(() => '');
  const pid = Number(text.split('\n')[0]);
  if (!pid) return;
  if (isAlive(pid) && (await commandOf(pid)).includes(cluster)) {
    await end(
      pid,
      until(() => !isAlive(pid)),
    );
    return;
  }
  // PostgreSQL treats its parent's process id as stale, yet still checks that the old shared memory is no longer in
  // use: removing the file would lose that check, and a reused id would block the start.
  await writeFile(path, text.replace(/^\d+/, String(process.pid)));
}

/** Fast shutdown, which rolls back open transactions; if that hangs, immediate shutdown. */
async function end(pid, ended) {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL']) {
    if (isAlive(pid)) process.kill(pid, signal);
    const patience = new AbortController();
    const hasEnded = await Promise.race([
      ended.then(() => true),
      wait(PATIENCE_MS / 4, false, { signal: patience.signal }).catch(() => false),
    ]);
    patience.abort();
    if (hasEnded) return;
  }
}

async function until(condition) {
  while (!condition()) await wait(20);
}

const isLarge = (path) =>
  stat(path).then(
    (found) => found.size > 5_000_000,
    () => false,
  );
