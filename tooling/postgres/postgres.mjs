import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { UserFacingError } from '../../server/src/user-facing-error.mjs';
import { nativeFolder, prepareBinaries } from './postgres-binaries.mjs';
import { keepRunning } from './postgres-supervisor.mjs';
import { claimFolder, commandOf, isAlive } from './processes.mjs';
import { chooseHome, reachableHome, serviceUser } from './service-user.mjs';

/** How long a start, a recovery after a crash or a stop may take, in milliseconds. */
const PATIENCE_MS = 60_000;
const USER = 'manabiba';
const DATABASE = 'manabiba';

/**
 * Starts the embedded PostgreSQL on a data folder and waits until it takes connections.
 *
 * The first start makes the cluster. What an earlier, killed process left running on the folder is stopped first;
 * a folder that a living process uses is refused. A server that ends by itself is started again on the same port. Ends
 * with this process even when that is killed.
 * @param {object} options
 * @param {string} options.dataDir Folder of the product's data; the cluster lives in `postgres/` under it.
 * @param {boolean} [options.isThrowaway] For tests: nothing is synced to the disk or kept outside of `dataDir`.
 * @param {string} [options.binaries] Folder with `bin/`, `lib/`, `share/` of PostgreSQL; default the npm package's.
 * @param {(error?: Error) => void} [options.onRestart] Called when it runs again, and with the reason when it does not yet.
 * @returns {Promise<{ url: string, readonly pid: number, stop: () => Promise<void> }>}
 */
export async function startPostgres({ dataDir, isThrowaway = false, binaries, onRestart = () => undefined }) {
  const folder = resolve(dataDir);
  await mkdir(folder, { recursive: true });
  const release = await claimFolder(folder, 'postgres.owner');
  try {
    const user = serviceUser();
    const home = await chooseHome(folder, user);
    const native = await prepareBinaries(binaries ?? nativeFolder(), home, user);
    const place = { cluster: join(home, 'postgres'), native, user, isThrowaway, log: join(folder, 'postgres.log') };
    const password = await readPassword(folder, place.cluster);
    await makeCluster(place, password);
    await endLeftover(place.cluster);
    const first = await launch(place);
    const server = keepRunning({
      first,
      onRestart,
      start: async (port) => {
        await endLeftover(place.cluster);
        return launch(place, port);
      },
    });
    return {
      url: `postgres://${USER}:${password}@127.0.0.1:${first.port}/${DATABASE}`,
      get pid() {
        return server.pid();
      },
      stop: async () => {
        await server.stop();
        // Nobody would look for it outside of the folder that a test throws away.
        if (isThrowaway && home !== folder) await rm(home, { recursive: true, force: true });
        await release();
      },
    };
  } catch (error) {
    await release();
    throw explain(error, folder);
  }
}

/**
 * The address of the embedded PostgreSQL that a running product has on this data folder; undefined when none runs.
 * @param {string} dataDir
 */
export async function runningPostgres(dataDir) {
  const folder = resolve(dataDir);
  const cluster = join(await chooseHome(folder, serviceUser()), 'postgres');
  const [, , , port] = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  return port
    ? `postgres://${USER}:${await readPassword(folder, cluster)}@127.0.0.1:${port.trim()}/${DATABASE}`
    : undefined;
}

/** Removes a cluster, also one that had to be kept outside of its data folder. */
export async function removePostgres(dataDir) {
  const folder = resolve(dataDir);
  const release = await claimFolder(folder, 'postgres.owner');
  const homes = [folder, reachableHome(folder)];
  for (const home of homes) await endLeftover(join(home, 'postgres'));
  await release();
  await rm(join(folder, 'postgres'), { recursive: true, force: true });
  await rm(reachableHome(folder), { recursive: true, force: true });
}

async function readPassword(folder, cluster) {
  const path = join(folder, 'postgres.password');
  const known = await readFile(path, 'utf8').catch(() => '');
  if (known) return known;
  // Without its password a cluster is lost: only a folder that was tampered with gets here.
  if (await exists(join(cluster, 'PG_VERSION'))) {
    throw new UserFacingError(
      `${path} is missing, so the database beside it cannot be opened: put it back, or run "npm run reset".`,
    );
  }
  const password = randomBytes(24).toString('base64url');
  await writeFile(path, password, { mode: 0o600 });
  return password;
}

async function makeCluster({ cluster, native, user, isThrowaway }, password) {
  if (await exists(join(cluster, 'PG_VERSION'))) return;
  // Made aside and moved, so that a start that was killed half way leaves nothing that looks finished.
  const draft = `${cluster}.new`;
  await rm(draft, { recursive: true, force: true });
  await rm(cluster, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  const secret = `${cluster}.pwfile`;
  await writeFile(secret, password, { mode: 0o600 });
  if (user) {
    await chown(draft, user.uid, user.gid);
    await chown(secret, user.uid, user.gid);
  }
  const sync = isThrowaway ? ['--no-sync'] : [];
  await run(
    join(native, 'bin', 'initdb'),
    [
      '-D',
      draft,
      '-U',
      USER,
      '--pwfile',
      secret,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // The same order of text on every operating system.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--no-instructions',
      ...sync,
    ],
    user,
  );
  await rm(secret);
  await run(
    join(native, 'bin', 'postgres'),
    ['--single', '-D', draft, 'postgres'],
    user,
    `create database ${DATABASE};\n`,
  );
  await rename(draft, cluster);
}

function run(command, args, user, input) {
  return new Promise((done, fail) => {
    const child = spawn(command, args, {
      ...user,
      cwd: '/',
      env: quietEnvironment(),
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    let output = '';
    child.stderr.on('data', (chunk) => {
      output += chunk;
    });
    child.stdin.on('error', () => undefined);
    child.stdin.end(input ?? '');
    child.on('error', fail);
    child.on('close', (code) =>
      code === 0 ? done(undefined) : fail(new Error(`${command} ended with ${code}: ${output.trim()}`)),
    );
  });
}

/** PostgreSQL is deaf to the caller's PG* variables and speaks English, so that its answers can be read. */
function quietEnvironment() {
  const own = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name));
  return { ...Object.fromEntries(own), LC_ALL: 'C' };
}

/** @param {number} [port] Default: a free one. */
async function launch(place, port) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await launchOn(place, port ?? (await freePort()));
    } catch (error) {
      // Somebody took the port meanwhile, or children of a killed server are still on their way out. Whatever else it
      // is, a second look costs little.
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
  // In a group of its own: Ctrl-C reaches the product, which closes its connections before it stops the database.
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
      // Its number may belong to somebody else by now.
      if (!hasEnded) await end(child.pid, ended);
    },
  };
}

/** A shell that waits for this process to go, however it goes, and then ends the database in good order. */
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

/** Stops the server that a killed process left behind, and makes the mark of one that is gone harmless. */
async function endLeftover(cluster) {
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
  // PostgreSQL takes its parent's number for stale, yet still checks that the old shared memory is no longer in use:
  // removing the file would lose that check, and a reused number would block the start.
  await writeFile(path, text.replace(/^\d+/, String(process.pid)));
}

/** Fast shutdown: open transactions are rolled back. Then, should that hang, the immediate one. */
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

function freePort() {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (probe.address());
      probe.close(() => done(port));
    });
  });
}

const exists = (path) =>
  stat(path).then(
    () => true,
    () => false,
  );
const isLarge = (path) =>
  stat(path).then(
    (found) => found.size > 5_000_000,
    () => false,
  );

/** What a person can do about it, in one sentence; anything unknown stays as it is. */
function explain(error, folder) {
  if (error instanceof UserFacingError) return error;
  if (error.code === 'ENOSPC' || /No space left on device/.test(error.message)) {
    return new UserFacingError(
      `The disk is full: free some space for ${folder}, or set DATA_DIR to a folder on another disk.`,
    );
  }
  if (['ENOEXEC', 'ENOENT'].includes(error.code) && /spawn/.test(error.syscall ?? '')) {
    return new UserFacingError(
      'The PostgreSQL that npm installed does not run on this system: set DATABASE_URL to a PostgreSQL 18 of your own.',
    );
  }
  return error;
}
