import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createMailEngine, type MailEngine } from '@manabiba/engine-mail/engine';
import { isFullRun } from '@manabiba/shared/testing/test-level';

import { insertCategories } from '../../api/src/testing/rows';
import { startTestApp, type TestApp } from '../../api/src/testing/start-test-app';
import { buildKillableApi, type KillableApi } from './testing/killable-api';

// Runs the api in a separate process and kills it at different points while it notifies and mails a large audience.

const ROUNDS = isFullRun ? 8 : 2;
/** More than two batches, so that a kill also comes between batches. */
const FOLLOWERS = 4500;
/** The followers who want the mail too. */
const READERS = 150;
/** Deliveries under way at once, which a kill may repeat. */
const IN_FLIGHT = 5;
/** The name of the killed processes' connections in pg_stat_activity. */
const KILLED = 'killed api';

let world: TestApp;
let killable: KillableApi;
let mails: MailEngine;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notification-crash-'));
  mails = await createMailEngine({ file: join(folder, 'mails.jsonl'), productName: 'まなびば' });
  await mails.listen({ smtpPort: 0, pagePort: 0 });
  killable = await buildKillableApi();
  world = await startTestApp({ env: { SMTP_URL: mails.smtpUrl } });
  await insertCategories(world.db);
  const client = await world.pool.connect();
  // Skips the search index, which is updated row by row.
  await client.query('set session_replication_role = replica');
  await client.query(
    `insert into users (id, nickname, birth_date, state, email, email_verified_at)
     select 'usr_' || n, '人' || n, '1990-01-01', 'active', 'reader' || n || '@example.test', now() from generate_series(1, ${FOLLOWERS}) n`,
  );
  await client.query(
    `insert into follows (follower_id, followee_id) select 'usr_' || n, $1 from generate_series(1, ${FOLLOWERS}) n`,
    [world.people.professional],
  );
  await client.query(
    `insert into notification_settings (user_id, channels, updated_at)
     select 'usr_' || n, '{"classroomCreatedByFollow": {"mail": true}}', now() from generate_series(1, ${READERS}) n`,
  );
  client.release(true);
}, 120_000);
afterAll(async () => {
  await killable.remove();
  await world.close();
  await mails.close();
  await rm(folder, { recursive: true });
});

/** The number of rows written and mails sent so far: it only grows. */
async function progress(): Promise<number> {
  const { rows } = await world.pool.query<{ done: number }>(
    `select ((select count(*) from notifications) / 20 + (select count(*) from notification_deliveries where state = 'sent'))::int as done`,
  );
  return rows[0]?.done ?? 0;
}

/** Starts the process and kills it once it has done this share of the work of a round. */
async function killAfter(share: number): Promise<void> {
  const { databaseUrl, sessionSecret, storageUrl } = world.env;
  const enough = (await progress()) + Math.floor(share * (FOLLOWERS / 20 + READERS));
  await killable.start({
    DATABASE_URL: databaseUrl,
    SESSION_SECRET: sessionSecret,
    STORAGE_URL: storageUrl,
    SMTP_URL: mails.smtpUrl,
    PGAPPNAME: KILLED,
  });
  for (let last = -1, now = await progress(); now < enough && now !== last;) {
    // Without progress for a while, everything is done.
    last = now;
    for (let look = 0; look < 300 && now === last; look += 1) now = await progress();
  }
  await killable.kill();
}

/** Ends what the database still runs for the killed processes: their transactions hold locks until then. */
async function endStatementsOfKilled(): Promise<void> {
  await world.pool.query('select pg_terminate_backend(pid, 10000) from pg_stat_activity where application_name = $1', [
    KILLED,
  ]);
}

it(`after ${ROUNDS} kill -9 each follower has one notification of each classroom, and no mail is missing or repeated beyond those in flight`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { status } = await world
      .as('professional')
      .post('/classrooms', {
        name: `教室${round}`,
        categoryId: 'cat_math',
        startAt: new Date(Date.now() + (round + 1) * 3_600_000).toISOString(),
        allUsers: true,
        audienceMode: false,
        privateMode: false,
      });
    expect(status).toBe(201);
    // Multiples of the golden ratio are spread evenly, however many there are.
    await killAfter((0.25 + (round + 1) * 0.618) % 1);
  }
  await endStatementsOfKilled();
  // Completes what is unfinished in this process, which is never killed; leases of killed deliveries have run out.
  world.clock.advance(120_000);
  await world.events.runDue();
  await world.runJobs();

  const notified = await world.pool.query<{ people: number; rows: number }>(
    `select count(distinct user_id)::int as people, count(*)::int as rows from notifications group by cause_id`,
  );
  expect(notified.rows).toEqual(Array.from({ length: ROUNDS }, () => ({ people: FOLLOWERS, rows: FOLLOWERS })));
  const causes = await world.pool.query<{ told_count: number }>('select told_count from notification_causes');
  expect(causes.rows).toEqual(Array.from({ length: ROUNDS }, () => ({ told_count: FOLLOWERS })));

  const caught = [...caughtIds(), ...world.mail.sent.map(({ messageId, to }) => ({ messageId, to }))];
  const byId = new Map<string, Set<string>>();
  for (const { messageId, to } of caught) byId.set(messageId, (byId.get(messageId) ?? new Set()).add(to));
  expect(byId.size).toBe(ROUNDS * READERS);
  expect([...byId.values()].every((recipients) => recipients.size === 1)).toBe(true);
  expect(caught.length - byId.size).toBeLessThanOrEqual(ROUNDS * IN_FLIGHT);
}, 600_000);

function caughtIds(): { messageId: string; to: string }[] {
  return mails.mails
    .list()
    .map(({ headers, to }) => ({
      messageId: headers.find(({ name }) => name.toLowerCase() === 'message-id')?.value ?? '',
      to: to[0] ?? '',
    }));
}
