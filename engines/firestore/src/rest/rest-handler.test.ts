import { ORIGIN, SERVER_HEADER, SERVER_SECRET, startTestEngine, tokenFor } from '../testing/start-test-engine';

type TestEngine = Awaited<ReturnType<typeof startTestEngine>>;
const int = (n: number) => ({ integerValue: String(n) });
const SERVER = { [SERVER_HEADER]: SERVER_SECRET };

let made: TestEngine;
beforeEach(async () => {
  made = await startTestEngine({ limits: { lockWaitMs: 50, maxOpenTransactions: 3 } });
});
afterEach(() => made.engine.close());

const name = (path: string) => `${made.root}/${path}`;
const error = (status: string, message?: string) => ({
  error: { code: expect.any(Number) as number, status, message: message ?? (expect.any(String) as string) },
});

describe('single documents', () => {
  it('are created, read, updated with a mask, listed by page and deleted', async () => {
    const { call } = made;
    expect(
      await call('POST', '/c?documentId=a', {
        fields: { n: int(1), m: { mapValue: { fields: { x: int(1), y: int(2) } } } },
      }),
    ).toMatchObject({ status: 200, body: { name: name('c/a') } });
    expect(await call('POST', '/c?documentId=a', { fields: {} })).toMatchObject({
      status: 409,
      body: error('ALREADY_EXISTS', `Document already exists: ${name('c/a')}`),
    });
    expect((await call('POST', '/c', { fields: {} })).body.name).toMatch(/\/c\/[A-Za-z0-9]{20}$/);
    expect(
      (
        await call('PATCH', '/c/a?updateMask.fieldPaths=m.x&updateMask.fieldPaths=n', {
          fields: { m: { mapValue: { fields: { x: int(5) } } } },
        })
      ).body.fields,
    ).toEqual({ m: { mapValue: { fields: { x: int(5), y: int(2) } } } });
    expect((await call('GET', '/c/a?mask.fieldPaths=m.y')).body.fields).toEqual({
      m: { mapValue: { fields: { y: int(2) } } },
    });
    const first = (await call('GET', '/c?pageSize=1')).body;
    const second = (await call('GET', `/c?pageSize=1&pageToken=${String(first.nextPageToken)}`)).body;
    expect(
      new Set(
        [...(first.documents as { name: string }[]), ...(second.documents as { name: string }[])].map(
          (document) => document.name,
        ),
      ).size,
    ).toBe(2);
    expect(second.nextPageToken).toBeUndefined();
    expect(await call('DELETE', '/c/a')).toMatchObject({ status: 200, body: {} });
    expect(await call('GET', '/c/a')).toMatchObject({
      status: 404,
      body: error('NOT_FOUND', `Document "${name('c/a')}" not found.`),
    });
    expect(await call('DELETE', '/c/a?currentDocument.exists=true')).toMatchObject({ status: 404 });
  });

  it('that are missing are listed when they have subcollections', async () => {
    await made.set('c/gone/sub/x', {});
    expect((await made.call('GET', '/c?showMissing=true')).body).toEqual({ documents: [{ name: name('c/gone') }] });
    expect((await made.call('POST', '/c/gone:listCollectionIds', {})).body).toEqual({ collectionIds: ['sub'] });
  });
});

describe('database calls', () => {
  it('return found and missing documents, each with its read time', async () => {
    await made.set('c/a', { n: int(1) });
    const { body } = await made.call('POST', ':batchGet', {
      documents: [name('c/b'), name('c/a')],
      mask: { fieldPaths: ['n'] },
      newTransaction: { readWrite: {} },
    });
    expect(body).toMatchObject([
      { transaction: expect.any(String) as string },
      { missing: name('c/b'), readTime: expect.any(String) as string },
      { found: { name: name('c/a'), fields: { n: int(1) } } },
    ]);
  });

  it('write atomically with commit and individually with batchWrite', async () => {
    await made.set('c/a', {});
    const writes = ['c/a', 'c/b'].map((path) => ({
      update: { name: name(path), fields: {} },
      currentDocument: { exists: false },
    }));
    expect(await made.call('POST', ':commit', { writes })).toMatchObject({ status: 409 });
    expect((await made.call('POST', ':batchWrite', { writes })).body).toMatchObject({
      status: [{ code: 6 }, {}],
      writeResults: [{}, { updateTime: expect.any(String) as string }],
    });
    expect(await made.call('GET', '/c/b')).toMatchObject({ status: 200 });
  });

  it('abort a transaction when a document it read has changed', async () => {
    const { call } = made;
    const { transaction } = (await call('POST', ':beginTransaction', {})).body;
    await call('POST', ':batchGet', { documents: [name('c/a')], transaction });
    await made.set('c/a', { n: int(1) });
    const writes = [{ update: { name: name('c/a'), fields: { n: int(2) } } }];
    expect(await call('POST', ':commit', { transaction, writes })).toMatchObject({
      status: 409,
      body: error('ABORTED'),
    });
    expect((await call('GET', '/c/a')).body.fields).toEqual({ n: int(1) });
    expect(await call('POST', ':commit', { transaction, writes })).toMatchObject({
      status: 409,
      body: error('ABORTED', 'The referenced transaction has expired or is no longer valid.'),
    });
    expect(await call('POST', ':rollback', { transaction: 'bm9uZQ==' })).toMatchObject({
      status: 400,
      body: error('INVALID_ARGUMENT'),
    });
  });

  it('limit the number of open transactions', async () => {
    const { call } = made;
    const { transaction } = (await call('POST', ':beginTransaction', {})).body;
    for (const options of [{ readOnly: {} }, { readWrite: {} }])
      expect(await call('POST', ':beginTransaction', { options })).toMatchObject({ status: 200 });
    expect(await call('POST', ':beginTransaction', {})).toMatchObject({
      status: 429,
      body: error('RESOURCE_EXHAUSTED'),
    });
    await call('POST', ':rollback', { transaction });
    expect(await call('POST', ':beginTransaction', {})).toMatchObject({ status: 200 });
  });

  it('return streamed errors as a list', async () => {
    expect(
      await made.call('POST', ':runQuery', { structuredQuery: { from: [{ collectionId: 'c' }], limit: -1 } }),
    ).toMatchObject({ status: 400, body: [error('INVALID_ARGUMENT', 'limit is negative')] });
    expect((await made.call('POST', ':runQuery', { structuredQuery: { from: [{ collectionId: 'c' }] } })).body).toEqual(
      [{ readTime: expect.any(String) as string }],
    );
  });
});

describe('callers', () => {
  it.each([
    ['an unauthenticated caller', () => ({}), 403],
    ['the owner token of an emulator', () => ({ authorization: 'Bearer owner' }), 401],
    ['a caller with a wrong secret', () => ({ [SERVER_HEADER]: 'guessed' }), 401],
    ['the server with the SDK of an emulator', () => ({ ...SERVER, authorization: 'Bearer owner' }), 200],
  ])('%s', async (_who, headers, status) => {
    await made.set('c/a', {});
    expect((await made.call('GET', '/c/a', undefined, headers())).status).toBe(status);
  });

  it('a user is limited to what the rules allow in every call', async () => {
    const headers = { authorization: `Bearer ${await tokenFor('yuki')}` };
    const queryOf = (collectionId: string) => ({ structuredQuery: { from: [{ collectionId }] } });
    const statuses = async (place: string) =>
      Promise.all([
        made.call('PATCH', `/${place}/a`, { fields: {} }, headers),
        made.call('GET', `/${place}`, undefined, headers),
        made.call('POST', ':batchGet', { documents: [name(`${place}/a`)] }, headers),
        made.call('POST', ':runQuery', queryOf(place), headers),
        made.call(
          'POST',
          ':runAggregationQuery',
          { structuredAggregationQuery: { ...queryOf(place), aggregations: [{ count: {} }] } },
          headers,
        ),
        made.call('POST', ':commit', { writes: [{ delete: name(`${place}/a`) }] }, headers),
      ]).then((all) => all.map(({ status }) => status));
    expect(await statuses('open')).toEqual([200, 200, 200, 200, 200, 200]);
    expect(await statuses('closed')).toEqual([403, 403, 403, 403, 403, 403]);
  });

  it('CORS preflights are accepted only from an allowed origin', async () => {
    const asked = {
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,x-goog-api-client',
    };
    const preflight = (origin: string) =>
      fetch(`${made.url}/v1/${made.root}:commit`, { method: 'OPTIONS', headers: { origin, ...asked } });
    const allowed = await preflight(ORIGIN);
    expect([
      allowed.status,
      allowed.headers.get('access-control-allow-origin'),
      allowed.headers.get('access-control-allow-credentials'),
      allowed.headers.get('access-control-allow-headers'),
    ]).toEqual([204, ORIGIN, 'true', 'authorization,x-goog-api-client']);
    expect([(await preflight('http://evil.test')).status, (await preflight('null')).status]).toEqual([403, 403]);
  });
});

describe('bad input', () => {
  it.each<[string, string, string, unknown, number]>([
    ['a list for a message', 'POST', ':commit', [], 400],
    ['an empty write', 'POST', ':commit', { writes: [{}] }, 400],
    [
      'a document of another database',
      'POST',
      ':commit',
      { writes: [{ delete: 'projects/other/databases/(default)/documents/c/a' }] },
      400,
    ],
    ['an unknown call', 'POST', ':doSomething', {}, 501],
    ['a call below a collection', 'POST', '/c:runQuery', { structuredQuery: {} }, 400],
    ['an empty id', 'GET', '/c//a', undefined, 400],
    ['a truncated escape sequence', 'GET', '/c/%zz', undefined, 400],
    ['another method', 'PUT', '/c/a', {}, 404],
    ['a value of two types', 'PATCH', '/c/a', { fields: { a: { stringValue: '', integerValue: '1' } } }, 400],
  ])('%s is rejected, logged once, and leaves the engine working', async (_what, method, path, body, status) => {
    expect((await made.call(method, path, body)).status).toBe(status);
    expect([made.warnings.length, made.failures.length]).toEqual([1, 0]);
    expect((await made.call('GET', '/c')).status).toBe(200);
  });

  it('an oversized request is rejected and the next one succeeds', async () => {
    const response = await fetch(`${made.url}/v1/${made.root}:commit`, {
      method: 'POST',
      headers: SERVER,
      body: ' '.repeat(12_000_000),
    });
    expect(await response.json()).toEqual(
      error('INVALID_ARGUMENT', 'Request payload size exceeds the limit: 11534336 bytes.'),
    );
    expect((await made.call('GET', '/c')).status).toBe(200);
  });
});
