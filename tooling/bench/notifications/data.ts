import type { Pool } from 'pg';

/**
 * Inserts followers of usr_bench1, the first `online` of whom also follow usr_bench2, and an event of usr_bench1 with
 * participants, all with a verified address.
 */
export async function fillAudiences(
  pool: Pool,
  { followers, participants, online }: { followers: number; participants: number; online: number },
): Promise<void> {
  const client = await pool.connect();
  try {
    // Skips the search index, which is updated row by row.
    await client.query('set session_replication_role = replica; set statement_timeout = 0');
    await client.query(
      `insert into users (id, email, email_verified_at, nickname, birth_date, state)
       select 'usr_f' || n, 'f' || n || '@bench.test', now(), '人' || n, '1990-01-01', 'active' from generate_series(1, $1::int) n`,
      [Math.max(followers, participants)],
    );
    await client.query(
      `insert into follows (follower_id, followee_id) select 'usr_f' || n, 'usr_bench1' from generate_series(1, $1::int) n`,
      [followers],
    );
    await client.query(
      `insert into follows (follower_id, followee_id) select 'usr_f' || n, 'usr_bench2' from generate_series(1, $1::int) n`,
      [online],
    );
    await client.query(
      `insert into events (id, organizer_id, title, category_id, start_at, end_at, entry_open_at, state)
       values ('evt_bench', 'usr_bench1', '最初の銀河', 'cat_bench', now() + interval '1 day', now() + interval '26 hours', now() + interval '1 day', 'published')`,
    );
    await client.query(
      `insert into ticket_types (id, event_id, name, kind, price, tax_rate, sold, sale_start_at, sale_end_at)
       values ('tkt_bench', 'evt_bench', '一般', 'general', 0, 10, $1, now(), now() + interval '1 day')`,
      [participants],
    );
    await client.query(
      `insert into participations (id, event_id, ticket_type_id, user_id, route, state, amount, confirmed_at)
       select 'prt_' || n, 'evt_bench', 'tkt_bench', 'usr_f' || n, 'general', 'confirmed', 0, now() - interval '1 day' from generate_series(1, $1::int) n`,
      [participants],
    );
    await client.query('analyze');
  } finally {
    client.release(true);
  }
}
