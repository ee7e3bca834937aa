import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';

import { checkedFolder, checkedKey } from './file-key';
import type { Storage } from './storage';

/** Stores files in a folder of this machine, readable by the owner only. */
export function createFolderStorage(root: string): Storage {
  const pathOf = (key: string) => join(root, checkedKey(key));

  /** Lets `write` fill a temporary file and gives it its name once it is complete and on the disk. */
  async function writeWhole(key: string, write: (path: string) => Promise<void>): Promise<void> {
    const path = pathOf(key);
    const unfinished = `${path}.${randomBytes(6).toString('hex')}.part`;
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    try {
      await write(unfinished);
      await rename(unfinished, path);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
  }

  return {
    put: (key, bytes) => writeWhole(key, (path) => writeFile(path, bytes, { mode: 0o600 })),
    putFile: (key, source) =>
      writeWhole(key, async (path) => {
        await copyFile(source, path);
        const file = await open(path, 'r+');
        try {
          await file.chmod(0o600);
          await file.sync();
        } finally {
          await file.close();
        }
      }),
    get: async (key) => nullIfMissing(readFile(pathOf(key))),
    sizeOf: async (key) => (await nullIfMissing(stat(pathOf(key))))?.size ?? null,
    async open(key, range) {
      // One handle for the size and the bytes: a file that is deleted meanwhile stays readable.
      const file = await nullIfMissing(open(pathOf(key)));
      if (!file) return null;
      try {
        const { size } = await file.stat();
        return { size, stream: createReadStream('', { fd: file, ...range }) };
      } catch (error) {
        await file.close();
        throw error;
      }
    },
    presign: () => Promise.resolve(null),
    remove: async (key) => rm(pathOf(key), { force: true }),
    async list(folder) {
      const entries = await nullIfMissing(
        readdir(join(root, checkedFolder(folder)), { recursive: true, withFileTypes: true }),
      );
      return (entries ?? [])
        .filter((entry) => entry.isFile() && !entry.name.endsWith('.part'))
        .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
        .sort();
    },
    removeFolder: async (folder) => rm(join(root, checkedFolder(folder)), { recursive: true, force: true }),
  };
}

function nullIfMissing<T>(reading: Promise<T>): Promise<T | null> {
  return reading.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}
