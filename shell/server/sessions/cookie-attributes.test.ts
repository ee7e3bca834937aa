/** @jest-environment node */
import { startTestServer } from '../testing/start-test-server';
import { readWebEnv } from '../web-env';

/** Every cookie that sign-in and sign-out set in a browser. */
async function cookiesAt(env: Record<string, string>): Promise<string[]> {
  const { server, close } = await startTestServer({ env: readWebEnv({ LOG_LEVEL: 'silent', ...env }) });
  const headers = { 'sec-fetch-site': 'same-origin' };
  const answers = [
    await server.inject({ method: 'POST', url: '/v1/auth/signin', headers, payload: {} }),
    await server.inject({
      method: 'DELETE',
      url: '/api/signout',
      headers: { ...headers, cookie: 'token=a; refresh=b' },
    }),
  ];
  await close();
  return answers.flatMap((answer) => answer.headers['set-cookie'] ?? []);
}

it.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000', 'http://manabiba.localhost:3000'])(
  'omits Secure at %s, where WebKit drops such cookies',
  async (PUBLIC_URL) => {
    const cookies = await cookiesAt({ PUBLIC_URL });
    expect(cookies).toHaveLength(5);
    for (const cookie of cookies) expect(cookie).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/);
  },
);

it.each([
  ['https on localhost', { PUBLIC_URL: 'https://localhost:3443' }],
  ['https on another host', { PUBLIC_URL: 'https://manabiba.example' }],
  ['plain http in the local network', { PUBLIC_URL: 'http://192.168.1.20:3000' }],
  ['a host that only begins like localhost', { PUBLIC_URL: 'http://localhost.example' }],
  ['another host that only begins like localhost', { PUBLIC_URL: 'http://127.0.0.1.example' }],
  ['production', { PUBLIC_URL: 'https://localhost:3443', NODE_ENV: 'production' }],
])('keeps Secure at %s', async (_where, env) => {
  const cookies = await cookiesAt(env);
  expect(cookies).toHaveLength(5);
  for (const cookie of cookies) expect(cookie).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
});
