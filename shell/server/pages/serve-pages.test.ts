import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import type { TermsVersion } from '@manabiba/shared/contract/terms';

import { jsonForScript } from '../rendering/html/json-for-script';
import { aRelease, PUBLIC_URL, startTestServer } from '../testing/start-test-server';
import { readWebEnv } from '../web-env';

let world: Awaited<ReturnType<typeof startTestServer>>;
beforeEach(async () => {
  world = await startTestServer();
});
afterEach(() => world.close());

const open = (url: string, headers: Record<string, string> = {}) => world.server.inject({ url, headers });
const bootOf = (html: string) =>
  JSON.parse(/<script type="application\/json" id="boot">(.*?)<\/script>/s.exec(html)?.[1] ?? '') as Record<
    string,
    never
  >;
const preloadsOf = (html: string) =>
  [
    ...html.matchAll(
      /<link rel="preload" as="(\w+)"(?: nonce="[\w-]+")? href="([^"]+)" crossorigin(?: integrity="([^"]+)")?>/g,
    ),
  ].map(([, as, href, digest]) => `${as} ${href}${digest ? ` ${digest}` : ''}`);

it.each([
  ['/', 200, 'まなびば'],
  ['/signin?tab=signup', 200, 'ログイン | まなびば'],
  ['/aud/terms_of_use', 200, '利用規約 | まなびば'],
  ['/classrooms', 200, '教室 | まなびば'],
  ['/classrooms/cls_1', 200, '教室 | まなびば'],
  ['/classrooms/cls.1', 200, '教室 | まなびば'],
  ['/classrooms/cls_1/edit', 404, 'ページが見つかりません | まなびば'],
  ['/archives', 404, 'ページが見つかりません | まなびば'],
  ['/nothing', 404, 'ページが見つかりません | まなびば'],
])('answers %s with %i and its title', async (url, status, title) => {
  const answer = await open(url);
  expect(answer.statusCode).toBe(status);
  expect(answer.payload).toContain(`<title>${title}</title>`);
  expect(answer.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store, private',
  });
});

it('treats a path of several slashes as a path, not a host', async () => {
  const { port } = new URL(await world.server.listen({ port: 0, host: '127.0.0.1' }));
  for (const path of ['//evil.example/', '/\\\\evil.example', '///?x=//']) {
    const status = await new Promise((resolve, reject) => {
      request({ host: '127.0.0.1', port, path }, (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode));
      })
        .on('error', reject)
        .end();
    });
    expect({ path, status }).toEqual({ path, status: 404 });
  }
});

it.each(['/nothing.js', '/classrooms/a/b.css', '/api/nothing', '/s/old/shell.js', '/r/mf-x/1/y.js', '/wp-login.php'])(
  'answers %s with JSON, because a missing file is not a page',
  async (url) => {
    const answer = await open(url);
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ code: 'not_found' });
  },
);

it('repeats nothing of the URL in a page with a signed-in user', async () => {
  const { token } = world.api.open();
  expect((await open('/classrooms/guess')).payload).toContain('og:url');
  expect((await open('/classrooms/guess', { cookie: `token=${token}` })).payload).not.toContain('guess');
});

it('compresses pages', async () => {
  const [plain, packed, zipped] = [
    await open('/'),
    await open('/', { 'accept-encoding': 'gzip, br' }),
    await open('/', { 'accept-encoding': 'gzip' }),
  ];
  const withoutTime = (html: string) => html.replace(/"serverTime":"[^"]+"/, '').replaceAll(/ nonce="[^"]+"/g, '');
  expect(packed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
  expect(withoutTime(brotliDecompressSync(packed.rawPayload).toString())).toBe(withoutTime(plain.payload));
  expect(withoutTime(gunzipSync(zipped.rawPayload).toString())).toBe(withoutTime(plain.payload));
});

it('rejects other methods on pages', async () => {
  expect((await world.server.inject({ method: 'POST', url: '/classrooms' })).json()).toMatchObject({
    code: 'not_found',
  });
});

it('answers HEAD like GET, without the body', async () => {
  const answer = await world.server.inject({ method: 'HEAD', url: '/classrooms' });
  expect(answer.statusCode).toBe(200);
  expect(answer.payload).toBe('');
});

it('references the shell’s files with their digests and loads exactly what the page needs', async () => {
  const { payload } = await open('/classrooms');
  expect(payload).toMatch(
    /<script defer nonce="[\w-]+" fetchpriority="high" src="\/s\/ffff0000\/shell.js" crossorigin integrity="sha384-shell"><\/script>/,
  );
  expect(payload).toContain('<link rel="stylesheet" href="/s/ffff0000/shell.css" crossorigin>');
  const at = '/r/mf-classrooms/1.0.0-abcd1234';
  expect(preloadsOf(payload)).toEqual([
    `script ${at}/remote-entry.js sha384-entry`,
    `script ${at}/door.js`,
    `script ${at}/page.js sha384-page`,
    `style ${at}/page.css`,
  ]);
  expect(preloadsOf((await open('/')).payload)).toEqual([
    `script ${at}/remote-entry.js sha384-entry`,
    `script ${at}/slot.js`,
  ]);
  const signIn = (await open('/signin')).payload;
  expect(preloadsOf(signIn)).toEqual(['script /s/ffff0000/sign-in.js sha384-sign-in']);
  const styles = '/s/ffff0000/sign-in.css';
  expect(signIn).toContain(`<link rel="stylesheet" href="${styles}" data-href="${PUBLIC_URL}${styles}" crossorigin>`);
  expect(preloadsOf((await open('/law')).payload)).toEqual([]);
});

it('includes the boot data that the first screen needs', async () => {
  const boot = bootOf((await open('/classrooms')).payload);
  expect(boot).toMatchObject({
    me: null,
    theme: 'system',
    integrity: { '/s/ffff0000/sign-in.js': 'sha384-sign-in' },
    serverTime: expect.stringMatching(/Z$/),
    config: {
      publicUrl: PUBLIC_URL,
      closure: { endedOn: '2025-03-31', mode: 'notice' },
      communicateMinAge: 13,
      isDemo: false,
      isDevelopment: true,
    },
    registry: {
      remotes: {
        'mf-classrooms': {
          container: 'mf_classrooms',
          version: '1.0.0-abcd1234',
          entry: '/r/mf-classrooms/1.0.0-abcd1234/remote-entry.js',
          slots: ['top-classrooms'],
          integrity: { '/r/mf-classrooms/1.0.0-abcd1234/remote-entry.js': 'sha384-entry' },
        },
      },
    },
  });
});

it.each([
  ['theme=dark', '<html lang="ja" data-theme="dark">', 'dark'],
  ['theme=light', '<html lang="ja" data-theme="light">', 'light'],
  ['theme=system', '<html lang="ja">', 'system'],
  ['theme="><script>', '<html lang="ja">', 'system'],
])('takes the theme from the cookie %s', async (cookie, html, theme) => {
  const { payload } = await open('/', { cookie });
  expect(payload).toContain(html);
  expect(bootOf(payload)['theme']).toBe(theme);
});

it('includes the signed-in user, and escapes the name', async () => {
  const { token, refreshToken } = world.api.open();
  const { payload } = await open('/', { cookie: `token=${token}; refresh=${refreshToken}` });
  expect(bootOf(payload)['me']).toMatchObject({ nickname: '</script><b>花子\u2028' });
  expect(payload).not.toContain('<b>');
  expect(payload).not.toContain('\u2028');
  // Those of event replay, the boot data and the shell.
  expect(payload.match(/<\/script>/g)).toHaveLength(3);
});

it('escapes the path', async () => {
  const { payload } = await open('/classrooms/%22%3E%3Cscript%3Ealert(1)%3C/script%3E');
  expect(payload).not.toContain('<script>alert');
});

it('refreshes an expired session while rendering the page', async () => {
  const { refreshToken } = world.api.open();
  const answer = await open('/', { cookie: `refresh=${refreshToken}` });
  expect(bootOf(answer.payload)['me']).toMatchObject({ role: 'user' });
  expect(answer.headers['set-cookie']).toEqual([
    expect.stringMatching(/^token=.+HttpOnly/),
    expect.stringMatching(/^refresh=refresh-/),
  ]);
});

describe('a page for staff', () => {
  const route = { path: '/staff', page: 'staff', title: 'スタッフの作業', access: 'staff' };
  beforeEach(() => {
    const preloads = { pages: { staff: ['page.js'] }, slots: {} };
    world.registry.rows.push(aRelease('mf-staff', { container: 'mf_staff', routes: [route], slots: [], preloads }));
  });

  it.each([
    ['anonymous', null],
    ['a visitor', { isAnonymous: true }],
    ['a user', {}],
    ['a suspended user', { state: 'suspended' }],
    ['a user whose documents were returned', { state: 'need_resubmit' }],
  ])('is an unknown path for %s', async (_who, session) => {
    const answer = await open('/staff', session ? { cookie: `token=${world.api.open(session).token}` } : {});
    expect(answer.statusCode).toBe(404);
    expect(answer.payload).toContain('<title>ページが見つかりません | まなびば</title>');
    expect(preloadsOf(answer.payload).join()).not.toContain('mf-staff');
  });

  it('exists for staff', async () => {
    const answer = await open('/staff', { cookie: `token=${world.api.open({ role: 'staff' }).token}` });
    expect(answer.statusCode).toBe(200);
    expect(answer.payload).toContain('<title>スタッフの作業 | まなびば</title>');
    expect(preloadsOf(answer.payload).join()).toContain('mf-staff');
  });
});

describe('a restricted page', () => {
  beforeEach(() => {
    world.registry.rows.push(
      aRelease('mf-account', {
        container: 'mf_account',
        routes: [{ path: '/settings', page: 'settings', title: 'アカウント設定', access: 'person' }],
      }),
    );
  });

  it('redirects an anonymous viewer to the sign-in page and back before rendering', async () => {
    const { token } = world.api.open({ isAnonymous: true });
    for (const cookie of ['', `token=${token}`]) {
      const answer = await open('/settings?content_only=true', { cookie });
      expect([answer.statusCode, answer.headers.location]).toEqual([
        303,
        '/signin?next=%2Fsettings%3Fcontent_only%3Dtrue',
      ]);
      expect(answer.headers['cache-control']).toBe('no-store, private');
      expect(answer.payload).toBe('');
    }
  });

  it('clears a session that ended in the meantime', async () => {
    const session = world.api.open();
    world.api.revoke(session.id);
    const answer = await open('/settings', { cookie: `token=${session.token}; refresh=${session.refreshToken}` });
    expect(answer.headers).toMatchObject({
      location: '/signin?next=%2Fsettings',
      'set-cookie': [expect.stringMatching(/^token=; Max-Age=0/), expect.anything()],
    });
  });

  it('does not redirect while the api cannot identify the user', async () => {
    const { token } = world.api.open();
    world.api.state.isDown = true;
    expect((await open('/settings', { cookie: `token=${token}` })).statusCode).toBe(200);
  });

  it('redirects a user who must submit documents to the settings, and stays there', async () => {
    const { token } = world.api.open({ state: 'need_resubmit' });
    const headers = { cookie: `token=${token}` };
    expect((await open('/classrooms?content_only=true', headers)).headers.location).toBe('/settings?content_only=true');
    expect((await open('/', headers)).headers.location).toBe('/settings');
    expect((await open('/settings', headers)).statusCode).toBe(200);
    for (const link of ['/verify_email?token=abc', '/reset_password?token=abc', '/guardian_consent?token=abc'])
      expect((await open(link, headers)).statusCode).toBe(200);
  });
});

it('includes the initial queries answered for the current user, and keeps internal fields on the server', async () => {
  world.registry.rows = [
    aRelease('mf-inbox', {
      container: 'mf_inbox',
      routes: [{ path: '/notifications', page: 'inbox', title: 'お知らせ', access: 'person' }],
      firstCalls: { pages: { inbox: [{ call: 'listNotifications' }] } },
    }),
  ];
  const { token, id } = world.api.open();
  const { payload } = await open('/notifications', { cookie: `token=${token}` });
  expect(bootOf(payload)['answers']).toEqual({
    pattern: '/notifications',
    calls: [{ call: 'listNotifications', tags: ['Notification'], answer: { items: [], by: id } }],
  });
  expect(payload).not.toContain('firstCalls');
  expect((await open('/registry.json')).payload).not.toContain('firstCalls');
  const head = await world.server.inject({
    method: 'HEAD',
    url: '/notifications',
    headers: { cookie: `token=${token}` },
  });
  expect(head.statusCode).toBe(200);
});

describe('a coming version of the terms', () => {
  const aVersion = (id: string, effectiveAt: string): TermsVersion => ({
    id,
    document: 'terms_of_use',
    effectiveAt,
    summary: '変わります。',
    announcedAt: '2026-01-01T00:00:00.000Z',
  });
  const announced = async (headers: Record<string, string> = {}) =>
    (bootOf((await open('/classrooms', headers)).payload)['terms'] as TermsVersion | undefined)?.id;
  beforeEach(() => {
    const { terms } = world.api.state;
    terms.push(aVersion('trm_old', '2020-01-01T00:00:00.000Z'), aVersion('trm_1', '2999-01-01T00:00:00.000Z'));
    terms.push(aVersion('trm_2', '2999-02-01T00:00:00.000Z'));
  });
  afterEach(() => {
    world.api.state.terms = [];
  });

  it('is part of each page, the next one first, until it is closed', async () => {
    expect(await announced()).toBe('trm_1');
    expect(await announced({ cookie: 'closed_terms=visitor.trm_1' })).toBe('trm_2');
    expect(await announced({ cookie: 'closed_terms=visitor.trm_1.trm_2' })).toBeUndefined();
  });

  it('is shown to a user when another user of the device has closed it', async () => {
    const { token, id } = world.api.open();
    expect(await announced({ cookie: `token=${token}; closed_terms=usr_other.trm_1` })).toBe('trm_1');
    expect(await announced({ cookie: `token=${token}; closed_terms=${id}.trm_1` })).toBe('trm_2');
  });
});

it('hides the content of a signed-in user’s page from its compressed length', async () => {
  const { token } = world.api.open();
  const lengths = async (headers: Record<string, string>) =>
    new Set(
      await Promise.all(
        Array.from(
          { length: 8 },
          async () => (await open('/', { 'accept-encoding': 'br', ...headers })).rawPayload.length,
        ),
      ),
    );
  expect((await lengths({ cookie: `token=${token}` })).size).toBeGreaterThan(4);
  const plain = await open('/', { cookie: `token=${token}` });
  expect(plain.payload.trimEnd()).toMatch(/<\/html>$/);
});

it('clears a session that was ended elsewhere', async () => {
  const session = world.api.open();
  world.api.revoke(session.id);
  const answer = await open('/', { cookie: `token=${session.token}; refresh=${session.refreshToken}` });
  expect(bootOf(answer.payload)['me']).toBeNull();
  expect(answer.headers['set-cookie']).toEqual([
    expect.stringMatching(/^token=; Max-Age=0/),
    expect.stringMatching(/^refresh=; Max-Age=0/),
  ]);
});

it('renders without the user while the api is down, and keeps the session', async () => {
  const { token, refreshToken } = world.api.open();
  world.api.state.isDown = true;
  const answer = await open('/classrooms', { cookie: `token=${token}; refresh=${refreshToken}` });
  expect(answer.statusCode).toBe(200);
  expect(bootOf(answer.payload)['me']).toBeNull();
  expect(answer.headers['set-cookie']).toBeUndefined();
});

it('keeps personal, missing and partial pages out of search engines', async () => {
  world.registry.rows.push(
    aRelease('mf-account', {
      container: 'mf_account',
      routes: [{ path: '/settings', page: 'settings', title: 'アカウント設定', access: 'person' }],
    }),
  );
  const { token } = world.api.open();
  for (const url of ['/settings', '/nothing', '/?content_only=true'])
    expect((await open(url, { cookie: `token=${token}` })).payload).toContain('<meta name="robots" content="noindex">');
  expect((await open('/classrooms')).payload).toContain(`<link rel="canonical" href="${PUBLIC_URL}/classrooms">`);
});

it('runs only scripts whose digest it has declared', async () => {
  expect((await open('/')).headers['integrity-policy']).toBe('blocked-destinations=(script)');
});

it.each([{ isUnsealed: true }, { entryType: 'module' as const }])(
  'runs scripts without a digest where a live remote loads some: %j',
  async (build) => {
    world.registry.rows.push(aRelease('mf-account', { container: 'mf_account', ...build }));
    const { headers, payload } = await open('/');
    expect(headers).not.toHaveProperty('integrity-policy');
    expect(payload).not.toContain('isUnsealed');
  },
);

it('preloads the files of an ES module as modules', async () => {
  const files = { 'entry.js': { integrity: 'sha384-entry' } };
  world.registry.rows.push(
    aRelease('mf-account', {
      container: 'mf_account',
      entryType: 'module',
      entry: 'entry.js',
      files,
      slots: ['top-following'],
      preloads: { pages: {}, slots: { 'top-following': [] } },
    }),
  );
  const { payload } = await open('/');
  expect(payload).toMatch(
    /<link rel="modulepreload" as="script"[^>]* href="[^"]*entry\.js" crossorigin integrity="sha384-entry">/,
  );
});

it('sends a content policy without inline sources', async () => {
  const { headers } = await open('/');
  expect(headers['content-security-policy']).toMatch(
    /script-src 'nonce-[\w-]+' 'strict-dynamic' 'self';.*style-src 'self';.*frame-ancestors 'self'/,
  );
  expect(headers['content-security-policy']).not.toContain('unsafe');
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
  });
});

it('lets only development load from dev servers', async () => {
  const dev = await startTestServer({
    development: {
      origins: ['http://localhost:3101'],
      entries: { 'mf-classrooms': 'http://localhost:3101/remote-entry.js' },
    },
  });
  const { headers, payload } = await dev.server.inject({ url: '/classrooms' });
  expect(headers['content-security-policy']).toMatch(
    /script-src 'nonce-[\w-]+' 'strict-dynamic' 'self' http:\/\/localhost:3101;/,
  );
  expect(headers['content-security-policy']).toContain('ws://localhost:3101');
  expect(headers).not.toHaveProperty('integrity-policy');
  expect(bootOf(payload)).toMatchObject({
    registry: {
      remotes: {
        'mf-classrooms': { entry: 'http://localhost:3101/remote-entry.js', integrity: {}, isFromSource: true },
      },
    },
  });
  await dev.close();
});

it('accepts files of remotes from a configured origin', async () => {
  const origin = 'https://cdn.example.jp';
  const far = await startTestServer({
    env: readWebEnv({ PUBLIC_URL, LOG_LEVEL: 'silent', RELEASES_URL: `${origin}/` }),
  });
  const { headers, payload } = await far.server.inject({ url: '/classrooms' });
  const at = `${origin}/r/mf-classrooms/1.0.0-abcd1234`;
  expect(preloadsOf(payload)).toEqual([
    `script ${at}/remote-entry.js sha384-entry`,
    `script ${at}/door.js`,
    `script ${at}/page.js sha384-page`,
    `style ${at}/page.css`,
  ]);
  expect(bootOf(payload)).toMatchObject({
    registry: {
      remotes: { 'mf-classrooms': { entry: `${at}/remote-entry.js`, integrity: { [`${at}/page.js`]: 'sha384-page' } } },
    },
  });
  expect(headers['content-security-policy']).toMatch(
    /script-src 'nonce-[\w-]+' 'strict-dynamic' 'self' https:\/\/cdn\.example\.jp;.*style-src 'self' https:\/\/cdn\.example\.jp;/,
  );
  expect(headers['content-security-policy']).toMatch(/connect-src 'self';/);
  await far.close();
});

it.each(['https://cdn.example.jp/files', 'cdn.example.jp', 'ftp://cdn.example.jp', 'https://cdn.example.jp?x'])(
  'refuses to start with %s as the origin of the remotes',
  (RELEASES_URL) => {
    expect(() => readWebEnv({ RELEASES_URL })).toThrow('RELEASES_URL must be an origin');
  },
);

it('writes JSON that cannot close its script element', () => {
  const nasty = { text: '</script><!--<script>&\u2028\u2029"\'\\' };
  const text = jsonForScript(nasty);
  expect(text).not.toMatch(/[<>&\u2028\u2029]/);
  expect(JSON.parse(text)).toEqual(nasty);
});
