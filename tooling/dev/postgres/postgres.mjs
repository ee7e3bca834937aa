import { mkdir, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { UserFacingError } from '../../../server/src/user-facing-error.mjs';
import { DATABASE, makeCluster, readPassword, USER } from './cluster.mjs';
import { nativeFolder, prepareBinaries } from './postgres-binaries.mjs';
import { keepRunning } from './postgres-supervisor.mjs';
import { claimFolder } from './processes.mjs';
import { endLeftover, launch } from './server-process.mjs';
import { chooseHome, reachableHome, serviceUser } from './service-user.mjs';

/**
 * Starts the embedded PostgreSQL on a data folder and waits until it accepts connections.
 *
 * The first start creates the cluster. A server left running by a killed process is stopped first; a folder in use by a
 * living process is rejected. A server that exits unexpectedly is restarted on the same port. Stops with this process
 * even when that is killed.
 * @param {object} options
 * @param {string} options.dataDir Folder of the product's data; the cluster is in `postgres/` under it.
 * @param {boolean} [options.isThrowaway] For tests: nothing is synced to disk or kept outside of `dataDir`.
 * @param {string} [options.binaries] Folder with `bin/`, `lib/`, `share/` of PostgreSQL; default the npm package's.
 * @param {(error?: Error) => void} [options.onRestart] Called after a restart, and with the reason when a restart
 * fails.
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
        // Outside of the folder that a test deletes, it would never be cleaned up.
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
 * Returns the URL of the embedded PostgreSQL of a running product on this data folder; undefined when none runs.
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

/** Removes a cluster, even one that had to be kept outside of its data folder. */
export async function removePostgres(dataDir) {
  const folder = resolve(dataDir);
  const release = await claimFolder(folder, 'postgres.owner');
  const homes = [folder, reachableHome(folder)];
  for (const home of homes) await endLeftover(join(home, 'postgres'));
  await release();
  await rm(join(folder, 'postgres'), { recursive: true, force: true });
  await rm(reachableHome(folder), { recursive: true, force: true });
}

/** Explains in one sentence what the user can do about an error; unknown errors are unchanged. */
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
