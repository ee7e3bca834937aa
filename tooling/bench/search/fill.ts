import type { Pool, PoolClient } from 'pg';

import { familyNames, givenNames } from '../../../api/src/demo/content/crowd-names';
import { topicsOfArts } from '../../../api/src/demo/content/topics-of-arts';
import { topicsOfNumbers } from '../../../api/src/demo/content/topics-of-numbers';
import { topicsOfWords } from '../../../api/src/demo/content/topics-of-words';
import { fillCategories } from '../../../api/src/modules/categories/first-categories';

/** Number of entries of each kind: 100,000 together. */
const COUNTS = { classrooms: 60_000, events: 5000, archives: 5000, professionals: 2000, people: 28_000 } as const;
export const ENTRIES = Object.values(COUNTS).reduce((sum, count) => sum + count, 0);

/**
 * Fills the database like a product in use: titles and descriptions composed from the demo's, names from those of its
 * crowd.
 */
export async function fill(pool: Pool): Promise<void> {
  await fillCategories(pool);
  const topics = Object.values({ ...topicsOfNumbers, ...topicsOfWords, ...topicsOfArts });
  const client = await pool.connect();
  try {
    // Search entries are written below in bulk: a trigger writes them row by row.
    await client.query('set session_replication_role = replica; set statement_timeout = 0');
    await client.query(
      'create temporary table topic as select row_number() over () - 1 as n, name, description, category from json_to_recordset($1) as t (name text, description text, category text)',
      [JSON.stringify(topics)],
    );
    await client.query('create temporary table name as select $1::text[] as family, $2::text[] as given', [
      familyNames,
      givenNames,
    ]);
    await insertRows(client, topics.length);
    await client.query('set session_replication_role = origin');
    await withoutIndexes(client, async () => {
      for (const [kind, from] of [
        ['person', 'users'],
        ['professional', 'users'],
        ['classroom', 'classrooms'],
        ['event', 'events'],
        ['archive', 'archives'],
      ]) {
        await client.query(`select search_write('${kind}', array(select id from ${from}))`);
      }
    });
    await client.query('vacuum analyze');
  } finally {
    client.release(true);
  }
}

/** Creates the indexes afterwards in one go, which takes a tenth of the time. */
async function withoutIndexes(client: PoolClient, write: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    "select indexname as name, indexdef as definition from pg_indexes where tablename = 'search_entries' and indexdef like '%gin%'",
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  await write();
  for (const { definition } of rows) await client.query(definition.replace(' ON ONLY ', ' ON '));
}

/** Deterministic: the same rows in every run. `mix` gives each row two topics and a unique number. */
async function insertRows(client: PoolClient, topics: number): Promise<void> {
  const mix = (
    count: number,
  ) => `from (select n, (n * 7919) % ${topics} as a, (n * 10007 + n / 61) % ${topics} as b from generate_series(1, ${count}) n) g
    join topic ta on ta.n = g.a join topic tb on tb.n = g.b`;
  const people = COUNTS.people + COUNTS.professionals;
  await client.query(`insert into users (id, role, email, nickname, introduction, job, birth_date, state, follower_count)
    select 'usr_' || g.n, case when g.n <= ${COUNTS.professionals} then 'professional' else 'user' end, 'p' || g.n || '@bench.test',
      left(family[1 + g.n % cardinality(family)] || ' ' || given[1 + (g.n / 7) % cardinality(given)], 20), left(ta.description, 120), left(tb.name, 12),
      date '1960-01-01' + (g.n * 37) % 20000, 'active', (g.n * 31) % 400
    ${mix(people)} cross join name`);
  await client.query(
    `insert into professionals (user_id, org_name, category_ids, verified_at) select 'usr_' || g.n, left(ta.name, 10) || '教室', array['cat_' || ta.category], now() ${mix(COUNTS.professionals)}`,
  );
  await client.query(`insert into classrooms (id, host_id, name, description, category_id, start_at, end_at, state, all_users, audience_mode, private_mode, private_key, max_speakers, max_listeners)
    select 'cls_' || g.n, 'usr_' || (1 + g.n % ${people}), left(ta.name || ' ' || (g.n % 97) || ' ' || tb.name, 50), ta.description || tb.description, 'cat_' || ta.category,
      now() + (g.n - 57000) * interval '20 minutes', now() + (g.n - 57000) * interval '20 minutes' + interval '45 minutes',
      case when g.n < 56900 then 'ended' when g.n < 57000 then 'live' else 'scheduled' end, true, false, g.n % 20 = 0, case when g.n % 20 = 0 then 'k' || g.n end, 50, 500
    ${mix(COUNTS.classrooms)}`);
  await client.query(`insert into events (id, organizer_id, title, subtitle, description, category_id, start_at, end_at, entry_open_at, state)
    select 'evt_' || g.n, 'usr_' || (1 + g.n % ${COUNTS.professionals}), ta.name, left(tb.name, 20), ta.description || tb.description, 'cat_' || ta.category,
      now() + (g.n - 4800) * interval '1 day', now() + (g.n - 4800) * interval '1 day' + interval '90 minutes', now() + (g.n - 4800) * interval '1 day', case when g.n < 4800 then 'ended' else 'published' end
    ${mix(COUNTS.events)}`);
  await client.query(`insert into archives (id, source, source_id, host_id, title, description, category_id, access, state, published_at, created_at, updated_at)
    select 'arc_' || g.n, 'classroom', 'cls_' || g.n, 'usr_' || (1 + g.n % ${people}), ta.name, ta.description || tb.description, 'cat_' || ta.category, 'public', 'ready', now() - g.n * interval '1 hour', now(), now()
    ${mix(COUNTS.archives)}`);
  await client.query(
    `insert into user_blocks (blocker_id, blocked_id, created_at) select 'usr_1', 'usr_' || n, now() from generate_series(2, 40) n`,
  );
  await client.query(
    `insert into reservations (classroom_id, user_id) select 'cls_' || n * 10, 'usr_1' from generate_series(1, 100) n`,
  );
}
