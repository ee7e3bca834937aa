import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import type { Storage } from '../../platform/storage/storage';

/** The folder of recorded files in the file storage, which LiveKit's Egress uploads to. */
export const STORED_RECORDINGS = 'recordings/';

export type RecordedFiles = ReturnType<typeof createRecordedFiles>;

/** Files of recorded tracks: the embedded engine writes them to a folder, LiveKit's Egress into the file storage. */
export function createRecordedFiles({ folder, storage }: { folder: string; storage: Storage }) {
  return {
    /** Returns the path of a file, copied from the storage where necessary. Nothing may be there. */
    async pathOf(file: string): Promise<string> {
      const path = join(folder, file);
      if (await exists(path)) return path;
      const stored = await storage.open(`${STORED_RECORDINGS}${file}`);
      if (!stored) return path;
      await mkdir(dirname(path), { recursive: true });
      await pipeline(stored.stream, createWriteStream(`${path}.part`));
      await rename(`${path}.part`, path);
      return path;
    },

    async remove(file: string): Promise<void> {
      await rm(join(folder, file), { force: true });
      await storage.remove(`${STORED_RECORDINGS}${file}`);
    },
  };
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );
