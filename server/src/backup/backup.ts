import { mkdir, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { serverFilesOf, sourceMapsOf } from '@manabiba/releases';

import { UserFacingError } from '../user-facing-error.mjs';
import { copyDigested, isMissing, listFiles } from './digested-files';
import { dumpDatabase } from './dump-database';
import { type Manifest, writeManifest } from './manifest';

export interface BackupLocation {
  databaseUrl: string;
  dataDir: string;
  /** Where uploads are: `file:` or `s3:`. */
  storageUrl: string;
}

/** The folders of files that belong to rows, by their name in the backup. A bucket has none. */
export function foldersOf({ dataDir, storageUrl }: BackupLocation): Record<string, string> {
  const releases = join(dataDir, 'releases');
  return {
    ...Object.fromEntries(
      [releases, serverFilesOf(releases), sourceMapsOf(releases)].map((path) => [basename(path), path]),
    ),
    ...(storageUrl.startsWith('file:') && { storage: fileURLToPath(storageUrl) }),
  };
}

/**
 * Writes database, releases and uploads of a running product to an empty folder.
 *
 * The database comes first: a file is stored before the row that names it, so every row of the snapshot finds its file
 * among those copied later. Files without a row do no harm.
 */
export async function backUp(location: BackupLocation, folder: string): Promise<Manifest> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new UserFacingError(`${folder} is not empty: name a new folder.`);
  const madeAt = new Date().toISOString();
  const { files, ...database } = await dumpDatabase(location.databaseUrl, folder);
  for (const [name, source] of Object.entries(foldersOf(location))) {
    for (const path of await listFiles(source)) {
      const digest = await copyDigested(join(source, path), join(folder, name, path)).catch((error: unknown) => {
        // It was deleted since the folder was listed.
        if (isMissing(error)) return null;
        throw error;
      });
      if (digest) files[`${name}/${path}`] = digest;
    }
  }
  const storage = location.storageUrl.startsWith('file:') ? 'copied' : 'bucket';
  const manifest: Manifest = { format: 1, madeAt, ...database, storage, files };
  await writeManifest(folder, manifest);
  return manifest;
}
