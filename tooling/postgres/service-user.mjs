import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';

/** `nobody` on every Linux: PostgreSQL refuses to run as root. */
const NOBODY = { uid: 65534, gid: 65534 };

/** Whom PostgreSQL runs as: undefined for oneself. */
export function serviceUser() {
  return process.getuid?.() === 0 ? NOBODY : undefined;
}

/** Whether a user who is neither its owner nor of its group can enter a folder and everything above it. */
export async function isReachable(folder) {
  for (let path = folder; ; path = dirname(path)) {
    const { mode } = await stat(path);
    if ((mode & 0o001) === 0) return false;
    if (dirname(path) === path) return true;
  }
}

/** A folder that everybody can reach, one for each data folder. */
export function reachableHome(folder) {
  return join('/var/lib/manabiba', createHash('sha256').update(folder).digest('hex').slice(0, 16));
}

/** The data folder itself; for root under a folder that others cannot enter, one that the service's user can reach. */
export async function chooseHome(folder, user) {
  if (!user || (await isReachable(folder))) return folder;
  const home = reachableHome(folder);
  const mark = join(folder, 'postgres.home');
  const known = await readFile(mark, 'utf8').catch(() => '');
  const standing = await readFile(join(home, 'mark'), 'utf8').catch(() => '');
  // A data folder that was thrown away by hand must not find its old cluster again.
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

/** Removes what belonged to temporary folders that are gone. A missing folder elsewhere may be a disk that is not mounted. */
async function sweepHomes(parent) {
  for (const name of await readdir(parent)) {
    const owner = await readFile(join(parent, name, 'belongs-to'), 'utf8').catch(() => '');
    if (owner.startsWith(tmpdir() + sep) && !(await exists(owner)))
      await rm(join(parent, name), { recursive: true, force: true });
  }
}

const exists = (path) =>
  stat(path).then(
    () => true,
    () => false,
  );
