import { cp, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';

/** How long the files of a shell stay after it was last started, in milliseconds: pages that are open still ask for them. */
const KEPT_MS = 30 * 86_400_000;

/**
 * Keeps the files of the shell's build under its version, beside those of the builds before.
 *
 * A build that is made while the product runs takes nothing away from it, and a page that was opened before the last
 * start still finds its own.
 *
 * @param shellDir Folder of the build: `shell-manifest.json` and `client/`.
 */
export async function keepShellFiles({ shellDir, shellsDir }: { shellDir: string; shellsDir: string }): Promise<void> {
  const { version } = JSON.parse(await readFile(join(shellDir, 'shell-manifest.json'), 'utf8')) as { version: string };
  const place = join(shellsDir, version);
  if (!(await isThere(place))) {
    const draft = `${place}.${process.pid}.draft`;
    await cp(join(shellDir, 'client'), draft, { recursive: true });
    // Another instance may have been faster with the same files.
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
