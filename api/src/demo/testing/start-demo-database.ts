import type pg from 'pg';

import { createPool } from '../../platform/database/db';
import { cloneTemplate } from '../../testing/test-database';
import { type DemoPermission, permitDemo } from '../demo-permission';

/** Starts a migrated database of its own, with the permission to fill it. */
export async function startDemoDatabase() {
  const { url, drop } = await cloneTemplate('demo');
  const pool = createPool(url);
  const permission = permitDemo({ nodeEnv: 'test', demo: undefined, isEmbeddedDatabase: true }) as DemoPermission;
  return {
    url,
    pool,
    permission,
    async query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
      return (await pool.query<Row>(text, values)).rows;
    },
    async close() {
      await pool.end();
      await drop();
    },
  };
}

export type DemoDatabase = Awaited<ReturnType<typeof startDemoDatabase>>;
