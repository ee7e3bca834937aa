import { createDb, type Pool } from '../../../api/src/platform/database/db';
import { inTransaction } from '../../../api/src/platform/database/transaction';
import { createLogger } from '../../../api/src/platform/logger';
import { freePorts } from '../../../tooling/free-port.mjs';
import { CloseStack } from '../close-stack.mjs';
import { readConfiguration } from '../configuration.mjs';
import { createOwnDatabase, type OwnDatabase } from '../testing/own-database';
import { createDrain } from './drain';
import { openDatabase } from './open-database';

// What a pooler in transaction mode is like inside, on connections whose settings stand for those of the role;
// PgBouncer itself is in `npm run test:cluster`.

const silent = createLogger({ level: 'silent' });
let database: OwnDatabase;
let parts: CloseStack;

beforeAll(async () => {
  database = await createOwnDatabase('pooler');
});
beforeEach(() => {
  parts = new CloseStack();
});
afterEach(() => parts.close());
afterAll(() => database.drop());

/** Opens the database as if connections had these settings of PostgreSQL. */
function open(settings: Record<string, string>, more: Record<string, string> = {}, logger = silent) {
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  return openDatabase({
    env: {
      DATABASE_URL: `${database.url}?options=${encodeURIComponent(options.join(' '))}`,
      DATABASE_DIRECT_URL: database.url,
      SESSION_SECRET: 'a session secret for these tests only',
      ...more,
    },
    dataDir: '.data',
    parts,
    logger,
    drain: createDrain({}),
    port: 0,
    host: '127.0.0.1',
    publicUrl: 'http://localhost',
  });
}

const ROLE = { timezone: 'UTC', statement_timeout: '20s' };

/** Runs a statement as the product does, and returns what the same connection, the only one in use, has prepared. */
async function afterStatement(pool: Pool) {
  await createDb(pool).selectFrom('categories').select('id').execute();
  const { rows } = await pool.query<{ named: number; timeout: string }>(
    "select count(*)::int as named, current_setting('statement_timeout') as timeout from pg_prepared_statements",
  );
  return rows[0];
}

it('runs behind a pooler without settings of its own and without named statements', async () => {
  expect(await afterStatement(await open(ROLE))).toEqual({ named: 0, timeout: '20s' });
});

it('names statements behind a pooler that follows names', async () => {
  const found = await afterStatement(await open(ROLE, { DATABASE_PREPARED_STATEMENTS: 'on' }));
  expect(found?.named).toBeGreaterThan(0);
});

it.each([
  ['a time zone', { ...ROLE, timezone: 'Asia/Tokyo' }, /run ALTER ROLE \w+ set timezone = 'UTC'; Then/],
  ['no end of statements', { timezone: 'UTC' }, /run ALTER ROLE \w+ set statement_timeout = '15s'; Then/],
])('refuses to start behind a pooler whose role has %s', async (_what, settings, sentence) => {
  await expect(open(settings)).rejects.toThrow(sentence);
});

it('refuses a way around a pooler that is not configured', async () => {
  await expect(readConfiguration({ DATABASE_DIRECT_URL: database.url })).rejects.toThrow(/^DATABASE_DIRECT_URL is/);
});

it('logs and counts a second connection of a transaction, and answers it all the same', async () => {
  const lines: string[] = [];
  const logger = createLogger({ level: 'error', destination: { write: (line) => void lines.push(line) } });
  const port = await freePorts(1);
  const pool = await open(ROLE, { METRICS_PORT: String(port) }, logger);
  const { rows } = await inTransaction(createDb(pool), () => pool.query('select 1 as one'));
  expect(rows).toEqual([{ one: 1 }]);
  expect(lines).toEqual([expect.stringContaining('a transaction has taken a second connection')]);
  // Where it was taken.
  expect(lines[0]).toContain('open-database.test.ts');
  const metrics = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(await metrics.text()).toContain('manabiba_defects_total{kind="second-connection"} 1');
});
