import Fastify, { type FastifyInstance } from 'fastify';

import { apiPlugin } from '../app';
import { readEnv } from '../env';
import { apiServerOptions } from '../http/server-options';
import { createDb } from '../platform/database/db';
import type { TestAnswer } from '../testing/start-test-app';
import { DEMO_PASSWORD, demoPeople, type DemoPerson } from './demo-people';
import { seedDemo } from './seed-demo';
import { type DemoDatabase, startDemoDatabase } from './testing/start-demo-database';

// Outside production the api validates each response against the contract and answers 500 on a mismatch.

let database: DemoDatabase;
let app: FastifyInstance;
beforeAll(async () => {
  database = await startDemoDatabase();
  await seedDemo({ pool: database.pool, now: new Date(), permission: database.permission });
  const env = readEnv({
    NODE_ENV: 'test',
    DATABASE_URL: database.url,
    SESSION_SECRET: 'a secret for the tests that nobody else knows',
    LOG_LEVEL: 'error',
  });
  app = Fastify({ ...apiServerOptions, logger: { level: 'error' } });
  await app.register(apiPlugin({ db: createDb(database.pool), pool: database.pool, env }), { prefix: '/v1' });
});
afterAll(async () => {
  await app.close();
  await database.close();
});

async function get(path: string, token?: string) {
  const answer = await app.inject({ url: `/v1${path}`, headers: token ? { authorization: `Bearer ${token}` } : {} });
  return { status: answer.statusCode, body: answer.json<TestAnswer['body']>() };
}

function signIn({ email }: DemoPerson) {
  return app.inject({ method: 'POST', url: '/v1/auth/signin', payload: { email, password: DEMO_PASSWORD } });
}

it('signs the pupil in by school and student code as well', async () => {
  const { schoolCode, studentCode } = demoPeople.find(({ kind }) => kind === 'school') ?? {};
  const answer = await app.inject({
    method: 'POST',
    url: '/v1/auth/signin/partner-school',
    payload: { schoolCode, studentCode, password: DEMO_PASSWORD },
  });
  expect(answer.statusCode).toBe(200);
});

/** Fetches every page of a list. */
async function listAll(path: string, token?: string): Promise<{ id: string }[]> {
  const items: { id: string }[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const { status, body }: Awaited<ReturnType<typeof get>> = await get(
      `${path}${path.includes('?') ? '&' : '?'}limit=50${cursor && `&cursor=${cursor}`}`,
      token,
    );
    expect({ path, status }).toEqual({ path, status: 200 });
    items.push(...body.items);
    cursor = body.nextCursor;
  }
  return items;
}

it.each(demoPeople)('$kind@ signs in and finds everything', async (person) => {
  const answer = await signIn(person);
  expect(answer.statusCode).toBe(200);
  const { token, user } = answer.json<{ token: string; user: { unreadNotificationCount: number } }>();
  expect(user.unreadNotificationCount).toBe(3);
  const notifications = await listAll('/me/notifications', token);
  expect(notifications.length).toBeGreaterThan(10);
  const classrooms = await listAll('/classrooms', token);
  expect(classrooms.length).toBeGreaterThanOrEqual(90);
  expect((await listAll('/events', token)).length).toBeGreaterThanOrEqual(7);
});

it('shows an anonymous viewer 12 live and 48 upcoming classrooms', async () => {
  expect((await get('/classrooms?state=live')).body.totalCount).toBe(12);
  expect((await get('/classrooms?state=scheduled')).body.totalCount).toBe(48);
  expect(await listAll('/classrooms?state=scheduled')).toHaveLength(48);
  expect(await listAll('/classrooms?state=cancelled')).toHaveLength(4);
});

it('shows each classroom with its comments, each event and each user', async () => {
  for (const { id } of [...(await listAll('/classrooms')), ...(await listAll('/classrooms?state=cancelled'))]) {
    expect((await get(`/classrooms/${id}`)).status).toBe(200);
    expect((await get(`/classrooms/${id}/share`)).status).toBe(200);
    await listAll(`/classrooms/${id}/comments`);
  }
  for (const state of ['published', 'open', 'live', 'ended', 'archived', 'cancelled']) {
    const events = await listAll(`/events?state=${state}`);
    expect({ state, isThere: events.length > 0 }).toEqual({ state, isThere: true });
    for (const { id } of events) expect((await get(`/events/${id}`)).status).toBe(200);
  }
  for (const { id } of await database.query<{ id: string }>(
    "select id from users where introduction <> '' or partner_school_id is not null",
  )) {
    expect((await get(`/users/${id}`)).status).toBe(200);
  }
});

it('hides private content from users without access', async () => {
  const hidden = await database.query<{ id: string }>('select id from classrooms where private_mode');
  expect(hidden.length).toBeGreaterThan(0);
  for (const { id } of hidden) expect((await get(`/classrooms/${id}`)).status).toBe(404);
});
