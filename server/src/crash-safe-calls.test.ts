import { randomUUID } from 'node:crypto';

import { isFullRun } from '@manabiba/shared/testing/test-level';

import { insertCategories, insertClassroom } from '../../api/src/testing/rows';
import { type Caller, startTestApp, type TestApp } from '../../api/src/testing/start-test-app';
import { testPassword } from '../../api/src/testing/test-people';
import { type CommitProxy, type HoldAt, startCommitProxy } from './testing/commit-proxy';
import { buildKillableApi, type KillableApi } from './testing/killable-api';

// Runs the api in a separate process on a real PostgreSQL and kills it in the middle of calls.

let api: TestApp;
let proxy: CommitProxy;
let killable: KillableApi;
let url: string;
let classroomId: string;

beforeAll(async () => {
  killable = await buildKillableApi();
  api = await startTestApp();
  await insertCategories(api.db);
  classroomId = await insertClassroom(api.db, { host_id: api.people.professional });
  proxy = await startCommitProxy(api.env.databaseUrl);
}, 120_000);
afterAll(async () => {
  await killable.remove();
  await proxy.close();
  await api.close();
});

async function start(): Promise<void> {
  const { sessionSecret, storageUrl } = api.env;
  url = await killable.start({ DATABASE_URL: proxy.url, SESSION_SECRET: sessionSecret, STORAGE_URL: storageUrl });
}

interface Call {
  caller: Caller;
  method: string;
  path: () => string;
  body: () => object | undefined;
  /** Counts how often its effect is in the database. */
  count: () => Promise<number>;
}

const rowsOf = async (query: Promise<unknown[]>) => (await query).length;
const calls: [string, Call][] = [
  [
    'createClassroom',
    {
      caller: 'adult',
      method: 'POST',
      path: () => '/classrooms',
      body: () => ({
        name: '夜の数学',
        categoryId: 'cat_math',
        allUsers: true,
        audienceMode: false,
        privateMode: false,
        startAt: new Date(Date.now() + 3_600_000).toISOString(),
      }),
      count: () =>
        rowsOf(api.db.selectFrom('classrooms').select('id').where('host_id', '=', api.people.adult).execute()),
    },
  ],
  [
    'signUp',
    {
      caller: 'unauthenticated',
      method: 'POST',
      path: () => '/auth/signup',
      body: () => ({
        email: 'crash@example.test',
        password: testPassword,
        nickname: '花子',
        birthDate: '1990-04-12',
        agreeTerms: true,
      }),
      count: () =>
        rowsOf(
          api.db
            .selectFrom('users')
            .innerJoin('sessions', 'sessions.user_id', 'users.id')
            .select('sessions.id')
            .where('email', '=', 'crash@example.test')
            .execute(),
        ),
    },
  ],
  [
    'createReservation',
    {
      caller: 'otherAdult',
      method: 'POST',
      path: () => `/classrooms/${classroomId}/reservations`,
      body: () => ({}),
      count: () =>
        rowsOf(
          api.db
            .selectFrom('reservations')
            .select('user_id')
            .where('classroom_id', '=', classroomId)
            .where('user_id', '=', api.people.otherAdult)
            .execute(),
        ),
    },
  ],
  [
    'followUser',
    {
      caller: 'student',
      method: 'POST',
      path: () => `/users/${api.people.professional}/follow`,
      body: () => undefined,
      count: async () =>
        (
          await api.db
            .selectFrom('users')
            .select('follower_count')
            .where('id', '=', api.people.professional)
            .executeTakeFirstOrThrow()
        ).follower_count,
    },
  ],
];

async function undo(): Promise<void> {
  await api.db.deleteFrom('idempotency_keys').execute();
  await api.db.deleteFrom('rate_limits').execute();
  await api.db.deleteFrom('reservations').execute();
  await api.db.deleteFrom('follows').execute();
  await api.db.updateTable('users').set({ follower_count: 0 }).where('id', '=', api.people.professional).execute();
  await api.db.deleteFrom('classroom_users').where('classroom_id', '<>', classroomId).execute();
  await api.db.deleteFrom('classrooms').where('id', '<>', classroomId).execute();
  await api.db.deleteFrom('users').where('email', '=', 'crash@example.test').execute();
}
beforeEach(undo);

async function send({ caller, method, path, body }: Call, key: string, payload: string | undefined) {
  const response = await fetch(`${url}/v1${path()}`, {
    method,
    ...(payload === undefined ? {} : { body: payload }),
    headers: {
      'idempotency-key': key,
      ...(caller === 'unauthenticated' ? {} : { authorization: `Bearer ${api.tokens[caller]}` }),
      ...(body() === undefined ? {} : { 'content-type': 'application/json' }),
    },
  });
  return {
    status: response.status,
    isReplay: response.headers.get('idempotency-replayed') === 'true',
    body: await response.text(),
  };
}

const moments: [HoldAt, number][] = [
  ['the commit', 0],
  ['its answer', 1],
];
/** Each test starts the process twice. */
const chosen = isFullRun ? calls : calls.slice(0, 1);

describe.each(chosen)('%s', (_name, call) => {
  it.each(moments)(
    'takes effect once when the process is killed at %s and the call is retried with its idempotency key',
    async (moment, workAfterKill) => {
      const key = randomUUID();
      const payload = call.body() === undefined ? undefined : JSON.stringify(call.body());
      await start();
      const held = proxy.hold(moment);
      const cutOff = send(call, key, payload).then(
        (answer) => JSON.stringify(answer),
        () => 'no answer',
      );
      expect(await Promise.race([held.then(() => 'held'), cutOff])).toBe('held');
      await killable.kill();
      expect(await cutOff).toBe('no answer');
      expect(await call.count()).toBe(workAfterKill);

      void proxy.hold('nothing');
      await start();
      const again = await send(call, key, payload);
      expect([200, 201]).toContain(again.status);
      expect(again.isReplay).toBe(workAfterKill === 1);
      expect(await call.count()).toBe(1);
      expect(await send(call, key, payload)).toEqual({ ...again, isReplay: true });
      expect(await call.count()).toBe(1);
      await killable.kill();
    },
    120_000,
  );
});
