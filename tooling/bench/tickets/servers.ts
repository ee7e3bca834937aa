import { randomBytes } from 'node:crypto';

import Fastify from 'fastify';

import { createPool } from '../../../api/src/platform/database/db';
import { POOL_SIZE, startBenchProduct } from '../support/bench-product';
import { sessionsOf } from '../support/sessions';
import { fillTickets } from './data';
import { paymentKeys, runProvider } from './provider';

/*
 * What is measured, in separate processes: `product` is the composed product as it runs in production, `limits` are
 * bare Fastify routes, `provider` is the payment engine with the money behind the webhooks. They are controlled by
 * messages.
 */

const [role, url, dataDir, people, engineUrl = ''] = process.argv.slice(2) as [
  'product' | 'limits' | 'provider',
  string,
  string,
  string,
  string?,
];
const say = (message: unknown) => process.send?.(message);
process.on('disconnect', () => process.exit());

if (role === 'product') await runProduct(Number(people));
else if (role === 'limits') await runLimits();
else await runProvider(url);

async function runProduct(buyers: number): Promise<void> {
  const secret = randomBytes(32).toString('hex');
  const product = await startBenchProduct({
    dataDir,
    url,
    // The benchmark itself sends the webhooks.
    env: { ...paymentKeys, SESSION_SECRET: secret, STRIPE_ENGINE_URL: engineUrl },
  });
  const pool = createPool(url, { max: 2 });
  await fillTickets(pool, buyers);
  const ids = Array.from({ length: buyers }, (_, index) => `usr_buyer${index + 1}`);
  const tokens = await sessionsOf(pool, ids, secret);
  await pool.end();
  say({ ready: product.url, tokens, webhookSecret: paymentKeys.STRIPE_WEBHOOK_SECRET });
}

/** The conditional statement that holds a seat. */
const HOLD = `update ticket_types t set held = held + 1
  where t.id = $1 and (t.quota is null or t.sold + t.held < t.quota)
    and not exists (select from participations w where w.ticket_type_id = t.id and w.state = 'waitlisted') returning t.id`;

/** POST /update: only that statement. POST /webhook: stores an event and updates a row. */
async function runLimits(): Promise<void> {
  const pool = createPool(url, { max: POOL_SIZE });
  await pool.query(
    'create table bench_events (id text primary key, payload jsonb); create table bench_intents (id text primary key, state text)',
  );
  const app = Fastify({ logger: false });
  app.post<{ Body: { ticketTypeId: string } }>('/update', async ({ body }) => ({
    seats: (await pool.query({ name: 'hold', text: HOLD, values: [body.ticketTypeId] })).rowCount,
  }));
  app.post<{ Body: { id: string; data: { object: { id: string; status: string } } } }>('/webhook', async ({ body }) => {
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
  });
  await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' });
  say({ ready: true });
}
