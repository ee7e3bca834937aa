import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { build } from 'esbuild';
import { Pool } from 'pg';
import Stripe from 'stripe';

import { ledger } from '../testing/ledger';
import { closeAll, payment, sdk, SECRET_KEY, startEndpoint, WEBHOOK_SECRET } from '../testing/start-test-engine';

const ROUNDS = 6;
const PAYMENTS = 12;

const schema = `stripe_crash_${process.pid}`;
const outfile = join(tmpdir(), `${schema}.cjs`);
let child: ChildProcess | undefined;

beforeAll(async () => {
  await build({
    entryPoints: [join(import.meta.dirname, '../testing/crash-child.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    external: ['pg-native'],
    logLevel: 'error',
  });
});
afterAll(async () => {
  child?.kill('SIGKILL');
  await closeAll();
  await rm(outfile, { force: true });
  const pool = new Pool({ connectionString: process.env.TEST_DATABASE_URL });
  await pool.query(`drop schema if exists "${schema}" cascade`);
  await pool.end();
});

/** Starts the engine in a separate process. */
async function start(endpoint: string): Promise<Stripe> {
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: process.env.TEST_DATABASE_URL,
    SCHEMA: schema,
    ENDPOINT: endpoint,
    SECRET_KEY,
    WEBHOOK_SECRET,
  };
  child = spawn(process.execPath, [outfile], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  const [url] = (await once(lines, 'line')) as [string];
  return sdk(url, SECRET_KEY);
}

/** Kills the process immediately. */
async function kill(): Promise<void> {
  const ended = once(child as ChildProcess, 'exit');
  child?.kill('SIGKILL');
  await ended;
}

it('kill -9 during payments duplicates no charge and loses no event', async () => {
  const received = await startEndpoint(() => new Stripe(SECRET_KEY));
  const paid = new Map<string, string>();
  let stripe = await start(received.url);
  for (let round = 0; round < ROUNDS; round += 1) {
    const keys = Array.from({ length: PAYMENTS }, (_, n) => `payment-${round}-${n}`);
    const client = stripe;
    const pay = (with_: Stripe, key: string) =>
      with_.paymentIntents.create(payment({ metadata: { key } }), { idempotencyKey: key });
    // Killed after a different number of responses in each round.
    let answers = 0;
    const enough = new Promise<void>((done) => {
      for (const key of keys)
        pay(client, key)
          .then(({ id }) => paid.set(key, id))
          .catch(() => undefined)
          .finally(() => {
            answers += 1;
            if (answers > round * 2) done();
          });
    });
    await enough;
    await kill();
    stripe = await start(received.url);
    for (const key of keys) {
      const { id, status } = await pay(stripe, key);
      expect(status).toBe('succeeded');
      // Payments that were answered before the crash get the same answer.
      expect(paid.get(key) ?? id).toBe(id);
      paid.set(key, id);
    }
  }
  const { charges, byBalance, byObjects } = await ledger(stripe);
  expect(charges).toHaveLength(ROUNDS * PAYMENTS);
  expect(new Set(charges.map(({ payment_intent: intent }) => intent))).toEqual(new Set(paid.values()));
  expect(byBalance).toBe(byObjects);
  const succeeded: Stripe.Event[] = [];
  for await (const event of stripe.events.list({ type: 'payment_intent.succeeded', limit: 100 })) succeeded.push(event);
  expect(succeeded).toHaveLength(ROUNDS * PAYMENTS);
  await untilDelivered(stripe);
  const arrived = new Set(received.events.map(({ id }) => id));
  expect(succeeded.filter(({ id }) => !arrived.has(id))).toEqual([]);
}, 120_000);

/** Waits for deliveries that were in progress when the engine was killed: they are sent again after their timeout. */
async function untilDelivered(stripe: Stripe): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    let waiting = 0;
    for await (const event of stripe.events.list({ limit: 100 })) waiting += event.pending_webhooks;
    if (waiting === 0) return;
    await once(AbortSignal.timeout(200), 'abort');
  }
  throw new Error('Some events were not delivered.');
}
