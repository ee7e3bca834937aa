import type { Pool } from 'pg';

/** Of so many things of the viewer each list has its first pages; of four times as many notifications each is read once. */
const OWN = 200;
/** One in so many is a professional, or an upcoming class or event. */
const ONE_IN = 20;

/** Gives the person whom the measured calls are from what their lists show. */
export async function fillFor(pool: Pool, viewerId: string): Promise<void> {
  await bulk(pool, [
    [`update users set email_verified_at = now() where id = $1`, [viewerId]],
    [
      `insert into notifications (id, user_id, kind, title, url, created_at)
        select 'ntf_own' || n, $1, 'userFollow', 'フォローされました', '/', now() - n * interval '1 minute' from generate_series(1, ${4 * OWN}) n`,
      [viewerId],
    ],
    [
      `insert into follows (follower_id, followee_id) select $1, 'usr_g' || n * ${ONE_IN} from generate_series(1, ${OWN / 4}) n`,
      [viewerId],
    ],
    [
      `update users set follower_count = follower_count + 1 where id in (select followee_id from follows where follower_id = $1)`,
      [viewerId],
    ],
    [`update users set following_count = ${OWN / 4} where id = $1`, [viewerId]],
    [
      `insert into reservations (classroom_id, user_id) select 'cls_g' || n * ${ONE_IN}, $1 from generate_series(1, ${OWN / 4}) n`,
      [viewerId],
    ],
    [
      `insert into participations (id, event_id, ticket_type_id, user_id, route, state, amount, confirmed_at)
        select 'par_own' || n, 'evt_g' || n, 'tkt_g' || n, $1, 'general', 'confirmed', 0, now() from generate_series(1, ${OWN}) n`,
      [viewerId],
    ],
    [
      `insert into archive_positions (user_id, archive_id, position_seconds, updated_at) select $1, 'arc_g' || n, 60, now() from generate_series(1, ${OWN}) n`,
      [viewerId],
    ],
    [
      `insert into classroom_comments (id, classroom_id, user_id, body, created_at)
        select 'cmt_own' || n, 'cls_g1', 'usr_g' || n, 'よくわかりました。', now() - n * interval '1 second' from generate_series(1, ${OWN}) n`,
    ],
  ]);
}

/** Adds rows to the ten largest nouns, so that each has `to` of them instead of `from`. */
export async function growTo(pool: Pool, { from, to }: { from: number; to: number }): Promise<void> {
  const values = [from + 1, to];
  const each = 'from generate_series($1::int, $2::int) n';
  /** Starts of past things lie in the past by their number, those of upcoming ones in the future. */
  const start = `now() + case when n % ${ONE_IN} = 0 then n % 20000 * interval '1 minute' + interval '1 hour' else - n * interval '1 minute' end`;
  const professional = `'usr_g' || ${ONE_IN} * (1 + n % (${to} / ${ONE_IN}))`;
  const statements = [
    `insert into users (id, role, email, email_verified_at, nickname, introduction, birth_date, state)
      select 'usr_g' || n, case when n % ${ONE_IN} = 0 then 'professional' else 'user' end, 'g' || n || '@bench.test', now(), '人' || n, '数学が好きです。', '1990-04-01', 'active' ${each}`,
    `insert into professionals (user_id, org_name, category_ids, verified_at) select 'usr_g' || n, '教室', array['cat_bench'], now() ${each} where n % ${ONE_IN} = 0`,
    `insert into classrooms (id, host_id, name, description, category_id, start_at, end_at, state, ended_at, all_users, audience_mode, private_mode, max_speakers, max_listeners)
      select 'cls_g' || n, ${professional}, '微分積分の自習室 ' || n, '平均値の定理を解きます。', 'cat_bench', ${start}, ${start} + interval '45 minutes',
        case when n % ${ONE_IN} = 0 then 'scheduled' else 'ended' end, case when n % ${ONE_IN} = 0 then null else ${start} + interval '45 minutes' end, true, false, false, 50, 500 ${each}`,
    `insert into reservations (classroom_id, user_id) select 'cls_g' || ${ONE_IN} * (1 + n % (${to} / ${ONE_IN})), 'usr_g' || n ${each}`,
    `insert into classroom_comments (id, classroom_id, user_id, body) select 'cmt_g' || n, 'cls_g' || n, 'usr_g' || n, 'ありがとうございました。' ${each}`,
    `insert into events (id, organizer_id, title, description, category_id, start_at, end_at, entry_open_at, state, published_at)
      select 'evt_g' || n, ${professional}, '数学の夕べ ' || n, '対話の会です。', 'cat_bench', ${start}, ${start} + interval '90 minutes', ${start} - interval '15 minutes',
        case when n % ${ONE_IN} = 0 then 'published' else 'ended' end, now() ${each}`,
    `insert into ticket_types (id, event_id, name, kind, price, tax_rate, quota, sold, sale_start_at, sale_end_at)
      select 'tkt_g' || n, 'evt_g' || n, '一般', 'general', 0, 10, 1000, 1, now() - interval '1 year', ${start} ${each}`,
    `insert into participations (id, event_id, ticket_type_id, user_id, route, state, amount, confirmed_at)
      select 'par_g' || n, 'evt_g' || n, 'tkt_g' || n, 'usr_g' || n, 'general', 'confirmed', 0, now() ${each}`,
    `insert into archives (id, source, source_id, host_id, title, description, category_id, access, state, published_at, created_at, updated_at)
      select 'arc_g' || n, 'classroom', 'cls_g' || n, ${professional}, '微分積分の録画 ' || n, '平均値の定理を解きます。', 'cat_bench', 'public', 'ready', now() - interval '30 days' - n * interval '1 minute', now(), now() ${each}`,
    `insert into notifications (id, user_id, kind, title, url, created_at)
      select 'ntf_g' || n, 'usr_g' || (1 + n % (${to} / 10)), 'userFollow', 'フォローされました', '/', now() - n * interval '1 minute' ${each}`,
    `insert into follows (follower_id, followee_id) select 'usr_g' || n, ${professional} ${each} where n % ${ONE_IN} <> 0`,
    `insert into archive_positions (user_id, archive_id, position_seconds, updated_at) select 'usr_g' || n, 'arc_g' || n, 60, now() ${each}`,
  ];
  await bulk(pool, [
    [`insert into categories (id, name, sort_order) values ('cat_bench', '数学', 9001) on conflict do nothing`],
    ...statements.map((text): Statement => [text, values]),
    ['select count_classrooms_of(user_id) from professionals'],
  ]);
  await pool.query('vacuum analyze');
}

type Statement = [text: string, values?: unknown[]];

/** Without triggers and foreign keys, which write and check row by row. */
async function bulk(pool: Pool, statements: Statement[]): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set session_replication_role = replica; set statement_timeout = 0');
    for (const [text, values] of statements) await client.query(text, values);
  } finally {
    client.release(true);
  }
}
