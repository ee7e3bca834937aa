import { randomBytes } from 'node:crypto';

import pg from 'pg';

/** A dedicated database on the test server. */
export interface OwnDatabase {
  url: string;
  drop(): Promise<void>;
}

/** Creates an empty database. `drop` also terminates the connections to it. */
export async function createOwnDatabase(prefix: string): Promise<OwnDatabase> {
  const name = `${prefix}_${randomBytes(8).toString('hex')}`;
  await onServer(`create database ${name}`);
  const url = new URL(process.env.TEST_DATABASE_URL ?? '');
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer(`drop database ${name} with (force)`) };
}

async function onServer(statement: string): Promise<void> {
  const admin = new pg.Client(process.env.TEST_DATABASE_URL);
  await admin.connect();
  try {
    await admin.query(statement);
  } finally {
    await admin.end();
  }
}
