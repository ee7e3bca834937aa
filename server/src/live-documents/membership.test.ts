import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import type * as App from 'firebase/app';
import type * as Sdk from 'firebase/firestore';

import { runStaffCommand } from '../../../api/src/staff';
import { insertCategories, insertLiveRoom } from '../../../api/src/testing/rows';
import { type Caller, startTestApp, type TestApp } from '../../../api/src/testing/start-test-app';
import { emailOf, type PersonName, testPassword } from '../../../api/src/testing/test-people';
import { createOwnDatabase, type OwnDatabase } from '../testing/own-database';
import { type LiveDocuments, startLiveDocuments } from './live-documents';

// Tests the api and the engine wired as in the product, with the browser build of the web SDK, which speaks WebChannel
// and also runs in Node.
const load = createRequire(import.meta.url);
const { deleteApp, initializeApp } = load('firebase/app') as typeof App;
const sdk = load(join(dirname(load.resolve('@firebase/firestore/package.json')), 'dist/index.cjs.js')) as typeof Sdk;

const SECRET = 'a realtime secret for these tests only';
let database: OwnDatabase;
let live: LiveDocuments;
let world: TestApp;

beforeAll(async () => {
  database = await createOwnDatabase('live');
  const served = await startLiveDocuments({
    env: { REALTIME_SECRET: SECRET },
    port: 0,
    host: '127.0.0.1',
    publicUrl: 'http://localhost',
    databaseUrl: database.url,
    script: process.env.TEST_LIVE_ENGINE ?? '',
    logger: { warn: () => undefined, error: () => undefined },
  });
  if (!served) throw new Error('The engine does not start');
  live = served;
  world = await startTestApp({ env: { ...live.env, REALTIME_SECRET: SECRET } });
  await insertCategories(world.db);
});
afterAll(async () => {
  await world.close();
  await live.close();
  await database.drop();
});

/**
 * Joins, subscribes to the comments with the caller's own token, and records what arrives and how the subscription
 * ends.
 */
async function listen(caller: Caller, room: string) {
  await world.as(caller).post(`/classrooms/${room}/join`, { recordingConsent: true, deviceId: 'd1' });
  return listenWith(
    (await world.as(caller).post('/realtime_token', { classroomIds: [room] })).body,
    (db, next, error) =>
      sdk.onSnapshot(
        sdk.collection(db, `rooms/${room}/comments`),
        { includeMetadataChanges: true },
        ({ docs, metadata }) => next(metadata.fromCache ? null : docs.map((one) => String(one.get('body')))),
        error,
      ),
  );
}

/** Subscribes to the caller's own document. */
async function listenToSelf(caller: PersonName) {
  return listenWith((await world.as(caller).post('/realtime_token', {})).body, (db, next, error) =>
    sdk.onSnapshot(
      sdk.doc(db, `people/${world.people[caller]}`),
      { includeMetadataChanges: true },
      (one) => next(one.metadata.fromCache ? null : [String(one.get('id'))]),
      error,
    ),
  );
}

type Listen = (
  db: Sdk.Firestore,
  next: (bodies: string[] | null) => void,
  error: (error: Sdk.FirestoreError) => void,
) => () => void;

function listenWith({ token, config }: { token: string; config: { projectId: string } }, begin: Listen) {
  const app = initializeApp({ projectId: config.projectId }, randomBytes(8).toString('hex'));
  const db = sdk.initializeFirestore(app, {});
  const { hostname, port } = new URL(live.env.FIRESTORE_ENGINE_URL);
  sdk.connectFirestoreEmulator(db, hostname, Number(port), { mockUserToken: token });
  const heard: { bodies: string[]; refusal: string | null } = { bodies: [], refusal: null };
  let wake = () => {};
  const stop = begin(
    db,
    (bodies) => {
      if (bodies) heard.bodies = bodies;
      wake();
    },
    ({ code }) => {
      heard.refusal = code;
      wake();
    },
  );
  return {
    heard,
    until: async (isSo: () => boolean) => {
      while (!isSo())
        await new Promise<void>((done) => {
          wake = done;
        });
    },
    end: async () => {
      stop();
      await sdk.terminate(db);
      await deleteApp(app);
    },
  };
}

async function say(caller: Caller, room: string, body: string) {
  // The rate limit is one comment a second.
  world.clock.advance(1500);
  expect((await world.as(caller).post(`/classrooms/${room}/comments`, { body })).status).toBe(201);
}

it.each([
  [
    'is kicked',
    (room: string) => world.as('professional').post(`/classrooms/${room}/users/${world.people.adult}/kick`, {}),
  ],
  [
    'is suspended',
    () => runStaffCommand(['suspend', emailOf('adult'), '規約違反のため。'], { env: world.env, who: 'sato' }),
  ],
  ['withdraws', () => withdraw('adult')],
  ['signs out', () => world.as('adult').delete('/me/sign_out')],
  ['leaves', (room: string) => world.as('adult').delete(`/classrooms/${room}/leave`)],
])('a user who %s stops receiving the room while others continue', async (_how, go) => {
  const room = await insertLiveRoom(world.db, { host_id: world.people.professional }, world.clock.now());
  const [goes, stays] = [await listen('adult', room), await listen('student', room)];
  await say('student', room, 'はじめ');
  await Promise.all([goes, stays].map((one) => one.until(() => one.heard.bodies.includes('はじめ'))));
  await go(room);
  await goes.until(() => goes.heard.refusal !== null);
  expect(goes.heard.refusal).toBe('permission-denied');
  await say('professional', room, 'おわり');
  await stays.until(() => stays.heard.bodies.includes('おわり'));
  expect(goes.heard.bodies).toEqual(['はじめ']);
  await Promise.all([goes.end(), stays.end()]);
  await comeBack('adult');
});

it.each([
  ['signs out', () => world.as('adult').delete('/me/sign_out')],
  [
    'is suspended',
    () => runStaffCommand(['suspend', emailOf('adult'), '規約違反のため。'], { env: world.env, who: 'sato' }),
  ],
  ['withdraws', () => withdraw('adult')],
])('a user who %s stops receiving their own document while others continue', async (_how, go) => {
  const [goes, stays] = [await listenToSelf('adult'), await listenToSelf('student')];
  await Promise.all([goes, stays].map((one) => one.until(() => one.heard.bodies.length > 0)));
  await go();
  await goes.until(() => goes.heard.refusal !== null);
  expect([goes.heard.refusal, stays.heard.refusal]).toEqual(['permission-denied', null]);
  await Promise.all([goes.end(), stays.end()]);
  await comeBack('adult');
});

const withdraw = (name: PersonName) =>
  world.app.inject({
    method: 'DELETE',
    url: '/v1/me',
    headers: { authorization: `Bearer ${world.tokens[name]}` },
    payload: { password: testPassword },
  });

async function comeBack(name: PersonName): Promise<void> {
  await world.db
    .updateTable('users')
    .set({ state: 'active', state_before: null, withdrawn_at: null })
    .where('id', '=', world.people[name])
    .execute();
  await world.db.updateTable('sessions').set({ revoked_at: null }).where('user_id', '=', world.people[name]).execute();
}
