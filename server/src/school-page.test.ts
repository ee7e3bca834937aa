import type { OpenIdEngine } from '@manabiba/engine-openid/engine';
import Fastify, { type FastifyInstance } from 'fastify';

import { apiPlugin } from '../../api/src/app';
import { DEMO_PASSWORD, demoSchoolPage } from '../../api/src/demo/demo-people';
import { seedDemo } from '../../api/src/demo/seed-demo';
import { type DemoDatabase, startDemoDatabase } from '../../api/src/demo/testing/start-demo-database';
import { readEnv } from '../../api/src/env';
import { apiServerOptions } from '../../api/src/http/server-options';
import { createDb } from '../../api/src/platform/database/db';
import { startSchoolPage } from './school-page';

const SESSION_SECRET = 'development-a secret for the tests that nobody else knows';
let database: DemoDatabase;
let app: FastifyInstance;
let page: OpenIdEngine | null = null;
// The library of the page warns about versions of Node that it does not test.
beforeEach(() => void jest.spyOn(console, 'warn').mockImplementation());
beforeAll(async () => {
  database = await startDemoDatabase();
  await seedDemo({ ...database, now: new Date(), passwordHash: 'none' });
  const env = readEnv({ NODE_ENV: 'test', DATABASE_URL: database.url, SESSION_SECRET, LOG_LEVEL: 'error' });
  app = Fastify({ ...apiServerOptions, logger: { level: 'error' } });
  await app.register(apiPlugin({ db: createDb(database.pool), pool: database.pool, env }), { prefix: '/v1' });
  await start();
});
afterAll(async () => {
  await page?.close();
  await app.close();
  await database.close();
});

async function start(nodeEnv = 'development'): Promise<void> {
  await page?.close();
  page = await startSchoolPage({
    ...database,
    env: { NODE_ENV: nodeEnv, SESSION_SECRET },
    port: 0,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
  });
}
async function post(path: string, payload: object) {
  const answer = await app.inject({ method: 'POST', url: `/v1${path}`, payload });
  return { status: answer.statusCode, body: answer.json() };
}
const begin = () => post('/school_sign_ins', { schoolCode: demoSchoolPage.schoolCode });
const rowOf = async (code: string) =>
  (await database.query('select sso, sso_issuer, sso_client_id from partner_schools where code = $1', [code]))[0];

/** Follows the page of the school as a browser does, and returns where it leads back to. */
async function visit(url: string, form: Record<string, string>): Promise<URL> {
  const cookies: string[] = [];
  let next = new URL(url);
  while (next.origin === page?.issuer) {
    const isForm = next.pathname.startsWith('/interaction/');
    const answer = await fetch(next, {
      redirect: 'manual',
      headers: { cookie: cookies.join('; ') },
      ...(isForm && { method: 'POST', body: new URLSearchParams(form) }),
    });
    cookies.push(...answer.headers.getSetCookie().map((line) => line.split(';', 1)[0] ?? ''));
    const location = answer.headers.get('location');
    if (location === null) throw new Error(`The page answers ${answer.status}: ${await answer.text()}`);
    next = new URL(location, next);
  }
  return next;
}

it('signs a pupil of the demo in on the page of the school', async () => {
  const { body } = await begin();
  const { studentCode: userName } = demoSchoolPage;
  const { searchParams } = await visit(body.url, { action: 'sign-in', userName, password: DEMO_PASSWORD });
  const done = await post('/school_sign_ins/answer', {
    ...Object.fromEntries(searchParams),
    browserKey: body.browserKey,
  });
  expect(done.status).toBe(200);
  const { status, body: session } = await post('/auth/signin/partner-school', { ssoToken: done.body.ssoToken });
  expect(status).toBe(200);
  expect(session.user).toMatchObject({ isPartnerSchoolStudent: true });
});

it('knows no pupil of another school', async () => {
  const { body } = await begin();
  await expect(visit(body.url, { action: 'sign-in', userName: '2-1-07', password: DEMO_PASSWORD })).rejects.toThrow(
    'The page answers 422',
  );
});

it('is at the address of the last start, for the one school', async () => {
  await start();
  expect(await rowOf('aoba-ss')).toEqual({ sso: 'oidc', sso_issuer: page?.issuer, sso_client_id: 'manabiba-demo' });
  expect(await rowOf('minato-hs')).toMatchObject({ sso: 'none', sso_issuer: null });
  expect((await begin()).status).toBe(200);
});

it('does not replace a page that the staff has set', async () => {
  await database.query(
    "update partner_schools set sso_client_id = 'another', sso_issuer = 'https://school.example' where code = 'aoba-ss'",
  );
  await start();
  expect(await rowOf('aoba-ss')).toMatchObject({ sso_issuer: 'https://school.example', sso_client_id: 'another' });
  await database.query("update partner_schools set sso_client_id = 'manabiba-demo' where code = 'aoba-ss'");
});

it('does not run in production, where the school has no page', async () => {
  await start('production');
  expect(page).toBeNull();
  expect(await rowOf('aoba-ss')).toEqual({ sso: 'none', sso_issuer: null, sso_client_id: null });
  expect((await begin()).status).toBe(404);
});
