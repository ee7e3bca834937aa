import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { inRoot } from '../../root.mjs';

/**
 * Writes the types that this build's shell provides to remotes: the sources of shared with the facade and the contract.
 * Returns their digest.
 *
 * Sources instead of declarations: nothing has to be compiled for a build, and inferred types stay unchanged.
 */
export async function writeShellTypes(path) {
  const folder = inRoot('shared/src');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter(
      (entry) =>
        entry.isFile() &&
        /\.tsx?$/.test(entry.name) &&
        !/\.test\.tsx?$/.test(entry.name) &&
        !/[\\/]testing$/.test(entry.parentPath),
    )
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort();
  const files = Object.fromEntries(
    await Promise.all(paths.map(async (each) => [each, await readFile(join(folder, each), 'utf8')])),
  );
  const text = JSON.stringify(files);
  await writeFile(path, text);
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
