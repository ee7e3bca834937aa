import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { postgresStorage as liveStorage } from '@manabiba/engine-firestore/postgres-storage';
import { addHours } from 'date-fns';
import Fastify from 'fastify';
import pg from 'pg';

import { apiPlugin } from '../../../api/src/app';
import { apiServerOptions } from '../../../api/src/http/server-options';
import { jobKinds } from '../../../api/src/messages/job-map';
import { createDb, createPool, type Pool } from '../../../api/src/platform/database/db';
import { migrate } from '../../../api/src/platform/database/migrate';
import { aPlainPicture, sendFile } from '../../../api/src/testing/pictures';
import { insertCategories } from '../../../api/src/testing/rows';
import { startTestApp, type TestApp } from '../../../api/src/testing/start-test-app';
import { LIVE_SCHEMA } from '../live-documents/live-schema';
import { createOwnDatabase, type OwnDatabase } from '../testing/own-database';
import { backUp } from './backup';
import { restore } from './restore';

const migrationsDir = join(import.meta.dirname, '../../../api/migrations');
/** What each writer must have got acknowledged before the backup begins. */
const ENOUGH = 5;
const WRITERS = ['adult', 'otherAdult', 'subscriber'] as const;

let world: TestApp;
let home: string;
let backup: string;
let restored: OwnDatabase;
let pool: Pool;
const acknowledged = { before: [] as string[], atEnd: 0, uploads: 0 };
const releaseFile = join('mf-events', '1.0.0-abc', 'entry.js');

const sourcePlace = () => ({
  databaseUrl: world.env.databaseUrl,
  dataDir: join(home, 'data'),
  storageUrl: world.env.storageUrl,
});
const targetPlace = () => ({
  databaseUrl: restored.url,
  dataDir: join(home, 'restored'),
  storageUrl: pathToFileURL(join(home, 'restored', 'storage')).href,
  migrationsDir,
});

const classroom = () => ({
  name: '星の一生',
  categoryId: 'cat_space',
  startAt: addHours(Date.now(), 1).toISOString(),
  allUsers: true,
  audienceMode: false,
  privateMode: false,
});

/** People who create classrooms and send pictures without a pause, until `stop`. */
function startWriters() {
  let isOver = false;
  const ids = new Map<string, string[]>(WRITERS.map((name) => [name, []]));
  const work = WRITERS.map(async (name) => {
    const picture = await aPlainPicture(64, 64);
    for (let turn = 0; !isOver; turn += 1) {
      const { status, body } = await world.as(name).post('/classrooms', classroom());
      if (status !== 201) throw new Error(`A classroom is refused with ${status} ${JSON.stringify(body)}`);
      ids.get(name)?.push(body.id as string);
      if (turn % 4 > 0) continue;
      const sent = await sendFile(world, name, picture, { purpose: 'avatar', mime: 'image/png' });
      if (sent.status === 200) acknowledged.uploads += 1;
    }
  });
  const all = () => [...ids.values()].flat();
  return {
    all,
    hasEnough: () => [...ids.values()].every(({ length }) => length >= ENOUGH),
    async stop() {
      isOver = true;
      await Promise.all(work);
    },
  };
}

/** What a release has that is not served: what renders it on the server, and its source maps. */
const besideReleases = { 'releases-on-server': 'remote.cjs', 'releases-source-maps': 'remoteEntry.js.map' };

async function seedEngineAndRelease(): Promise<void> {
  const engine = liveStorage(world.pool, { schema: LIVE_SCHEMA });
  await engine.open();
  await engine.append({
    version: 7,
    rows: [{ path: 'rooms/room_1', fieldsJson: '{"a":1}', createVersion: 7, updateVersion: 7 }],
  });
  await engine.close();
  const { dataDir } = sourcePlace();
  await mkdir(join(dataDir, 'releases', 'mf-events', '1.0.0-abc'), { recursive: true });
  await writeFile(join(dataDir, 'releases', releaseFile), 'export const door = 1;');
  for (const [folder, name] of Object.entries(besideReleases)) {
    await mkdir(join(dataDir, folder, 'mf-events'), { recursive: true });
    await writeFile(join(dataDir, folder, 'mf-events', name), name);
  }
}

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'manabiba-drill-'));
  backup = join(home, 'backup');
  world = await startTestApp();
  await insertCategories(world.db);
  await seedEngineAndRelease();
  restored = await createOwnDatabase('restored');

  const writers = startWriters();
  while (!writers.hasEnough()) await world.as('unauthenticated').get('/classrooms');
  acknowledged.before = writers.all();
  // As in the backup of an older product, which did not have this queue.
  await world.pool.query(`select pgboss.delete_queue('rank-archives')`);
  await backUp(sourcePlace(), backup);
  await migrate(world.pool, migrationsDir);
  await writers.stop();
  acknowledged.atEnd = writers.all().length;

  await mkdir(targetPlace().dataDir, { recursive: true });
  await writeFile(join(targetPlace().dataDir, 'last-registry.json'), '{}');
  await restore(targetPlace(), backup);
  pool = createPool(restored.url, { max: 4 });
}, 120_000);

afterAll(async () => {
  await pool.end();
  await restored.drop();
  await world.close();
  await rm(home, { recursive: true });
});

const column = async (from: Pool, text: string) => (await from.query<{ it: string }>(text)).rows.map(({ it }) => it);

describe('a backup made while people write', () => {
  it('has everything that was acknowledged before it began', async () => {
    expect(acknowledged.before.length).toBeGreaterThanOrEqual(ENOUGH * WRITERS.length);
    const there = new Set(await column(pool, 'select id as it from classrooms'));
    expect(acknowledged.before.filter((id) => !there.has(id))).toEqual([]);
  });

  it('is of one moment: writing went on meanwhile', async () => {
    const there = await column(pool, 'select id as it from classrooms');
    expect(acknowledged.atEnd).toBeGreaterThan(acknowledged.before.length);
    expect(there.length).toBeLessThanOrEqual(acknowledged.atEnd);
  });

  it('keeps every foreign key, checked again by PostgreSQL', async () => {
    const keys = `select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || ' ' || convalidated as it
      from pg_constraint where contype = 'f' order by 1`;
    const expected = await column(world.pool, keys);
    expect(expected.length).toBeGreaterThan(50);
    expect(await column(pool, keys)).toEqual(expected);
  });

  it('leaves triggers as they were', async () => {
    const triggers = `select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text as it from pg_trigger where not tgisinternal order by 1`;
    const expected = await column(world.pool, triggers);
    expect(expected.length).toBeGreaterThan(0);
    expect(await column(pool, triggers)).toEqual(expected);
  });

  it('has a file for every upload, and the files of releases', async () => {
    const storage = fileURLToPath(targetPlace().storageUrl);
    const uploads = await pool.query<{ id: string }>('select id from uploads where stored_at is not null');
    const files = (await readdir(storage, { recursive: true })).join('\n');
    expect(acknowledged.uploads).toBeGreaterThan(0);
    expect(uploads.rows.length).toBeGreaterThan(0);
    expect(uploads.rows.filter(({ id }) => !files.includes(id))).toEqual([]);
    expect(await readFile(join(targetPlace().dataDir, 'releases', releaseFile), 'utf8')).toBe('export const door = 1;');
    for (const [folder, name] of Object.entries(besideReleases))
      expect(await readFile(join(targetPlace().dataDir, folder, 'mf-events', name), 'utf8')).toBe(name);
  });

  it('has the live documents under a new identity, so that no browser resumes where it was', async () => {
    const store = 'select store_id as it from firestore.store';
    expect(await column(pool, 'select path as it from firestore.documents')).toEqual(['"rooms/room_1"']);
    expect(await column(pool, store)).not.toEqual(await column(world.pool, store));
  });

  it('has the queues of this product, those included that are newer than the backup', async () => {
    const queues = await column(pool, 'select name as it from pgboss.queue order by name');
    expect(queues).toEqual(Object.keys(jobKinds).sort());
  });

  it('removes the last registry, which may be newer than the database', async () => {
    await expect(stat(join(targetPlace().dataDir, 'last-registry.json'))).rejects.toThrow('ENOENT');
  });

  it('runs: people are signed in, read what they wrote and write again', async () => {
    expect(await migrate(pool, migrationsDir)).toEqual([]);
    const app = Fastify(apiServerOptions);
    await app.register(apiPlugin({ db: createDb(pool), pool, env: world.env }), { prefix: '/v1' });
    const headers = { authorization: `Bearer ${world.tokens.adult}` };
    const [id = ''] = acknowledged.before;
    const read = await app.inject({ method: 'GET', url: `/v1/classrooms/${id}`, headers });
    const written = await app.inject({ method: 'POST', url: '/v1/classrooms', headers, payload: classroom() });
    await app.close();
    expect([read.statusCode, read.json<{ name: string }>().name, written.statusCode]).toEqual([200, '星の一生', 201]);
  });
});

describe('a restore', () => {
  it('refuses a database that is not empty', async () => {
    await expect(restore(targetPlace(), backup)).rejects.toThrow('is not empty');
  });

  it('refuses a folder without a manifest: the backup did not end', async () => {
    await expect(restore(targetPlace(), join(backup, 'database'))).rejects.toThrow('it is no backup');
  });

  it('refuses a backup with a changed file and leaves the database empty', async () => {
    const empty = await createOwnDatabase('empty');
    const file = join(backup, 'releases', releaseFile);
    await writeFile(file, 'export const door = 2;');
    await expect(restore({ ...targetPlace(), databaseUrl: empty.url }, backup)).rejects.toThrow(
      'not as it was backed up',
    );
    await writeFile(file, 'export const door = 1;');
    const client = new pg.Client(empty.url);
    await client.connect();
    const { rows } = await client.query(`select 1 from pg_tables where schemaname = 'public'`);
    await client.end();
    await empty.drop();
    expect(rows).toEqual([]);
  });

  it('refuses to replace a file that differs', async () => {
    const file = join(targetPlace().dataDir, 'releases', releaseFile);
    await writeFile(file, 'export const door = 3;');
    await expect(restore(targetPlace(), backup)).rejects.toThrow('is another file than the one in the backup');
    await writeFile(file, 'export const door = 1;');
  });

  it('refuses a backup of a newer product', async () => {
    const empty = await createOwnDatabase('newer');
    const path = join(backup, 'manifest.json');
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace('"0001_first.sql"', '"0001_first.sql", "9999_later.sql"'));
    await expect(restore({ ...targetPlace(), databaseUrl: empty.url }, backup)).rejects.toThrow('9999_later.sql');
    await writeFile(path, text);
    await empty.drop();
  });
});

it('a backup refuses a folder that has something in it', async () => {
  await expect(backUp(sourcePlace(), backup)).rejects.toThrow('is not empty: name a new folder');
});
