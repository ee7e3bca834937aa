import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { createPool, type Pool } from '../platform/db';
import { permitDemo } from './demo-permission';
import { redateDemo } from './redate-demo';
import { seedDemo } from './seed-demo';

it('times', async () => {
  const name = `demo_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client(process.env['TEST_DATABASE_URL']);
  await admin.connect();
  await admin.query(`create database ${name} template ${process.env['TEST_DATABASE_TEMPLATE']}`);
  const url = new URL(process.env['TEST_DATABASE_URL'] ?? ''); url.pathname = `/${name}`;
  const pool: Pool = createPool(url.href);
  const permission = permitDemo({ nodeEnv: 'test', demo: undefined, isEmbeddedDatabase: true });
  if (!permission) throw new Error();
  const t0 = performance.now();
  await seedDemo({ pool, now: new Date(), permission });
  const t1 = performance.now();
  await redateDemo({ pool, now: new Date(), permission });
  const t2 = performance.now();
  console.log(t1 - t0, t2 - t1);
  for (const q of ['select state, private_mode, count(*), sum(reserved_count) r, sum(participant_count) p, sum(comment_count) c from classrooms group by 1,2 order by 1',
    `select nickname, follower_count, following_count from users where role='professional' order by follower_count desc`,
    `select title, state, start_at, participant_count, (select string_agg(kind || ' ' || sold || '+' || held || '/' || coalesce(quota::text,'-'), ', ') from ticket_types where event_id = e.id) from events e order by start_at`,
    `select c.name, u.nickname, c.start_at, c.reserved_count, c.participant_count, c.comment_count from classrooms c join users u on u.id = host_id where c.state in ('live','scheduled') order by start_at limit 30`,
    'select count(*) from users']) console.table((await pool.query(q)).rows);
  await pool.end(); await admin.end();
}, 30000);
