import { randomBytes } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import type { Pool } from 'pg';

import { createPool } from '../../../api/src/platform/database/db';
import { fillForBench } from '../api/data';
import { startBenchProduct } from '../support/bench-product';
import { sessionsOf } from '../support/sessions';

/*
 * The product under load, in a process of its own, as it runs in production. Answers the message `begin` by resetting its
 * meters, and `figures` with what they show.
 */

const [url = '', dataDir = '', people = '0'] = process.argv.slice(2);
/** Interval at which the event loop is looked at, in milliseconds. The histogram includes it. */
const LAG_EVERY_MS = 10;
process.on('disconnect', () => process.exit());

const secret = randomBytes(32).toString('hex');
await startBenchProduct({
  dataDir,
  url,
  // The limits stay on and count, but are too high to be reached here.
  env: {
    SESSION_SECRET: secret,
    RATE_LIMIT_READS_PER_MINUTE: '1000000000',
    RATE_LIMIT_VISITOR_READS_PER_MINUTE: '1000000000',
    RATE_LIMIT_SEARCHES_PER_MINUTE: '1000000000',
    RATE_LIMIT_WRITES_PER_MINUTE: '1000000000',
    RATE_LIMIT_VISITOR_WRITES_PER_MINUTE: '1000000000',
  },
});
const pool = createPool(url, { max: 2 });
await fillForBench(pool);
const tokens = await sessionsOf(pool, await addPeople(pool, Number(people)), secret);
await pool.end();

const lag = monitorEventLoopDelay({ resolution: LAG_EVERY_MS });
lag.enable();
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

process.on('message', (message) => {
  if (message === 'begin') lag.reset();
  const lagMs = (percentile: number) => Math.max(0, lag.percentile(percentile) / 1e6 - LAG_EVERY_MS);
  const lags = { p50: lagMs(50), p99: lagMs(99), max: Math.max(0, lag.max / 1e6 - LAG_EVERY_MS) };
  const { rss } = process.memoryUsage();
  // After the lag has been read: collecting garbage stops the event loop.
  collectGarbage();
  process.send?.({ lag: lags, rss, heap: process.memoryUsage().heapUsed });
  if (message === 'begin') lag.reset();
});
process.send?.({ tokens });

/** Adds adults who may do everything that the mix does. Returns their ids. */
async function addPeople(on: Pool, count: number): Promise<string[]> {
  const { rows } = await on.query<{ id: string }>(
    `insert into users (id, role, email, email_verified_at, nickname, introduction, job, birth_date, state)
     select 'usr_load' || n, 'user', 'load' || n || '@bench.test', now(), '学ぶ人' || n, '', '', '1990-04-12', 'active'
     from generate_series(1, $1::int) n returning id`,
    [count],
  );
  return rows.map(({ id }) => id);
}
