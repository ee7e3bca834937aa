import type { LightMyRequestResponse } from 'fastify';

import { aRelease, startTestServer } from '../testing/start-test-server';
import { readWebEnv } from '../web-env';

const AT = '/r/mf-classrooms/1.0.0-abcd1234/remote-entry.js';
let world: Awaited<ReturnType<typeof startTestServer>>;
const start = (settings: Record<string, string> = {}) =>
  startTestServer({ env: readWebEnv({ PUBLIC_URL: 'https://manabiba.example', LOG_LEVEL: 'silent', ...settings }) });
beforeAll(async () => {
  world = await start();
  world.registry.rows.push(
    aRelease('mf-account', {
      container: 'mf_account',
      routes: [{ path: '/settings', page: 'settings', title: '設定', access: 'person' }],
    }),
  );
});
afterAll(() => world.close());

const header = (answer: LightMyRequestResponse, name: string) => String(answer.headers[name] ?? '');
const directives = (answer: LightMyRequestResponse) =>
  new Map(
    header(answer, 'content-security-policy')
      .split('; ')
      .map((part): [string, string[]] => {
        const [name = '', ...sources] = part.split(' ');
        return [name, sources];
      }),
  );
const cookiesOf = (answer: LightMyRequestResponse) => [answer.headers['set-cookie'] ?? []].flat();

/**
 * Deductions and bonuses of Mozilla's Observatory, relative to 100. Source:
 * developer.mozilla.org/observatory/docs/tests_and_scoring.
 */
const criteria: Record<string, (answer: LightMyRequestResponse) => number> = {
  'content policy': (answer) => {
    const policy = directives(answer);
    if (policy.size < 2) return -25;
    const scripts = policy.get('script-src') ?? policy.get('default-src') ?? [];
    const styles = policy.get('style-src') ?? policy.get('default-src') ?? [];
    if (
      scripts.some((source) => ["'unsafe-inline'", 'data:', 'http:', 'https:', '*'].includes(source)) ||
      !policy.has('default-src')
    )
      return -20;
    if (scripts.includes("'unsafe-eval'")) return -10;
    if (styles.includes("'unsafe-inline'")) return 0;
    return policy.get('default-src')?.join() === "'none'" ? 10 : 5;
  },
  cookies: (answer) => {
    const cookies = cookiesOf(answer);
    if (cookies.some((cookie) => !/; Secure/.test(cookie))) return -20;
    if (cookies.some((cookie) => !/; HttpOnly/.test(cookie))) return -30;
    return cookies.length > 0 && cookies.every((cookie) => /; SameSite=(Lax|Strict)/.test(cookie)) ? 5 : 0;
  },
  'cross-origin reading': (answer) => (header(answer, 'access-control-allow-credentials') === 'true' ? -50 : 0),
  'referrer policy': (answer) =>
    /^(no-referrer|same-origin|strict-origin|strict-origin-when-cross-origin)$/.test(header(answer, 'referrer-policy'))
      ? 5
      : -5,
  'strict transport': (answer) =>
    Number(/max-age=(\d+)/.exec(header(answer, 'strict-transport-security'))?.[1] ?? 0) >= 15_768_000 ? 0 : -20,
  'digests of scripts': (answer) => {
    const scripts = answer.payload.match(/<script [^>]*src=[^>]*>/g) ?? [];
    return scripts.length === 0 ? 0 : scripts.every((script) => script.includes('integrity="sha384-')) ? 5 : -5;
  },
  'content type': (answer) => (header(answer, 'x-content-type-options') === 'nosniff' ? 0 : -5),
  framing: (answer) =>
    /^('none'|'self')$/.test(directives(answer).get('frame-ancestors')?.join(' ') ?? '')
      ? 5
      : /^(DENY|SAMEORIGIN)$/.test(header(answer, 'x-frame-options'))
        ? 0
        : -20,
  'resource policy': (answer) => (/^same-(origin|site)$/.test(header(answer, 'cross-origin-resource-policy')) ? 10 : 0),
};

/** Bonuses count from a score of 90. */
function score(answer: LightMyRequestResponse): number {
  const points = Object.values(criteria).map((judge) => judge(answer));
  const sum = (of: number[]) => of.reduce((total, each) => total + each, 0);
  const base = 100 + sum(points.filter((each) => each < 0));
  return base >= 90 ? base + sum(points.filter((each) => each > 0)) : base;
}

it.each([
  ['the top page', '/'],
  ['a page of a remote', '/classrooms'],
  ['an unknown page', '/nothing'],
  ['a redirect', '/settings'],
  ['a missing file', '/nothing.js'],
  ['a file', AT],
  ['a file of the shell', '/s/ffff0000/shell.js'],
  ['an image', '/media/icon.svg'],
  ['a drawing of the demo', '/media/demo/p-kobayashi.svg'],
  ['an answer of the api', '/v1/echo'],
  ['a rejection by the api', '/v1/me'],
  ['an unknown path of the api', '/v1/nothing'],
  ['the registry', '/registry.json'],
  ['health', '/healthz'],
  ['robots', '/robots.txt'],
  ['the icon', '/favicon.ico'],
])('%s would score an A+', async (_what, url) => {
  const answer = await world.server.inject({ url });
  const points = Object.fromEntries(Object.entries(criteria).map(([name, judge]) => [name, judge(answer)]));
  expect({ points, isGood: score(answer) >= 100 && Object.values(points).every((each) => each >= 0) }).toEqual({
    points,
    isGood: true,
  });
});

it('sets cookies that no script can read and no other site can send', async () => {
  const { refreshToken } = world.api.open();
  const answer = await world.server.inject({ url: '/', headers: { cookie: `refresh=${refreshToken}` } });
  expect(cookiesOf(answer)).toHaveLength(2);
  expect(criteria['cookies']?.(answer)).toBe(5);
});

it('deducts for missing headers, so that the measure can fail', async () => {
  const plain = await startTestServer();
  const answer = await plain.server.inject({ url: '/' });
  expect(criteria['strict transport']?.(answer)).toBe(-20);
  expect(score(answer)).toBeLessThan(90);
  await plain.close();
});

it('runs only scripts with the nonce of this response', async () => {
  const [one, two] = [
    await world.server.inject({ url: '/classrooms' }),
    await world.server.inject({ url: '/classrooms' }),
  ];
  const nonceOf = (answer: LightMyRequestResponse) =>
    /'nonce-([\w-]{22})'/.exec(header(answer, 'content-security-policy'))?.[1] ?? '';
  expect(nonceOf(one)).not.toBe('');
  expect(nonceOf(one)).not.toBe(nonceOf(two));
  const running =
    one.payload.match(/<script (?!type="application\/json")[^>]*>|<link rel="preload" as="script"[^>]*>/g) ?? [];
  expect(running.length).toBeGreaterThan(2);
  expect(running.every((element) => element.includes(`nonce="${nonceOf(one)}"`))).toBe(true);
  expect(directives(one).get('script-src')).toEqual([`'nonce-${nonceOf(one)}'`, "'strict-dynamic'", "'self'"]);
  expect(header(one, 'content-security-policy')).not.toContain('unsafe');
});

it('accepts further sources from the configuration, but only valid origins', async () => {
  const configured = await start({
    CSP_CONNECT_SRC: 'https://firestore.googleapis.com wss://media.example',
    CSP_FRAME_SRC: 'https://js.stripe.com',
    CSP_SCRIPT_SRC: 'https://cdn.example',
  });
  const policy = directives(await configured.server.inject({ url: '/' }));
  expect(policy.get('connect-src')).toEqual(["'self'", 'https://firestore.googleapis.com', 'wss://media.example']);
  expect(policy.get('frame-src')).toEqual(['https://js.stripe.com']);
  expect(policy.get('script-src')).toContain('https://cdn.example');
  expect(policy.get('style-src')).toEqual(["'self'", 'https://cdn.example']);
  await configured.close();
  for (const wrong of ["'unsafe-inline'", '*', 'https:', 'https://a.example; script-src *'])
    expect(() => readWebEnv({ CSP_SCRIPT_SRC: wrong })).toThrow('CSP_SCRIPT_SRC');
});

it('keeps personal responses out of shared caches, and files free of personal data', async () => {
  const { token } = world.api.open();
  const cookie = `token=${token}`;
  for (const url of [
    '/',
    '/classrooms',
    '/settings',
    '/nothing',
    '/registry.json',
    '/v1/me',
    '/v1/me/notifications',
    '/status',
    '/healthz',
    '/nothing.js',
    '/v1/nothing',
  ]) {
    const { headers } = await world.server.inject({ url, headers: { cookie } });
    expect([url, headers['cache-control'] ?? 'no-store']).toEqual([url, expect.stringMatching(/no-store|private/)]);
  }
  for (const url of [AT, '/s/ffff0000/shell.js', '/media/icon.svg']) {
    const { headers } = await world.server.inject({ url, headers: { cookie, 'accept-encoding': 'br' } });
    expect(headers).toMatchObject({
      'cache-control': expect.stringMatching(/^public/),
      etag: expect.stringMatching(/^"/),
      vary: 'accept-encoding',
    });
    expect(headers['set-cookie']).toBeUndefined();
  }
});
