import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

import { startTestApp, type TestApp } from '../../testing/start-test-app';
import { createPool, type Pool } from './db';
import { migrate, migrateAt } from './migrate';

const MIGRATIONS = join(import.meta.dirname, '..', '..', '..', 'migrations');
const role = `app_${randomUUID().slice(0, 8)}`;

let owner: TestApp;
let app: Pool;
let appUrl: string;
beforeAll(async () => {
  owner = await startTestApp();
  await owner.pool.query(`create role ${role} login password 'app'`);
  await migrateAt(owner.env.databaseUrl, MIGRATIONS, { appRole: role });
  const url = new URL(owner.env.databaseUrl);
  Object.assign(url, { username: role, password: 'app' });
  appUrl = url.href;
  app = createPool(appUrl, { max: 2 });
});
afterAll(async () => {
  await app.end();
  await owner.pool.query(`drop owned by ${role}; drop role ${role}`);
  await owner.close();
});

it('reads and appends to the audit log', async () => {
  await app.query(
    "insert into audit_log (at, who, action, subject_id, detail) values (now(), 'usr_staff', 'suspend', 'usr_1', '理由')",
  );
  expect((await app.query('select action from audit_log')).rows).toEqual([{ action: 'suspend' }]);
});

it.each([
  "update audit_log set detail = ''",
  'delete from audit_log',
  'truncate audit_log',
  'alter table audit_log disable trigger all',
  'drop trigger audit_log_keeps_rows on audit_log',
  'create or replace function refuse_change_of_audit_log() returns trigger language plpgsql as $$ begin return new; end $$',
  'drop table audit_log',
  'drop schema public cascade',
  "set session_replication_role = 'replica'",
  "delete from schema_migrations where name like '%audit_log%'",
  'create table in_public (id int)',
])('may not "%s"', async (statement) => {
  await expect(app.query(statement)).rejects.toThrow(/permission denied|must be owner/);
});

it('writes the other tables and the jobs, and creates schemas for the engines', async () => {
  await app.query("update users set job = '教師' where id = $1", [owner.people.adult]);
  await app.query('delete from rate_limits');
  expect((await app.query('select count(*)::int as jobs from pgboss.job')).rows).toHaveLength(1);
  await app.query('create schema engine_of_the_app; create table engine_of_the_app.docs (id int)');
});

it('migrates nothing, and is refused when a migration is missing', async () => {
  expect(await migrate(app, MIGRATIONS)).toEqual([]);
  const { rows } = await owner.pool.query("delete from schema_migrations where name like '0001%' returning name");
  await expect(migrateAt(appUrl, MIGRATIONS)).rejects.toThrow(
    /has not been migrated for this program: it lacks 0001.*Run the migration as the owner/,
  );
  await owner.pool.query('insert into schema_migrations (name) values ($1)', [rows[0]?.name]);
});

it('is granted the tables of a new migration together with it', async () => {
  await owner.pool.query('create table of_the_next (id int)');
  await expect(app.query('select from of_the_next')).rejects.toThrow('permission denied');
  await migrateAt(owner.env.databaseUrl, MIGRATIONS, { appRole: role });
  expect((await app.query('select from of_the_next')).rows).toEqual([]);
});

it('gets the schemas of the engines that a restore as the owner has made', async () => {
  const open = `create schema if not exists "Engine"; create table if not exists "Engine".objects (id int);
    create index if not exists by_id on "Engine".objects (id)`;
  await owner.pool.query(`${open}; insert into "Engine".objects values (1)`);
  await expect(app.query(open)).rejects.toThrow('permission denied');
  await migrateAt(owner.env.databaseUrl, MIGRATIONS, { appRole: role, engineSchemas: ['Engine', 'not_used'] });
  await app.query(open);
  expect((await app.query('select id from "Engine".objects')).rows).toEqual([{ id: 1 }]);
});
