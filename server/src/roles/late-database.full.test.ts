import { setTimeout as wait } from 'node:timers/promises';

import { systemClock } from '../../../api/src/platform/clock';
import { inTransaction } from '../../../api/src/platform/database/transaction';
import { createJobs } from '../../../api/src/platform/jobs/jobs';
import { aCrowd } from '../../../api/src/testing/crowd';
import { type RecordingFirestore, startRecordingFirestore } from '../../../api/src/testing/recording-firestore';
import { insertCategories } from '../../../api/src/testing/rows';
import {
  expectEqualLedger,
  insertTicketOnSale,
  type PayingApp,
  startPayingApp,
} from '../../../api/src/testing/start-paying-app';
import { type FreezingProxy, startFreezingProxy } from '../testing/freezing-proxy';
import { buildRoleProgram, type RoleProgram } from '../testing/role-process';

// Runs the api and the jobs in two processes whose database stops to answer for a while.

/** Longer than a connection is waited for (10 s) and than a statement may take (15 s). */
const FROZEN_MS = 30_000;
const SUBSCRIBERS = 12;
/** More than the pool has connections, so that the end of some cannot even be sent. */
const JOBS = 20;

let world: PayingApp;
let live: RecordingFirestore;
let program: RoleProgram;
let proxy: FreezingProxy;

beforeAll(async () => {
  [world, live, program] = await Promise.all([startPayingApp(), startRecordingFirestore(), buildRoleProgram()]);
  await insertCategories(world.db);
  proxy = await startFreezingProxy(world.env.databaseUrl);
});
afterAll(async () => {
  await program.remove();
  await proxy.close();
  await live.close();
  await world.close();
});

async function enqueueJobs(): Promise<void> {
  const { event: eventId } = await insertTicketOnSale(world, 1);
  const jobs = createJobs({ pool: world.pool, clock: systemClock, onTrouble: () => undefined });
  await inTransaction(world.db, async (trx) => {
    for (let n = 0; n < JOBS; n += 1) await jobs.enqueue(trx, 'settle-event', { eventId }, new Date(0));
  });
}

/** What has become of the jobs: how many are in each state, and how many of them have run again. */
async function outcomes(): Promise<{ state: string; jobs: number; repeated: number }[]> {
  const { rows } = await world.pool.query<{ state: string; jobs: number; repeated: number }>(
    `select state::text, count(*)::int as jobs, count(*) filter (where retry_count > 0)::int as repeated
     from pgboss.job where name = 'settle-event' group by state`,
  );
  return rows;
}

async function eventually(check: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!(await check())) {
    if (Date.now() > deadline) throw new Error('It never became true.');
    await wait(50);
  }
}

it('after the database was late by half a minute both processes run, jobs that ended meanwhile are repeated, and twelve people have one plan each', async () => {
  const { payments } = world.env;
  if (!payments) throw new Error('The tests of payments need a provider');
  const env = {
    DATABASE_URL: proxy.url,
    SESSION_SECRET: world.env.sessionSecret,
    REALTIME_SECRET: 'a realtime secret for these tests only',
    FIRESTORE_ENGINE_URL: live.url,
    STRIPE_SECRET_KEY: payments.secretKey,
    STRIPE_PUBLISHABLE_KEY: payments.publishableKey,
    STRIPE_WEBHOOK_SECRET: payments.webhookSecret,
    STRIPE_ENGINE_URL: payments.apiUrl,
    LOG_LEVEL: 'silent',
  };
  const processes = [await program.start('api', env), await program.start('jobs', env)] as const;
  const codes: (number | null)[] = [];
  for (const { ended } of processes) void ended.then((code) => codes.push(code));

  const crowd = await aCrowd(world, SUBSCRIBERS);
  const cards = await Promise.all(
    crowd.map(() =>
      world.stripe.paymentMethods.create({
        type: 'card',
        card: { number: '4242424242424242', exp_month: 9, exp_year: 2039, cvc: '123' },
      }),
    ),
  );
  const subscribe = async (n: number) => {
    const answer = await fetch(`${processes[0].url}/v1/me/subscriptions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${crowd[n]?.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ planId: 'plan_standard', paymentMethodId: cards[n]?.id, trialDays: 0 }),
    });
    return answer.status;
  };
  const everyone = () => Promise.all(crowd.map((_, n) => subscribe(n)));

  // In the middle of subscriptions, and at the end of jobs.
  const frozen = proxy.freezeAfter([/completed_on = now\(\)[^]*settle-event/, /insert into "subscriptions"/]);
  await enqueueJobs();
  const answers = everyone();
  await frozen;
  await wait(FROZEN_MS);
  proxy.thaw();

  // A request without a connection in time is answered with a retry.
  const first = await answers;
  expect(first.filter((status) => status !== 201 && status !== 503)).toEqual([]);
  await eventually(async () => {
    const ready = await Promise.all(processes.map(({ url }) => fetch(`${url}/readyz`)));
    return ready.every(({ ok }) => ok);
  });
  expect(await everyone()).toEqual(first.map((status) => (status === 503 ? 201 : 409)));
  const plans = await world.pool.query('select user_id from subscriptions');
  expect(plans.rows).toHaveLength(SUBSCRIBERS);
  expect(await world.stripe.subscriptions.list({ limit: 100 })).toMatchObject({ data: { length: SUBSCRIBERS } });
  await expectEqualLedger(world);

  // What pg-boss does within minutes with jobs whose end was not noted.
  await world.pool.query(
    `update pgboss.job set state = 'retry', retry_count = retry_count + 1 where name = 'settle-event' and state = 'active'`,
  );
  await eventually(async () => (await outcomes()).every(({ state }) => state === 'completed'));
  const [{ jobs, repeated } = { jobs: 0, repeated: 0 }] = await outcomes();
  expect(jobs).toBe(JOBS);
  expect(repeated).toBeGreaterThan(0);
  expect(codes).toEqual([]);
}, 180_000);
