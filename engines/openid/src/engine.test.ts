import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import * as client from 'openid-client';

import { createOpenIdEngine, type OpenIdEngine } from './engine';

const redirectUri = 'http://localhost:3000/signin';
const accounts = new Map([
  ['1-2-11', { name: '青木 花' }],
  ['1-2-12', { name: '<b>石井</b>' }],
]);
let engine: OpenIdEngine;
const create = () =>
  createOpenIdEngine({
    organisation: '青葉中等教育学校',
    client: { id: 'manabiba', secret: 'a secret between both', redirectUri },
    findAccount: async (userName) => accounts.get(userName),
    password: 'aoba',
    exampleUserName: '1-2-11',
  });
// The library warns about versions of Node that it does not test.
beforeEach(() => void jest.spyOn(console, 'warn').mockImplementation());
beforeAll(async () => {
  engine = create();
  await engine.listen({ port: 0 });
});
afterAll(() => engine.close());

/** A browser with cookies that does not follow redirects away from the page. */
function aBrowser() {
  const cookies = new Map<string, string>();
  return async (url: string | URL, form?: Record<string, string>) => {
    let next = new URL(url);
    let body = form && new URLSearchParams(form);
    for (;;) {
      const answer = await fetch(next, {
        method: body ? 'POST' : 'GET',
        ...(body && { body }),
        redirect: 'manual',
        headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      });
      body = undefined;
      for (const line of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        cookies.set(name, value);
      }
      const location = answer.headers.get('location');
      if (location === null) return { url: next, status: answer.status, text: await answer.text() };
      next = new URL(location, next);
      if (next.origin !== engine.issuer) return { url: next, status: answer.status, text: '' };
    }
  };
}

/** Begins a sign-in as the client does. */
async function begin(browse: ReturnType<typeof aBrowser>) {
  const configuration = await client.discovery(new URL(engine.issuer), 'manabiba', 'a secret between both', undefined, {
    execute: [client.allowInsecureRequests],
  });
  const [verifier, state] = [client.randomPKCECodeVerifier(), client.randomState()];
  const page = await browse(
    client.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: 'openid profile',
      state,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }),
  );
  const claimsOf = async (url: URL) => {
    const tokens = await client.authorizationCodeGrant(configuration, url, {
      expectedState: state,
      pkceCodeVerifier: verifier,
    });
    return client.fetchUserInfo(configuration, tokens.access_token, tokens.claims()?.sub ?? '');
  };
  return { page, claimsOf };
}

it('signs in whoever has an account and the password, and identifies them to the client', async () => {
  const browse = aBrowser();
  const { page, claimsOf } = await begin(browse);
  expect(page.status).toBe(200);
  expect(page.text).toContain('青葉中等教育学校');
  const { url } = await browse(page.url, { action: 'sign-in', userName: ' 1-2-11 ', password: 'aoba' });
  expect(url.href.startsWith(redirectUri)).toBe(true);
  expect(await claimsOf(url)).toMatchObject({ sub: '1-2-11', preferred_username: '1-2-11', name: '青木 花' });
});

it('asks again in the same browser, which can be another account then', async () => {
  const browse = aBrowser();
  for (const userName of ['1-2-11', '1-2-12']) {
    const { page, claimsOf } = await begin(browse);
    const { url } = await browse(page.url, { action: 'sign-in', userName, password: 'aoba' });
    expect(await claimsOf(url)).toMatchObject({ sub: userName });
  }
});

it.each([
  ['an unknown user name', { userName: '9-9-99', password: 'aoba' }],
  ['another password', { userName: '1-2-11', password: 'aobb' }],
  ['nothing', { userName: '', password: '' }],
])('refuses %s, keeps what was typed, and takes a second attempt', async (_what, given) => {
  const browse = aBrowser();
  const { page } = await begin(browse);
  const refused = await browse(page.url, { action: 'sign-in', ...given });
  expect(refused.status).toBe(422);
  expect(refused.text).toContain('ユーザー名かパスワードが正しくありません。');
  expect(refused.text).toContain(`value="${given.userName}"`);
  const { url } = await browse(page.url, { action: 'sign-in', userName: '1-2-11', password: 'aoba' });
  expect(url.searchParams.get('code')).toEqual(expect.any(String));
});

it('shows typed markup as text', async () => {
  const browse = aBrowser();
  const { page } = await begin(browse);
  const { text } = await browse(page.url, { action: 'sign-in', userName: '"><script>', password: 'x' });
  expect(text).toContain('value="&quot;&gt;&lt;script&gt;"');
});

it('leads back with the refusal of somebody who does not want to sign in', async () => {
  const browse = aBrowser();
  const { page } = await begin(browse);
  const { url } = await browse(page.url, { action: 'refuse' });
  expect(url.searchParams.get('error')).toBe('access_denied');
});

it.each([
  ['of another browser', async () => (await begin(aBrowser())).page.url.href],
  ['that never began', async () => `${engine.issuer}/interaction/nothing`],
])('does not continue a sign-in %s', async (_whose, urlOf) => {
  const url = await urlOf();
  const answer = await aBrowser()(url, { action: 'sign-in', userName: '1-2-11', password: 'aoba' });
  expect(answer.status).toBe(404);
});

it('leads to no other address than that of its client', async () => {
  const answer = await aBrowser()(
    `${engine.issuer}/auth?client_id=manabiba&response_type=code&scope=openid&redirect_uri=https://evil.test/`,
  );
  expect(answer.status).toBe(400);
  expect(answer.text).toContain('invalid_redirect_uri');
});

it('is healthy only while it listens, and rejects a taken port', async () => {
  const taken = createServer();
  await new Promise<void>((done) => {
    taken.listen(0, '127.0.0.1', done);
  });
  const second = create();
  await expect(second.listen({ port: (taken.address() as AddressInfo).port })).rejects.toThrow('EADDRINUSE');
  await expect(second.health()).rejects.toThrow('does not listen');
  await second.listen({ port: 0 });
  await second.health();
  await second.close();
  await expect(second.health()).rejects.toThrow('does not listen');
  await new Promise((done) => {
    taken.close(done);
  });
});
