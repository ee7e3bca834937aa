import { randomBytes } from 'node:crypto';

import pg from 'pg';

import { createPool } from '../../platform/database/db';
import { type DemoPermission, permitDemo } from '../demo-permission';

/** Starts a migrated database of its own, with the permission to fill it. */
export async function startDemoDatabase() {
  const serverUrl = process.env['TEST_DATABASE_URL'] ?? '';
  const name = `demo_${randomBytes(6).toString('hex')}`;
  await asAdmin(serverUrl, `create database ${name} template ${process.env['TEST_DATABASE_TEMPLATE']}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const pool = createPool(url.href);
  const permission = permitDemo({ nodeEnv: 'test', demo: undefined, isEmbeddedDatabase: true }) as DemoPermission;
  return {
    url: url.href,
    pool,
    permission,
    async query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
      return (await pool.query<Row>(text, values)).rows;
    },
    async close() {
      await pool.end();
      await asAdmin(serverUrl, `drop database ${name} with (force)`);
    },
  };
}

export type DemoDatabase = Awaited<ReturnType<typeof startDemoDatabase>>;

async function asAdmin(url: string, statement: string) {
  const admin = new pg.Client(url);
  await admin.connect();
  await admin.query(statement);
  await admin.end();
}
