import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** File storage. Keys consist of our own folders and ids, never of user input. */
export interface Storage {
  /** Writes a file atomically. */
  put(key: string, bytes: Uint8Array, mime: string): Promise<void>;
  /** Null when the file does not exist. */
  get(key: string): Promise<Buffer | null>;
  /** Deletes a file; a missing file is no error. */
  remove(key: string): Promise<void>;
}

/** Creates the storage for STORAGE_URL: file:///folder or s3://bucket/prefix?region=…&endpoint=… */
export function createStorage(storageUrl: string): Storage {
  const url = new URL(storageUrl);
  return url.protocol === 's3:' ? createBucket(url) : createFolder(fileURLToPath(url));
}

const KEY = /^[a-z_]+\/[A-Za-z0-9_]+$/;

function checked(key: string): string {
  if (!KEY.test(key)) throw new Error(`${key} is not a valid file key`);
  return key;
}

function createFolder(root: string): Storage {
  const pathOf = (key: string) => join(root, checked(key));
  return {
    async put(key, bytes) {
      const path = pathOf(key);
      const unfinished = `${path}.${randomBytes(6).toString('hex')}.part`;
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      try {
        await writeFile(unfinished, bytes, { mode: 0o600 });
        await rename(unfinished, path);
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
    },
    get: (key) =>
      readFile(pathOf(key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      }),
    remove: (key) => rm(pathOf(key), { force: true }),
  };
}

/**
 * The client is loaded with the first file, so that it does not delay the start. Credentials come from the AWS
 * environment.
 */
function createBucket(url: URL): Storage {
  const bucket = url.hostname;
  const prefix = url.pathname.replace(/^\/+|\/+$/g, '');
  const region = url.searchParams.get('region') ?? 'ap-northeast-1';
  const endpoint = url.searchParams.get('endpoint');
  const place = (key: string) => ({ Bucket: bucket, Key: prefix ? `${prefix}/${checked(key)}` : checked(key) });
  let opening: ReturnType<typeof open> | undefined;
  async function open() {
    const s3 = await import('@aws-sdk/client-s3');
    return { s3, client: new s3.S3Client({ region, ...(endpoint ? { endpoint, forcePathStyle: true } : {}) }) };
  }
  const ready = () => (opening ??= open());
  return {
    async put(key, bytes, mime) {
      const { s3, client } = await ready();
      await client.send(new s3.PutObjectCommand({ ...place(key), Body: bytes, ContentType: mime }));
    },
    async get(key) {
      const { s3, client } = await ready();
      try {
        const { Body } = await client.send(new s3.GetObjectCommand(place(key)));
        return Body ? Buffer.from(await Body.transformToByteArray()) : null;
      } catch (error) {
        if (error instanceof s3.NoSuchKey) return null;
        throw error;
      }
    },
    async remove(key) {
      const { s3, client } = await ready();
      await client.send(new s3.DeleteObjectCommand(place(key)));
    },
  };
}
