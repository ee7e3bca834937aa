import { randomBytes } from 'node:crypto';

import Fastify from 'fastify';
import pg from 'pg';

import { createSessionsRepository } from '../../../api/src/modules/sessions/sessions.repository';
import { createSessionsService } from '../../../api/src/modules/sessions/sessions.service';
import { systemClock } from '../../../api/src/platform/clock';
import { createDb, createPool } from '../../../api/src/platform/database/db';
import { inTransaction } from '../../../api/src/platform/database/transaction';
import { startServer } from '../../../server/src/main';
import { makeReleaseKeyPem } from '../../../shell/server/releases/release-key';
import { fillTickets } from './data';

/*
 * What is measured, in processes of their own: `product` is the composed product as it runs in production, `limits` are
 * bare Fastify routes. They are told what to do by messages.
 */

interface Statement {
  text: string;
  values: unknown[];
}

const [role, url, dataDir, people] = process.argv.slice(2) as ['product' | 'limits', string, string, string];
const POOL_SIZE = 10;
const say = (message: unknown) => process.send?.(message);
process.on('disconnect', () => process.exit());

if (role === 'product') await runProduct(Number(people));
else runLimits();

async function runProduct(buyers: number): Promise<void> {
  const port = Number(process.env['PORT']);
  const secret = randomBytes(32).toString('hex');
  const webhookSecret = 'whsec_forTheBenchOfTickets';
  const product = await startServer({
    dataDir,
    isEmbeddedDatabase: true,
    remotes: [],
    env: {
      NODE_ENV: 'production',
      DEMO: 'off',
      LOG_LEVEL: 'info',
      PORT: String(port),
      PUBLIC_URL: `https://localhost:${port}`,
      DATABASE_URL: url,
      DATABASE_POOL_MAX: String(POOL_SIZE),
      SESSION_SECRET: secret,
      RELEASE_SIGNING_KEY: makeReleaseKeyPem(),
      // Webhooks come from the benchmark itself; nobody listens at the engine's address.
      STRIPE_SECRET_KEY: 'sk_test_forTheBenchOfTickets',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_forTheBenchOfTickets',
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_ENGINE_URL: 'http://127.0.0.1:9',
    },
    // Pages are not asked for: no build of the shell is needed.
    development: { shell: { version: 'none', js: [], css: [] }, origins: [] },
  });
  const pool = createPool(url, { max: 2 });
  await fillTickets(pool, buyers);
  const tokens = await tokensOf(pool, buyers, secret);
  await pool.end();
  const recorded = recordStatements();
  process.on('message', (message) => {
    if (message === 'statements') say({ statements: recorded.splice(0) });
  });
  say({ ready: product.url, tokens, webhookSecret });
}

/** Everybody is signed in. */
async function tokensOf(pool: pg.Pool, buyers: number, secret: string): Promise<string[]> {
  const db = createDb(pool);
  const sessions = await createSessionsService({
    db,
    clock: systemClock,
    secret,
    repository: createSessionsRepository(db),
    communicateMinAge: 13,
    viewerCacheMs: 0,
  });
  const previous = { kind: 'anonymous', id: null, sessionId: null, communicateMinAge: 13 } as const;
  return inTransaction(db, async (trx) => {
    const tokens = [];
    for (let buyer = 1; buyer <= buyers; buyer += 1)
      tokens.push((await sessions.openForPerson(trx, `usr_buyer${buyer}`, { userAgent: 'bench', previous })).token);
    return tokens;
  });
}

/** What the process asks for by itself, whether or not there are requests. */
const BACKGROUND = /pgboss|domain_event|live_outbox/;

/** Everything that requests ask the database for. */
function recordStatements(): Statement[] {
  const recorded: Statement[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function record(this: pg.Client, ...args: unknown[]) {
    const [first, values] = args as [string | Statement, unknown[] | undefined];
    const statement =
      typeof first === 'string'
        ? { text: first, values: values ?? [] }
        : { text: first.text, values: first.values ?? values ?? [] };
    if (!BACKGROUND.test(statement.text)) recorded.push(statement);
    if (recorded.length > 1000) recorded.length = 0;
    return (query as (...given: unknown[]) => unknown).apply(this, args);
  } as typeof query;
  return recorded;
}

/**
 * POST /update: the conditional statement that keeps a seat, alone. POST /statements: all statements of the product's call,
 * each person's own. POST /webhook: stores an event and updates a row.
 */
function runLimits(): void {
  const pool = createPool(url, { max: POOL_SIZE });
  process.once('message', ({ statements, person }: { statements: Statement[]; person: string }) => {
    const app = Fastify({ logger: false });
    const guard = statements.find(({ text }) => /^\s*update ticket_types/i.test(text));
    if (!guard) throw new Error('The call that was recorded keeps no seat');
    app.post('/update', async () => ({
      seats: (await pool.query({ name: 'guard', text: guard.text, values: guard.values })).rowCount,
    }));
    app.post<{ Body: { person: string } }>('/statements', async ({ body }) => {
      const client = await pool.connect();
      try {
        for (const [index, { text, values }] of statements.entries()) {
          // Limits are counted per person too, under keys that hold the id.
          const own = values.map((value) => (typeof value === 'string' ? value.replace(person, body.person) : value));
          await client.query(own.length > 0 ? { name: `s${index}`, text, values: own } : text);
        }
        return {};
      } finally {
        client.release();
      }
    });
    app.post<{ Body: { id: string; data: { object: { id: string; status: string } } } }>(
      '/webhook',
      async ({ body }) => {
        await pool.query('insert into bench_events (id, payload) values ($1, $2) on conflict do nothing', [
          body.id,
          JSON.stringify(body),
        ]);
        const { id, status } = body.data.object;
        await pool.query(
          'insert into bench_intents (id, state) values ($1, $2) on conflict (id) do update set state = excluded.state',
          [id, status],
        );
        return {};
      },
    );
    void pool
      .query(
        'create table bench_events (id text primary key, payload jsonb); create table bench_intents (id text primary key, state text)',
      )
      .then(() => app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' }))
      .then(() => say({ ready: true }));
  });
}
