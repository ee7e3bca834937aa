import { startTestServer } from '../testing/start-test-server';
import { readWebEnv } from '../web-env';
import { isOwnHost } from './host-check';

const development = readWebEnv({ PUBLIC_URL: 'http://localhost:3600', LOG_LEVEL: 'silent' });
const production = readWebEnv({
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://manabiba.example',
  RELEASES_URL: 'https://cdn.manabiba.example',
  LOG_LEVEL: 'silent',
});

it.each([
  ['PUBLIC_URL', 'manabiba.example', true, false],
  ['PUBLIC_URL in capitals with a port', 'Manabiba.EXAMPLE:443', true, false],
  ['RELEASES_URL', 'cdn.manabiba.example', true, false],
  ['localhost', 'localhost:3600', true, true],
  ['a subdomain of localhost', 'room.localhost:3600', true, true],
  ['127.0.0.1', '127.0.0.1:3600', true, true],
  ['[::1]', '[::1]:3600', true, true],
  ['localhost at another port, as with a tunnel', 'localhost:8080', true, true],
  ['an IP address of the machine', '192.168.1.20:3600', false, true],
  ['an IPv6 address of the machine', '[fd00::20]:3600', false, true],
  ['another host', 'evil.example:3600', false, false],
  ['a host that begins like ours', 'localhost.evil.example', false, false],
  ['a host that begins like an address', '127.0.0.1.evil.example', false, false],
  ['a subdomain of ours', 'blog.manabiba.example', false, false],
  ['our host as user info', 'manabiba.example@evil.example', false, false],
  ['user info before our host', 'evil.example@localhost', false, false],
  ['a path', 'evil.example/localhost', false, false],
  ['an empty header', '', false, false],
  ['no header', undefined, false, false],
])('%s', (_what, host, inProduction, inDevelopment) => {
  expect(isOwnHost(host, production)).toBe(inProduction);
  expect(isOwnHost(host, development)).toBe(inDevelopment);
});

describe('the web server', () => {
  let world: Awaited<ReturnType<typeof startTestServer>>;
  beforeAll(async () => {
    world = await startTestServer({ env: production });
  });
  afterAll(() => world.close());
  const ask = (path: string, headers: Record<string, string>) => world.server.inject({ url: path, headers });

  it.each([
    '/',
    '/registry.json',
    '/v1/me',
    '/v1/unknown',
    '/robots.txt',
    '/media/icon.svg',
    '/r/mf-classrooms/1.0.0-abcd1234/remote-entry.js',
    '/unknown',
  ])('rejects %s with a foreign Host header', async (path) => {
    const answer = await ask(path, { host: 'evil.example:3600', 'x-forwarded-host': 'manabiba.example' });
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toEqual({ error: '不正なリクエストです。', code: 'bad_origin' });
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-frame-options': 'DENY' });
  });

  it('accepts its own host name', async () => {
    expect((await ask('/', { host: 'manabiba.example' })).statusCode).toBe(200);
    expect((await ask('/v1/echo', { host: 'manabiba.example' })).statusCode).toBe(200);
  });

  it.each(['/healthz', '/readyz', '/v1/healthz', '/readyz?from=balancer'])(
    'answers %s at any address that a load balancer uses',
    async (path) => {
      expect((await ask(path, { host: '10.0.0.7:3000' })).statusCode).toBe(200);
    },
  );
});
