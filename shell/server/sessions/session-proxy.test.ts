import { startTestServer } from '../testing/start-test-server';
import type { SessionTokens } from './session-cookies';

const cookiesOf = ({ token, refreshToken }: Partial<SessionTokens>) =>
  [token && `token=${token}`, refreshToken && `refresh=${refreshToken}`].filter(Boolean).join('; ');

/** Headers of a request from one of our own pages. */
const fromPage = { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:3600', host: 'localhost:3600' };

/** Cookies that a response sets: name to value; empty for a cleared cookie. */
function newCookies(answer: { headers: Record<string, unknown> }): Record<string, string> {
  const lines = [answer.headers['set-cookie'] ?? []].flat() as string[];
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1, line.indexOf(';'))]),
  );
}

describe.each(['here', 'elsewhere'] as const)('in front of an api that runs %s', (apiIs) => {
  let world: Awaited<ReturnType<typeof startTestServer>>;
  beforeAll(async () => {
    world = await startTestServer({ apiIs });
  });
  afterAll(() => world.close());
  afterEach(() => {
    Object.assign(world.api.state, { refreshes: 0, isDown: false });
  });

  const get = (url: string, headers: Record<string, string> = {}) => world.server.inject({ url, headers });
  const post = (url: string, headers: Record<string, string> = {}, payload: object = {}) =>
    world.server.inject({ method: 'POST', url, headers, payload });

  it('turns the cookie into a bearer header and does not forward cookies', async () => {
    const session = world.api.open();
    const answer = await get('/v1/echo', { cookie: `theme=dark; ${cookiesOf(session)}` });
    expect(answer.json()).toMatchObject({ authorization: `Bearer ${session.token}`, cookie: null });
    expect(newCookies(answer)).toEqual({});
  });

  it('lets a direct client use its own header', async () => {
    const answer = await get('/v1/echo', { authorization: 'Bearer a.b.c' });
    expect(answer.json()).toMatchObject({ authorization: 'Bearer a.b.c', cookie: null });
  });

  it('forwards the address of the caller, not its own', async () => {
    const answer = await world.server.inject({ url: '/v1/echo', remoteAddress: '203.0.113.7' });
    expect(answer.json()).toMatchObject({ address: '203.0.113.7' });
  });

  it.each(['/v1/auth/signin', '/v1/auth/signup', '/v1/user/signin/anonymous', '/v1/%61uth/signin'])(
    'moves the tokens of %s into HttpOnly cookies',
    async (url) => {
      const answer = await post(url, fromPage);
      expect(answer.statusCode).toBeLessThan(300);
      expect(answer.json()).not.toHaveProperty('token');
      expect(answer.json()).not.toHaveProperty('refreshToken');
      expect(answer.json()).toHaveProperty('user.id');
      const lines = [answer.headers['set-cookie']].flat();
      expect(lines).toHaveLength(2);
      for (const line of lines)
        expect(line).toMatch(/^(token|refresh)=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
      expect(Number(answer.headers['content-length'])).toBe(Buffer.byteLength(answer.payload));
    },
  );

  it('leaves the tokens to a client that is not a browser', async () => {
    const answer = await post('/v1/auth/signin');
    expect(answer.json()).toMatchObject({ token: expect.any(String), refreshToken: expect.any(String) });
    expect(newCookies(answer)).toEqual({});
  });

  it('leaves other tokens in place', async () => {
    expect((await post('/v1/media', fromPage)).json()).toEqual({ token: 'media-token', url: 'wss://media' });
  });

  it.each([
    ['has expired', { lifeMs: -1000 }, true],
    ['is about to expire', { lifeMs: 5000 }, true],
    ['is missing', { lifeMs: 900_000 }, false],
  ])('refreshes a session whose token %s before the call', async (_case, given, hasToken) => {
    const session = world.api.open(given);
    const answer = await get('/v1/me/notifications', {
      cookie: cookiesOf(hasToken ? session : { refreshToken: session.refreshToken }),
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ by: session.id });
    expect(newCookies(answer)['token']).toEqual(expect.stringContaining('.'));
    expect(newCookies(answer)['refresh']).not.toBe(session.refreshToken);
  });

  it('keeps the session when two tabs send five calls each at the same moment', async () => {
    const session = world.api.open({ lifeMs: -1000 });
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => get('/v1/me/notifications', { cookie: cookiesOf(session) })),
    );
    expect(answers.map((answer) => answer.statusCode)).toEqual(Array(10).fill(200));
    expect(new Set(answers.map((answer) => newCookies(answer)['refresh'])).size).toBe(1);
    expect(world.api.state.refreshes).toBe(1);
    const { token, refresh } = newCookies(answers[0] ?? { headers: {} });
    expect(
      (await get('/v1/me/notifications', { cookie: cookiesOf({ token, refreshToken: refresh }) })).statusCode,
    ).toBe(200);
  });

  it('clears a session that the api no longer knows, and continues as anonymous', async () => {
    const session = world.api.open({ lifeMs: -1000 });
    world.api.revoke(session.id);
    const answer = await get('/v1/echo', { cookie: cookiesOf(session) });
    expect(answer.json()).toMatchObject({ authorization: null });
    expect(newCookies(answer)).toEqual({ token: '', refresh: '' });
  });

  it('clears a session that was ended elsewhere while its token still looked valid', async () => {
    const session = world.api.open();
    world.api.revoke(session.id);
    const answer = await get('/v1/me/notifications', { cookie: cookiesOf(session) });
    expect(answer.statusCode).toBe(401);
    expect(newCookies(answer)).toEqual({ token: '', refresh: '' });
  });

  it('keeps the session of an anonymous viewer who requests something for signed-in users', async () => {
    const visitor = world.api.open({ isAnonymous: true });
    const answer = await get('/v1/me/notifications', { cookie: cookiesOf(visitor) });
    expect(answer.statusCode).toBe(401);
    expect(newCookies(answer)).toEqual({});
    expect(world.api.state.refreshes).toBe(0);
  });

  it('keeps the session while the api is down', async () => {
    const session = world.api.open({ lifeMs: -1000 });
    world.api.state.isDown = true;
    const answer = await get('/v1/echo', { cookie: cookiesOf(session) });
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({ code: 'unavailable' });
    expect(newCookies(answer)).toEqual({});
  });

  it.each(['', 'x', 'a.b.c', 'a.e30.c', `a.${Buffer.from('null').toString('base64url')}.c`, '.'.repeat(5000)])(
    'continues as anonymous with the token "%s"',
    async (token) => {
      const answer = await get('/v1/echo', { cookie: `token=${token}` });
      expect(answer.statusCode).toBe(200);
      expect(answer.json()).toMatchObject({ authorization: null });
    },
  );

  it('rejects requests from foreign pages, with an error in the shape of the api', async () => {
    const session = world.api.open();
    const answer = await post('/v1/classrooms', {
      'sec-fetch-site': 'cross-site',
      origin: 'https://evil.example',
      cookie: cookiesOf(session),
    });
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toEqual({ error: '不正なリクエストです。', code: 'bad_origin' });
    expect((await post('/v1/classrooms', { ...fromPage, cookie: cookiesOf(session) })).json()).toMatchObject({
      by: session.id,
    });
  });

  it('clears this browser’s session on sign-out, and only for our own pages', async () => {
    const session = world.api.open();
    const signOut = (headers: Record<string, string>) =>
      world.server.inject({
        method: 'DELETE',
        url: '/api/signout',
        headers: { cookie: cookiesOf(session), ...headers },
      });
    const refused = await signOut({ 'sec-fetch-site': 'cross-site' });
    expect(refused.statusCode).toBe(403);
    expect(newCookies(refused)).toEqual({});
    const answer = await signOut(fromPage);
    expect(answer.statusCode).toBe(204);
    expect(answer.payload).toBe('');
    expect([answer.headers['set-cookie']].flat()).toEqual([
      'token=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
      'refresh=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
      'closed_terms=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
    ]);
  });

  it('passes through the api’s own 404', async () => {
    expect((await get('/v1/nothing')).json()).toMatchObject({ code: 'not_found' });
  });

  it('is as ready as an api in the same process, and ready without one that runs elsewhere', async () => {
    expect((await get('/healthz')).json()).toEqual({ status: 'ok' });
    world.api.state.isDown = true;
    expect((await get('/readyz')).statusCode).toBe(apiIs === 'here' ? 503 : 200);
  });
});

it('answers 503 while the api of another process is unreachable', async () => {
  const world = await startTestServer({ api: { url: 'http://127.0.0.1:9' } });
  const answer = await world.server.inject({ url: '/v1/echo' });
  expect(answer.statusCode).toBe(503);
  expect(answer.json()).toMatchObject({ code: 'unavailable' });
  // The page reports the number that its user sees, and reads it without the sentence.
  const [, number = ''] =
    /^inquiry;desc="([\dA-F]{4}-[\dA-F]{4})"$/.exec(String(answer.headers['server-timing'])) ?? [];
  expect(answer.json<{ error: string }>().error).toContain(`(お問い合わせ番号 ${number})`);
  // It still serves the page about the outage.
  expect((await world.server.inject({ url: '/readyz' })).statusCode).toBe(200);
  await world.close();
});
