import type { Pool } from 'pg';

const HOSTS = 25;
const CLASSROOMS = 400;

/** Fills the database like a product in use: hosts, and more upcoming classrooms than the largest page shows. */
export async function fillForBench(pool: Pool): Promise<void> {
  await pool.query(
    `
    insert into users (id, role, email, email_verified_at, nickname, introduction, job, birth_date, state)
    select 'usr_bench' || n, 'user', 'host' || n || '@bench.test', now(), '先生' || n, '数学と物理を教えています。', '高校教諭', '1985-04-01', 'active'
    from generate_series(1, $1::int) n`,
    [HOSTS],
  );
  await pool.query(
    `insert into categories (id, name, sort_order) values ('cat_bench', '数学', 9001) on conflict do nothing`,
  );
  await pool.query(
    `
    insert into classrooms (id, host_id, name, description, category_id, start_at, end_at, all_users, audience_mode, private_mode, max_speakers, max_listeners)
    select 'cls_bench' || n, 'usr_bench' || (n % $2::int + 1), '微分積分の自習室 ' || n, repeat('今日は平均値の定理を一緒に解きます。', 5), 'cat_bench',
           now() + n * interval '1 hour', now() + n * interval '1 hour' + interval '45 minutes', true, false, false, 50, 500
    from generate_series(1, $1::int) n`,
    [CLASSROOMS, HOSTS],
  );
  await pool.query('analyze');
}
