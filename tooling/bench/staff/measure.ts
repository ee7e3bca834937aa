import { join } from 'node:path';

import { familyNames, givenNames } from '../../../api/src/demo/content/crowd-names';
import { createStaffPeopleRepository } from '../../../api/src/modules/staff/people/staff-people.repository';
import { createDb, createPool } from '../../../api/src/platform/database/db';
import { migrate } from '../../../api/src/platform/database/migrate';
import { median, percentile } from '../support/figures.mjs';

/*
 * What is measured, in a separate process: the statement of a search as the api sends it, from sending to the last row,
 * on one connection.
 */

const [url = '', root = ''] = process.argv.slice(2);
const PEOPLE = 100_000;
const SCHOOLS = 50;
const ROUNDS = 30;
const LIMIT = 51;

const pool = createPool(url, { max: 1 });
await migrate(pool, join(root, 'api/migrations'));
await fill();
const { search } = createStaffPeopleRepository(createDb(pool));

/** Fills the database with people who are found by their entries alone: one in ten is a pupil. */
async function fill(): Promise<void> {
  await pool.query('set statement_timeout = 0');
  await pool.query(
    `insert into partner_schools (id, name, code) select 'sch_' || n, '第' || n || '高校', 'SCHOOL' || n from generate_series(1, ${SCHOOLS}) n`,
  );
  await pool.query('set session_replication_role = replica');
  await pool.query(
    `insert into users (id, nickname, birth_date, state, email, partner_school_id, student_code)
     select 'usr_' || n, ($1::text[])[1 + n % cardinality($1::text[])] || ' ' || ($2::text[])[1 + (n / 7) % cardinality($2::text[])],
       date '1960-01-01' + (n * 37) % 20000, 'active', case when n % 10 > 0 then 'person' || n || '@bench.test' end,
       case when n % 10 = 0 then 'sch_' || (1 + n / 10 % ${SCHOOLS}) end, case when n % 10 = 0 then 'S-' || n end
     from generate_series(1, ${PEOPLE}) n`,
    [familyNames, givenNames],
  );
  await pool.query('set session_replication_role = origin');
  await pool.query('vacuum analyze');
}

/** Each kind of search with the simplest statement that finds the same people. */
const cases: { name: string; words: string; bare: string }[] = [
  { name: 'an id', words: 'usr_4711', bare: 'select * from users where id = $1' },
  { name: "a pupil's code", words: 'S-4710', bare: 'select * from users where student_code = $1' },
  {
    name: 'the beginning of an address',
    words: 'person471',
    bare: `select * from users where email like $1 || '%' limit ${LIMIT}`,
  },
  { name: 'a family name of thousands', words: familyNames[3] ?? '', bare: byName() },
  { name: 'a given name of thousands', words: givenNames[5] ?? '', bare: byName() },
  { name: 'a whole name', words: `${familyNames[3]}${givenNames[5]}`, bare: byName() },
  { name: 'one letter', words: (givenNames[5] ?? '').slice(0, 1), bare: byName() },
  { name: 'a name that nobody has', words: '存在しない名前', bare: byName() },
  {
    name: 'the code of a school',
    words: 'SCHOOL7',
    bare: `select u.* from partner_schools p join users u on u.partner_school_id = p.id where p.code = $1 limit ${LIMIT}`,
  },
];

function byName(): string {
  return `select * from users where search_grams(search_normal(nickname)) @@ search_query(search_normal($1)) limit ${LIMIT}`;
}

async function measure(run: () => Promise<unknown>) {
  const times: number[] = [];
  // The first round warms the caches of the database, as in a product in use.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const start = performance.now();
    await run();
    if (round > 0) times.push(performance.now() - start);
  }
  return { p50: median(times), p95: percentile(times, 0.95) };
}

const results = [];
for (const { name, words, bare } of cases) {
  results.push({
    name,
    found: (await search(words, LIMIT)).length,
    search: await measure(() => search(words, LIMIT)),
    bare: await measure(() => pool.query({ name, text: bare, values: [words] })),
  });
}
process.send?.({ people: PEOPLE, rounds: ROUNDS, results });
await pool.end();
process.disconnect();
