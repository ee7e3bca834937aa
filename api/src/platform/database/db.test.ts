import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { subDays } from 'date-fns';
import { sql } from 'kysely';

import { deleteExpired } from '../../composition/housekeeping';
import { startTestApp, type TestApp } from '../../testing/start-test-app';
import { publish } from '../events/domain-events';
import { SecondConnectionError } from './connection-guard';
import { createPool, type Db, queryPrepared } from './db';
import { joiningPool } from './joining-pool';
import { migrate } from './migrate';
import { aloneInTransaction, inTransaction } from './transaction';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

it('returns bigint as number, timestamps as Date in milliseconds, dates as text', async () => {
  const rows = await queryPrepared(
    api.pool,
    `select 9007199254740991::bigint as big, timestamptz '2026-11-21 13:45:00.123+09' as at, date '2013-02-03' as day, timestamptz '-infinity' as never, null::timestamptz as nothing`,
    [],
  );
  expect(rows).toEqual([
    {
      big: 9_007_199_254_740_991,
      at: new Date('2026-11-21T04:45:00.123Z'),
      day: '2013-02-03',
      never: new Date(-8.64e15),
      nothing: null,
    },
  ]);
});

it('prepares the statements of kysely', async () => {
  await api.db.connection().execute(async (db) => {
    await db.selectFrom('users').select('id').limit(1).execute();
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db);
    expect(rows.some(({ statement }) => statement.includes('from "users"'))).toBe(true);
  });
});

it('recovers when the connection of a transaction is terminated', async () => {
  const pool = createPool(api.env.databaseUrl, { max: 1 });
  const held = await pool.connect();
  const {
    rows: [own],
  } = await held.query<{ pid: number }>('select pg_backend_pid() as pid');
  const ended = new Promise((done) => {
    held.once('end', done);
  });
  await api.pool.query('select pg_terminate_backend($1)', [own?.pid]);
  await ended;
  await expect(held.query('select 1')).rejects.toThrow(/not queryable|closed|terminat/);
  held.release();
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await pool.end();
});

describe('a transaction', () => {
  it('rolls back all changes on failure, including published events', async () => {
    await expect(
      inTransaction(api.db, async (trx) => {
        await trx.updateTable('users').set({ job: '教師' }).where('id', '=', api.people.adult).execute();
        await publish(trx, 'classroomStarted', { classroomId: 'cls_1' });
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    const user = await api.db
      .selectFrom('users')
      .select('job')
      .where('id', '=', api.people.adult)
      .executeTakeFirstOrThrow();
    expect(user.job).toBe('会社員');
    expect(await api.db.selectFrom('domain_events').selectAll().execute()).toEqual([]);
  });

  it('takes no second connection, whose wait could never end', async () => {
    const people = (db: Db) => db.selectFrom('users').select('id').limit(1).execute();
    await expect(inTransaction(api.db, () => people(api.db))).rejects.toThrow(SecondConnectionError);
    await expect(inTransaction(api.db, () => api.pool.query('select 1'))).rejects.toThrow(SecondConnectionError);
    await expect(inTransaction(api.db, () => inTransaction(api.db, people))).rejects.toThrow(SecondConnectionError);
    const alone = aloneInTransaction(api.pool, 'a test', () => people(api.db));
    await expect(alone).rejects.toThrow(SecondConnectionError);
    expect(await inTransaction(api.db, people)).toHaveLength(1);
  });

  it('is joined by code with SQL of its own, which fails or succeeds with it', async () => {
    const pool = joiningPool(api.pool);
    const rename = (job: string) =>
      pool.connect().then(async (client) => {
        await client.query('begin');
        await client.query('update users set job = $1 where id = $2', [job, api.people.student]);
        await client.query('commit');
        client.release();
      });
    const job = async () =>
      (await pool.query<{ job: string }>('select job from users where id = $1', [api.people.student])).rows[0]?.job;
    await expect(
      inTransaction(api.db, async () => {
        await rename('司書');
        expect(await job()).toBe('司書');
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await job()).not.toBe('司書');
    await inTransaction(api.db, () => rename('司書'));
    expect(await job()).toBe('司書');
  });

  it('is retried after a deadlock', async () => {
    const lock = (trx: Parameters<Parameters<typeof inTransaction>[1]>[0], id: string) =>
      trx.updateTable('users').set({ job: id }).where('id', '=', id).execute();
    let meet = () => {};
    const both = new Promise<void>((resolve) => {
      meet = resolve;
    });
    let arrived = 0;
    const crossing = (first: string, second: string) =>
      inTransaction(api.db, async (trx) => {
        await lock(trx, first);
        arrived += 1;
        if (arrived >= 2) meet();
        await both;
        await lock(trx, second);
        return 'done';
      });
    const { adult, student } = api.people;
    expect(await Promise.all([crossing(adult, student), crossing(student, adult)])).toEqual(['done', 'done']);
    // They may deadlock again.
    expect(arrived).toBeGreaterThanOrEqual(3);
  });
});

describe('migration', () => {
  it('applies new files once and stops before a failing one', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'migrations-'));
    const known = (await api.db
      .selectFrom('schema_migrations' as never)
      .select('name' as never)
      .execute()) as { name: string }[];
    for (const { name } of known) await writeFile(join(dir, name), 'select 1');
    await writeFile(
      join(dir, '9001_plants.sql'),
      "create table plants (id text); insert into plants values ('sakura')",
    );
    expect(await Promise.all([migrate(api.pool, dir), migrate(api.pool, dir)]).then((done) => done.flat())).toEqual([
      '9001_plants.sql',
    ]);
    await writeFile(join(dir, '9002_broken.sql'), 'delete from plants; select nothing_of_that_name');
    await expect(migrate(api.pool, dir)).rejects.toThrow('9002_broken.sql');
    expect((await api.pool.query('select id from plants')).rows).toEqual([{ id: 'sakura' }]);
  });

  it('rejects a database that is newer than the program', async () => {
    await expect(migrate(api.pool, await mkdtemp(join(tmpdir(), 'migrations-')))).rejects.toThrow(
      'newer than this program',
    );
  });
});

it('deletes only expired rows', async () => {
  const now = api.clock.now();
  const daysAgo = (days: number) => subDays(now, days);
  await api.db
    .insertInto('rate_limits')
    .values([
      { bucket: 'old', count: 1, resets_at: daysAgo(1) },
      { bucket: 'new', count: 1, resets_at: daysAgo(-1) },
    ])
    .execute();
  const key = { person_id: 'p', endpoint: 'e', body_hash: 'h', status: 200, answer: null };
  await api.db
    .insertInto('idempotency_keys')
    .values([
      { ...key, key: 'old', created_at: daysAgo(2) },
      { ...key, key: 'new', created_at: now },
    ])
    .execute();
  await api.db
    .insertInto('anonymous_visitors')
    .values({ id: 'anon_gone', last_seen_at: daysAgo(61) })
    .execute();
  await api.db
    .insertInto('sessions')
    .values({ id: 'ses_gone', user_id: api.people.adult, expires_at: daysAgo(8) })
    .execute();
  await deleteExpired(api.db, now);
  expect(await api.db.selectFrom('rate_limits').select('bucket').execute()).toEqual([{ bucket: 'new' }]);
  expect(await api.db.selectFrom('idempotency_keys').select('key').execute()).toEqual([{ key: 'new' }]);
  expect(await api.db.selectFrom('anonymous_visitors').select('id').execute()).toEqual([{ id: api.people.anonymous }]);
  expect(await api.db.selectFrom('sessions').select('id').where('id', '=', 'ses_gone').execute()).toEqual([]);
  expect((await api.as('adult').get('/me')).status).toBe(200);
});
