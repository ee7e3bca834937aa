import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';

/** `nobody` on every Linux: PostgreSQL refuses to run as root. */
const NOBODY = { uid: 65534, gid: 65534 };

/** Returns the user that PostgreSQL runs as: undefined for the current one. */
export function serviceUser() {
  return process.getuid?.() === 0 ? NOBODY : undefined;
}

/** Returns whether a user who is neither the owner nor in its group can enter a folder and all its parents. */
export async function isReachable(folder) {
  for (let path = folder; ; path = dirname(path)) {
    const { mode } = await stat(path);
    if ((mode & 0o001) === 0) return false;
    if (dirname(path) === path) return true;
  }
}

/** Returns a world-accessible folder, unique to each data folder; for a temporary one, next to it. */
export function reachableHome(folder) {
  const parent = isTemporary(folder) ? join(tmpdir(), 'manabiba-postgres') : '/var/lib/manabiba';
  return join(parent, createHash('sha256').update(folder).digest('hex').slice(0, 16));
}

const isTemporary = (folder) => folder.startsWith(tmpdir() + sep);

/** Returns the data folder itself; for root with an inaccessible folder, one that the service user can reach. */
export async function chooseHome(folder, user) {
  if (!user || (await isReachable(folder))) return folder;
  const home = reachableHome(folder);
  const mark = join(folder, 'postgres.home');
  const known = await readFile(mark, 'utf8').catch(() => '');
  const standing = await readFile(join(home, 'mark'), 'utf8').catch(() => '');
  // A data folder that was deleted by hand must not find its old cluster again.
  if (known === '' || known !== standing) {
    const id = randomBytes(8).toString('hex');
    await rm(home, { recursive: true, force: true });
    await mkdir(home, { recursive: true, mode: 0o755 });
    await writeFile(join(home, 'mark'), id);
    await writeFile(join(home, 'belongs-to'), folder);
    await writeFile(mark, id);
    await sweepHomes(dirname(home));
  }
  return home;
}

/** Removes the clusters of deleted temporary folders. Any other missing folder may be on an unmounted disk. */
async function sweepHomes(parent) {
  for (const name of await readdir(parent)) {
    const owner = await readFile(join(parent, name, 'belongs-to'), 'utf8').catch(() => '');
    if (isTemporary(owner) && !(await exists(owner))) await rm(join(parent, name), { recursive: true, force: true });
  }
}

const exists = (path) =>
  stat(path).then(
    () => true,
    () => false,
  );
