import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import {
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';

import { createStorage } from '../../../api/src/platform/storage/create-storage';
import { s3Server, startS3Server } from './s3-server.mjs';

const server = s3Server();
const title = server.skipped === undefined ? '' : ` (skipped: ${server.skipped})`;
const MEGABYTE = 1024 * 1024;
/** The size of the parts in which the product sends a file. */
const PART = 8 * MEGABYTE;
const region = 'ap-northeast-1';
const key = 'test-key';
const secret = 'test-secret';

let running: Awaited<ReturnType<typeof startS3Server>>;
let client: S3Client;
let sources: string;

async function start(): Promise<void> {
  running = await startS3Server(server.path ?? '', { key, secret, region, buckets: ['media'] });
  process.env['AWS_ACCESS_KEY_ID'] = key;
  process.env['AWS_SECRET_ACCESS_KEY'] = secret;
  client = new S3Client({ region, endpoint: running.url, forcePathStyle: true });
  sources = await mkdtemp(join(tmpdir(), 's3-sources-'));
}

const storageOf = (options = '') =>
  createStorage(`s3://media/prod?region=${region}&endpoint=${encodeURIComponent(running.url)}${options}`);

async function aFile(size: number): Promise<{ path: string; bytes: Buffer }> {
  const bytes = Buffer.from(Uint8Array.from({ length: size }, (_, index) => (index * 31 + (index >> 11)) & 255));
  const path = join(sources, `file-${size}`);
  await writeFile(path, bytes);
  return { path, bytes };
}

const unfinished = async () =>
  (await client.send(new ListMultipartUploadsCommand({ Bucket: 'media' }))).Uploads?.map(({ Key }) => Key) ?? [];

(server.skipped === undefined ? describe : describe.skip)(`files in a real S3 server${title}`, () => {
  beforeAll(start);
  afterAll(async () => {
    client.destroy();
    await running.stop();
    await rm(sources, { recursive: true });
  });

  it('are stored, read whole and in part, listed and deleted', async () => {
    const storage = storageOf();
    const { path, bytes } = await aFile(9 * MEGABYTE);
    await storage.put('archives/arc_1/poster.jpg', Buffer.from([0, 1, 255]), 'image/jpeg');
    await storage.putFile('archives/arc_1/v1/video.mp4', path, 'video/mp4');
    expect(await storage.get('archives/arc_1/poster.jpg')).toEqual(Buffer.from([0, 1, 255]));
    expect(await storage.sizeOf('archives/arc_1/v1/video.mp4')).toBe(bytes.length);
    const part = await storage.open('archives/arc_1/v1/video.mp4', { start: PART - 5, end: PART + 4 });
    expect(part?.size).toBe(bytes.length);
    expect(await buffer(part?.stream ?? Readable.from([]))).toEqual(bytes.subarray(PART - 5, PART + 5));
    await storage.put('archives/arc_11/poster.jpg', Buffer.from('beside'), 'image/jpeg');
    expect(await storage.list('archives/arc_1')).toEqual(['archives/arc_1/poster.jpg', 'archives/arc_1/v1/video.mp4']);
    await storage.removeFolder('archives/arc_1');
    expect(await storage.list('archives/arc_1')).toEqual([]);
    expect(await storage.get('archives/arc_1/poster.jpg')).toBeNull();
    expect(await storage.open('archives/arc_1/v1/video.mp4')).toBeNull();
    expect(await storage.sizeOf('archives/arc_1/v1/video.mp4')).toBeNull();
    expect(await storage.get('archives/arc_11/poster.jpg')).toEqual(Buffer.from('beside'));
  });

  it('are sent on from where a killed process stopped', async () => {
    const { path, bytes } = await aFile(20 * MEGABYTE);
    const place = { Bucket: 'media', Key: 'prod/archives/arc_2/video.mp4' };
    const { UploadId } = await client.send(new CreateMultipartUploadCommand(place));
    await client.send(new UploadPartCommand({ ...place, UploadId, PartNumber: 1, Body: bytes.subarray(0, PART) }));
    expect(await unfinished()).toEqual([place.Key]);
    await storageOf().putFile('archives/arc_2/video.mp4', path, 'video/mp4');
    expect(await unfinished()).toEqual([]);
    expect((await storageOf().get('archives/arc_2/video.mp4'))?.equals(bytes)).toBe(true);
  });

  it('leave no unfinished transfer behind when their folder is deleted', async () => {
    await client.send(new CreateMultipartUploadCommand({ Bucket: 'media', Key: 'prod/archives/arc_3/video.mp4' }));
    await storageOf().removeFolder('archives/arc_3');
    expect(await unfinished()).toEqual([]);
  });

  it('are read by a signed URL, also in part, and not by one that was changed', async () => {
    const storage = storageOf('&direct=on');
    await storage.put('archives/arc_4/video.mp4', Buffer.from('video'), 'video/mp4');
    const url = (await storage.presign('archives/arc_4/video.mp4', 600)) ?? '';
    const whole = await fetch(url);
    expect([whole.status, whole.headers.get('content-type'), await whole.text()]).toEqual([200, 'video/mp4', 'video']);
    const part = await fetch(url, { headers: { range: 'bytes=1-3' } });
    expect([part.status, await part.text()]).toEqual([206, 'ide']);
    expect((await fetch(url, { headers: { range: 'bytes=90-' } })).status).toBe(416);
    expect((await fetch(url.replace('arc_4', 'arc_2'))).status).toBe(403);
    expect((await fetch(url.replace('X-Amz-Expires=600', 'X-Amz-Expires=900'))).status).toBe(403);
    expect((await fetch(url.split('?')[0] ?? '')).status).toBe(403);
  });
});
