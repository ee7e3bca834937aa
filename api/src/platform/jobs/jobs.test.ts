import { jobKinds, type JobName } from '../../messages/job-map';
import { startTestApp, type TestApp } from '../../testing/start-test-app';
import { systemClock } from '../clock';
import { createPool } from '../database/db';
import { inTransaction } from '../database/transaction';
import { createJobs, type JobHandlers } from './jobs';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

const idle = Object.fromEntries((Object.keys(jobKinds) as JobName[]).map((name) => [name, async () => undefined]));

it('a job that fails after the stop asks nothing of the database, which is closed by then', async () => {
  const pool = createPool(api.env.databaseUrl, { max: 2 });
  const jobs = createJobs({ pool, clock: systemClock, onTrouble: () => undefined });
  let end: (reason: Error) => void = () => undefined;
  const begun = new Promise<void>((begins) => {
    jobs.handle({
      ...(idle as unknown as JobHandlers),
      'follow-media': () =>
        new Promise((_done, fail) => {
          end = fail;
          begins();
        }),
    });
  });
  jobs.start();
  await inTransaction(api.db, (trx) => jobs.enqueue(trx, 'follow-media', { classroomId: 'cls_1' }, new Date(0)));
  await begun;
  await jobs.stop();
  await pool.end();
  const asked = jest.spyOn(pool, 'query');
  end(new Error('too late'));
  await new Promise(setImmediate);
  expect(asked).not.toHaveBeenCalled();
});

it('a job whose end the late database cannot note ends nothing else, and is repeated later', async () => {
  const pool = createPool(api.env.databaseUrl, { max: 4 });
  const query = pool.query.bind(pool) as (text: string, values?: unknown[]) => Promise<unknown>;
  let isLate = true;
  let refused = 0;
  // Its overloads also take callbacks, which pg-boss does not use.
  // oxlint-disable-next-line typescript/no-misused-promises
  jest.spyOn(pool, 'query').mockImplementation(((text: string, values?: unknown[]) => {
    // Those of the recurring jobs are noted in time.
    if (!isLate || values?.[0] !== 'settle-event' || !/completed_on = now\(\)/.test(text)) return query(text, values);
    refused += 1;
    return Promise.reject(new Error('timeout exceeded when trying to connect'));
  }) as unknown as typeof pool.query);
  const troubles: string[] = [];
  const jobs = createJobs({ pool, clock: systemClock, onTrouble: (error) => troubles.push(String(error)) });
  const rejected = jest.fn();
  process.on('unhandledRejection', rejected);
  const done: string[] = [];
  let wake: () => void = () => undefined;
  const second = new Promise<void>((resolve) => {
    wake = resolve;
  });
  jobs.handle({
    ...(idle as unknown as JobHandlers),
    'settle-event': ({ eventId }) => {
      done.push(eventId);
      if (eventId === 'evt_2') wake();
      return Promise.resolve();
    },
  });
  jobs.start();
  const enqueue = (eventId: string) =>
    inTransaction(api.db, (trx) => jobs.enqueue(trx, 'settle-event', { eventId }, new Date(0)));
  await enqueue('evt_1');
  while (!troubles.some((trouble) => trouble.includes('timeout exceeded'))) await new Promise(setImmediate);
  isLate = false;
  await enqueue('evt_2');
  await second;
  await jobs.stop();
  await pool.end();
  process.off('unhandledRejection', rejected);
  expect(refused).toBeGreaterThan(0);
  expect(done).toEqual(['evt_1', 'evt_2']);
  expect(rejected).not.toHaveBeenCalled();
  const { rows } = await api.pool.query<{ state: string }>(
    "select state from pgboss.job where name = 'settle-event' and data->>'eventId' = 'evt_1'",
  );
  expect(rows).toEqual([{ state: 'active' }]);
});

it('runs jobs though the database refuses the first statements of the start', async () => {
  const pool = createPool(api.env.databaseUrl, { max: 2 });
  const late = () => Promise.reject(new Error('timeout exceeded when trying to connect'));
  const query = jest.spyOn(pool, 'query') as unknown as jest.SpyInstance<Promise<unknown>>;
  query.mockImplementationOnce(late).mockImplementationOnce(late);
  const troubles: string[] = [];
  const jobs = createJobs({ pool, clock: systemClock, onTrouble: (error) => troubles.push(String(error)) });
  const ran = new Promise<string>((resolve) => {
    jobs.handle({
      ...(idle as unknown as JobHandlers),
      'settle-event': ({ eventId }) => {
        if (eventId === 'evt_3') resolve(eventId);
        return Promise.resolve();
      },
    });
  });
  await inTransaction(api.db, (trx) => jobs.enqueue(trx, 'settle-event', { eventId: 'evt_3' }, new Date(0)));
  jobs.start();
  expect(await ran).toBe('evt_3');
  await jobs.stop();
  await pool.end();
  expect(troubles).toHaveLength(2);
});

it('queues a recurring job again whose process was killed', async () => {
  const pool = createPool(api.env.databaseUrl, { max: 2 });
  let aheadMs = 0;
  const clock = { now: () => new Date(Date.now() + aheadMs) };
  const troubles: string[] = [];
  const jobs = createJobs({ pool, clock, onTrouble: (error) => troubles.push(String(error)) });
  let runs = 0;
  jobs.handle({
    ...(idle as unknown as JobHandlers),
    'tell-notifications': () => {
      runs += 1;
      return Promise.resolve();
    },
  });
  const change = async (text: string) =>
    (await pool.query(`${text} where name = 'tell-notifications' and state = 'created'`)).rowCount === 1;
  const claim = "update pgboss.job set state = 'active', started_on = now()";
  jobs.start();
  while (runs === 0 || !(await change(claim))) await new Promise(setImmediate);
  const runsBefore = runs;
  aheadMs = 15_000;
  while (!(await change('update pgboss.job set start_after = now()'))) await new Promise(setImmediate);
  while (runs === runsBefore) await new Promise(setImmediate);
  await jobs.stop();
  await pool.end();
  expect(troubles).toEqual([]);
});
