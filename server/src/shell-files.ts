import { cp, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';

/** How long the files of a shell are kept after its last start, in milliseconds: open pages still request them. */
const KEPT_MS = 30 * 86_400_000;

/**
 * Copies the files of the shell build to a folder by version, beside those of earlier builds.
 *
 * A build made while the product runs removes nothing from it, and a page opened before the last start still finds its
 * files.
 *
 * @param shellDir Folder of the build: `shell-manifest.json` and `client/`.
 */
export async function keepShellFiles({ shellDir, shellsDir }: { shellDir: string; shellsDir: string }): Promise<void> {
  const { version } = JSON.parse(await readFile(join(shellDir, 'shell-manifest.json'), 'utf8')) as { version: string };
  const place = join(shellsDir, version);
  if (!(await isThere(place))) {
    const draft = `${place}.${process.pid}.draft`;
    await cp(join(shellDir, 'client'), draft, { recursive: true });
    // Another instance may have copied the same files first.
    await rename(draft, place).catch(async (error: unknown) => {
      await rm(draft, { recursive: true, force: true });
      if (!(await isThere(place))) throw error;
    });
  }
  const now = new Date();
  await utimes(place, now, now);
  for (const name of await readdir(shellsDir)) {
    const { mtimeMs } = await stat(join(shellsDir, name));
    if (now.getTime() - mtimeMs > KEPT_MS) await rm(join(shellsDir, name), { recursive: true, force: true });
  }
}

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );
