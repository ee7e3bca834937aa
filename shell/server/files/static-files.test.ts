import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { startTestServer } from '../testing/start-test-server';

let world: Awaited<ReturnType<typeof startTestServer>>;
beforeAll(async () => {
  world = await startTestServer();
});
afterAll(() => world.close());

const ENTRY = '/r/mf-classrooms/1.0.0-abcd1234/remote-entry.js';
const get = (url: string, headers: Record<string, string> = {}) => world.server.inject({ url, headers });

it.each([
  ['gzip, deflate, br', 'br'],
  ['gzip, br;q=0', 'gzip'],
  ['GZIP', 'gzip'],
  ['identity', undefined],
  ['br;q=0, gzip;q=0', undefined],
  ['*', 'br'],
  [undefined, undefined],
])('selects the precompressed file for Accept-Encoding "%s"', async (accept, encoding) => {
  const answer = await get(ENTRY, accept ? { 'accept-encoding': accept } : {});
  expect(answer.headers['content-encoding']).toBe(encoding);
  const body =
    encoding === 'br'
      ? brotliDecompressSync(answer.rawPayload)
      : encoding === 'gzip'
        ? gunzipSync(answer.rawPayload)
        : answer.rawPayload;
  expect(body.toString()).toMatch(/^console\.log/);
  expect(answer.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    vary: 'accept-encoding',
    'cache-control': 'public, max-age=31536000, immutable',
    'access-control-allow-origin': '*',
    'x-content-type-options': 'nosniff',
  });
});

it('answers 304 when a file is unchanged', async () => {
  const { headers } = await get(ENTRY, { 'accept-encoding': 'br' });
  const again = await get(ENTRY, { 'accept-encoding': 'br', 'if-none-match': `"other", W/${String(headers.etag)}` });
  expect(again.statusCode).toBe(304);
  expect(again.payload).toBe('');
  expect((await get(ENTRY, { 'if-none-match': String(headers.etag) })).statusCode).toBe(200);
});

it('serves a file at a retry path after the first path failed', async () => {
  expect((await get(`/~r1${ENTRY}`)).statusCode).toBe(200);
  expect((await get(`/~r27${ENTRY}`)).statusCode).toBe(200);
  expect((await get('/~r1/v1/me')).statusCode).toBe(404);
});

it.each([
  ['/r/mf-classrooms/1.0.0-abcd1234/page.css', 'text/css; charset=utf-8'],
  ['/s/ffff0000/shell.js', 'text/javascript; charset=utf-8'],
  ['/media/icon.svg', 'image/svg+xml'],
  ['/media/demo/p-kobayashi.svg', 'image/svg+xml'],
  ['/robots.txt', 'text/plain; charset=utf-8'],
])('serves %s with its content type', async (url, type) => {
  expect((await get(url)).headers['content-type']).toBe(type);
});

it('sends an image with a policy that blocks scripts', async () => {
  expect((await get('/media/demo/p-kobayashi.svg')).headers['content-security-policy']).toBe(
    "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  );
});

it('lets a worker of the shell load its own scripts and call the server, and nothing else', async () => {
  expect((await get('/s/ffff0000/shell.js')).headers['content-security-policy']).toMatch(
    /^default-src 'none'; script-src 'self'; connect-src 'self'/,
  );
});

it('redirects old icon paths to the icon', async () => {
  expect((await get('/favicon.ico')).headers.location).toBe('/media/icon.svg');
});

/** Sends the path over a raw socket, so that no client normalizes it. */
const rawGet = (port: number, path: string) =>
  new Promise<{ status: number; body: string }>((resolve, reject) => {
    request({ port, host: '127.0.0.1', path, method: 'GET' }, (answer) => {
      let body = '';
      answer
        .setEncoding('utf8')
        .on('data', (part: string) => {
          body += part;
        })
        .on('end', () => resolve({ status: answer.statusCode ?? 0, body }));
    })
      .on('error', reject)
      .end();
  });

it('reads nothing outside its folders, no matter how the path is written', async () => {
  await world.server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = world.server.server.address() as AddressInfo;
  for (const path of [
    '/r/../secret.js',
    '/r/%2e%2e/secret.js',
    '/r/..%2fsecret.js',
    '/r/..%5csecret.js',
    '/r/mf-classrooms/../../secret.js',
    '/r/%2e%2e%2fsecret.js',
    '/r/....//secret.js',
    '/r//etc/passwd',
    '/r/.hidden.js',
    '/r/mf-classrooms/1.0.0-abcd1234/',
    '/r/mf-classrooms/1.0.0-abcd1234/remote-entry.js%00.css',
    '/r/mf-classrooms/1.0.0-abcd1234/remote-entry.js.br',
    '/media/../secret.js',
    '/media/demo/..%2f..%2fsecret.js',
    '/r/%c0%ae%c0%ae/secret.js',
    '/r',
    '/r/',
    '/s/',
  ]) {
    const { status, body } = await rawGet(port, path);
    expect({
      path,
      status: status === 404 || status === 400,
      leaks: body.includes('secret') && !path.includes('/secret'),
    }).toEqual({ path, status: true, leaks: false });
    expect(body).not.toBe('secret');
  }
});
