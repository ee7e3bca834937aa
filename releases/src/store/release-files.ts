import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { digestOf } from './digest-of';
import type { PackedFiles } from './packed-files';
import type { ReleaseManifest } from './release-manifest';

/** Returns the problems with the files of a release; empty when they match its manifest. */
export function wrongFiles(
  { files, entry, preloads }: ReleaseManifest,
  contents: ReadonlyMap<string, Buffer>,
): string[] {
  const named = [entry, ...Object.values(preloads.pages).flat(), ...Object.values(preloads.slots).flat()];
  return [
    ...[...new Set(named)]
      .filter((path) => !files[path])
      .map((path) => `The release names ${path}, which is not among its files.`),
    ...Object.keys(files).flatMap((path) =>
      [`${path}.br`, `${path}.gz`]
        .filter((packed) => files[packed])
        .map((packed) => `The file ${packed} has the name that the server gives to the compressed ${path}.`),
    ),
    ...Object.entries(files).flatMap(([path, { integrity }]) => {
      const content = contents.get(path);
      if (!content) return [`The file ${path} did not arrive.`];
      return digestOf(content) === integrity
        ? []
        : [`The file ${path} is not the one that was built: its digest differs.`];
    }),
  ];
}

/** Returns the problems with the file that the server runs; empty when it matches the manifest. */
export function wrongServerFile({ serverFile }: ReleaseManifest, content: Buffer | undefined): string[] {
  if (!serverFile) return content ? ['A file for the server arrived, which the release does not name.'] : [];
  if (!content) return [`The file ${serverFile.path} did not arrive.`];
  return digestOf(content) === serverFile.integrity
    ? []
    : [`The file ${serverFile.path} is not the one that was built: its digest differs.`];
}

/** Stores a release where it is served from. Atomic: written to a temporary folder, then renamed. */
export async function keepFiles(
  releasesDir: string,
  { remote, version }: ReleaseManifest,
  packed: PackedFiles,
  serverFile?: Buffer,
): Promise<void> {
  const place = placeOf(releasesDir, remote, version);
  if (serverFile) await keepServerFile(releasesDir, { remote, version }, serverFile);
  if (await isThere(place)) return;
  const draft = `${place}.${process.pid}.${Date.now()}`;
  for (const [path, { plain, br, gz }] of packed) {
    await mkdir(dirname(join(draft, path)), { recursive: true });
    await Promise.all([
      writeFile(join(draft, path), plain),
      writeFile(join(draft, `${path}.br`), br),
      writeFile(join(draft, `${path}.gz`), gz),
    ]);
  }
  // A concurrent call may have stored the same content first.
  await rename(draft, place).catch(async (error: unknown) => {
    await rm(draft, { recursive: true, force: true });
    if (!(await isThere(place))) throw error;
  });
}

/** Stores the file that the server runs. Atomic like the folder of the release, and outside what is served. */
export async function keepServerFile(
  releasesDir: string,
  { remote, version }: { remote: string; version: string },
  content: Buffer,
): Promise<void> {
  const place = serverFileOf(releasesDir, remote, version);
  if (await isThere(place)) return;
  const draft = `${place}.${process.pid}.${Date.now()}`;
  await mkdir(dirname(place), { recursive: true });
  await writeFile(draft, content);
  await rename(draft, place);
}

/** Removes all files of a release. */
export async function removeFiles(releasesDir: string, remote: string, version: string): Promise<void> {
  await rm(placeOf(releasesDir, remote, version), { recursive: true, force: true });
  await rm(serverFileOf(releasesDir, remote, version), { force: true });
  await rm(releaseMapsOf(releasesDir, remote, version), { recursive: true, force: true });
}

/** Files that the server runs are next to the served folder, never inside it. */
export const serverFileOf = (releasesDir: string, remote: string, version: string) =>
  join(serverFilesOf(releasesDir), remote, `${version}.cjs`);
export const serverFilesOf = (releasesDir: string) => `${releasesDir}-on-server`;
export const placeOf = (releasesDir: string, remote: string, version: string) => join(releasesDir, remote, version);
/** Source maps are next to the served folder, too. */
export const sourceMapsOf = (servedDir: string) => `${servedDir}-source-maps`;
/** Folder of the source maps of a release. */
export const releaseMapsOf = (releasesDir: string, remote: string, version: string) =>
  join(sourceMapsOf(releasesDir), remote, version);
export const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );
