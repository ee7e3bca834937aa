import { randomUUID } from 'node:crypto';

import { type Caller, type SentMail, startTestApp, type TestApp } from '../testing/start-test-app';
import { emailOf, testPassword } from '../testing/test-people';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.db.deleteFrom('rate_limits').execute();
  await api.mail.deliver();
  api.mail.sent.length = 0;
});

const tokenIn = (mail: SentMail | undefined) => /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
async function resetToken(): Promise<string> {
  await api.as('unauthenticated').post('/auth/reset-password-link', { email: emailOf('adult') });
  return tokenIn((await api.mail.deliver()).at(-1));
}
async function verifyToken(): Promise<string> {
  await api.as('unverified').post('/email_verification');
  return tokenIn((await api.mail.deliver()).at(-1));
}

interface Call {
  caller: Caller;
  method?: 'PATCH' | 'DELETE';
  path: string;
  body: () => Promise<object | undefined>;
}
const calls: [string, Call][] = [
  [
    'resetPassword',
    {
      caller: 'unauthenticated',
      path: '/auth/reset-password',
      body: async () => ({ token: await resetToken(), password: testPassword }),
    },
  ],
  [
    'requestPasswordReset',
    { caller: 'unauthenticated', path: '/auth/reset-password-link', body: async () => ({ email: emailOf('adult') }) },
  ],
  [
    'signIn',
    {
      caller: 'unauthenticated',
      path: '/auth/signin',
      body: async () => ({ email: emailOf('otherAdult'), password: testPassword }),
    },
  ],
  [
    'signIn of a visitor, whose session ends by it',
    {
      caller: 'anonymous',
      path: '/auth/signin',
      body: async () => ({ email: emailOf('otherAdult'), password: testPassword }),
    },
  ],
  [
    'refreshToken',
    {
      caller: 'unauthenticated',
      path: '/auth/token',
      body: async () => ({
        refreshToken: (
          await api.as('unauthenticated').post('/auth/signin', { email: emailOf('otherAdult'), password: testPassword })
        ).body.refreshToken,
      }),
    },
  ],
  ['resendEmailVerification', { caller: 'unverified', path: '/email_verification', body: async () => undefined }],
  [
    'verifyEmail',
    { caller: 'unverified', path: '/auth/verify-email', body: async () => ({ token: await verifyToken() }) },
  ],
  [
    'updateMe',
    {
      caller: 'student',
      method: 'PATCH',
      path: '/me',
      body: async () => ({ password: testPassword, currentPassword: testPassword }),
    },
  ],
  [
    'deleteMe, which ends the session',
    { caller: 'subscriber', method: 'DELETE', path: '/me', body: async () => ({ password: testPassword }) },
  ],
];

it.each(calls)(
  '%s answers a retry after a lost answer with the first result',
  async (_name, { caller, method = 'POST', path, body }) => {
    const payload = await body();
    const send = (key: string) =>
      api.app.inject({
        method,
        url: `/v1${path}`,
        ...(payload ? { payload } : {}),
        headers: {
          'idempotency-key': key,
          ...(caller === 'unauthenticated' ? {} : { authorization: `Bearer ${api.tokens[caller]}` }),
        },
      });
    const key = randomUUID();
    const first = await send(key);
    const again = await send(key);
    expect(first.statusCode).toBeLessThan(300);
    expect([again.statusCode, again.body]).toEqual([first.statusCode, first.body]);
    expect(again.headers['idempotency-replayed']).toBe('true');
  },
);

it('gives an ended session only the answer of the call that ended it', async () => {
  const authorization = `Bearer ${api.tokens.subscriber}`;
  const attempt = (key: string, payload: object) =>
    api.app.inject({ method: 'DELETE', url: '/v1/me', headers: { authorization, 'idempotency-key': key }, payload });
  await api.db.updateTable('users').set({ state: 'active' }).where('id', '=', api.people.subscriber).execute();
  expect((await attempt(randomUUID(), { password: testPassword })).statusCode).toBe(401);
});

it('a reused refresh token ends its family whatever idempotency key comes with it', async () => {
  const { refreshToken } = (
    await api.as('unauthenticated').post('/auth/signin', { email: emailOf('otherAdult'), password: testPassword })
  ).body as { refreshToken: string };
  const next = (await api.as('unauthenticated').post('/auth/token', { refreshToken })).body as { token: string };
  api.clock.advance(11_000);
  expect(
    (await api.as('unauthenticated').post('/auth/token', { refreshToken }, { 'idempotency-key': randomUUID() })).status,
  ).toBe(401);
  expect((await api.withToken(next.token).get('/me')).status).toBe(401);
  api.clock.advance(-11_000);
});
