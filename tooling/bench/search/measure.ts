import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Pool } from 'pg';

import type { SearchFilter, SearchPosition } from '../../../api/src/modules/search/search-statement';
import { spellingsOf, wordsOf } from '../../../api/src/modules/search/search-words';
import { createSearchRepository } from '../../../api/src/modules/search/search.repository';
import { searchCases } from '../../../api/src/modules/search/testing/queries';
import { createPool } from '../../../api/src/platform/database/db';
import { migrate } from '../../../api/src/platform/database/migrate';
import { type SearchKind, searchKinds } from '../../../shared/src/contract/search';
import { ENTRIES, fill } from './fill';

/*
 * What is measured, in a separate process: the statements of a search as the api sends them, from sending to the last
 * row. Loading the results is excluded: it reads at most a page of each kind by ids.
 */

const [url = '', root = ''] = process.argv.slice(2);
const ROUNDS = 3;
const WRITES = 200;

const pool = createPool(url, { max: 1 });
await migrate(pool, join(root, 'api/migrations'));
const began = performance.now();
await fill(pool);
console.log(`  filled in ${((performance.now() - began) / 1000).toFixed(0)} s`);

/** CPU time used by the connection, in milliseconds: independent of other load on the machine. Linux only. */
const {
  rows: [backend],
} = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
const cpuMs = () => {
  try {
    return Number(readFileSync(`/proc/${backend?.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return Number.NaN;
  }
};

const timed = { ms: 0 };
const entries = createSearchRepository({
  async query(...args: Parameters<Pool['query']>) {
    const start = performance.now();
    const answer = await (pool.query as (...given: unknown[]) => unknown)(...args);
    timed.ms += performance.now() - start;
    return answer;
  },
} as unknown as Pool);

type After = Map<SearchKind, SearchPosition | null>;
const allKinds: After = new Map(searchKinds.map((kind) => [kind, null]));
const bornBy = '2010-01-01';

async function find(q: string, after: After, limit: number, viewerId: string | null) {
  const words = (await entries.normalise(wordsOf(q))).map(spellingsOf);
  const filter: SearchFilter = { words, viewerId, school: { id: null, isAmong: false }, bornBy };
  return words.length === 0 ? new Map() : entries.find(after, filter, limit + 1);
}

async function measure(name: string, search: (q: string) => Promise<void>) {
  const times: { q: string; ms: number; cpu: number }[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const { q } of searchCases) {
      timed.ms = 0;
      const before = cpuMs();
      await search(q);
      const cpu = cpuMs() - before;
      // The first round warms the database caches, as in a product in use.
      if (round > 0) times.push({ q, ms: timed.ms, cpu });
    }
  }
  times.sort((a, b) => a.ms - b.ms);
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? { q: '', ms: Number.NaN, cpu: Number.NaN };
  const found = { name, p50: at(0.5).ms, p95: at(0.95).ms, max: at(1).ms, slowest: at(1).q };
  times.sort((a, b) => a.cpu - b.cpu);
  return { ...found, cpuP50: at(0.5).cpu, cpuP95: at(0.95).cpu };
}

async function writeOne(n: number): Promise<number> {
  const start = performance.now();
  await pool.query(
    `insert into classrooms (id, host_id, name, description, category_id, start_at, end_at, all_users, audience_mode, private_mode, max_speakers, max_listeners)
     values ($1, 'usr_1', '微分積分の自習室', repeat('今日は平均値の定理を一緒に解きます。', 20), 'cat_math', now(), now(), true, false, false, 50, 500)`,
    [`cls_w${n}`],
  );
  return performance.now() - start;
}

async function medianOfWrites(from: number): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < WRITES; n += 1) times.push(await writeOne(from + n));
  return times.sort((a, b) => a - b)[WRITES / 2] ?? Number.NaN;
}

const results = [
  await measure('suggestions: all kinds, 3 of each', async (q) => {
    await find(q, allKinds, 3, null);
  }),
  await measure('results: all kinds, 6 of each', async (q) => {
    await find(q, allKinds, 6, null);
  }),
  await measure('results: all kinds, somebody signed in', async (q) => {
    await find(q, allKinds, 6, 'usr_1');
  }),
  await measure('one kind, 20', async (q) => {
    await find(q, new Map([['classroom', null]]), 20, 'usr_1');
  }),
];
const withSearch = await medianOfWrites(0);
await pool.query('alter table classrooms disable trigger search_insert');
const bare = await medianOfWrites(WRITES);
process.send?.({
  entries: ENTRIES,
  searches: searchCases.length,
  rounds: ROUNDS,
  results,
  write: { withSearch, bare },
});
await pool.end();
process.disconnect();
