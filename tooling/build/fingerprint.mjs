import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';

import { inProject, project } from '../project.mjs';

const CACHE = inProject('.cache/fingerprints.json');
/** Folders that never contain sources. */
const SKIPPED = new Set(['node_modules', 'dist', '.data', '.cache']);
/** Tests do not affect the build output. */
const isSource = (path) => !/\.test\.[cm]?[jt]sx?$/.test(path) && !/[\\/](testing|fixtures)[\\/]/.test(path);

/**
 * Returns one digest of the contents of files and folders. A file is read again only when its size or time has changed.
 * @param {string[]} paths Absolute; a missing path counts as empty.
 */
export async function fingerprint(paths) {
  const known = await readCache();
  const files = (await Promise.all(paths.map(filesUnder))).flat().filter(isSource).sort();
  const digest = createHash('sha256');
  let hasChanged = false;
  for (const path of files) {
    const { mtimeMs, size } = await stat(path);
    const key = relative(project, path);
    const before = known[key];
    if (!before || before[0] !== mtimeMs || before[1] !== size) {
      known[key] = [
        mtimeMs,
        size,
        createHash('sha256')
          .update(await contentOf(path))
          .digest('hex'),
      ];
      hasChanged = true;
    }
    digest.update(`${key}\0${known[key][2]}\0`);
  }
  if (hasChanged) await writeCache(known);
  return digest.digest('hex').slice(0, 32);
}

/** Of a lock file only installed packages count: another workspace package in it does not affect the others. */
async function contentOf(path) {
  const content = await readFile(path);
  if (basename(path) !== 'package-lock.json') return content;
  const installed = Object.entries(JSON.parse(content.toString()).packages).filter(
    ([place, { link }]) => place.includes('node_modules/') && !link,
  );
  return JSON.stringify(installed);
}

async function filesUnder(path) {
  const found = await stat(path).catch(() => undefined);
  if (!found) return [];
  if (!found.isDirectory()) return [path];
  const entries = await readdir(path, { withFileTypes: true });
  const inside = entries
    .filter((entry) => !SKIPPED.has(entry.name))
    .map((entry) => (entry.isDirectory() ? filesUnder(join(path, entry.name)) : [join(path, entry.name)]));
  return (await Promise.all(inside)).flat();
}

const readCache = () =>
  readFile(CACHE, 'utf8')
    .then(JSON.parse)
    .catch(() => ({}));

async function writeCache(known) {
  await mkdir(dirname(CACHE), { recursive: true });
  await writeFile(CACHE, JSON.stringify(known));
}
