import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import type * as App from 'firebase/app';
import type * as Sdk from 'firebase/firestore';

import { startHoldingProxy } from './testing/holding-proxy';
import { sdkBehaviours } from './testing/sdk-behaviour';
import { PROJECT, startTestEngine, tokenFor } from './testing/start-test-engine';

// The SDK's Node build speaks gRPC; the browser build, which speaks WebChannel, also runs in Node.
const load = createRequire(import.meta.url);
const app = load('firebase/app') as typeof App;
const sdk = load(join(dirname(load.resolve('@firebase/firestore/package.json')), 'dist/index.cjs.js')) as typeof Sdk;

describe.each([
  ['streaming', {}, false],
  ['long polling', { experimentalForceLongPolling: true }, false],
  ['behind a proxy that holds answers back', {}, true],
])('the web SDK in Node, %s', (name, settings, isHeldBack) => {
  let made: Awaited<ReturnType<typeof startTestEngine>>;
  let proxy: Awaited<ReturnType<typeof startHoldingProxy>> | undefined;
  let db: Sdk.Firestore;

  // Some SDK timers outlive terminate(); they must not keep the test process alive.
  const setTimer = globalThis.setTimeout;
  beforeAll(async () => {
    globalThis.setTimeout = ((...given: Parameters<typeof setTimer>) => setTimer(...given).unref()) as typeof setTimer;
    made = await startTestEngine();
    proxy = isHeldBack ? await startHoldingProxy(made.url) : undefined;
    const { hostname, port } = new URL(proxy?.url ?? made.url);
    db = sdk.initializeFirestore(app.initializeApp({ projectId: PROJECT, apiKey: 'any' }, name), settings);
    sdk.connectFirestoreEmulator(db, hostname, Number(port), { mockUserToken: await tokenFor('yuki') });
    sdk.setLogLevel('silent');
  });
  afterAll(async () => {
    await sdk.terminate(db);
    globalThis.setTimeout = setTimer;
    proxy?.close();
    await made.engine.close();
  });

  it.each(
    sdkBehaviours.filter(({ needsBrowser }) => !needsBrowser).map((behaviour) => [behaviour.name, behaviour] as const),
  )('%s', async (_name, { show, expected }) => {
    expect(await show({ sdk, db, setAsServer: made.set, place: 'here' })).toEqual(expected);
    expect(made.failures).toEqual([]);
  });

  it('gets an immediate error when the database does not exist', async () => {
    const { hostname, port } = new URL(made.url);
    const other = sdk.initializeFirestore(
      app.initializeApp({ projectId: PROJECT, apiKey: 'any' }, `${name}, other`),
      settings,
      'other',
    );
    sdk.connectFirestoreEmulator(other, hostname, Number(port), { mockUserToken: await tokenFor('yuki') });
    const codeOf = (promise: Promise<unknown>) =>
      promise.then(
        () => 'done',
        ({ code }: { code: string }) => code,
      );
    const ref = sdk.doc(other, 'open/a');
    expect(await codeOf(sdk.setDoc(ref, { n: 1 }))).toBe('not-found');
    expect(await codeOf(sdk.getDocFromServer(ref))).toBe('not-found');
    expect(
      await codeOf(
        new Promise((_done, fail) => {
          sdk.onSnapshot(sdk.collection(other, 'open'), () => undefined, fail);
        }),
      ),
    ).toBe('not-found');
    await sdk.terminate(other);
  });
});
