import { FieldPath, FieldValue, Filter, Firestore, GeoPoint, Timestamp } from '@google-cloud/firestore';
import { GoogleAuth, PassThroughClient } from 'google-auth-library';

import { PROJECT, SERVER_HEADER, SERVER_SECRET, startTestEngine } from '../testing/start-test-engine';

type TestEngine = Awaited<ReturnType<typeof startTestEngine>>;

describe('the server SDK over HTTP', () => {
  let made: TestEngine;
  let db: Firestore;

  beforeAll(async () => {
    made = await startTestEngine();
    db = serverSdk(made.url);
  });
  afterAll(async () => {
    await db.terminate();
    await made.engine.close();
  });

  /** Configures the SDK as the product's server does: no Google credentials, the engine's own secret in a header. */
  function serverSdk(url: string, secret = SERVER_SECRET) {
    const { hostname, port } = new URL(url);
    return new Firestore({
      projectId: PROJECT,
      preferRest: true,
      host: hostname,
      port: Number(port),
      ssl: false,
      customHeaders: { [SERVER_HEADER]: secret },
      auth: new GoogleAuth({
        authClient: new PassThroughClient({ transporterOptions: { fetchImplementation: fetch } }),
        projectId: PROJECT,
      }) as never,
    } as never);
  }

  it('round-trips values of every kind unchanged', async () => {
    const data = {
      text: 'まなび😀',
      integer: 42,
      half: 0.5,
      yes: true,
      nothing: null,
      at: Timestamp.fromMillis(1_700_000_000_123),
      bytes: Buffer.from([0, 255]),
      place: new GeoPoint(35.6, 139.7),
      list: [1, 'two', { three: 3 }],
      map: { 'a.b': { c: 1 } },
      other: db.doc('rooms/r1'),
      vector: FieldValue.vector([1, 2.5]),
    };
    await db.doc('kinds/all').set(data);
    const read = (await db.doc('kinds/all').get()).data() as typeof data;
    expect({
      ...read,
      other: read.other.path,
      place: [read.place.latitude, read.place.longitude],
      at: read.at.toMillis(),
      vector: 0,
      bytes: [...read.bytes],
    }).toEqual({ ...data, other: 'rooms/r1', place: [35.6, 139.7], at: 1_700_000_000_123, vector: 0, bytes: [0, 255] });
    expect((read.vector as unknown as { toArray(): number[] }).toArray()).toEqual([1, 2.5]);
  });

  it('sets, merges, updates by path, applies transforms and deletes', async () => {
    const doc = db.doc('writes/one');
    await doc.create({ a: 1, b: { c: 1, d: 1 }, list: [1] });
    await expect(doc.create({})).rejects.toThrow('Document already exists: ');
    await doc.set({ b: { e: 2 } }, { merge: true });
    await doc.update(new FieldPath('b', 'with.dot'), 3, 'b.c', FieldValue.delete());
    await doc.update({
      n: FieldValue.increment(2),
      list: FieldValue.arrayUnion(1, 2),
      at: FieldValue.serverTimestamp(),
    });
    const { at, ...rest } = (await doc.get()).data() as { at: Timestamp };
    expect(rest).toEqual({ a: 1, b: { d: 1, e: 2, 'with.dot': 3 }, n: 2, list: [1, 2] });
    expect(Math.abs(at.toMillis() - Date.now())).toBeLessThan(10_000);
    await doc.delete();
    expect((await doc.get()).exists).toBe(false);
    await expect(doc.update({ a: 1 })).rejects.toThrow('No document to update: ');
  });

  it('queries, counts and pages', async () => {
    const batch = db.batch();
    for (let n = 0; n < 10; n += 1) batch.set(db.doc(`pages/p${n}`), { n, even: n % 2 === 0 });
    await batch.commit();
    const pages = db.collection('pages');
    const names = async (query: FirebaseFirestore.Query) => (await query.get()).docs.map(({ id }) => id);
    expect(await names(pages.where('even', '==', true).orderBy('n', 'desc').limit(2))).toEqual(['p8', 'p6']);
    expect(await names(pages.orderBy('n').startAfter(await pages.doc('p7').get()))).toEqual(['p8', 'p9']);
    expect(await names(pages.where(Filter.or(Filter.where('n', '<', 1), Filter.where('n', 'in', [5, 7]))))).toEqual([
      'p0',
      'p5',
      'p7',
    ]);
    expect(await names(pages.orderBy('n').limitToLast(2))).toEqual(['p8', 'p9']);
    expect((await pages.where('n', '>', 3).count().get()).data()).toEqual({ count: 6 });
    expect((await pages.select('n').limit(1).get()).docs[0]?.data()).toEqual({ n: 0 });
    expect((await pages.listDocuments()).map(({ id }) => id)).toHaveLength(10);
    expect((await db.listCollections()).map(({ id }) => id)).toContain('pages');
    expect((await db.getAll(pages.doc('p1'), pages.doc('none'))).map(({ exists }) => exists)).toEqual([true, false]);
  });

  it('loses no update in concurrent transactions', async () => {
    const counter = db.doc('counters/one');
    await counter.set({ n: 0 });
    await Promise.all(
      Array.from({ length: 8 }, () =>
        db.runTransaction(async (transaction) => {
          const { n } = (await transaction.get(counter)).data() as { n: number };
          transaction.set(counter, { n: n + 1 });
        }),
      ),
    );
    expect((await counter.get()).data()).toEqual({ n: 8 });
  });

  it('reads a consistent snapshot in a read-only transaction', async () => {
    const doc = db.doc('counters/past');
    await doc.set({ n: 1 });
    const readTime = (await doc.get()).updateTime as Timestamp;
    await doc.set({ n: 2 });
    expect(
      await db.runTransaction(async (transaction) => (await transaction.get(doc)).data(), { readOnly: true, readTime }),
    ).toEqual({ n: 1 });
  });

  it('applies bulk writes independently of each other', async () => {
    await db.doc('bulk/taken').set({});
    const writer = db.bulkWriter();
    writer.onWriteError(() => false);
    const results = await Promise.allSettled([
      writer.create(db.doc('bulk/new'), {}),
      writer.create(db.doc('bulk/taken'), {}),
      writer.close(),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('is unauthenticated with a wrong secret', async () => {
    const stranger = serverSdk(made.url, 'another-secret-of-that-length');
    await expect(stranger.doc('rooms/r1').get()).rejects.toMatchObject({ code: 401 });
    await stranger.terminate();
  });
});
