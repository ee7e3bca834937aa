import { randomBytes } from 'node:crypto';

import { createPool } from '../../../api/src/platform/database/db';
import { fillForBench } from '../api/data';
import { startBenchProduct } from '../support/bench-product';
import { sessionsOf } from '../support/sessions';

/*
 * The composed product as it runs in production, with a live class. Sends the tokens of its host, then of everybody
 * else in it.
 */

const [url = '', dataDir = '', people = ''] = process.argv.slice(2);
process.on('disconnect', () => process.exit());

const secret = randomBytes(32).toString('hex');
const { liveUrl } = await startBenchProduct({
  dataDir,
  url,
  env: {
    SESSION_SECRET: secret,
    FIRESTORE_ENGINE: 'on',
    REALTIME_SECRET: randomBytes(32).toString('hex'),
    RATE_LIMIT_READS_PER_MINUTE: '1000000000',
    RATE_LIMIT_VISITOR_READS_PER_MINUTE: '1000000000',
  },
});
const pool = createPool(url, { max: 2 });
await fillForBench(pool);
const ids = Array.from({ length: Number(people) }, (_, index) => `usr_p${index}`);
await pool.query(
  `insert into users (id, role, email, email_verified_at, nickname, birth_date, state)
  select id, 'user', id || '@bench.test', now(), '生徒' || id, '1990-04-01', 'active' from unnest($1::text[]) id`,
  [ids],
);
const classroomId = 'cls_bench25';
const hostId = 'usr_bench1';
await pool.query(
  `update classrooms set host_id = $2, state = 'live', started_at = now(), start_at = now(), end_at = now() + interval '45 minutes',
  audience_mode = true, max_listeners = 1000, participant_count = $3 where id = $1`,
  [classroomId, hostId, ids.length + 1],
);
// Last seen an hour from now, so that nobody is removed for inactivity.
await pool.query(
  `insert into classroom_users (classroom_id, user_id, role, joined_at, present_since, last_seen_at, seat, device_id, is_muted)
  select $1, id, case when id = $3 then 'host' else 'listener' end, now(), now(), now() + interval '1 hour', 1, 'bench', true
  from unnest($2::text[] || $3::text) id
  on conflict (classroom_id, user_id) do update set joined_at = now(), present_since = now(), last_seen_at = now() + interval '1 hour', seat = 1`,
  [classroomId, ids, hostId],
);
await pool.query(
  `insert into live_outbox (path, kind, classroom_id, subject_id, due_at)
  select 'rooms/' || $1 || '/users/' || id, 'user', $1, id, now() from unnest($2::text[] || $3::text) id`,
  [classroomId, ids, hostId],
);
while ((await pool.query('select 1 from live_outbox limit 1')).rowCount !== 0)
  await new Promise((done) => {
    setTimeout(done, 200);
  });
const tokens = await sessionsOf(pool, [hostId, ...ids], secret);
await pool.end();
process.send?.({ tokens, liveUrl, classroomId });
