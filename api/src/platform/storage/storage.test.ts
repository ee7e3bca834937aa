import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { createStorage } from './storage';

let folder: string;
let bucket: Server;
const objects = new Map<string, Buffer>();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storage-'));
  bucket = createServer((request, response) => {
    const path = new URL(request.url ?? '', 'http://s3').pathname;
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.method === 'PUT') objects.set(path, Buffer.concat(chunks));
      if (request.method === 'DELETE') objects.delete(path);
      const found = objects.get(path);
      if (request.method === 'GET' && !found) {
        response
          .writeHead(404, { 'content-type': 'application/xml' })
          .end('<Error><Code>NoSuchKey</Code><Message>no</Message></Error>');
        return;
      }
      response.writeHead(request.method === 'DELETE' ? 204 : 200).end(request.method === 'GET' ? found : undefined);
    });
  });
  await new Promise<void>((done) => bucket.listen(0, '127.0.0.1', done));
  process.env['AWS_ACCESS_KEY_ID'] = 'test';
  process.env['AWS_SECRET_ACCESS_KEY'] = 'test';
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await new Promise((done) => bucket.close(done));
});

const urls = {
  'a folder': () => pathToFileURL(folder).href,
  'a bucket': () =>
    `s3://pictures/prod?region=ap-northeast-1&endpoint=http://127.0.0.1:${(bucket.address() as AddressInfo).port}`,
};

describe.each(Object.entries(urls))('%s', (_name, url) => {
  it('returns a stored file until it is removed', async () => {
    const storage = createStorage(url());
    const bytes = Buffer.from([0, 1, 2, 255]);
    await storage.put('avatar/upl_1', bytes, 'image/webp');
    expect(await storage.get('avatar/upl_1')).toEqual(bytes);
    await storage.remove('avatar/upl_1');
    await storage.remove('avatar/upl_1');
    expect(await storage.get('avatar/upl_1')).toBeNull();
  });

  it.each([['avatar/../../etc/passwd'], ['/etc/passwd'], ['avatar/a/b'], ['']])('rejects the key %s', async (key) => {
    const storage = createStorage(url());
    await expect((async () => storage.get(key))()).rejects.toThrow('is not a valid file key');
  });
});

it('leaves no partial files in a folder', async () => {
  await createStorage(pathToFileURL(folder).href).put('avatar/upl_2', Buffer.from('x'), 'image/webp');
  expect((await readdir(join(folder, 'avatar'))).filter((name) => name.endsWith('.part'))).toEqual([]);
});
