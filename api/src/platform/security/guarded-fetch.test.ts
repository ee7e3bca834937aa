import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { createGuardedFetch } from './guarded-fetch';

const limits = { timeoutMs: 2000, maxBytes: 1000 };
let server: Server;
let url: string;
let requests: string[];
beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    if (request.url === '/moved') response.writeHead(302, { location: '/elsewhere' }).end();
    else if (request.url === '/long') response.end('x'.repeat(2000));
    else if (request.url === '/echo') request.pipe(response);
    else if (request.url === '/upgrade')
      request.socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
    else if (request.url !== '/silent') response.end('はい');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(
  () =>
    new Promise<void>((done) => {
      server.close(() => done());
      server.closeAllConnections();
    }),
);
beforeEach(() => {
  requests = [];
});

describe('where private addresses are allowed', () => {
  const fetch = createGuardedFetch({ ...limits, allowsPrivate: true });

  it('returns the answer', async () => {
    expect(await (await fetch(url)).text()).toBe('はい');
    expect(await (await fetch(`${url}/echo`, { method: 'POST', body: 'a=あ' })).text()).toBe('a=あ');
  });

  it('follows no redirect', async () => {
    expect((await fetch(`${url}/moved`)).status).toBe(302);
    expect(requests).toEqual(['GET /moved']);
  });

  it('gives up on an answer that is too long or too late', async () => {
    await expect(fetch(`${url}/long`)).rejects.toThrow('too long');
    const impatient = createGuardedFetch({ ...limits, timeoutMs: 50, allowsPrivate: true });
    await expect(impatient(`${url}/silent`)).rejects.toThrow();
  });

  it('gives up on an answer that switches to another protocol', async () => {
    await expect(fetch(`${url}/upgrade`)).rejects.toThrow('switches to another protocol');
  });
});

describe('where they are not', () => {
  const fetch = createGuardedFetch({ ...limits, allowsPrivate: false });

  it.each([
    'http://example.com/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://169.254.169.254/latest/meta-data',
    'https://10.0.0.1/',
    'https://localhost/',
    'https://db.internal/',
    'https://user:password@example.com/',
    'file:///etc/passwd',
  ])('refuses %s without connecting', async (address) => {
    await expect(fetch(address)).rejects.toThrow('is not a public address');
  });

  it('refuses the server of this test', async () => {
    await expect(fetch(url)).rejects.toThrow('is not a public address');
    expect(requests).toEqual([]);
  });
});
