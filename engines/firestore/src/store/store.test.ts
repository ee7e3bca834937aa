import type { Caller } from '../access/access';
import { parseQuery } from '../query/parse-query';
import { DATABASE, int, openTestStore, ROOT, text } from '../testing/open-store';
import type { Commit } from './recent-changes';
import { type Transaction, Transactions } from './transactions';
import { parseWrites } from './write';

const server = { kind: 'server' } as const;
const refusal = (status: string, message?: string | RegExp) =>
  expect.objectContaining({
    status,
    ...(message && { message: typeof message === 'string' ? message : (expect.stringMatching(message) as string) }),
  }) as Error;
const transform = (path: string, ...fieldTransforms: object[]) => ({
  transform: { document: `${ROOT}/${path}`, fieldTransforms },
});

describe('a commit', () => {
  it('is atomic and fails with the error of the write', async () => {
    const { store, commit } = await openTestStore();
    await expect(
      commit(
        { update: { name: `${ROOT}/c/a`, fields: { n: int(1) } } },
        { update: { name: `${ROOT}/c/b`, fields: {} }, currentDocument: { exists: true } },
      ),
    ).rejects.toEqual(refusal('NOT_FOUND', `No document to update: ${ROOT}/c/b`));
    expect(store.get('c/a')).toBeUndefined();
  });

  it('cannot update a document that it has deleted', async () => {
    const { set, commit, store } = await openTestStore();
    const gone = { delete: `${ROOT}/c/a` };
    const update = {
      update: { name: `${ROOT}/c/a`, fields: { n: int(2) } },
      updateMask: { fieldPaths: ['n'] },
      currentDocument: { exists: true },
    };
    for (const existing of [true, false]) {
      if (existing) await set('c/a', { n: int(1) });
      await expect(commit(gone, update)).rejects.toEqual(
        refusal('INVALID_ARGUMENT', /cannot be deleted and then updated/),
      );
      await commit(gone);
    }
    await expect(commit(update)).rejects.toEqual(refusal('NOT_FOUND'));
    await commit(gone, { update: { name: `${ROOT}/c/a`, fields: { n: int(3) } } });
    expect(store.get('c/a')?.fields).toEqual({ n: int(3) });
  });

  it('checks its preconditions', async () => {
    const { set, remove, store } = await openTestStore();
    await set('c/a', { n: int(1) }, { currentDocument: { exists: false } });
    await expect(set('c/a', {}, { currentDocument: { exists: false } })).rejects.toEqual(
      refusal('ALREADY_EXISTS', `Document already exists: ${ROOT}/c/a`),
    );
    const version = store.get('c/a')?.updateVersion as number;
    const at = (micros: number) => ({
      currentDocument: { updateTime: { seconds: Math.floor(micros / 1e6), nanos: (micros % 1e6) * 1000 } },
    });
    await expect(remove('c/a', at(version - 1))).rejects.toEqual(
      refusal(
        'FAILED_PRECONDITION',
        `the stored version (${version}) does not match the required base version (${version - 1})`,
      ),
    );
    await expect(remove('c/a', at(version))).resolves.toBeDefined();
    await expect(remove('c/a', { currentDocument: { exists: true } })).rejects.toEqual(refusal('NOT_FOUND'));
  });

  it('keeps the update time of an unchanged document and still notifies listeners', async () => {
    const { set, store } = await openTestStore();
    const first = await set('c/a', { n: int(1), d: { doubleValue: 1 } });
    const commits: Commit[] = [];
    store.onCommit((commit) => commits.push(commit));
    const second = await set('c/a', { n: int(1), d: { doubleValue: 1 } });
    expect(second.outcomes[0]?.updateVersion).toBe(first.version);
    expect(commits).toHaveLength(1);
    await set('c/a', { n: { doubleValue: 1 }, d: { doubleValue: 1 } });
    expect(store.get('c/a')?.updateVersion).toBeGreaterThan(first.version);
  });

  it('gets a unique version that increases even when the clock goes back', async () => {
    const { set, clock, store } = await openTestStore();
    const opened = store.version;
    const together = await Promise.all([set('c/a', {}), set('c/b', {}), set('c/c', {})]);
    clock.now -= 3_600_000;
    const later = await set('c/d', {});
    const versions = [opened, ...together.map(({ version }) => version), later.version];
    expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b));
  });

  it('continues with later versions after a reopen', async () => {
    const first = await openTestStore();
    const { version } = await first.set('c/a', { s: text('\ud800😀') });
    await first.remove('c/a');
    await first.set('c/b', { s: text('\ud800😀') });
    await first.store.close();
    const again = await openTestStore({ storage: first.storage, now: first.clock.now - 86_400_000 });
    expect(again.store.get('c/b')?.fields).toEqual({ s: text('\ud800😀') });
    expect(again.store.deletedAfter(version)).toEqual(['c/a']);
    expect((await again.set('c/e', {})).version).toBeGreaterThan(first.store.version);
    expect(again.store.storeId).toBe(first.store.storeId);
  });

  it('fails as unavailable when it cannot be stored, and stays invisible', async () => {
    const { store, set, storage } = await openTestStore();
    const append = storage.append.bind(storage);
    storage.append = () => Promise.reject(new Error('no space'));
    await expect(set('c/a', {})).rejects.toEqual(refusal('UNAVAILABLE'));
    expect(store.get('c/a')).toBeUndefined();
    storage.append = append;
    await expect(set('c/a', {})).resolves.toBeDefined();
  });
});

describe('pending commits', () => {
  it('are limited in number, and those beyond are rejected', async () => {
    const { set, storage } = await openTestStore();
    const append = storage.append.bind(storage);
    let goOn = () => {};
    const isOpen = new Promise<void>((done) => {
      goOn = done;
    });
    storage.append = async (batch) => {
      await isOpen;
      return append(batch);
    };
    const first = set('c/first', {});
    await new Promise((next) => {
      setImmediate(next);
    });
    const waiting = Array.from({ length: 1000 }, (_, n) => set(`c/d${n}`, {}));
    await expect(set('c/beyond', {})).rejects.toEqual(refusal('RESOURCE_EXHAUSTED'));
    goOn();
    await expect(Promise.all([first, ...waiting])).resolves.toHaveLength(1001);
  });
});

describe('transforms', () => {
  it('run in order after the update and return their results', async () => {
    const { set, commit, store, clock } = await openTestStore();
    await set('c/a', {
      n: int('9223372036854775800'),
      list: { arrayValue: { values: [int(1), text('a')] } },
      t: text('x'),
      min: int(3),
    });
    const { outcomes } = await commit(
      transform(
        'c/a',
        { fieldPath: 'n', increment: int(100) },
        { fieldPath: 't', increment: { doubleValue: 1.5 } },
        { fieldPath: 'min', minimum: { doubleValue: 3 } },
        { fieldPath: 'max', maximum: int(4) },
        { fieldPath: 'list', appendMissingElements: { values: [{ doubleValue: 1 }, int(2), int(2)] } },
        { fieldPath: 'gone', removeAllFromArray: { values: [int(1)] } },
        { fieldPath: 'at.`the time`', setToServerValue: 1 },
      ),
    );
    const at = { timestampValue: new Date(clock.now).toISOString().replace('Z', '000Z') };
    expect(store.get('c/a')?.fields).toEqual({
      n: int('9223372036854775807'),
      t: { doubleValue: 1.5 },
      min: int(3),
      max: int(4),
      gone: { arrayValue: { values: [] } },
      list: { arrayValue: { values: [int(1), text('a'), int(2)] } },
      at: { mapValue: { fields: { 'the time': at } } },
    });
    expect(outcomes[0]?.transformResults).toEqual([
      int('9223372036854775807'),
      { doubleValue: 1.5 },
      int(3),
      int(4),
      { nullValue: null },
      { nullValue: null },
      at,
    ]);
  });

  it('lose no increment under concurrency', async () => {
    const { commit, store } = await openTestStore();
    await Promise.all(
      Array.from({ length: 50 }, () => commit(transform('c/n', { fieldPath: 'n', increment: int(1) }))),
    );
    expect(store.get('c/n')?.fields).toEqual({ n: int(50) });
  });
});

describe('document limits', () => {
  const nested = (depth: number): object => (depth === 0 ? int(1) : { mapValue: { fields: { m: nested(depth - 1) } } });
  it.each([
    [
      'a text over the limit',
      { s: text('x'.repeat(1_048_488)) },
      'The value of property "s" is longer than 1048487 bytes.',
    ],
    [
      'a long text in a map',
      { m: { mapValue: { fields: { s: text('x'.repeat(1_048_488)) } } } },
      'Property m contains an invalid nested entity.',
    ],
    ['more than 20 levels of nesting', { m: nested(21) }, 'Property m contains an invalid nested entity.'],
    [
      'a nested array',
      { a: { arrayValue: { values: [{ arrayValue: {} }] } } },
      'Cannot convert an array value in an array value.',
    ],
    ['a reserved name', { __a__: int(1) }, 'field name __a__ is reserved'],
    ['a name of 1501 bytes', { ['n'.repeat(1501)]: int(1) }, 'The property.name is longer than 1500 bytes.'],
    [
      'three fields over 1 MiB together',
      { a: text('x'.repeat(400_000)), b: text('x'.repeat(400_000)), c: text('x'.repeat(400_000)) },
      /^Document '.*' cannot be written because its size \(1,200,\d+ bytes\) exceeds the maximum allowed size of 1,048,576 bytes\.$/,
    ],
  ])('reject %s', async (_what, fields, message) => {
    const { set } = await openTestStore();
    await expect((async () => set('c/a', fields))()).rejects.toEqual(refusal('INVALID_ARGUMENT', message));
  });

  it('accept values at the limit', async () => {
    const { set } = await openTestStore();
    await set('c/a', { m: nested(20), ['n'.repeat(1500)]: int(1) });
    await set('c/b', { s: text('x'.repeat(1_048_487)) });
  });
});

describe('transactions', () => {
  async function setUp() {
    const made = await openTestStore();
    const transactions = new Transactions(() => made.clock.now, { lockWaitMs: 20, maxOpen: 10, maxOpenPerUser: 10 });
    const begin = () => transactions.begin({ caller: server, canLock: true, isReadOnly: false });
    const write = (transaction: Transaction, path: string, n: number) =>
      made.store.commit(parseWrites(DATABASE, [{ update: { name: `${ROOT}/${path}`, fields: { n: int(n) } } }]), {
        transaction,
      });
    return { ...made, transactions, begin, write };
  }

  it('are aborted when a document they read has changed, including by a concurrent commit', async () => {
    const { store, transactions, begin, write } = await setUp();
    const [one, two] = [begin(), begin()];
    for (const transaction of [one, two]) transactions.noteDocuments(transaction, ['c/a'], store.version);
    const results = await Promise.allSettled([write(one, 'c/a', 1), write(two, 'c/a', 2)]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(results[1]).toMatchObject({ reason: { status: 'ABORTED' } });
  });

  it('are aborted only when the results of a query they ran have changed', async () => {
    const { store, transactions, begin, write, set } = await setUp();
    const query = parseQuery('', {
      from: [{ collectionId: 'c' }],
      where: { fieldFilter: { field: { fieldPath: 'n' }, op: 'GREATER_THAN', value: int(5) } },
    });
    const [one, two] = [begin(), begin()];
    transactions.noteQuery(one, query, store.version);
    await set('c/small', { n: int(1) });
    await expect(write(one, 'd/x', 1)).resolves.toBeDefined();
    transactions.noteQuery(two, query, store.version);
    await set('c/big', { n: int(9) });
    await expect(write(two, 'd/y', 1)).rejects.toEqual(refusal('ABORTED'));
  });

  it('wait for documents locked by each other, up to a limit', async () => {
    const { transactions, begin } = await setUp();
    const [one, two, three] = [begin(), begin(), begin()];
    await transactions.lock(one, ['c/a']);
    const order: string[] = [];
    const waiting = transactions.lock(two, ['c/a']).then(() => order.push('two'));
    order.push('one ends');
    transactions.end(one.id);
    await waiting;
    await transactions.lock(three, ['c/a']);
    expect(order).toEqual(['one ends', 'two']);
  });

  it('apply one wait limit to all documents together', async () => {
    const { transactions, begin } = await setUp();
    const paths = Array.from({ length: 50 }, (_, n) => `c/d${n}`);
    await transactions.lock(begin(), paths);
    const waits: number[] = [];
    const setTimer = jest.spyOn(globalThis, 'setTimeout').mockImplementation(((go: () => void, ms = 0) => {
      waits.push(ms);
      // Advances the time without sleeping.
      const end = performance.now() + ms;
      while (performance.now() < end);
      queueMicrotask(go);
      return 0;
    }) as never);
    await transactions.untilFree(paths, server);
    setTimer.mockRestore();
    expect(waits.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(20);
  });

  it('of a caller without write permission do not block others', async () => {
    const { transactions } = await setUp();
    const [reader, writer] = ['yuki', 'sora'].map(
      (uid) => ({ kind: 'user', uid, claims: {}, expiresAt: Infinity }) as const,
    );
    const reading = transactions.begin({ caller: reader as Caller, canLock: false, isReadOnly: false });
    await transactions.lock(reading, ['c/a']);
    const writing = transactions.begin({ caller: writer as Caller, canLock: true, isReadOnly: false });
    await transactions.lock(writing, ['c/a']);
    const waiting = jest.spyOn(globalThis, 'setTimeout');
    await transactions.untilFree(['c/a'], writer as Caller, writing.id);
    // The server takes over locks held by anyone else.
    await transactions.untilFree(['c/a'], server);
    await transactions.lock(transactions.begin({ caller: server, canLock: true, isReadOnly: false }), ['c/a']);
    expect(waiting).not.toHaveBeenCalled();
  });

  it('of another caller cannot be used', async () => {
    const { transactions, begin } = await setUp();
    expect(() => transactions.get(begin().id, { kind: 'anonymous' })).toThrow(
      refusal('INVALID_ARGUMENT', 'Invalid transaction.'),
    );
  });

  it('expire after a minute without use', async () => {
    const { transactions, begin, clock } = await setUp();
    const { id } = begin();
    clock.now += 61_000;
    expect(() => transactions.get(id, server)).toThrow(
      refusal('ABORTED', 'The referenced transaction has expired or is no longer valid.'),
    );
    expect(() => transactions.get('bm9uZQ==', server)).toThrow(refusal('INVALID_ARGUMENT'));
  });
});

describe('reads at an earlier time', () => {
  it('return documents and queries as of that time', async () => {
    const { set, remove, store } = await openTestStore();
    await set('c/a', { n: int(1) });
    const { version } = await set('c/b', { n: int(2) });
    await set('c/a', { n: int(3) });
    await remove('c/b');
    await set('c/new', { n: int(4) });
    const query = parseQuery('', { from: [{ collectionId: 'c' }], orderBy: [{ field: { fieldPath: 'n' } }] });
    expect(store.get('c/a', version)?.fields).toEqual({ n: int(1) });
    expect(store.run(query, version).map(({ path }) => path)).toEqual(['c/a', 'c/b']);
    expect(store.run(query).map(({ path }) => path)).toEqual(['c/a', 'c/new']);
  });

  it('are limited in time and number of changes, and a transaction from before the limit is aborted', async () => {
    const { set, store, clock } = await openTestStore({ history: { ms: 10_000, changes: 5, bytes: 1_000_000 } });
    const versions: number[] = [];
    for (let n = 0; n < 10; n += 1) versions.push((await set('c/a', { n: int(n) })).version);
    expect(store.earliestVersion).toBe(versions[4]);
    expect(store.get('c/a', versions[4])?.fields).toEqual({ n: int(4) });
    const transactions = new Transactions(() => clock.now, { lockWaitMs: 20, maxOpen: 10, maxOpenPerUser: 10 });
    const commitAfter = (version: number | undefined) => {
      const transaction = transactions.begin({ caller: server, canLock: true, isReadOnly: false });
      transactions.noteDocuments(transaction, ['c/other'], version as number);
      return store.commit(parseWrites(DATABASE, [{ update: { name: `${ROOT}/c/b`, fields: {} } }]), { transaction });
    };
    await expect(commitAfter(versions[3])).rejects.toEqual(refusal('ABORTED'));
    await expect(commitAfter(versions[4])).resolves.toBeDefined();
    clock.now += 20_000;
    const { version } = await set('c/a', { n: int(10) });
    await set('c/a', { n: int(11) });
    expect(store.earliestVersion).toBeLessThan(version);
    expect(store.earliestVersion).toBeGreaterThan(versions[9] as number);
  });
});

describe('the history', () => {
  it('is limited in bytes without failing the writes beyond the limit', async () => {
    const { set, store } = await openTestStore({ history: { ms: 300_000, changes: 10_000, bytes: 1_000_000 } });
    const versions: number[] = [];
    for (let n = 0; n < 40; n += 1)
      versions.push((await set('c/a', { s: text(String(n % 10).repeat(100_000)) })).version);
    const kept = versions.filter((version) => version >= store.earliestVersion).length;
    expect(kept).toBeGreaterThanOrEqual(9);
    expect(kept).toBeLessThanOrEqual(12);
    expect(store.get('c/a', versions.at(-5))?.fields).toEqual({ s: text('5'.repeat(100_000)) });
  });
});

describe('tombstones', () => {
  it('are limited in number and exclude re-created documents', async () => {
    const { set, remove, store, storage, clock } = await openTestStore();
    const versions: number[] = [];
    for (const id of ['a', 'b', 'c', 'd']) {
      await set(`c/${id}`, {});
      versions.push((await remove(`c/${id}`)).version);
    }
    await set('c/b', {});
    await store.forgetDeleted({ ms: 60_000, count: 3 });
    expect(store.deletedAfter(0)).toBeUndefined();
    await store.forgetDeleted({ ms: 60_000, count: 2 });
    expect(store.deletedAfter((versions[0] as number) - 1)).toBeUndefined();
    expect(store.deletedAfter(versions[0] as number)).toEqual(['c/c', 'c/d']);
    await store.close();
    const again = await openTestStore({ storage, now: clock.now });
    expect(again.store.deletedAfter(versions[2] as number)).toEqual(['c/d']);
    expect(again.store.deletedAfter((versions[0] as number) - 1)).toBeUndefined();
  });
});
