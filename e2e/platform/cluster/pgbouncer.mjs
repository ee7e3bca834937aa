import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import pg from 'pg';

import { serviceUser } from '../../../tooling/dev/postgres/service-user.mjs';
import { until } from './until.mjs';

/** How many connections of the database all processes share. */
export const POOL_SIZE = 20;
const PLACES = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer'];

/**
 * Starts PgBouncer in transaction mode before a database, and gives the role of the URL the settings that the product
 * wants behind a pooler. Returns undefined where PgBouncer is not installed.
 * @param {{ databaseUrl: string, port: number }} options
 */
export async function startPgbouncer({ databaseUrl, port }) {
  const program = [process.env.PGBOUNCER_PATH, ...PLACES].find((path) => path && existsSync(path));
  if (!program) return undefined;
  const { hostname, port: to, username, password, pathname } = new URL(databaseUrl);
  const [user, database] = [decodeURIComponent(username), pathname.slice(1)];
  await ask(
    databaseUrl,
    `alter role "${user}" set timezone = 'UTC'; alter role "${user}" set statement_timeout = '15s'`,
  );
  const folder = await mkdtemp(join(tmpdir(), 'manabiba-pgbouncer-'));
  const file = join(folder, 'pgbouncer.ini');
  const target = { host: hostname, port: to, dbname: database, user, password: decodeURIComponent(password) };
  await writeFile(file, configuration({ database, target, port }), { mode: 0o600 });
  // PgBouncer refuses to run as root.
  const owner = serviceUser();
  if (owner) for (const path of [file, folder]) await chown(path, owner.uid, owner.gid);
  const child = spawn(program, ['-q', file], { ...owner, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (text) => (said += text));
  child.on('error', (error) => (said += error.message));
  const url = `postgres://${user}@127.0.0.1:${port}/${database}`;
  const stop = async () => {
    child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await until(() => ask(url, 'select 1'), 'PgBouncer to accept connections', 10_000);
  } catch (error) {
    await stop();
    throw new Error(`${error.message} ${said}`, { cause: error });
  }
  return {
    url,
    /** How many connections of the database it holds, and how many transactions it has passed on. */
    async figures() {
      const console_ = `postgres://${user}@127.0.0.1:${port}/pgbouncer`;
      const own = (rows) => rows.find((row) => row.database === database) ?? {};
      const { sv_active: active, sv_idle: idle, sv_used: used } = own(await ask(console_, 'show pools'));
      const { total_xact_count: transactions } = own(await ask(console_, 'show stats'));
      return { connections: Number(active) + Number(idle) + Number(used), transactions: Number(transactions) };
    },
    stop,
  };
}

/** How many connections a database has, besides the one that asks. */
export async function openConnections(databaseUrl) {
  const [row] = await ask(
    databaseUrl,
    "select count(*) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
  );
  return Number(row.count);
}

function configuration({ database, target, port }) {
  const quoted = (value) => `'${String(value).replaceAll("'", "''")}'`;
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    // On loopback, for the time of the test.
    auth_type: 'any',
    pool_mode: 'transaction',
    default_pool_size: POOL_SIZE,
    max_client_conn: 500,
    // As in docs/operations.md.
    server_login_retry: 1,
    query_wait_timeout: 15,
  };
  const line = Object.entries(target).map(([key, value]) => `${key}=${quoted(value)}`);
  return [
    '[databases]',
    `${database} = ${line.join(' ')}`,
    '[pgbouncer]',
    ...Object.entries(settings).map(([key, value]) => `${key} = ${value}`),
    '',
  ].join('\n');
}

/** Runs one text of SQL, and returns the rows of its last statement. */
async function ask(url, text) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return [await client.query(text)].flat().at(-1)?.rows ?? [];
  } finally {
    await client.end().catch(() => undefined);
  }
}
