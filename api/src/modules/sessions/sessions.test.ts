import { millisecondsInDay, millisecondsInMinute, millisecondsInSecond } from 'date-fns/constants';
import { SignJWT } from 'jose';

import { type Caller, startTestApp, type TestApp } from '../../testing/start-test-app';
import { emailOf, testPassword } from '../../testing/test-people';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

interface Pair {
  token: string;
  refreshToken: string;
}

const signIn = async (): Promise<Pair> =>
  (await api.as('unauthenticated').post('/auth/signin', { email: emailOf('adult'), password: testPassword }))
    .body as Pair;
const refresh = (refreshToken: string) => api.as('unauthenticated').post('/auth/token', { refreshToken });

describe('an access token', () => {
  it('is valid for 15 minutes; after that even a public read answers 401 instead of treating the user as a visitor', async () => {
    const { token } = await signIn();
    // Real time passes too, and more of it on a busy machine.
    api.clock.advance(15 * millisecondsInMinute - 20 * millisecondsInSecond);
    expect((await api.withToken(token).get('/me')).status).toBe(200);
    api.clock.advance(21 * millisecondsInSecond);
    expect(await api.withToken(token).get('/me')).toMatchObject({
      status: 401,
      body: { code: 'unauthenticated', error: 'ログインが必要です。' },
    });
    expect((await api.withToken(token).get(`/users/${api.people.student}`)).status).toBe(401);
    expect((await api.as('unauthenticated').get(`/users/${api.people.student}`)).status).toBe(200);
  });

  const claims = () =>
    new SignJWT({ sid: 'ses_x' }).setSubject(api.people.adult).setIssuer('manabiba').setExpirationTime('1h');
  it.each([
    ['signed with another key', () => claims().setProtectedHeader({ alg: 'HS256' }).sign(new Uint8Array(32))],
    [
      'signed with the raw secret instead of the derived key',
      () => claims().setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(api.env.sessionSecret)),
    ],
    [
      'without a signature',
      async () =>
        `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(`{"sub":"${api.people.adult}","sid":"ses_x","exp":9999999999}`).toString('base64url')}.x`,
    ],
    [
      'with a changed owner',
      async () => {
        const [head, body = '', signature] = (await signIn()).token.split('.');
        const changed = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>;
        return [
          head,
          Buffer.from(JSON.stringify({ ...changed, sub: api.people.staff })).toString('base64url'),
          signature,
        ].join('.');
      },
    ],
    ['that is malformed', async () => 'x'],
    ['that is very long', async () => `${'a'.repeat(3000)}.b.c`],
  ])('%s is rejected', async (_what, make) => {
    expect((await api.withToken(await make()).get('/me')).status).toBe(401);
  });

  it('is rejected under another scheme', async () => {
    expect(
      (await api.as('unauthenticated').get('/me', { authorization: `Basic ${(await signIn()).token}` })).status,
    ).toBe(401);
  });
});

describe('refreshing', () => {
  it('returns a new pair, of which both tokens work', async () => {
    const first = await signIn();
    const answer = await refresh(first.refreshToken);
    expect(answer.status).toBe(200);
    expect(answer.body.refreshToken).not.toBe(first.refreshToken);
    expect((await api.withToken(answer.body.token).get('/me')).body.id).toBe(api.people.adult);
    expect((await refresh(answer.body.refreshToken)).status).toBe(200);
  });

  it.each<[Caller]>([
    ['unauthenticated'],
    ['anonymous'],
    ['adult'],
    ['student'],
    ['child'],
    ['school'],
    ['professional'],
    ['subscriber'],
    ['resubmit'],
    ['suspended'],
  ])('works for %s', async (caller) => {
    const { refreshToken } = await signIn();
    expect((await api.as(caller).post('/auth/token', { refreshToken })).status).toBe(200);
  });

  it('returns the same successor to concurrent calls and keeps the session', async () => {
    const { refreshToken } = await signIn();
    const answers = await Promise.all(Array.from({ length: 5 }, () => refresh(refreshToken)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.refreshToken)).size).toBe(1);
    for (const { body } of answers) expect((await api.withToken(body.token).get('/me')).status).toBe(200);
    expect((await refresh(answers[0]?.body.refreshToken)).status).toBe(200);
  });

  it('still returns the successor within the grace period of ten seconds', async () => {
    const first = await signIn();
    const second = (await refresh(first.refreshToken)).body as Pair;
    api.clock.advance(9 * millisecondsInSecond);
    expect((await refresh(first.refreshToken)).body.refreshToken).toBe(second.refreshToken);
  });

  it('ends the whole family when an old token is reused later', async () => {
    const first = await signIn();
    const second = (await refresh(first.refreshToken)).body as Pair;
    api.clock.advance(11 * millisecondsInSecond);
    expect(await refresh(first.refreshToken)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
    expect((await refresh(second.refreshToken)).status).toBe(401);
    expect((await api.withToken(second.token).get('/me')).status).toBe(401);
  });

  it('keeps the other sessions of the user', async () => {
    const [stolen, other] = [await signIn(), await signIn()];
    await refresh(stolen.refreshToken);
    api.clock.advance(11 * millisecondsInSecond);
    await refresh(stolen.refreshToken);
    expect((await refresh(other.refreshToken)).status).toBe(200);
  });

  it('keeps a session for 30 days after its last use', async () => {
    const { refreshToken } = await signIn();
    api.clock.advance(29 * millisecondsInDay);
    const next = (await refresh(refreshToken)).body as Pair;
    api.clock.advance(29 * millisecondsInDay);
    const last = (await refresh(next.refreshToken)).body as Pair;
    api.clock.advance(30 * millisecondsInDay + millisecondsInSecond);
    expect((await refresh(last.refreshToken)).status).toBe(401);
  });

  it('works for visitors too', async () => {
    const visitor = (await api.as('unauthenticated').post('/user/signin/anonymous', {})).body;
    const next = (await refresh(visitor.refreshToken)).body as Pair;
    expect((await api.withToken(next.token).get('/me')).body).toEqual(visitor.user);
  });

  it.each([
    ['an unknown token', 'x'],
    ['an access token', null],
  ])('rejects %s', async (_what, given) => {
    expect((await refresh(given ?? (await signIn()).token)).status).toBe(401);
  });
});

describe('signing out', () => {
  it('ends the session and its refresh tokens at once', async () => {
    const { token, refreshToken } = await signIn();
    expect(await api.withToken(token).delete('/me/sign_out')).toMatchObject({ status: 204, body: undefined });
    expect((await api.withToken(token).get('/me')).status).toBe(401);
    expect((await refresh(refreshToken)).status).toBe(401);
  });

  it('changes nothing when repeated', async () => {
    const { token } = await signIn();
    for (let call = 0; call < 3; call += 1)
      expect((await api.withToken(token).delete('/me/sign_out')).status).toBe(204);
  });

  it.each<[Caller]>([['unauthenticated'], ['otherAdult'], ['otherStudent'], ['unverified'], ['staff'], ['subscriber']])(
    'works for %s',
    async (caller) => {
      expect((await api.as(caller).delete('/me/sign_out')).status).toBe(204);
    },
  );

  it.each<[Caller]>([
    ['anonymous'],
    ['adult'],
    ['student'],
    ['child'],
    ['school'],
    ['professional'],
    ['resubmit'],
    ['suspended'],
    ['withdrawn'],
  ])('works for %s and invalidates the token', async (caller) => {
    const own = await startTestApp();
    try {
      expect((await own.as(caller).delete('/me/sign_out')).status).toBe(204);
      expect((await own.as(caller).get('/me')).status).toBe(401);
    } finally {
      await own.close();
    }
  });

  it('still works with an expired token', async () => {
    const { token, refreshToken } = await signIn();
    api.clock.advance(16 * millisecondsInMinute);
    expect((await api.withToken(token).delete('/me/sign_out')).status).toBe(204);
    expect((await refresh(refreshToken)).status).toBe(401);
  });
});

describe('the authenticated viewer', () => {
  it('is cached briefly for reads and looked up again for every other call', async () => {
    const remembering = await startTestApp({ env: { VIEWER_CACHE_MS: '5000' } });
    try {
      const read = () => remembering.as('adult').get(`/users/${remembering.people.student}`);
      expect((await read()).status).toBe(200);
      await remembering.db
        .updateTable('users')
        .set({ state: 'suspended' })
        .where('id', '=', remembering.people.adult)
        .execute();
      expect((await read()).status).toBe(200);
      expect(await remembering.as('adult').post('/auth/signup', {})).toMatchObject({
        status: 403,
        body: { code: 'suspended' },
      });
      expect((await read()).status).toBe(403);
    } finally {
      await remembering.close();
    }
  });

  it('is dropped at once from the cache of the process in which the session ends', async () => {
    const remembering = await startTestApp({ env: { VIEWER_CACHE_MS: '5000' } });
    try {
      expect((await remembering.as('adult').get('/me')).status).toBe(200);
      await remembering.as('adult').delete('/me/sign_out');
      expect((await remembering.as('adult').get('/me')).status).toBe(401);
    } finally {
      await remembering.close();
    }
  });
});
