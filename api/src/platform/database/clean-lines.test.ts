import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { line } from '@manabiba/shared/contract/primitives';

import { cloneTemplate } from '../../testing/test-database';
import { createPool, type Pool } from './db';

const FILE = join(import.meta.dirname, '..', '..', '..', 'migrations', '0230_clean_lines.sql');
/** As they were stored before input was cleaned. */
const stored = [
  '山田 花子',
  'ひら\u200bがな',
  '\u202e右から\u2069',
  '二\n行\u2028目',
  '\u3000全角の空白\u00a0',
  '点字\u2800の空白',
  '家族👨‍👩‍👧',
  '葛\u{e0100}城',
  'タブ\tと\u0007ベル',
];

let database: Awaited<ReturnType<typeof cloneTemplate>>;
let pool: Pool;
beforeAll(async () => {
  database = await cloneTemplate('lines');
  pool = createPool(database.url, { max: 1 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

it('gives stored names the form that input has today, and leaves one that would be empty', async () => {
  const names = [...stored, '\u200b\u2060'];
  await pool.query(
    `insert into users (id, nickname, birth_date, state, email)
     select 'usr_' || place, name, '1990-01-01', 'active', place || '@example.test' from unnest($1::text[]) with ordinality as given (name, place)`,
    [names],
  );
  const before = await pool.query<{ nickname: string }>('select nickname from users order by id');
  expect(before.rows.map(({ nickname }) => nickname)).toEqual(expect.arrayContaining(names));
  await pool.query(await readFile(FILE, 'utf8'));
  const { rows } = await pool.query<{ nickname: string }>(
    `select nickname from users order by split_part(id, '_', 2)::int`,
  );
  const clean = line({ max: 100 });
  expect(rows.map(({ nickname }) => nickname)).toEqual([...stored.map((name) => clean.parse(name)), '\u200b\u2060']);
});
