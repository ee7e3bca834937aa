import { CompiledQuery } from 'kysely';
import type { PoolClient } from 'pg';
import PgBoss from 'pg-boss';

import type { Clock } from '../clock';
import type { Pool, Trx } from '../database/db';

/** The jobs that there are, and what each is told. */
export interface JobData {
  /** Something may be due in a classroom: its start did not happen, a warning, its end. */
  'settle-classroom': { classroomId: string };
  /** A hold, an offer or a place in a waiting list may be over. */
  'settle-participation': { participationId: string };
  /** Asks the payment provider to give money back. */
  'send-refund': { refundId: string };
  /** Asks the payment provider to send an organizer's money on. */
  'send-payout': { payoutId: string };
  /** Ends the attempt to pay for a place that is gone, or was paid by another attempt. */
  'cancel-payment': { participationId: string };
  /** Applies webhooks of the payment provider that wait. */
  'apply-webhooks': Record<string, never>;
  /** Something may be due in an event: its entry, its start, its end. */
  'settle-event': { eventId: string };
  /** An event was cancelled: everybody's participation ends, and what was paid goes back. */
  'end-participations': { eventId: string };
  /** Something may be due of a plan: the end of a trial, of a period, of waiting for a payment. */
  'settle-subscription': { subscriptionId: string };
  /** Ends a plan at the provider that has ended here. */
  'cancel-subscription': { subscriptionId: string };
  /** Nobody has to pay what is open for a plan. */
  'void-invoice': { subscriptionId: string };
  /** Looks over all rooms and events: who has been silent, which have minors and no host. Goes on for ever, one at a time. */
  'sweep-rooms': Record<string, never>;
  /** It is midnight in Japan: everybody's age is another. Goes on for ever, one a day. */
  'daily-rollover': Record<string, never>;
  /** Counts whether no ticket is oversold. Goes on for ever, once a minute. */
  'prove-seats': Record<string, never>;
  /** Asks the payment provider about what no webhook has told. Goes on for ever, once an hour. */
  'reconcile-payments': Record<string, never>;
}
export type JobName = keyof JobData;
export type JobHandlers = { [N in JobName]: (data: JobData[N]) => Promise<void> };

export interface Jobs {
  /** Wants a job done at that time, if and only if the transaction is committed. */
  enqueue<N extends JobName>(trx: Trx, name: N, data: JobData[N], at: Date): Promise<void>;
  /** Says what each job does. Handlers may run twice and late: they look at what is, not at what was. */
  handle(handlers: JobHandlers): void;
  /** Begins to do what is due, as it becomes due. */
  start(): void;
  /** Does everything that is due by the clock, in its order, until nothing is left. For tests, which set the clock. */
  runDue(): Promise<void>;
  /** Ends what `start` began; a job under way is finished first. */
  stop(): Promise<void>;
}

/** Its own schema beside the product's tables. */
const SCHEMA = 'pgboss';
const aboutOne = {
  policy: 'standard',
  retryLimit: 20,
  retryDelay: 2,
  retryBackoff: true,
  expireInSeconds: 60,
} as const;
const QUEUES: Record<JobName, PgBoss.Queue> = {
  'settle-classroom': { name: 'settle-classroom', ...aboutOne },
  'settle-participation': { name: 'settle-participation', ...aboutOne },
  'send-refund': { name: 'send-refund', ...aboutOne },
  'send-payout': { name: 'send-payout', ...aboutOne },
  'cancel-payment': { name: 'cancel-payment', ...aboutOne },
  'apply-webhooks': { name: 'apply-webhooks', ...aboutOne, policy: 'short' },
  'settle-event': { name: 'settle-event', ...aboutOne },
  'end-participations': { name: 'end-participations', ...aboutOne, expireInSeconds: 600 },
  'settle-subscription': { name: 'settle-subscription', ...aboutOne },
  'cancel-subscription': { name: 'cancel-subscription', ...aboutOne },
  'void-invoice': { name: 'void-invoice', ...aboutOne },
  // `short`: at most one that waits, however many instances of the api ask for one.
  'sweep-rooms': { name: 'sweep-rooms', policy: 'short', retryLimit: 20, retryDelay: 2, expireInSeconds: 60 },
  'daily-rollover': {
    name: 'daily-rollover',
    policy: 'short',
    retryLimit: 20,
    retryDelay: 10,
    retryBackoff: true,
    expireInSeconds: 600,
  },
  'prove-seats': { name: 'prove-seats', policy: 'short', retryLimit: 20, retryDelay: 2, expireInSeconds: 60 },
  'reconcile-payments': {
    name: 'reconcile-payments',
    policy: 'short',
    retryLimit: 20,
    retryDelay: 60,
    expireInSeconds: 600,
  },
};
const DAY_MS = 86_400_000;
const JAPAN_OFFSET_MS = 9 * 3_600_000;
const SWEEP_EVERY_MS = 5_000;
const PROVE_EVERY_MS = 60_000;
const RECONCILE_EVERY_MS = 60 * 60_000;
const POLLING_SECONDS = 1;
/** Fired a little after its time, a job finds its time come also when this clock is behind the database's. */
const MARGIN_MS = 250;
const STOP_TIMEOUT_MS = 5_000;
const MAX_TURNS = 1000;

interface JobsDeps {
  pool: Pool;
  clock: Clock;
  onTrouble: (error: unknown) => void;
}

const createBoss = (db: PgBoss.Db) =>
  new PgBoss({
    db,
    schema: SCHEMA,
    migrate: false,
    schedule: false,
    archiveCompletedAfterSeconds: 600,
    deleteAfterHours: 1,
  });

/** Makes or updates the tables of the jobs. Part of migrating, so that starting costs nothing. */
export async function installJobs(client: PoolClient): Promise<void> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => client.query(text, values) },
    schema: SCHEMA,
    schedule: false,
    supervise: false,
  });
  await boss.start();
  const known = new Set((await boss.getQueues()).map(({ name }) => name));
  for (const queue of Object.values(QUEUES)) {
    if (!known.has(queue.name)) await boss.createQueue(queue.name, queue);
  }
  await boss.stop({ graceful: false });
}

/** When the next day begins in Japan. */
export function nextMidnightInJapan(now: Date): Date {
  const inJapan = now.getTime() + JAPAN_OFFSET_MS;
  return new Date(inJapan - (inJapan % DAY_MS) + DAY_MS - JAPAN_OFFSET_MS);
}

/** Jobs about one thing, wanted by `enqueue`. */
type SingleJob =
  | 'settle-classroom'
  | 'settle-participation'
  | 'settle-event'
  | 'end-participations'
  | 'send-refund'
  | 'send-payout'
  | 'cancel-payment'
  | 'apply-webhooks'
  | 'settle-subscription'
  | 'cancel-subscription'
  | 'void-invoice';
const SINGLE_JOBS: readonly SingleJob[] = [
  'settle-classroom',
  'settle-participation',
  'settle-event',
  'end-participations',
  'send-refund',
  'send-payout',
  'cancel-payment',
  'apply-webhooks',
  'settle-subscription',
  'cancel-subscription',
  'void-invoice',
];
/** Jobs that go on for ever, and when each is done again; in the order in which `runDue` does them. */
const RECURRING: Record<Exclude<JobName, SingleJob>, (now: Date) => Date> = {
  'daily-rollover': (now) => new Date(nextMidnightInJapan(now).getTime() + MARGIN_MS),
  'sweep-rooms': (now) => new Date(now.getTime() + SWEEP_EVERY_MS),
  'prove-seats': (now) => new Date(now.getTime() + PROVE_EVERY_MS),
  'reconcile-payments': (now) => new Date(now.getTime() + RECONCILE_EVERY_MS),
};
const RECURRING_JOBS = Object.keys(RECURRING) as (keyof typeof RECURRING)[];

/** Work that is done later, kept in PostgreSQL: it survives a restart, and several instances share it. */
export function createJobs({ pool, clock, onTrouble }: JobsDeps): Jobs {
  const boss = createBoss({ executeSql: (text, values) => pool.query(text, values) });
  boss.on('error', onTrouble);
  let handlers: JobHandlers | null = null;
  let starting: Promise<void> | null = null;

  async function perform(name: JobName, data: unknown): Promise<void> {
    await (handlers?.[name] as ((data: unknown) => Promise<void>) | undefined)?.(data);
  }

  const wantAgain = (name: keyof typeof RECURRING) => boss.send(name, {}, { startAfter: RECURRING[name](clock.now()) });

  async function begin(): Promise<void> {
    await boss.start();
    for (const name of SINGLE_JOBS)
      await boss.work(name, { pollingIntervalSeconds: POLLING_SECONDS, batchSize: 20 }, async (jobs) => {
        // One that fails must not hold up the others; those that were done are done again with it, which changes nothing.
        const outcomes = await Promise.allSettled(jobs.map(({ data }) => perform(name, data)));
        const failed = outcomes.find((outcome) => outcome.status === 'rejected');
        if (failed) throw failed.reason;
      });
    for (const name of RECURRING_JOBS)
      await boss.work(name, { pollingIntervalSeconds: POLLING_SECONDS }, async () => {
        try {
          await perform(name, {});
        } finally {
          await wantAgain(name);
        }
      });
    for (const name of RECURRING_JOBS) await wantAgain(name);
  }

  return {
    async enqueue(trx, name, data, at) {
      const db = {
        executeSql: async (text: string, values: unknown[]) => ({
          rows: [...(await trx.executeQuery(CompiledQuery.raw(text, values))).rows],
        }),
      };
      await boss.send(name, data, { startAfter: new Date(at.getTime() + MARGIN_MS), db });
    },

    handle(given) {
      handlers = given;
    },

    start() {
      starting = begin().catch(onTrouble);
    },

    async runDue() {
      for (let turn = 0; turn < MAX_TURNS; turn += 1) {
        const { rows } = await pool.query<{ id: string; name: JobName; data: unknown }>(
          `update ${SCHEMA}.job set state = 'active', started_on = now() where (name, id) in (
             select name, id from ${SCHEMA}.job where state in ('created', 'retry') and name = any($2) and start_after <= $1 order by start_after limit 1)
           returning id, name, data`,
          [new Date(clock.now().getTime() + MARGIN_MS), SINGLE_JOBS],
        );
        const [job] = rows;
        if (!job) {
          for (const name of RECURRING_JOBS) await perform(name, {});
          return;
        }
        await perform(job.name, job.data);
        await boss.complete(job.name, job.id);
      }
      throw new Error('Jobs make jobs without end');
    },

    async stop() {
      await starting;
      await boss.stop({ timeout: STOP_TIMEOUT_MS });
    },
  };
}
