import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { makeReleaseKeyPem, readReleaseKey } from '@manabiba/releases';

import { apiPlugin } from '../../api/src/app';
import { readEnv } from '../../api/src/env';
import { apiServerOptions } from '../../api/src/http/server-options';
import { createDb, createPool, type Pool } from '../../api/src/platform/database/db';
import { cloneTemplate, type TestDatabase } from '../../api/src/testing/test-database';
import { readWebEnv } from '../../shell/server/web-env';
import { createWebServer } from '../../shell/server/web-server';

// Tests the web server in front of the real api on a real database, with two instances as in a larger installation.

type WebServer = Awaited<ReturnType<typeof createWebServer>>;

let folder: string;
let database: TestDatabase;
let pool: Pool;
let instances: [WebServer, WebServer];

async function startInstance(url: string) {
  const source = {
    NODE_ENV: 'test',
    DATABASE_URL: url,
    SESSION_SECRET: 'a secret for the tests that nobody else knows',
    LOG_LEVEL: 'silent',
    VIEWER_CACHE_MS: '0',
  };
  const options = {
    env: readWebEnv(source),
    pool,
    releasesDir: folder,
    shellDir: folder,
    publicDir: folder,
    releaseKey: readReleaseKey(makeReleaseKeyPem()),
  };
  return createWebServer({
    ...options,
    api: { plugin: apiPlugin({ db: createDb(pool), pool, env: readEnv(source) }), options: apiServerOptions },
  });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'manabiba-session-'));
  await mkdir(join(folder, 'client'));
  await writeFile(join(folder, 'shell-manifest.json'), JSON.stringify({ version: '0', js: [], css: [] }));
  database = await cloneTemplate();
  pool = createPool(database.url);
  instances = [await startInstance(database.url), await startInstance(database.url)];
});
afterAll(async () => {
  for (const instance of instances) await instance.close();
  await pool.end();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const fromPage = { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:3000', host: 'localhost:3000' };
type Answer = Awaited<ReturnType<WebServer['inject']>>;
type Cookies = Record<string, string>;

const cookiesOf = (answer: Answer): Cookies =>
  Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]));
const call = (
  instance: WebServer,
  method: 'GET' | 'POST' | 'DELETE',
  url: string,
  cookies: Cookies,
  payload?: object,
) => instance.inject({ method, url, cookies, headers: fromPage, ...(payload ? { payload } : {}) });

let serial = 0;
async function signUp(): Promise<Cookies> {
  serial += 1;
  const answer = await call(
    instances[0],
    'POST',
    '/v1/auth/signup',
    {},
    {
      email: `person${serial}@example.test`,
      password: 'sakura-no-ki-7',
      nickname: '花子',
      birthDate: '1990-04-12',
      agreeTerms: true,
    },
  );
  expect(answer.statusCode).toBe(201);
  expect(answer.payload).not.toContain('efreshToken');
  return cookiesOf(answer);
}

const roleOf = async (cookies: Cookies) =>
  (await call(instances[0], 'GET', '/v1/me', cookies)).json<{ role?: string; code?: string }>();

it('keeps the user signed in when two tabs send five calls each to two instances with an expired session', async () => {
  const { refresh } = await signUp();
  const stale = { refresh: refresh ?? '' };
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      call(instances[(index % 2) as 0 | 1], 'GET', '/v1/me/notifications', stale),
    ),
  );
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200));
  expect(new Set(answers.map((answer) => cookiesOf(answer)['refresh'])).size).toBe(1);
  for (const answer of answers) expect(await roleOf(cookiesOf(answer))).toMatchObject({ role: 'user' });
});

it('ends the session when an old refresh token is reused', async () => {
  const { refresh } = await signUp();
  const renewed = cookiesOf(await call(instances[0], 'GET', '/v1/me', { refresh: refresh ?? '' }));
  await pool.query(
    "update refresh_tokens set rotated_at = rotated_at - interval '1 minute' where rotated_at is not null",
  );
  const thief = await call(instances[1], 'GET', '/v1/classrooms', { refresh: refresh ?? '' });
  expect(thief.statusCode).toBe(200);
  expect(cookiesOf(thief)).toEqual({ token: '', refresh: '' });
  const owner = await call(instances[0], 'GET', '/v1/me/notifications', renewed);
  expect(owner.statusCode).toBe(401);
  expect(cookiesOf(owner)).toEqual({ token: '', refresh: '' });
});

it('signs out permanently in every tab', async () => {
  const cookies = await signUp();
  expect((await call(instances[0], 'DELETE', '/v1/me/sign_out', cookies)).statusCode).toBe(204);
  expect((await call(instances[0], 'DELETE', '/api/signout', cookies)).statusCode).toBe(204);
  const otherTab = await call(instances[1], 'GET', '/v1/me', cookies);
  expect(otherTab.statusCode).toBe(401);
  expect(cookiesOf(otherTab)).toEqual({ token: '', refresh: '' });
  const page = await call(instances[1], 'GET', '/', cookies);
  expect(page.payload).toContain('"me":null');
});

it('keeps the session of a visitor across refreshes', async () => {
  const cookies = cookiesOf(await call(instances[0], 'POST', '/v1/user/signin/anonymous', {}, {}));
  const answer = await call(instances[1], 'GET', '/v1/me', { refresh: cookies['refresh'] ?? '' });
  expect(answer.json()).toMatchObject({ role: 'anonymous' });
  expect(await roleOf(cookiesOf(answer))).toMatchObject({ role: 'anonymous' });
});

it('renders the signed-in user into the page', async () => {
  const page = await call(instances[0], 'GET', '/', await signUp());
  expect(page.payload).toContain('"nickname":"花子"');
});
