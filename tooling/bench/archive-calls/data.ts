import type { Pool } from 'pg';

const HOSTS = 25;
const ARCHIVES = 400;
/** As many as the ranking keeps for each archive. */
const RECOMMENDED = 30;

/** Fills the database like a product in use: hosts, viewers, published archives, and what to watch after each. */
export async function fillArchives(pool: Pool, viewers: number): Promise<void> {
  const people = `insert into users (id, role, email, email_verified_at, nickname, introduction, job, birth_date, state)
    select $1 || n, 'user', $1 || n || '@bench.test', now(), '先生' || n, '数学と物理を教えています。', '高校教諭', '1985-04-01', 'active'
    from generate_series(1, $2::int) n`;
  await pool.query(people, ['usr_host', HOSTS]);
  await pool.query(people, ['usr_viewer', viewers]);
  await pool.query(
    `insert into categories (id, name, sort_order) values ('cat_bench', '数学', 9001) on conflict do nothing`,
  );
  await pool.query(
    `insert into archives (id, source, source_id, host_id, title, description, category_id, access, state, duration_seconds, watch_count, media_version, captions_version, published_at, created_at, updated_at)
    select 'arc_bench' || n, 'classroom', 'cls_bench' || n, 'usr_host' || (n % $2::int + 1), '微分積分の自習室 ' || n, repeat('今日は平均値の定理を一緒に解きます。', 5), 'cat_bench',
      'public', 'ready', 2700, n, 'v1', 'c1', now() - n * interval '1 hour', now(), now()
    from generate_series(1, $1::int) n`,
    [ARCHIVES, HOSTS],
  );
  await pool.query(
    `insert into archive_recommendations (archive_id, rank, recommended_id)
    select 'arc_bench' || n, r, 'arc_bench' || ((n + r - 1) % $1::int + 1) from generate_series(1, $1::int) n, generate_series(1, $2::int) r`,
    [ARCHIVES, RECOMMENDED],
  );
  await pool.query('analyze');
}
