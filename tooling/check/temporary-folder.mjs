import { chmod, mkdtemp, readdir, readFile, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { isAlive } from '../dev/postgres/processes.mjs';

const MEMORY = '/dev/shm';
const PREFIX = 'manabiba-tests-';
/** Twice the peak of what a full run writes. */
const ENOUGH_BYTES = 8 * 2 ** 30;

/**
 * Creates a folder for everything that the tests write temporarily, in memory where enough is free: ext4 takes a second
 * for the 1,000 files of a new database once many files have been deleted, memory a tenth of it.
 * @returns {Promise<{ path: string, remove: () => Promise<void> }>}
 */
export async function makeTemporaryFolder() {
  const isUsable = (await freeBytes()) >= ENOUGH_BYTES && (await mayExecute());
  const parent = isUsable ? MEMORY : tmpdir();
  await removeLeftovers(parent);
  const path = await mkdtemp(join(parent, `${PREFIX}${process.pid}-`));
  // PostgreSQL runs as another user when root runs the tests.
  await chmod(path, 0o711);
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

const freeBytes = () =>
  statfs(MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );

/** Containers often forbid programs there, and tests install some. */
const mayExecute = async () => {
  const mounts = await readFile('/proc/mounts', 'utf8').catch(() => '');
  return mounts.split('\n').some((line) => line.split(' ')[1] === MEMORY && !/\bnoexec\b/.test(line));
};

/** Removes the folders of runs that were killed: in memory they would stay until the machine restarts. */
async function removeLeftovers(parent) {
  for (const name of await readdir(parent)) {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : Number.NaN;
    if (pid > 0 && !isAlive(pid)) await rm(join(parent, name), { recursive: true, force: true });
  }
}
