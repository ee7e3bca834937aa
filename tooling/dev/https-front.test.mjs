import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect } from 'node:http2';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startHttpsFront } from './https-front.mjs';

const OWN = ['localhost', '127.0.0.1', '::1'];
const closers = [];
let dataDir;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'manabiba-https-'));
  closers.push(() => rm(dataDir, { recursive: true }));
});
afterEach(async () => {
  for (let close = closers.pop(); close; close = closers.pop()) await close();
});

/** A plain server on this machine that returns its name and the request. */
async function plainServer(name) {
  const server = createServer((asked, response) => {
    response.setHeader('strict-transport-security', 'max-age=1');
    response.end(
      JSON.stringify({ name, path: asked.url, host: asked.headers.host, from: asked.headers['x-forwarded-for'] }),
    );
  });
  await new Promise((done) => {
    server.listen(0, '127.0.0.1', () => done(undefined));
  });
  closers.push(
    () =>
      new Promise((done) => {
        server.close(done);
        server.closeAllConnections();
      }),
  );
  return /** @type {import('node:net').AddressInfo} */ (server.address()).port;
}

/** @param {{ network?: string[], env?: Record<string, string> }} [given] */
async function startFront({ network = [], env = {} } = {}) {
  const front = await startHttpsFront({
    port: await plainServer('product'),
    dataDir,
    env,
    addresses: { own: OWN, network },
  });
  closers.push(() => front.close());
  front.setLiveUrl(`http://127.0.0.1:${await plainServer('live documents')}`);
  return { ...front, port: new URL(front.url).port, ca: await readFile(front.certificateFile) };
}

/** Sends a request that trusts only the generated certificate. */
const ask = (url, ca) =>
  new Promise((done, fail) => {
    request(url, { ca, agent: false }, async (answer) => {
      const parts = await answer.toArray();
      done({ headers: answer.headers, ...JSON.parse(Buffer.concat(parts).toString()) });
    })
      .on('error', fail)
      .end();
  });

it.each(['localhost', '127.0.0.1'])(
  'answers at https://%s with a certificate that its own authority verifies',
  async (host) => {
    const { port, ca } = await startFront();
    expect(await ask(`https://${host}:${port}/classrooms?page=2`, ca)).toMatchObject({
      name: 'product',
      path: '/classrooms?page=2',
      host: `${host}:${port}`,
    });
  },
);

it('is rejected by clients that do not trust the certificate', async () => {
  const { url } = await startFront();
  await expect(ask(url)).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
});

it('supports HTTP/2, whose streams are not limited by the browser', async () => {
  const { url, ca } = await startFront();
  const session = connect(url, { ca });
  closers.push(() => session.close());
  const stream = session.request({ ':path': '/' });
  expect(JSON.parse(Buffer.concat(await stream.toArray()).toString())).toMatchObject({
    name: 'product',
    host: new URL(url).host,
  });
});

it.each(['/google.firestore.v1.Firestore/Listen/channel?VER=8', '/v1/projects/manabiba/databases'])(
  'routes %s to the engine of live documents',
  async (path) => {
    const { url, ca } = await startFront();
    expect(await ask(`${url}${path}`, ca)).toMatchObject({ name: 'live documents', path });
  },
);

it('routes api calls to the product and forwards the client address', async () => {
  const { url, ca } = await startFront();
  expect(await ask(`${url}/v1/me`, ca)).toMatchObject({
    name: 'product',
    from: expect.stringMatching(/127\.0\.0\.1|::1/),
  });
});

it('removes HSTS, which would affect plain-HTTP servers on this machine', async () => {
  const { url, ca } = await startFront();
  expect((await ask(url, ca)).headers).not.toHaveProperty('strict-transport-security');
});

it('uses the first network address for pages and live documents', async () => {
  const { env, port } = await startFront({ network: ['192.0.2.7', 'fd00::2'], env: { LOG_LEVEL: 'warn' } });
  const url = `https://192.0.2.7:${port}`;
  expect(env).toEqual({ LOG_LEVEL: 'warn', PUBLIC_URL: url, TRUST_PROXY: '1', FIRESTORE_ENGINE_PUBLIC_URL: url });
});
