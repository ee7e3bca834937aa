import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';

import { checkedFolder, checkedKey } from './file-key';
import { abortUploads, uploadInParts } from './multipart-upload';
import type { Storage } from './storage';

type S3 = typeof import('@aws-sdk/client-s3');
type Bucket = ReturnType<typeof createBucketClient>;

/** Size of the parts of a large file in bytes, which is also the most of it that is held in memory. */
const PART_BYTES = 8 * 1024 * 1024;

/** Stores files in an S3-compatible bucket. Credentials come from the AWS environment. */
export function createBucketStorage(url: URL): Storage {
  const bucket = createBucketClient(url);
  return { ...writesOf(bucket), ...readsOf(bucket), ...foldersOf(bucket) };
}

/** The client is loaded with the first file, so that it does not delay the start. */
function createBucketClient(url: URL) {
  const name = url.hostname;
  const prefix = url.pathname.replace(/^\/+|\/+$/g, '');
  const region = url.searchParams.get('region') ?? 'ap-northeast-1';
  const endpoint = url.searchParams.get('endpoint');
  const isDirect = url.searchParams.get('direct') === 'on';
  const inPrefix = (path: string) => (prefix ? `${prefix}/${path}` : path);
  let opening: ReturnType<typeof open> | undefined;
  async function open() {
    const s3 = await import('@aws-sdk/client-s3');
    return { s3, client: new s3.S3Client({ region, ...(endpoint ? { endpoint, forcePathStyle: true } : {}) }) };
  }
  return {
    name,
    ready: () => (opening ??= open()),
    isDirect,
    inPrefix,
    place: (key: string) => ({ Bucket: name, Key: inPrefix(checkedKey(key)) }),
    keyOf: (path: string) => (prefix ? path.slice(prefix.length + 1) : path),
  };
}

function writesOf({ ready, place }: Bucket): Pick<Storage, 'put' | 'putFile' | 'remove'> {
  async function put(key: string, bytes: Uint8Array, mime: string) {
    const { s3, client } = await ready();
    await client.send(new s3.PutObjectCommand({ ...place(key), Body: bytes, ContentType: mime }));
  }
  return {
    put,
    async putFile(key, path, mime) {
      const { s3, client } = await ready();
      const { size } = await stat(path);
      // An empty file has no part that could be sent.
      if (size === 0) return put(key, new Uint8Array(), mime);
      await uploadInParts({ s3, client, place: place(key), file: { path, size, mime }, partBytes: PART_BYTES });
    },
    async remove(key) {
      const { s3, client } = await ready();
      await client.send(new s3.DeleteObjectCommand(place(key)));
    },
  };
}

function readsOf({ ready, place, isDirect }: Bucket): Pick<Storage, 'get' | 'sizeOf' | 'open' | 'presign'> {
  return {
    async get(key) {
      const { s3, client } = await ready();
      const found = await nullIfMissing(s3, client.send(new s3.GetObjectCommand(place(key))));
      return found?.Body ? Buffer.from(await found.Body.transformToByteArray()) : null;
    },
    async sizeOf(key) {
      const { s3, client } = await ready();
      const found = await nullIfMissing(s3, client.send(new s3.HeadObjectCommand(place(key))));
      return found ? (found.ContentLength ?? 0) : null;
    },
    async open(key, range) {
      const { s3, client } = await ready();
      const Range = range && `bytes=${range.start}-${range.end}`;
      const found = await nullIfMissing(
        s3,
        client.send(new s3.GetObjectCommand({ ...place(key), ...(Range ? { Range } : {}) })),
      );
      if (!found?.Body) return null;
      const whole = Number(/\/(\d+)$/.exec(found.ContentRange ?? '')?.[1] ?? found.ContentLength ?? 0);
      return { size: whole, stream: found.Body as Readable };
    },
    async presign(key, seconds) {
      if (!isDirect) return null;
      const { s3, client } = await ready();
      const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner');
      return getSignedUrl(client, new s3.GetObjectCommand(place(key)), { expiresIn: seconds });
    },
  };
}

function foldersOf({ name, ready, inPrefix, keyOf }: Bucket): Pick<Storage, 'list' | 'removeFolder'> {
  async function paths(folder: string): Promise<string[]> {
    const { s3, client } = await ready();
    const found: string[] = [];
    const pages = s3.paginateListObjectsV2({ client }, { Bucket: name, Prefix: `${inPrefix(checkedFolder(folder))}/` });
    for await (const { Contents } of pages) found.push(...(Contents ?? []).flatMap(({ Key }) => Key ?? []));
    return found;
  }
  return {
    list: async (folder) => (await paths(folder)).map(keyOf).sort(),
    async removeFolder(folder) {
      const { s3, client } = await ready();
      await abortUploads({ s3, client, bucket: name, prefix: `${inPrefix(checkedFolder(folder))}/` });
      for (const path of await paths(folder))
        await client.send(new s3.DeleteObjectCommand({ Bucket: name, Key: path }));
    },
  };
}

function nullIfMissing<T>(s3: S3, sending: Promise<T>): Promise<T | null> {
  return sending.catch((error: unknown) => {
    if (error instanceof s3.NoSuchKey || error instanceof s3.NotFound) return null;
    throw error;
  });
}
