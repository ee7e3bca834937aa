import { searchKinds } from '@manabiba/shared/contract/search';

import { seedDemo } from '../../demo/seed-demo';
import { type DemoDatabase, startDemoDatabase } from '../../demo/testing/start-demo-database';
import { spellingsOf, wordsOf } from './search-words';
import { createSearchRepository } from './search.repository';
import { searchCases } from './testing/queries';

/** Minimum recall and precision, averaged over all searches. */
const MIN_RECALL = 0.98;
const MIN_PRECISION = 0.95;
const ALL = 5000;

let database: DemoDatabase;
/** Everything that visitors may find, with its text as written. */
let contents: { key: string; text: string }[];

beforeAll(async () => {
  database = await startDemoDatabase();
  await seedDemo({ pool: database.pool, now: new Date(), permission: database.permission, passwordHash: 'none' });
  contents = await database.query(`
    select 'classroom ' || c.id as key, concat_ws(E'\\n', c.name, c.description, g.name, h.nickname, p.org_name, (select string_agg(name, E'\\n') from interests i where i.id = any(c.interest_ids))) as text
    from classrooms c join users h on h.id = c.host_id join categories g on g.id = c.category_id left join professionals p on p.user_id = h.id where not c.private_mode and c.state <> 'cancelled'
    union all
    select 'series ' || r.id, concat_ws(E'\\n', r.title, r.description, g.name, h.nickname, p.org_name)
    from series r join users h on h.id = r.host_id join categories g on g.id = r.category_id left join professionals p on p.user_id = h.id
    union all
    select 'event ' || v.id, concat_ws(E'\\n', v.title, v.subtitle, v.description, g.name, h.nickname, p.org_name, (select string_agg(nickname, E'\\n') from users s where s.id = any(v.speaker_ids)))
    from events v join users h on h.id = v.organizer_id join categories g on g.id = v.category_id left join professionals p on p.user_id = h.id where v.state not in ('draft', 'cancelled')
    union all
    select case when u.role = 'user' then 'person ' else 'professional ' end || u.id, concat_ws(E'\\n', u.nickname, p.org_name, u.job, u.introduction, (select string_agg(name, E'\\n') from categories g where g.id = any(p.category_ids)))
    from users u left join professionals p on p.user_id = u.id
    where u.role <> 'staff' and (u.role = 'user' or p.verified_at is not null) and u.state not in ('suspended', 'withdrawn') and u.birth_date <= current_date - interval '13 years'`);
});
afterAll(() => database.close());

async function find(q: string): Promise<Set<string>> {
  const entries = createSearchRepository(database.pool);
  const words = (await entries.normalise(wordsOf(q))).map(spellingsOf);
  const today = new Date(Date.now() - 13 * 365.25 * 86_400_000).toISOString().slice(0, 10);
  const found = await entries.find(
    new Map(searchKinds.map((kind) => [kind, null])),
    { words, viewerId: null, school: { id: null, isAmong: false }, bornBy: today },
    ALL,
  );
  return new Set([...found.values()].flat().map(({ kind, id }) => `${kind} ${id}`));
}

const isRelevant = (text: string, means: string[][]) =>
  means.length > 0 && means.every((forms) => forms.some((form) => text.includes(form)));
const shareOf = (part: number, whole: number) => (whole === 0 ? 1 : part / whole);

it('contains at least 200 searches, and every one that expects results has relevant content', () => {
  expect(searchCases.length).toBeGreaterThanOrEqual(200);
  expect(
    searchCases.filter(({ means }) => means.length > 0 && !contents.some(({ text }) => isRelevant(text, means))),
  ).toEqual([]);
});

it('reaches the required recall and precision for all spellings', async () => {
  const results: { kind: string; q: string; recall: number; precision: number }[] = [];
  for (const { kind, q, means } of searchCases) {
    const relevant = new Set(contents.filter(({ text }) => isRelevant(text, means)).map(({ key }) => key));
    const found = await find(q);
    const right = [...found].filter((key) => relevant.has(key)).length;
    results.push({ kind, q, recall: shareOf(right, relevant.size), precision: shareOf(right, found.size) });
  }
  const mean = (of: 'recall' | 'precision') => results.reduce((sum, result) => sum + result[of], 0) / results.length;
  const worst = results.filter(({ recall, precision }) => recall < 0.9 || precision < 0.5);
  const figures = { recall: mean('recall'), precision: mean('precision'), worst };
  expect(figures).toEqual({ recall: expect.any(Number), precision: expect.any(Number), worst: [] });
  expect(figures.recall).toBeGreaterThanOrEqual(MIN_RECALL);
  expect(figures.precision).toBeGreaterThanOrEqual(MIN_PRECISION);
});
