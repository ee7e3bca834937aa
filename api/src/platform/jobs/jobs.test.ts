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
