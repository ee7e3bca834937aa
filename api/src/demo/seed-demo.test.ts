import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { notificationKinds } from '@manabiba/shared/contract/notifications';
import { isFullRun } from '@manabiba/shared/testing/test-level';
import { addMinutes } from 'date-fns';

import { createCausesRepository } from '../modules/notifications/fan-out/causes.repository';
import { createNotificationCausesService } from '../modules/notifications/fan-out/notification-causes.service';
import { createDb } from '../platform/database/db';
import { demoPeople } from './demo-people';
import { DemoRefusedError, permitDemo } from './demo-permission';
import { redateDemo, renewDemo } from './redate-demo';
import { seedDemo } from './seed-demo';
import { findFlaws } from './testing/find-flaws';
import { type DemoDatabase, startDemoDatabase } from './testing/start-demo-database';

let database: DemoDatabase;
beforeAll(async () => {
  database = await startDemoDatabase();
});
afterAll(() => database.close());

/** A time in Japan. */
const inJapan = (text: string) => new Date(`${text}+09:00`);
const evening = inJapan('2026-11-21T18:45:00');

const demo = (now: Date) => ({ pool: database.pool, now, permission: database.permission, passwordHash: 'not a hash' });
const states = () =>
  database.query<{ state: string; private_mode: boolean; count: number }>(
    'select state, private_mode, count(*)::int as count from classrooms where is_demo group by 1, 2 order by 1, 2',
  );
const allTables = [
  'users',
  'follows',
  'classrooms',
  'reservations',
  'classroom_users',
  'classroom_comments',
  'events',
  'ticket_types',
  'participations',
  'notifications',
];
const rowCounts = () =>
  Promise.all(allTables.map(async (table) => (await database.query(`select count(*)::int as count from ${table}`))[0]));

describe('seeding', () => {
  it('fills an empty product once, even when two processes start together', async () => {
    const both = await Promise.all([seedDemo(demo(evening)), seedDemo(demo(evening))]);
    expect(both.filter(({ isSeeded }) => isSeeded)).toHaveLength(1);
    const before = await rowCounts();
    expect(await seedDemo(demo(evening))).toEqual({ isSeeded: false });
    expect(await rowCounts()).toEqual(before);
    expect(await findFlaws(database, evening)).toEqual([]);
  });

  it('has classrooms in every state', async () => {
    expect(await states()).toEqual([
      { state: 'cancelled', private_mode: false, count: 4 },
      { state: 'ended', private_mode: false, count: 30 },
      { state: 'ended', private_mode: true, count: 1 },
      { state: 'live', private_mode: false, count: 12 },
      { state: 'live', private_mode: true, count: 2 },
      { state: 'scheduled', private_mode: false, count: 48 },
      { state: 'scheduled', private_mode: true, count: 5 },
    ]);
  });

  it('starts its lists like an evening timetable', async () => {
    const soon = await database.query<{ name: string; at: string }>(`
      select name, to_char(start_at at time zone 'Asia/Tokyo', 'MM-DD HH24:MI') as at from classrooms where state = 'scheduled' order by start_at limit 8`);
    expect(soon).toEqual([
      { name: '古文単語を物語で覚える(第6回)', at: '11-21 19:00' },
      { name: 'フェルミ推定を5問だけ', at: '11-21 19:30' },
      { name: 'Pythonで天気のデータを読む', at: '11-21 20:15' },
      { name: '寝る前の読書会 『山月記』', at: '11-21 21:00' },
      { name: '朝の英文法15問', at: '11-22 09:00' },
      { name: 'デッサン入門 手を描く', at: '11-22 10:30' },
      { name: '日本史の地図を描く 南北朝編', at: '11-22 13:45' },
      { name: '幾何の難問を、みんなで1問', at: '11-22 16:00' },
    ]);
    const [lead] = await database.query<{ name: string }>(
      `select name from classrooms where state = 'live' and not private_mode order by start_at, id limit 1`,
    );
    expect(lead?.name).toBe('三角関数の合成を、図だけで理解する');
  });

  it('includes every sign-in user with the right role', async () => {
    const people = await database.query<{ email: string }>(
      `
      select email, role, state, age($2, birth_date) < interval '13 years' as "isChild", age($2, birth_date) < interval '25 years' as "isOfStudents",
        partner_school_id is not null as "isPupil", is_subscribed as "isSubscribed", stripe_invoice_status as invoice, resubmit_reason is not null as "hasReason"
      from users where email = any($1) and password_hash is not null`,
      [demoPeople.map(({ email }) => email), evening],
    );
    expect(people).toHaveLength(demoPeople.length);
    const byKind = Object.fromEntries(people.map((person) => [person.email.split('@')[0], person]));
    expect(byKind).toMatchObject({
      adult: { role: 'user', state: 'active', isOfStudents: false },
      student: { isChild: false, isOfStudents: true },
      child: { isChild: true },
      school: { isPupil: true, isOfStudents: true, state: 'active' },
      host: { role: 'professional' },
      subscriber: { isSubscribed: true, invoice: null },
      resubmit: { state: 'need_resubmit', isOfStudents: true, hasReason: true },
      unpaid: { isSubscribed: true, invoice: null },
      unverified: { state: 'email_unverified' },
      staff: { role: 'staff' },
    });
  });

  it('fills each inbox with every notification that can be opened, three of them unseen', async () => {
    const inboxes = await database.query<{ email: string; kinds: string[]; unseen: number; unread: number }>(`
      select email, array_agg(distinct kind) as kinds, count(*) filter (where n.created_at > u.notifications_seen_at)::int as unseen,
        count(*) filter (where not is_read)::int as unread
      from users u join notifications n on n.user_id = u.id group by email`);
    expect(inboxes).toHaveLength(demoPeople.length);
    for (const { email, kinds, unseen, unread } of inboxes) {
      // Nothing can be watched yet, the ratings are older, and nobody has written to those who take part.
      const without = [
        'eventArchived',
        'ratingReceived',
        'ratingAnswered',
        'organizerMessage',
        'hostMessage',
        'teamInvitation',
      ];
      const expected = notificationKinds.filter(
        (kind) => !without.includes(kind) && (kind !== 'userFollow' || !email.startsWith('child@')),
      );
      expect({ email, kinds: kinds.sort(), unseen, unread }).toEqual({
        email,
        kinds: [...expected].sort(),
        unseen: 3,
        unread: 4,
      });
    }
  });

  it('rates ended classes by those who were there, in the past', async () => {
    const [found] = await database.query(
      `select count(*)::int as count, count(distinct r.classroom_id)::int > 5 as of_several, bool_and(p.seconds_present > 0) as were_there,
         bool_and(c.state = 'ended' and not c.private_mode and r.created_at between c.ended_at and '${evening.toISOString()}'
           and coalesce(r.answered_at <= '${evening.toISOString()}', true)) as are_past
       from ratings r join classrooms c on c.id = r.classroom_id
       left join classroom_users p on p.classroom_id = r.classroom_id and p.user_id = r.user_id`,
    );
    expect(found).toEqual({ count: expect.any(Number), of_several: true, were_there: true, are_past: true });
    expect(found?.['count']).toBeGreaterThan(20);
  });

  it('gives adult@ three reservations', async () => {
    const seats =
      await database.query(`select name from reservations r join classrooms c on c.id = r.classroom_id join users u on u.id = r.user_id
      where u.email = 'adult@demo.manabiba.test' and c.state = 'scheduled'`);
    expect(seats).toHaveLength(3);
  });

  it('uses only images that exist', async () => {
    const files = new Set(await readdir(join(import.meta.dirname, 'assets')));
    const used = await database.query<{ url: string }>(`
      select distinct avatar_url as url from users where avatar_url is not null union select cover_url from classrooms where cover_url is not null
      union select image_url from events where image_url is not null`);
    expect(used.length).toBeGreaterThan(50);
    expect(used.filter(({ url }) => !files.has(url.replace('/media/demo/', '')))).toEqual([]);
  });
});

/** Before and after midnight, and a leap day; the full run has more. */
const moments = ['2026-11-21T23:50:00', '2026-11-22T00:10:00', '2028-02-29T19:00:00'];
const moreMoments = [
  '2026-11-22T06:20:30',
  '2026-11-22T08:55:00',
  '2026-11-25T12:00:00',
  '2026-12-31T23:59:59',
  '2027-01-01T00:00:00',
  '2028-04-10T15:04:59.999',
];

it.each(isFullRun ? [...moments, ...moreMoments] : moments)('keeps every rule when re-dated to %s', async (text) => {
  const now = inJapan(text);
  await redateDemo(demo(now));
  expect(await findFlaws(database, now)).toEqual([]);
  expect((await states()).map(({ count }) => count)).toEqual([4, 30, 1, 12, 2, 48, 5]);
});

describe('after three days', () => {
  const later = inJapan('2026-11-24T18:52:00');
  const adultId = `(select id from users where email = 'adult@demo.manabiba.test')`;
  const idOf = async (topic: string) =>
    (
      await database.query<{ id: string }>(
        "select id from classrooms where name = $1 and state in ('live', 'scheduled') order by start_at limit 1",
        [topic],
      )
    )[0]?.id;

  beforeAll(async () => {
    await redateDemo(demo(evening));
    const [room, ended] = [await idOf('日本史の地図を描く 南北朝編'), await idOf('三角関数の合成を、図だけで理解する')];
    await database.pool.query(
      `insert into classroom_comments (id, classroom_id, user_id, body, created_at) values ('com_real', $1, ${adultId}, '実際のコメント', $2)`,
      [room, evening],
    );
    await database.pool.query(
      `update classrooms set state = 'ended', ended_at = $2, name = '名前を変えた教室' where id = $1`,
      [ended, evening],
    );
    await database.pool.query('update classroom_users set left_at = $2 where classroom_id = $1', [ended, evening]);
    await database.pool.query(
      `insert into classrooms (id, host_id, name, category_id, start_at, end_at, all_users, audience_mode, private_mode, max_speakers, max_listeners, created_at)
      select 'cls_real', ${adultId}, '本物の教室', category_id, $2, $2::timestamptz + interval '45 minutes', true, false, false, 50, 500, $3 from classrooms where id = $1`,
      [room, later, evening],
    );
    await database.pool.query(`update users set notifications_seen_at = $1 where email = 'adult@demo.manabiba.test'`, [
      evening,
    ]);
    await database.pool.query('update notifications set is_read = true');
    await redateDemo(demo(later));
  });

  it('is complete again', async () => {
    expect(await findFlaws(database, later)).toEqual([]);
    expect((await states()).map(({ count }) => count)).toEqual([4, 30, 1, 12, 2, 48, 5]);
  });

  it('keeps user changes and read notifications', async () => {
    expect(
      await database.query("select body from classroom_comments where id = 'com_real' and created_at <= $1", [later]),
    ).toHaveLength(1);
    expect(
      await database.query("select 1 from classrooms where name = '名前を変えた教室' and state = 'live'"),
    ).toHaveLength(1);
    expect(await database.query('select 1 from notifications where not is_read')).toEqual([]);
    expect(
      await database.query(
        `select 1 from notifications n join users u on u.id = n.user_id where u.email = 'adult@demo.manabiba.test' and n.created_at > u.notifications_seen_at`,
      ),
    ).toEqual([]);
  });

  it('leaves rows outside the demo alone', async () => {
    expect(await database.query("select start_at, is_demo from classrooms where id = 'cls_real'")).toEqual([
      { start_at: later, is_demo: false },
    ]);
  });
});

describe('while it runs', () => {
  it('restarts rooms before they end and moves unopened classrooms ahead', async () => {
    await redateDemo(demo(evening));
    const length = isFullRun ? 100 : 30;
    for (let minutes = 2; minutes <= length; minutes += 2) {
      const now = addMinutes(evening, minutes);
      await renewDemo(demo(now));
      const late = await database.query(
        "select name from classrooms where is_demo and (state = 'live' and end_at <= $1 or state = 'scheduled' and start_at <= $1)",
        [now],
      );
      expect(late).toEqual([]);
    }
    expect((await states()).map(({ count }) => count)).toEqual([4, 30, 1, 12, 2, 48, 5]);
    const end = addMinutes(evening, length);
    const flaws = await findFlaws(database, end);
    expect(flaws.filter((flaw) => !flaw.startsWith('what is to come') && !flaw.startsWith('a changed start'))).toEqual(
      [],
    );
  });

  it('brings back a host who left within a minute', async () => {
    await redateDemo(demo(evening));
    const [room] = await database.query<{ id: string; host_id: string; participant_count: number }>(
      "select id, host_id, participant_count from classrooms where is_demo and state = 'live' limit 1",
    );
    await database.pool.query(
      "update classroom_users set left_at = $2, last_seen_at = $2 where classroom_id = $1 and role = 'host'",
      [room?.id, evening],
    );
    await database.pool.query('delete from live_outbox');
    await renewDemo(demo(addMinutes(evening, 1)));
    expect(
      await database.query(
        "select left_at, last_seen_at from classroom_users where classroom_id = $1 and role = 'host'",
        [room?.id],
      ),
    ).toEqual([{ left_at: null, last_seen_at: null }]);
    expect(await database.query('select participant_count from classrooms where id = $1', [room?.id])).toEqual([
      { participant_count: room?.participant_count },
    ]);
    expect(
      (await database.query<{ path: string }>('select path from live_outbox order by path')).map(({ path }) => path),
    ).toEqual([`rooms/${room?.id}#count`, `rooms/${room?.id}/users/${room?.host_id}`]);
  });

  it('reminds of an event that it moves again and again once at a time', async () => {
    let now = evening;
    const db = createDb(database.pool);
    const reminders = createNotificationCausesService({
      db,
      causes: createCausesRepository(db),
      clock: { now: () => now },
      communicateMinAge: 13,
      onCommit: () => undefined,
      onTrouble: (trouble) => {
        throw trouble;
      },
    });
    await redateDemo(demo(evening));
    for (let minutes = 1; minutes <= 25; minutes += 1) {
      now = addMinutes(evening, minutes);
      await renewDemo(demo(now));
      await reminders.fanOutDue();
    }
    const lines = await database.query<{ count: number }>(
      `select count(*)::int as count from notifications where kind = 'eventStartBeforeFiveMinutes' and cause_id is not null group by user_id`,
    );
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.filter(({ count }) => count > 1)).toEqual([]);
  });

  it('leaves rooms alone that a user ended', async () => {
    await redateDemo(demo(evening));
    await database.pool.query(
      `update classrooms set state = 'ended', ended_at = $1 where name = '和音はなぜ明るく聞こえるのか' and state = 'live'`,
      [evening],
    );
    await renewDemo(demo(addMinutes(evening, 60)));
    expect(
      await database.query(`select 1 from classrooms where name = '和音はなぜ明るく聞こえるのか' and state = 'live'`),
    ).toEqual([]);
  });
});

describe('permission', () => {
  const given = { nodeEnv: undefined, demo: undefined, isEmbeddedDatabase: true };
  it.each([
    ['development', {}, true],
    ['DEMO=off', { demo: 'off' }, false],
    ['production', { nodeEnv: 'production' }, false],
    ['production with DEMO=on', { nodeEnv: 'production', demo: 'on' }, true],
    ['an external database', { isEmbeddedDatabase: false }, false],
  ])('%s', (_where, changes, isPermitted) => {
    expect(permitDemo({ ...given, ...changes }) !== null).toBe(isPermitted);
  });

  it.each([
    ['DEMO=on with an external database', { demo: 'on', isEmbeddedDatabase: false }],
    [
      'DEMO=on with an external database in production',
      { nodeEnv: 'production', demo: 'on', isEmbeddedDatabase: false },
    ],
    ['an unknown value', { demo: 'maybe' }],
  ])('rejects %s', (_what, changes) => {
    expect(() => permitDemo({ ...given, ...changes })).toThrow(DemoRefusedError);
  });
});
