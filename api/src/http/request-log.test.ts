import Fastify from 'fastify';
import { apiPlugin } from '../app';
import { createLogger } from '../platform/logger';
import { emailOf, testPassword } from '../testing/test-people';
import { startTestApp } from '../testing/start-test-app';
import { apiServerOptions } from './server-options';

it('writes one line a request, with who and what, and nothing that signs anybody in', async () => {
  const { db, pool, env, clock, tokens, people, close } = await startTestApp();
  const lines: string[] = [];
  const logger = createLogger({ level: 'info', destination: { write: (line: string) => { lines.push(line); } } });
  const app = Fastify({ ...apiServerOptions, loggerInstance: logger });
  await app.register(apiPlugin({ db, pool, env, clock }), { prefix: '/v1' });

  await app.inject({ url: '/v1/me?key=private-key', headers: { authorization: `Bearer ${tokens.adult}` } });
  const signedIn = await app.inject({ method: 'POST', url: '/v1/auth/signin', payload: { email: emailOf('student'), password: testPassword } });

  const records = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(records).toEqual([
    expect.objectContaining({ method: 'GET', path: '/v1/me', call: 'getMe', status: 200, person: people.adult, requestId: expect.any(String), ms: expect.any(Number) }),
    expect.objectContaining({ method: 'POST', path: '/v1/auth/signin', call: 'signIn', status: 200 }),
  ]);
  const { token, refreshToken } = signedIn.json<{ token: string; refreshToken: string }>();
  for (const secret of [tokens.adult, token, refreshToken, testPassword, 'private-key']) expect(lines.join('\n')).not.toContain(secret);
  await app.close();
  await close();
});
