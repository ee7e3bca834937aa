import Fastify from 'fastify';
import pg from 'pg';

import { createPool } from '../../../api/src/platform/database/db';
import { POOL_SIZE, startBenchProduct } from '../support/bench-product';
import { fillForBench } from './data';

/*
 * The servers under test, in separate processes: `product` is the composed product as it runs in production, `limits`
 * are two bare Fastify routes. They are controlled by messages.
 */

interface Statement {
  text: string;
  values: unknown[];
}

const [role, url, dataDir] = process.argv.slice(2) as ['product' | 'limits', string, string];
const say = (message: unknown) => process.send?.(message);
process.on('disconnect', () => process.exit());

if (role === 'product') await runProduct();
else runLimits();

async function runProduct(): Promise<void> {
  const product = await startBenchProduct({
    dataDir,
    url,
    // The rate limits stay on and count, but are too high to be reached here.
    env: { RATE_LIMIT_READS_PER_MINUTE: '1000000000', RATE_LIMIT_VISITOR_READS_PER_MINUTE: '1000000000' },
  });
  const pool = createPool(url, { max: 2 });
  await fillForBench(pool);
  await pool.end();
  const recorded = recordStatements();
  process.on('message', (message) => {
    if (message === 'statements') say({ statements: recorded.splice(0) });
  });
  say({ ready: product.url });
}

/** Statements of background work, which run with or without requests. */
const BACKGROUND = /pgboss|domain_event|live_outbox/;

/** Records all statements that requests send to the database. */
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

function runLimits(): void {
  const pool = createPool(url, { max: POOL_SIZE });
  process.once('message', ({ statements, bytes }: { statements: Statement[]; bytes: string }) => {
    const app = Fastify({ logger: false });
    const ready = Buffer.from(bytes);
    app.get('/statement', async (_request, reply) => {
      const answers = [];
      for (const [index, { text, values }] of statements.entries())
        answers.push((await pool.query({ name: `s${index}`, text, values })).rows);
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(answers));
    });
    app.get('/bytes', (_request, reply) => {
      reply.type('application/json; charset=utf-8').send(ready);
    });
    void app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' }).then(() => say({ ready: true }));
  });
}
