import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';

import { startTestApp, type TestApp } from '../testing/start-test-app';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

const json = { 'content-type': 'application/json' };
const send = (body: string, headers: Record<string, string> = json) =>
  api.app.inject({ method: 'POST', url: '/v1/auth/signin', headers, payload: body });

it.each([
  ['an unknown path', 'GET', '/v1/nothing', 404, 'not_found'],
  ['a known path with another method', 'PUT', '/v1/me', 404, 'not_found'],
  ['bad percent-encoding', 'GET', '/v1/users/%zz', 404, 'not_found'],
  ['an oversized parameter', 'GET', `/v1/users/${'a'.repeat(1000)}`, 414, 'too_large'],
  ['an extra slash', 'GET', '/v1//me', 404, 'not_found'],
] as const)('answers %s in the common error shape', async (_what, method, url, status, code) => {
  const response = await api.app.inject({ method, url });
  expect(response.statusCode).toBe(status);
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(response.json()).toEqual({ code, error: expect.any(String) });
});

it.each([
  ['text that is not JSON', '{"email":', json, 422, 'invalid'],
  ['JSON with a __proto__ key', '{"__proto__":{"isAdmin":true}}', json, 422, 'invalid'],
  ['JSON with a constructor key', '{"constructor":{"prototype":{"a":1}}}', json, 422, 'invalid'],
  ['a form', 'email=a', { 'content-type': 'application/x-www-form-urlencoded' }, 415, 'unsupported_type'],
  ['plain text', 'a', { 'content-type': 'text/plain' }, 415, 'unsupported_type'],
  ['an invalid content type', '{}', { 'content-type': ';;;' }, 415, 'unsupported_type'],
  ['an oversized payload', JSON.stringify({ email: 'a'.repeat(200_000) }), json, 413, 'too_large'],
  ['deep nesting', `${'['.repeat(60_000)}${']'.repeat(60_000)}`, json, 422, 'invalid'],
  ['null', 'null', json, 422, 'invalid'],
  ['a list', '[]', json, 422, 'invalid'],
  ['a number', '1', json, 422, 'invalid'],
  ['nothing', '', json, 422, 'invalid'],
] as const)('answers a body of %s in the common error shape', async (_what, body, headers, status, code) => {
  const response = await send(body, headers);
  expect(response.statusCode).toBe(status);
  expect(response.json()).toMatchObject({ code, error: expect.any(String) });
});

it.each([
  ['wrong types', { email: 1, password: ['x'] }],
  ['U+0000', { email: 'a\u0000@example.test', password: 'x' }],
  ['a lone surrogate', { schoolCode: '\ud800', studentCode: 'x', password: 'x' }],
  ['SQL in a field', { email: "x'; drop table users; --", password: 'x' }],
  ['an object for text', { email: { $gt: '' }, password: { $gt: '' } }],
])('rejects %s by field', async (_what, body) => {
  const path = 'schoolCode' in body ? '/auth/signin/partner-school' : '/auth/signin';
  const answer = await api.as('unauthenticated').post(path, body);
  expect(answer.status).toBe(422);
  expect(Object.keys(answer.body.fields).length).toBeGreaterThan(0);
});

it('repeats the message of a single wrong field as the error, and a general one when there are several', async () => {
  const one = await api.as('unauthenticated').post('/auth/signin', { email: 'x', password: 'y' });
  expect(one.body).toEqual({
    code: 'invalid',
    error: 'メールアドレスの形式で入力してください。',
    fields: { email: 'メールアドレスの形式で入力してください。' },
  });
  const two = await api.as('unauthenticated').post('/auth/signin', { email: 'x' });
  expect(two.body.error).toBe('入力内容をご確認ください。');
});

it('hides internals when something breaks', async () => {
  const broken = await startTestApp({ env: { LOG_LEVEL: 'silent' } });
  await broken.db.schema.alterTable('users').renameTo('people_of_old').execute();
  const answer = await broken.as('unauthenticated').get('/users/usr_x');
  expect(answer).toMatchObject({
    status: 500,
    body: {
      code: 'internal',
      error: expect.stringMatching(
        /^問題が発生しました。もう一度お試しください。\(お問い合わせ番号 [0-9A-F]{4}-[0-9A-F]{4}\)$/,
      ),
    },
  });
  const number = /[0-9A-F]{4}-[0-9A-F]{4}/.exec(answer.body.error)?.[0] ?? '';
  expect(answer.headers['x-request-id']).toMatch(new RegExp(`^${number.replace('-', '').toLowerCase()}`));
  expect(JSON.stringify(answer.body)).not.toMatch(/users|relation|sql/i);
  await broken.close();
});

it('answers 503 with a retry delay while the database is unavailable', async () => {
  const broken = await startTestApp({ env: { LOG_LEVEL: 'silent' } });
  await broken.pool.end();
  const answer = await broken.as('unauthenticated').get('/users/usr_x');
  expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' }, headers: { 'retry-after': '5' } });
  expect((await broken.as('unauthenticated').get('/readyz')).status).toBe(503);
  expect((await broken.as('unauthenticated').get('/healthz')).status).toBe(200);
  await broken.app.close();
});

describe('on the wire', () => {
  let port: number;
  beforeAll(async () => {
    await api.app.listen({ host: '127.0.0.1', port: 0 });
    port = (api.app.server.address() as AddressInfo).port;
  });

  async function raw(text: string): Promise<string> {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString();
    });
    socket.write(text);
    await once(socket, 'close');
    return answer;
  }

  it('answers non-HTTP input in the common error shape', async () => {
    const answer = await raw('HELLO\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toEqual({
      code: 'invalid',
      error: '入力内容をご確認ください。',
    });
  });

  it('answers oversized headers in the common error shape', async () => {
    const answer = await raw(`GET /v1/me HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(40_000)}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ code: 'too_large' });
  });
});
