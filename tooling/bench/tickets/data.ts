import type { Pool } from 'pg';

/** Creates the events of one organizer and all buyers. */
export async function fillTickets(pool: Pool, buyers: number): Promise<void> {
  await pool.query(
    `insert into users (id, role, email, email_verified_at, nickname, introduction, job, birth_date, state)
     select 'usr_buyer' || n, 'user', 'buyer' || n || '@bench.test', now(), '買う人' || n, '', '', '1985-04-01', 'active'
     from generate_series(0, $1::int) n`,
    [buyers],
  );
  await pool.query(
    `update users set role = 'professional' where id = 'usr_buyer0';
     insert into categories (id, name, sort_order) values ('cat_bench', '数学', 9001) on conflict do nothing`,
  );
  for (const [name, price, quota, sold] of [
    ['race', 0, 100, 0],
    ['full', 1500, 1, 1],
    ['paid', 1500, null, 0],
    ['guarded', 1500, 100, 0],
    ['unguarded', 1500, 100, 0],
  ] as const) {
    await pool.query(
      `insert into events (id, title, description, organizer_id, category_id, start_at, end_at, entry_open_at, state)
       values ($1, '最初の銀河', '', 'usr_buyer0', 'cat_bench', now() + interval '10 days', now() + interval '241 hours',
         now() + interval '239 hours', 'published')`,
      [`evt_${name}`],
    );
    await pool.query(
      `insert into ticket_types (id, event_id, name, kind, price, tax_rate, quota, sold, sale_start_at, sale_end_at)
       values ($1, $2, '一般', 'general', $3, 10, $4, $5, now() - interval '1 hour', now() + interval '9 days')`,
      [`tkt_${name}`, `evt_${name}`, price, quota, sold],
    );
  }
  // One buyer already has the only seat of the full event.
  await pool.query(
    `insert into participations (id, event_id, ticket_type_id, user_id, route, state, amount, confirmed_at)
     values ('par_full', 'evt_full', 'tkt_full', 'usr_buyer0', 'general', 'confirmed', 1500, now())`,
  );
  await pool.query('analyze');
}
