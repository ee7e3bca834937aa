import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import { UserFacingError } from '../user-facing-error.mjs';
import { type BackupLocation, foldersOf } from './backup';
import { copyDigested, digestOf } from './digested-files';
import { loadDatabase } from './load-database';
import { type Manifest, readManifest } from './manifest';

/**
 * Restores a backup into an empty database and its files into their folders. Nothing is changed unless every file of
 * the backup has its digest, and no other file is in the way.
 */
export async function restore(location: BackupLocation & { migrationsDir: string }, folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  for (const [path, digest] of Object.entries(manifest.files)) {
    if ((await digestOf(join(folder, path))) !== digest)
      throw new UserFacingError(`${join(folder, path)} is missing or not as it was backed up.`);
  }
  const missing = await filesToCopy(location, folder, manifest);
  await loadDatabase(location, folder, manifest);
  for (const { source, target } of missing) await copyDigested(source, target);
  // It may name releases that are newer than the database, and the product would trust it more.
  await rm(join(location.dataDir, 'last-registry.json'), { force: true });
  return manifest;
}

/** Files have a name of their own and never change, so one that is there already is kept. */
async function filesToCopy(location: BackupLocation, folder: string, { files, storage }: Manifest) {
  const folders = foldersOf(location);
  if (storage === 'copied' && !folders['storage'])
    throw new UserFacingError('The backup has uploads, and STORAGE_URL is a bucket: restore with a file: address.');
  const missing: { source: string; target: string }[] = [];
  for (const [path, digest] of Object.entries(files)) {
    const [name = '', ...rest] = path.split('/');
    const base = folders[name];
    if (!base) continue;
    const target = join(base, ...rest);
    const there = await digestOf(target);
    if (there !== null && there !== digest)
      throw new UserFacingError(`${target} is another file than the one in the backup: move it away.`);
    if (there === null) missing.push({ source: join(folder, path), target });
  }
  return missing;
}
