import { cp, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';

import { sourceMapsOf } from '@manabiba/releases';
import { millisecondsInDay } from 'date-fns/constants';

/** How long the files of a shell are kept after its last start, in milliseconds: open pages still request them. */
const KEPT_MS = 30 * millisecondsInDay;

/**
 * Copies the files of the shell build to a folder by version, next to those of earlier builds, and its source maps to a
 * folder that is not served.
 *
 * A build made while the product runs removes nothing from it, and a page opened before the last start still finds its
 * files.
 *
 * @param shellDir Folder of the build: `shell-manifest.json`, `client/` and `source-maps/`.
 */
export async function keepShellFiles({ shellDir, shellsDir }: { shellDir: string; shellsDir: string }): Promise<void> {
  const { version } = JSON.parse(await readFile(join(shellDir, 'shell-manifest.json'), 'utf8')) as { version: string };
  await keepFolder(join(shellDir, 'client'), shellsDir, version);
  const maps = join(shellDir, 'source-maps');
  if (await isThere(maps)) await keepFolder(maps, sourceMapsOf(shellsDir), version);
}

/** Copies a folder next to those of earlier versions, of which the oldest are removed. */
async function keepFolder(from: string, shelf: string, version: string): Promise<void> {
  const place = join(shelf, version);
  if (!(await isThere(place))) {
    const draft = `${place}.${process.pid}.draft`;
    await cp(from, draft, { recursive: true });
    // Another instance may have copied the same files first.
    await rename(draft, place).catch(async (error: unknown) => {
      await rm(draft, { recursive: true, force: true });
      if (!(await isThere(place))) throw error;
    });
  }
  const now = new Date();
  await utimes(place, now, now);
  for (const name of await readdir(shelf)) {
    const { mtimeMs } = await stat(join(shelf, name));
    if (now.getTime() - mtimeMs > KEPT_MS) await rm(join(shelf, name), { recursive: true, force: true });
  }
}

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );
