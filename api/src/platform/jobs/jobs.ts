import { setTimeout as wait } from 'node:timers/promises';

import { observed } from '@manabiba/telemetry/observed';
import { addMilliseconds, differenceInMilliseconds } from 'date-fns';
import { CompiledQuery } from 'kysely';
import type { PoolClient } from 'pg';
import PgBoss from 'pg-boss';

import { type JobData, jobKinds, type JobName } from '../../messages/job-map';
import type { Clock } from '../clock';
import type { Pool, Trx } from '../database/db';

export type JobHandlers = { [N in JobName]: (data: JobData[N]) => Promise<void> };

export interface Jobs {
  /** Schedules a job at a time, if and only if the transaction commits. */
  enqueue<N extends JobName>(trx: Trx, name: N, data: JobData[N], at: Date): Promise<void>;
  /** Registers the handlers. They may run twice and late, so they must start from the current state. */
  handle(handlers: JobHandlers): void;
  /** Starts to process jobs as they become due. */
  start(): void;
  /** Runs everything due, in order, until nothing is left. For tests, which set the clock. */
  runDue(): Promise<void>;
  /** Stops what `start` began after the running job has finished. */
  stop(): Promise<void>;
}

/** Separate schema for the tables of pg-boss. */
const SCHEMA = 'pgboss';
const POLLING_MS = 1000;
/** How often the recurring jobs are looked for that nobody has queued again. */
const RECURRING_CHECK_MS = 15_000;
/** Jobs of a queue that run at once. */
const BATCH = 20;
/** Delay added to a job's time so that it is due even when this clock is behind the database's. */
const MARGIN_MS = 250;
const STOP_TIMEOUT_MS = 5_000;
const MAX_TURNS = 1000;
/** Pause after a failed start, in milliseconds: it doubles with each further one. */
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 10_000;

interface JobsDeps {
  pool: Pool;
  clock: Clock;
  onTrouble: (error: unknown) => void;
}

function createBoss(db: PgBoss.Db, onTrouble: (error: unknown) => void): PgBoss {
  const boss = new PgBoss({
    db,
    schema: SCHEMA,
    migrate: false,
    schedule: false,
    archiveCompletedAfterSeconds: 600,
    deleteAfterHours: 1,
  });
  boss.on('error', onTrouble);
  return boss;
}

/** Creates or updates the tables of the jobs. Part of the migration, so that starting costs nothing. */
export async function installJobs(client: PoolClient): Promise<void> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => client.query(text, values) },
    schema: SCHEMA,
    schedule: false,
    supervise: false,
  });
  await boss.start();
  const known = new Set((await boss.getQueues()).map(({ name }) => name));
  for (const name of names) {
    if (!known.has(name)) await boss.createQueue(name, queueOf(name));
  }
  await boss.stop({ graceful: false });
}

const names = Object.keys(jobKinds) as JobName[];
const enqueuedNames = names.filter((name) => !jobKinds[name].next);
const recurring = names.flatMap((name) => {
  const { next } = jobKinds[name];
  return next ? [{ name, next }] : [];
});

const maxSecondsOf = (name: JobName) => jobKinds[name].maxSeconds ?? 60;

function queueOf(name: JobName): PgBoss.Queue {
  const { isSingle = false, retrySeconds = 2 } = jobKinds[name];
  return {
    name,
    policy: isSingle ? 'short' : 'standard',
    retryLimit: 20,
    retryDelay: retrySeconds,
    retryBackoff: true,
    expireInSeconds: maxSecondsOf(name),
  };
}

/** Scheduled jobs in PostgreSQL: they survive a restart and are shared by several instances. */
export function createJobs({ pool, clock, onTrouble }: JobsDeps): Jobs {
  // Once everything is stopped, the database is closed: a job that ends later is repeated.
  const db: PgBoss.Db = {
    executeSql: (text, values) =>
      isOver ? Promise.reject(new Error('The jobs have stopped')) : pool.query(text, values),
  };
  let boss = createBoss(db, onTrouble);
  const stopping = new AbortController();
  const { signal } = stopping;
  let handlers: JobHandlers | null = null;
  let starting: Promise<void> | null = null;
  let isOver = false;
  let polling: Promise<void> | null = null;
  /** The queues that are being worked on. */
  const busy = new Map<JobName, Promise<void>>();

  async function perform(name: JobName, data: unknown): Promise<void> {
    const startedAt = performance.now();
    let hasFailed = true;
    try {
      await (handlers?.[name] as ((data: unknown) => Promise<void>) | undefined)?.(data);
      hasFailed = false;
    } finally {
      observed.job.report({ name, hasFailed, ms: performance.now() - startedAt });
    }
  }

  const wantAgain = ({ name, next }: (typeof recurring)[number]) =>
    boss.send(name, {}, { startAfter: addMilliseconds(next(clock.now()), MARGIN_MS) });

  async function performRecurring(job: (typeof recurring)[number]): Promise<void> {
    try {
      await perform(job.name, {});
    } finally {
      await wantAgain(job);
    }
  }

  /** Fails when the job takes longer than it may: by then it counts as expired and is repeated. */
  async function inTime(name: JobName, running: Promise<void>): Promise<void> {
    const ended = new AbortController();
    const late = wait(maxSecondsOf(name) * 1000, undefined, { ref: false, signal: ended.signal }).then(() => {
      throw new Error(`${name} took longer than ${maxSecondsOf(name)} s`);
    });
    try {
      await Promise.race([running, late]);
    } finally {
      late.catch(() => undefined);
      ended.abort();
    }
  }

  /** Runs a batch of the jobs of a queue that are due. Returns whether there were any. */
  async function runBatch(name: JobName): Promise<boolean> {
    const jobs = await boss.fetch<object>(name, { batchSize: BATCH });
    const next = recurring.find((job) => job.name === name);
    await Promise.all(
      jobs.map(async ({ id, data }) => {
        try {
          await inTime(name, next ? performRecurring(next) : perform(name, data));
        } catch (error) {
          onTrouble(error);
          await boss.fail(name, id, { message: String(error) });
          return;
        }
        await boss.complete(name, id);
      }),
    );
    return jobs.length > 0;
  }

  /**
   * Runs what is due in a queue. Not by `boss.work`, which does not wait for its statement about the end of a job: with
   * the database late, that would be an unhandled rejection. A job whose end cannot be noted is repeated once it expires.
   */
  async function workOff(name: JobName): Promise<void> {
    try {
      while (!signal.aborted && (await runBatch(name)));
    } catch (error) {
      if (!signal.aborted) onTrouble(error);
    } finally {
      busy.delete(name);
    }
  }

  /** Asks for all queues at once: a statement for each of them every second would occupy 3 % of a core. */
  async function dueQueues(): Promise<JobName[]> {
    const { rows } = await pool.query<{ name: JobName }>(
      `select name from unnest($1::text[]) as queue (name) where exists (
         select 1 from ${SCHEMA}.job where job.name = queue.name and state < 'active' and start_after < now())`,
      [names],
    );
    return rows.map(({ name }) => name);
  }

  /** Queues the recurring jobs again that a process was running when it was killed. */
  async function wantAbandoned(): Promise<void> {
    const { rows } = await pool.query<{ name: JobName }>(
      `select name from unnest($1::text[]) as queue (name) where not exists (
         select 1 from ${SCHEMA}.job where job.name = queue.name and state < 'active')`,
      [recurring.map(({ name }) => name)],
    );
    const missing = new Set(rows.map(({ name }) => name));
    for (const job of recurring) if (missing.has(job.name)) await wantAgain(job);
  }

  async function poll(): Promise<void> {
    let checkedAt = clock.now();
    while (!signal.aborted) {
      if (differenceInMilliseconds(clock.now(), checkedAt) >= RECURRING_CHECK_MS) {
        checkedAt = clock.now();
        await wantAbandoned().catch(onTrouble);
      }
      const due = await dueQueues().catch((error: unknown) => {
        if (!signal.aborted) onTrouble(error);
        return [];
      });
      for (const name of due) if (!busy.has(name) && !signal.aborted) busy.set(name, workOff(name));
      await wait(POLLING_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Repeats `work` until it succeeds or everything stops. */
  async function persist(work: () => Promise<unknown>): Promise<void> {
    for (let pauseMs = FIRST_PAUSE_MS; !signal.aborted; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
      try {
        await work();
        return;
      } catch (error) {
        onTrouble(error);
      }
      await wait(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }

  async function begin(): Promise<void> {
    await persist(async () => {
      try {
        await boss.start();
      } catch (error) {
        // After a failed start it takes every further one for done.
        boss = createBoss(db, onTrouble);
        throw error;
      }
    });
    polling = poll();
    for (const job of recurring) await persist(() => wantAgain(job));
  }

  return {
    async enqueue(trx, name, data, at) {
      const db = {
        executeSql: async (text: string, values: unknown[]) => ({
          rows: [...(await trx.executeQuery(CompiledQuery.raw(text, values))).rows],
        }),
      };
      await boss.send(name, data, { startAfter: addMilliseconds(at, MARGIN_MS), db });
    },

    handle(given) {
      handlers = given;
    },

    start() {
      starting = begin();
    },

    async runDue() {
      for (let turn = 0; turn < MAX_TURNS; turn += 1) {
        const { rows } = await pool.query<{ id: string; name: JobName; data: unknown }>(
          `update ${SCHEMA}.job set state = 'active', started_on = now() where (name, id) in (
             select name, id from ${SCHEMA}.job where state in ('created', 'retry') and name = any($2) and start_after <= $1 order by start_after limit 1)
           returning id, name, data`,
          [addMilliseconds(clock.now(), MARGIN_MS), enqueuedNames],
        );
        const [job] = rows;
        if (!job) {
          for (const { name } of recurring) await perform(name, {});
          return;
        }
        await perform(job.name, job.data);
        await boss.complete(job.name, job.id);
      }
      throw new Error('Jobs keep scheduling jobs endlessly');
    },

    async stop() {
      stopping.abort();
      await starting;
      await Promise.race([Promise.all([polling, ...busy.values()]), wait(STOP_TIMEOUT_MS, undefined, { ref: false })]);
      await boss.stop({ graceful: false });
      isOver = true;
    },
  };
}
