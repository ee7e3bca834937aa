import { Pool } from 'pg';

import { int, openTestStore, text } from '../testing/open-store';
import { postgresStorage } from './postgres-storage';

const schemas: string[] = [];
let pool: Pool;

beforeAll(() => {
  pool = new Pool({ connectionString: process.env.TEST_DATABASE_URL });
  pool.on('error', () => undefined);
});
afterAll(async () => {
  for (const schema of schemas) await pool.query(`drop schema if exists "${schema}" cascade`);
  await pool.end();
});

function newSchema(): string {
  const schema = `engine_${process.pid}_${schemas.length}`;
  schemas.push(schema);
  return schema;
}

const storageOf = (schema: string) => postgresStorage(pool, { schema, lockWaitMs: 300 });

describe('documents in PostgreSQL', () => {
  it('survive a restart with every character and kind of value', async () => {
    const schema = newSchema();
    const first = await openTestStore({ storage: storageOf(schema) });
    const fields = {
      s: text('まな\u0000び😀\ud800'),
      n: int('9223372036854775807'),
      zero: { doubleValue: '-0' },
      'a.b`c': { arrayValue: { values: [int(1), { nullValue: null }] } },
    };
    await first.set('部屋/😀 a', fields);
    await first.set('c/gone', {});
    const { version } = await first.set('c/b', {});
    await first.remove('c/gone');
    await first.store.close();
    const again = await openTestStore({ storage: storageOf(schema), now: first.clock.now - 86_400_000 });
    expect(again.store.get('部屋/😀 a')?.fields).toEqual(fields);
    expect(again.store.get('c/b')?.updateVersion).toBe(version);
    expect(again.store.deletedAfter(version)).toEqual(['c/gone']);
    expect(again.store.storeId).toBe(first.store.storeId);
    expect((await again.set('c/later', {})).version).toBeGreaterThan(first.store.version);
    await again.store.close();
  });

  it('are written before a commit is acknowledged', async () => {
    const schema = newSchema();
    const { set, store } = await openTestStore({ storage: storageOf(schema) });
    await Promise.all(Array.from({ length: 20 }, (_, n) => set(`c/d${n}`, { n: int(n) })));
    const { rows } = await pool.query(`select count(*)::int as count from "${schema}".documents`);
    expect(rows).toEqual([{ count: 20 }]);
    await store.close();
  });

  it('can be opened by one engine at a time', async () => {
    const schema = newSchema();
    const { store } = await openTestStore({ storage: storageOf(schema) });
    await expect(openTestStore({ storage: storageOf(schema) })).rejects.toThrow(/^Another engine owns the documents/);
    await store.close();
    const second = await openTestStore({ storage: storageOf(schema) });
    await second.store.close();
  });

  it('cannot be written by an engine that has lost its lock to another', async () => {
    const schema = newSchema();
    const { set, store } = await openTestStore({ storage: storageOf(schema) });
    await set('c/a', {});
    await pool.query(`update "${schema}".store set last_version = last_version + 1`);
    await expect(set('c/b', {})).rejects.toMatchObject({ status: 'UNAVAILABLE' });
    await store.close();
  });

  it('survive a lost connection: writes wait for the next connection', async () => {
    const schema = newSchema();
    const { set, store } = await openTestStore({ storage: storageOf(schema) });
    await set('c/a', {});
    await pool.query(
      `select pg_terminate_backend(pid) from pg_locks join pg_database d on d.oid = database
       where locktype = 'advisory' and pid <> pg_backend_pid() and datname = current_database()`,
    );
    await expect(set('c/b', { n: int(1) })).resolves.toBeDefined();
    const { rows } = await pool.query(`select path from "${schema}".documents order by path`);
    expect(rows).toEqual([{ path: '"c/a"' }, { path: '"c/b"' }]);
    await store.close();
  });

  it('drop tombstones of deleted documents once no client can resume from before them', async () => {
    const schema = newSchema();
    const { set, remove, store, clock } = await openTestStore({ storage: storageOf(schema) });
    await set('c/a', {});
    const { version } = await remove('c/a');
    clock.now += 10_000;
    await set('c/b', {});
    await store.forgetDeleted({ ms: 5000, count: 100 });
    expect(store.deletedAfter(version - 1)).toBeUndefined();
    const { rows } = await pool.query(`select path from "${schema}".documents`);
    expect(rows).toEqual([{ path: '"c/b"' }]);
    await store.close();
  });
});
