import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';

import { createStorage } from './create-storage';
import { startS3StandIn } from './testing/s3-stand-in';

let folder: string;
let sources: string;
let bucket: Awaited<ReturnType<typeof startS3StandIn>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storage-'));
  sources = await mkdtemp(join(tmpdir(), 'sources-'));
  bucket = await startS3StandIn();
  process.env['AWS_ACCESS_KEY_ID'] = 'test';
  process.env['AWS_SECRET_ACCESS_KEY'] = 'test';
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await rm(sources, { recursive: true });
  await bucket.close();
});

const urls = { 'a folder': () => pathToFileURL(folder).href, 'a bucket': () => bucket.url('pictures') };
const MEGABYTE = 1024 * 1024;

/** Writes a file whose bytes differ from place to place. */
async function aFile(size: number): Promise<{ path: string; bytes: Buffer }> {
  const bytes = Buffer.from(Uint8Array.from({ length: size }, (_, index) => (index * 31 + (index >> 11)) & 255));
  const path = join(sources, `file-${size}`);
  await writeFile(path, bytes);
  return { path, bytes };
}

describe.each(Object.entries(urls))('%s', (_name, url) => {
  it('returns a stored file until it is removed', async () => {
    const storage = createStorage(url());
    const bytes = Buffer.from([0, 1, 2, 255]);
    await storage.put('avatar/upl_1', bytes, 'image/webp');
    expect(await storage.get('avatar/upl_1')).toEqual(bytes);
    await storage.remove('avatar/upl_1');
    await storage.remove('avatar/upl_1');
    expect(await storage.get('avatar/upl_1')).toBeNull();
    expect(await storage.open('avatar/upl_1')).toBeNull();
    expect(await storage.sizeOf('avatar/upl_1')).toBeNull();
  });

  it('opens a file from the disk, whole or in part', async () => {
    const storage = createStorage(url());
    const { path, bytes } = await aFile(9 * MEGABYTE);
    await storage.putFile('archives/arc_1/v1/video.mp4', path, 'video/mp4');
    expect(await storage.sizeOf('archives/arc_1/v1/video.mp4')).toBe(bytes.length);
    const whole = await storage.open('archives/arc_1/v1/video.mp4');
    expect(whole?.size).toBe(bytes.length);
    expect((await buffer(whole?.stream ?? Readable.from([]))).equals(bytes)).toBe(true);
    const part = await storage.open('archives/arc_1/v1/video.mp4', { start: 8_000_000, end: 8_000_009 });
    expect(part?.size).toBe(bytes.length);
    expect(await buffer(part?.stream ?? Readable.from([]))).toEqual(bytes.subarray(8_000_000, 8_000_010));
  });

  it('keeps an empty file', async () => {
    const storage = createStorage(url());
    await storage.putFile('archives/arc_0/empty', (await aFile(0)).path, 'video/mp4');
    expect(await storage.sizeOf('archives/arc_0/empty')).toBe(0);
  });

  it('lists and deletes a folder, and nothing beside it', async () => {
    const storage = createStorage(url());
    const keys = ['archives/arc_2/v1/hls/360/0.m4s', 'archives/arc_2/v1/video.mp4', 'archives/arc_22/v1/video.mp4'];
    for (const key of keys) await storage.put(key, Buffer.from(key), 'video/mp4');
    expect(await storage.list('archives/arc_2')).toEqual(keys.slice(0, 2));
    await storage.removeFolder('archives/arc_2');
    await storage.removeFolder('archives/arc_2');
    expect(await storage.list('archives/arc_2')).toEqual([]);
    expect(await storage.list('archives/arc_22')).toEqual(keys.slice(2));
  });

  it.each(['avatar/../../etc/passwd', '/etc/passwd', 'avatar/a/../b', 'avatar//b', 'avatar/.b', 'avatar', ''])(
    'rejects the key "%s"',
    async (key) => {
      const storage = createStorage(url());
      await expect((async () => storage.get(key))()).rejects.toThrow('is not a valid file key');
      await expect((async () => storage.open(key))()).rejects.toThrow('is not a valid file key');
    },
  );

  it.each(['archives', 'archives/..', '', 'archives/a/'])('never deletes the folder "%s"', async (given) => {
    const storage = createStorage(url());
    await expect((async () => storage.removeFolder(given))()).rejects.toThrow('is not a valid folder');
  });
});

it('leaves no partial files in a folder', async () => {
  const storage = createStorage(pathToFileURL(folder).href);
  await storage.put('avatar/upl_2', Buffer.from('x'), 'image/webp');
  await expect(storage.putFile('avatar/upl_3', join(sources, 'missing'), 'image/webp')).rejects.toThrow('ENOENT');
  expect((await readdir(join(folder, 'avatar'))).filter((name) => name.endsWith('.part'))).toEqual([]);
});

describe('a large file in a bucket', () => {
  it('continues an interrupted transfer with what is missing', async () => {
    const storage = createStorage(bucket.url('videos'));
    const { path, bytes } = await aFile(20 * MEGABYTE);
    // What a process that was killed after the first of three parts leaves behind.
    const parts = new Map([[1, bytes.subarray(0, 8 * MEGABYTE)]]);
    bucket.state.uploads.set('interrupted', { path: '/videos/prod/archives/arc_3/video.mp4', parts });
    const before = bucket.state.received;
    await storage.putFile('archives/arc_3/video.mp4', path, 'video/mp4');
    expect(bucket.state.received - before).toBe(2);
    expect(bucket.state.uploads.size).toBe(0);
    expect((await storage.get('archives/arc_3/video.mp4'))?.equals(bytes)).toBe(true);
  });

  it('sends a part again whose content differs', async () => {
    const storage = createStorage(bucket.url('videos'));
    const { path, bytes } = await aFile(9 * MEGABYTE);
    bucket.state.uploads.set('stale', {
      path: '/videos/prod/archives/arc_4/video.mp4',
      parts: new Map([[1, Buffer.from('of another file')]]),
    });
    await storage.putFile('archives/arc_4/video.mp4', path, 'video/mp4');
    expect((await storage.get('archives/arc_4/video.mp4'))?.equals(bytes)).toBe(true);
  });

  it('survives a bucket that is busy for a moment', async () => {
    const storage = createStorage(bucket.url('videos'));
    bucket.state.failures = 2;
    await storage.put('archives/arc_5/video.mp4', Buffer.from('video'), 'video/mp4');
    expect(await storage.get('archives/arc_5/video.mp4')).toEqual(Buffer.from('video'));
  });

  it('is deleted with its unfinished transfers', async () => {
    const storage = createStorage(bucket.url('videos'));
    bucket.state.uploads.set('given-up', { path: '/videos/prod/archives/arc_6/video.mp4', parts: new Map() });
    await storage.removeFolder('archives/arc_6');
    expect(bucket.state.uploads.has('given-up')).toBe(false);
  });

  it('is read through a URL that expires', async () => {
    const storage = createStorage(`${bucket.url('videos')}&direct=on`);
    await storage.put('archives/arc_7/video.mp4', Buffer.from('video'), 'video/mp4');
    expect(await createStorage(bucket.url('videos')).presign('archives/arc_7/video.mp4', 600)).toBeNull();
    const url = new URL((await storage.presign('archives/arc_7/video.mp4', 600)) ?? '');
    expect(url.searchParams.get('X-Amz-Expires')).toBe('600');
    expect(url.searchParams.get('X-Amz-Signature')).toMatch(/^[0-9a-f]{64}$/);
    expect(await (await fetch(url)).text()).toBe('video');
  });
});

it('presigns nothing for a folder: the api serves its files', async () => {
  expect(await createStorage(pathToFileURL(folder).href).presign('avatar/upl_1', 60)).toBeNull();
});
