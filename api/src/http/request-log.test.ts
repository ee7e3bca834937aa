import { contract } from '@manabiba/shared/contract/contract';
import type { EndpointDefinition } from '@manabiba/shared/contract/endpoint';
import Fastify from 'fastify';

import { apiPlugin } from '../app';
import { createLogger } from '../platform/logger';
import { startTestApp } from '../testing/start-test-app';
import { emailOf, testPassword } from '../testing/test-people';
import { apiServerOptions } from './server-options';

it('writes one line per request, with caller and call but no credentials', async () => {
  const { db, pool, env, clock, tokens, people, close } = await startTestApp();
  const lines: string[] = [];
  const logger = createLogger({
    level: 'info',
    destination: {
      write: (line: string) => {
        lines.push(line);
      },
    },
  });
  const app = Fastify({ ...apiServerOptions, loggerInstance: logger });
  await app.register(apiPlugin({ db, pool, env, clock }), { prefix: '/v1' });

  await app.inject({ url: '/v1/me?key=private-key', headers: { authorization: `Bearer ${tokens.adult}` } });
  const signedIn = await app.inject({
    method: 'POST',
    url: '/v1/auth/signin',
    payload: { email: emailOf('student'), password: testPassword },
  });

  const records = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(records).toEqual([
    expect.objectContaining({
      method: 'GET',
      path: '/v1/me',
      call: 'getMe',
      status: 200,
      person: people.adult,
      requestId: expect.any(String),
      ms: expect.any(Number),
    }),
    expect.objectContaining({ method: 'POST', path: '/v1/auth/signin', call: 'signIn', status: 200 }),
  ]);
  const { token, refreshToken } = signedIn.json<{ token: string; refreshToken: string }>();
  for (const secret of [tokens.adult, token, refreshToken, testPassword, 'private-key'])
    expect(lines.join('\n')).not.toContain(secret);
  await app.close();
  await close();
});

it('hides secret path parameters, as marked in the contract and on the other routes', async () => {
  const { db, pool, env, clock, close } = await startTestApp();
  const lines: string[] = [];
  const logger = createLogger({
    level: 'info',
    destination: {
      write: (line: string) => {
        lines.push(line);
      },
    },
  });
  const app = Fastify({ ...apiServerOptions, loggerInstance: logger });
  await app.register(apiPlugin({ db, pool, env, clock }), { prefix: '/v1' });
  const secret = 'a-link-that-opens-everything-0123456789';
  const endpoints: EndpointDefinition[] = Object.values(contract);
  const marked = endpoints.filter(({ secretParams = [] }) => secretParams.length > 0);

  // Every path parameter named token, key or secret must be marked.
  expect(endpoints.filter(({ path }) => /\{\w*(token|key|secret)\w*\}/i.test(path)).map(({ name }) => name)).toEqual(
    marked.map(({ name }) => name),
  );
  for (const { method, path } of marked)
    await app.inject({ method, url: `/v1${path.replaceAll(/\{\w+\}/g, secret)}?key=${secret}` });
  await app.inject({ url: `/v1/data_exports/${secret}` });
  await app.inject({ url: `/v1/calendar_feeds/${secret}.ics` });
  await app.inject({ url: `/v1/no_such_path/${secret}` });
  for (const { method, path } of endpoints.filter(({ query }) => query))
    await app.inject({ method, url: `/v1${path.replaceAll(/\{\w+\}/g, 'x')}?key=${secret}` });

  expect(lines.length).toBeGreaterThan(marked.length + 2);
  expect(lines.join('\n')).not.toContain(secret);
  expect(lines.join('\n')).toContain('/v1/guardian_consents/:token');
  await app.close();
  await close();
});

it('logs no failure for what this installation does not offer, and says so without a number to ask about', async () => {
  const { db, pool, env, clock, tokens, close } = await startTestApp();
  const lines: string[] = [];
  const logger = createLogger({ level: 'error', destination: { write: (line: string) => void lines.push(line) } });
  const app = Fastify({ ...apiServerOptions, loggerInstance: logger });
  await app.register(apiPlugin({ db, pool, env, clock }), { prefix: '/v1' });
  const ask = async (method: 'GET' | 'POST', path: string, payload?: object) => {
    const headers = { authorization: `Bearer ${tokens.adult}` };
    const answer = await app.inject({ method, url: `/v1${path}`, headers, ...(payload && { payload }) });
    return [answer.statusCode, answer.json()];
  };
  expect(await ask('POST', '/me/app_subscription', { platform: 'ios', receipt: 'receipt' })).toEqual([
    503,
    { code: 'unavailable', error: 'アプリでのご購入は、ご利用いただけません。' },
  ]);
  expect(await ask('GET', '/classrooms/cls_1/generate_token')).toEqual([
    503,
    { code: 'media_unavailable', error: 'この機能は、いまはご利用いただけません。' },
  ]);
  expect(lines).toEqual([]);
  await app.close();
  await close();
});
