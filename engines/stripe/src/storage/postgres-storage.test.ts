import { Pool } from 'pg';

import { closeAll, payment, startTestEngine } from '../testing/start-test-engine';
import { postgresStorage } from './postgres-storage';

const schemas: string[] = [];
let pool: Pool;

beforeAll(() => {
  pool = new Pool({ connectionString: process.env.TEST_DATABASE_URL });
});
afterEach(closeAll);
afterAll(async () => {
  for (const schema of schemas) await pool.query(`drop schema if exists "${schema}" cascade`);
  await pool.end();
});

function newSchema(): string {
  const schema = `stripe_${process.pid}_${schemas.length}`;
  schemas.push(schema);
  return schema;
}

describe('objects in PostgreSQL', () => {
  it('survive a restart with every character', async () => {
    const schema = newSchema();
    const first = await startTestEngine({ storage: postgresStorage(pool, { schema }) });
    const { id } = await first.stripe.customers.create({ name: '山田😀"\\', metadata: { 'a.b': '{}' } });
    await first.engine.actions.advanceClock(3600);
    const now = first.engine.actions.now();
    await first.engine.close();
    const again = await startTestEngine({ storage: postgresStorage(pool, { schema }) });
    expect(await again.stripe.customers.retrieve(id)).toMatchObject({ name: '山田😀"\\', metadata: { 'a.b': '{}' } });
    expect(again.engine.actions.now()).toBe(now);
  });

  it('are listed in pages with filters', async () => {
    const { stripe } = await startTestEngine({ storage: postgresStorage(pool, { schema: newSchema() }) });
    const { id: customer } = await stripe.customers.create();
    for (let amount = 100; amount < 105; amount += 1)
      await stripe.paymentIntents.create({ amount, currency: 'jpy', ...(amount === 102 ? {} : { customer }) });
    const amounts: number[] = [];
    for await (const intent of stripe.paymentIntents.list({ customer, limit: 2 })) amounts.push(intent.amount);
    expect(amounts).toEqual([104, 103, 101, 100]);
    const [newest] = (await stripe.paymentIntents.list({ limit: 1 })).data;
    const older = await stripe.paymentIntents.list({ starting_after: newest?.id, limit: 2 });
    expect(older.data.map(({ amount }) => amount)).toEqual([103, 102]);
    const newer = await stripe.paymentIntents.list({ ending_before: older.data[1]?.id, limit: 1 });
    expect(newer.data.map(({ amount }) => amount)).toEqual([103]);
  });

  it('are charged once when two calls confirm concurrently', async () => {
    const { stripe } = await startTestEngine({ storage: postgresStorage(pool, { schema: newSchema() }) });
    const { id } = await stripe.paymentIntents.create(payment({ confirm: false, return_url: undefined }));
    const confirm = () => stripe.paymentIntents.confirm(id, { return_url: 'http://localhost/back' });
    const results = await Promise.allSettled([confirm(), confirm(), confirm()]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await stripe.charges.list({ payment_intent: id })).data).toHaveLength(1);
  });

  it('are created once per idempotency key under concurrency', async () => {
    const schema = newSchema();
    const one = await startTestEngine({ storage: postgresStorage(pool, { schema }) });
    const other = await startTestEngine({ storage: postgresStorage(pool, { schema }) });
    const calls = await Promise.allSettled(
      [one, other, one, other, one, other].map(({ stripe }) =>
        stripe.paymentIntents.create(payment(), { idempotencyKey: 'only-once' }),
      ),
    );
    const ids = calls.flatMap((call) => (call.status === 'fulfilled' ? [call.value.id] : []));
    expect(new Set(ids).size).toBe(1);
    expect((await one.stripe.charges.list()).data).toHaveLength(1);
  });

  it('require a valid schema name', () => {
    expect(() => postgresStorage(pool, { schema: 'a"; drop' })).toThrow('not a valid schema name');
  });
});
