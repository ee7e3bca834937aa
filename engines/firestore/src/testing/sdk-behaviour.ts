import type * as Sdk from 'firebase/firestore';

/** The environment in which a behaviour runs: the SDK, a database as a signed-in user, and writes as the server. */
export interface SdkWorld {
  readonly sdk: typeof Sdk;
  readonly db: Sdk.Firestore;
  /** Path prefix that isolates runs sharing one engine. */
  readonly place: string;
  /** Sets a document as the product's server does. */
  readonly setAsServer: (path: string, fields: object) => Promise<unknown>;
}

interface Behaviour {
  readonly name: string;
  readonly expected: unknown;
  /** Whether the SDK needs XMLHttpRequest for these calls, which Node lacks. */
  readonly needsBrowser?: boolean;
  readonly show: (world: SdkWorld) => Promise<unknown>;
}

const int = (n: number) => ({ integerValue: String(n) });

/** Collects a listener's snapshots until one matches. */
function snapshotsUntil(
  { sdk }: SdkWorld,
  query: Sdk.Query,
  isLast: (snapshot: Sdk.QuerySnapshot) => boolean,
  onEach: (snapshot: Sdk.QuerySnapshot) => void = () => undefined,
): Promise<Sdk.QuerySnapshot[]> {
  return new Promise((done, fail) => {
    const all: Sdk.QuerySnapshot[] = [];
    const stop = sdk.onSnapshot(
      query,
      { includeMetadataChanges: true },
      (snapshot) => {
        all.push(snapshot);
        onEach(snapshot);
        if (!isLast(snapshot)) return;
        stop();
        done(all);
      },
      fail,
    );
  });
}

/** The public behaviour of the unmodified web SDK, run both in Node and in a browser. */
export const sdkBehaviours: readonly Behaviour[] = [
  {
    name: 'keeps values of every kind',
    expected: {
      text: 'まな😀',
      big: 9007199254740991,
      half: 0.5,
      negativeZero: '-0',
      nan: 'NaN',
      yes: true,
      nothing: null,
      at: 1_700_000_000_123,
      bytes: 'AP8=',
      place: [35.6, 139.7],
      list: [1, { a: 2 }],
      other: 'open/x',
      vector: [1, 2.5],
    },
    show: async ({ sdk, db }) => {
      const ref = sdk.doc(db, 'open/kinds');
      await sdk.setDoc(ref, {
        text: 'まな😀',
        big: Number.MAX_SAFE_INTEGER,
        half: 0.5,
        negativeZero: -0,
        nan: NaN,
        yes: true,
        nothing: null,
        at: sdk.Timestamp.fromMillis(1_700_000_000_123),
        bytes: sdk.Bytes.fromUint8Array(new Uint8Array([0, 255])),
        place: new sdk.GeoPoint(35.6, 139.7),
        list: [1, { a: 2 }],
        other: sdk.doc(db, 'open/x'),
        vector: sdk.vector([1, 2.5]),
      });
      const data = (await sdk.getDocFromServer(ref)).data() as Record<string, unknown>;
      return {
        ...data,
        negativeZero: Object.is(data.negativeZero, -0) ? '-0' : 'lost',
        nan: String(data.nan),
        at: (data.at as Sdk.Timestamp).toMillis(),
        bytes: (data.bytes as Sdk.Bytes).toBase64(),
        place: [(data.place as Sdk.GeoPoint).latitude, (data.place as Sdk.GeoPoint).longitude],
        other: (data.other as Sdk.DocumentReference).path,
        vector: (data.vector as Sdk.VectorValue).toArray(),
      };
    },
  },
  {
    name: "hears changes of others and its own, in order, until they are the server's",
    expected: [
      ['a1', 'c3'],
      ['a1', 'b2', 'c3'],
      ['b2', 'c3'],
    ],
    show: async (world) => {
      const { sdk, db, place, setAsServer } = world;
      const room = sdk.collection(db, `rooms/${place}/open`);
      await setAsServer(`rooms/${place}/open/a`, { n: int(1) });
      await setAsServer(`rooms/${place}/open/c`, { n: int(3) });
      const steps: unknown[] = [];
      let step = 0;
      await snapshotsUntil(
        world,
        sdk.query(room, sdk.orderBy('n')),
        ({ size, metadata }) => step === 3 && size === 2 && !metadata.hasPendingWrites,
        ({ docs, metadata }) => {
          if (metadata.fromCache || metadata.hasPendingWrites) return;
          const names = docs.map((one) => `${one.id}${String(one.get('n'))}`);
          if (JSON.stringify(names) !== JSON.stringify(steps.at(-1))) steps.push(names);
          if (step === 0) void setAsServer(`rooms/${place}/open/b`, { n: int(2) });
          if (step === 1 && names.length === 3) void sdk.deleteDoc(sdk.doc(room, 'a'));
          step = steps.length;
        },
      );
      return steps;
    },
  },
  {
    name: 'merges, counts up, joins lists and stamps the time',
    expected: { a: 1, map: { x: 1, y: 2 }, n: 3, list: [1, 2], isStamped: true },
    show: async ({ sdk, db }) => {
      const ref = sdk.doc(db, 'open/transforms');
      await sdk.setDoc(ref, { a: 1, map: { x: 1 }, n: 1, list: [1], gone: true });
      await sdk.setDoc(ref, { map: { y: 2 } }, { merge: true });
      await sdk.updateDoc(ref, {
        n: sdk.increment(2),
        list: sdk.arrayUnion(1, 2),
        at: sdk.serverTimestamp(),
        gone: sdk.deleteField(),
      });
      const { at, ...rest } = (await sdk.getDocFromServer(ref)).data() as { at: Sdk.Timestamp };
      return { ...rest, isStamped: Math.abs(at.toMillis() - Date.now()) < 60_000 };
    },
  },
  {
    name: 'queries with or, lists, cursors and from the end',
    expected: [['p0', 'p4', 'p5'], ['p3', 'p4'], ['p2', 'p3'], ['p1']],
    show: async ({ sdk, db, place }) => {
      const pages = sdk.collection(db, `pages/${place}/open`);
      const batch = sdk.writeBatch(db);
      for (let n = 0; n < 6; n += 1) batch.set(sdk.doc(pages, `p${n}`), { n, tags: [`t${n}`] });
      await batch.commit();
      const names = async (query: Sdk.Query) => (await sdk.getDocsFromServer(query)).docs.map(({ id }) => id);
      return [
        await names(sdk.query(pages, sdk.or(sdk.where('n', '==', 0), sdk.where('n', '>', 3)))),
        await names(sdk.query(pages, sdk.orderBy('n'), sdk.startAfter(2), sdk.endBefore(5))),
        await names(sdk.query(pages, sdk.orderBy('n'), sdk.endAt(3), sdk.limitToLast(2))),
        await names(sdk.query(pages, sdk.where('tags', 'array-contains-any', ['t1', 'none']))),
      ];
    },
  },
  {
    name: 'is told by code what it may not do and what cannot be',
    expected: ['permission-denied', 'permission-denied', 'permission-denied', 'not-found', 'invalid-argument'],
    show: async (world) => {
      const { sdk, db } = world;
      const codeOf = (promise: Promise<unknown>) =>
        promise.then(
          () => 'done',
          ({ code }: { code: string }) => code,
        );
      return [
        await codeOf(sdk.getDocFromServer(sdk.doc(db, 'closed/a'))),
        await codeOf(snapshotsUntil(world, sdk.collection(db, 'closed'), () => true)),
        await codeOf(sdk.setDoc(sdk.doc(db, 'closed/a'), {})),
        await codeOf(sdk.updateDoc(sdk.doc(db, 'open/none'), { a: 1 })),
        await codeOf(
          sdk.getDocsFromServer(
            sdk.query(sdk.collection(db, 'open'), sdk.where('a', '!=', 1), sdk.where(sdk.documentId(), '==', 'x')),
          ),
        ),
      ];
    },
  },
  {
    name: 'goes on where it was after the network was off',
    expected: ['b1', 'b2'],
    show: async (world) => {
      const { sdk, db, place, setAsServer } = world;
      const room = sdk.collection(db, `network/${place}/open`);
      await setAsServer(`network/${place}/open/a`, { n: int(1) });
      await setAsServer(`network/${place}/open/b1`, { n: int(1) });
      let isOff = false;
      const all = await snapshotsUntil(
        world,
        room,
        ({ docs, metadata }) => !metadata.fromCache && docs.some(({ id }) => id === 'b2'),
        ({ metadata }) => {
          if (isOff || metadata.fromCache) return;
          isOff = true;
          void (async () => {
            await sdk.disableNetwork(db);
            await setAsServer(`network/${place}/open/b2`, { n: int(1) });
            void sdk.deleteDoc(sdk.doc(room, 'a'));
            await sdk.enableNetwork(db);
          })();
        },
      );
      const last = all.at(-1) as Sdk.QuerySnapshot;
      return last.docs.map(({ id }) => id);
    },
  },
  {
    name: 'counts, adds up and runs transactions that lose nothing',
    needsBrowser: true,
    expected: [{ count: 2, sum: 3, average: 1.5 }, 5],
    show: async ({ sdk, db, place }) => {
      const sums = sdk.collection(db, `sums/${place}/open`);
      await Promise.all([1, 2].map((n) => sdk.setDoc(sdk.doc(sums, `d${n}`), { n })));
      const totals = await sdk.getAggregateFromServer(sums, {
        count: sdk.count(),
        sum: sdk.sum('n'),
        average: sdk.average('n'),
      });
      const counter = sdk.doc(db, 'open/counter');
      await sdk.setDoc(counter, { n: 0 });
      await Promise.all(
        Array.from({ length: 5 }, () =>
          sdk.runTransaction(
            db,
            async (transaction) => {
              const { n } = (await transaction.get(counter)).data() as { n: number };
              transaction.update(counter, { n: n + 1 });
            },
            { maxAttempts: 20 },
          ),
        ),
      );
      return [totals.data(), (await sdk.getDocFromServer(counter)).get('n')];
    },
  },
];
