import { notificationKinds } from '@manabiba/shared/contract/notifications';
import { addMinutes } from 'date-fns';
import { sql } from 'kysely';

import {
  clearContent,
  insertCategories,
  insertClassroom,
  insertEvent,
  insertLiveRoom,
  insertParticipant,
  insertParticipation,
  insertReservation,
  insertTicketType,
} from '../../../testing/rows';
import { startTestApp, type TestApp } from '../../../testing/start-test-app';
import type { PersonName } from '../../../testing/test-people';

let world: TestApp;
beforeAll(async () => {
  world = await startTestApp();
  await insertCategories(world.db);
});
afterEach(async () => {
  await settle();
  await clearContent(world.db);
  for (const table of [
    'notification_causes',
    'notification_settings',
    'notification_mutes',
    'user_blocks',
    'mails',
  ] as const)
    await world.db.deleteFrom(table).execute();
  await world.signInAgain();
});
afterAll(() => world.close());

const everybody: PersonName[] = [
  'adult',
  'otherAdult',
  'student',
  'otherStudent',
  'child',
  'school',
  'professional',
  'subscriber',
  'unverified',
  'resubmit',
  'suspended',
  'withdrawn',
];
const idOf = (name: PersonName) => world.people[name];
const now = () => world.clock.now();
const inMinutes = (minutes: number) => addMinutes(now(), minutes);

async function settle(): Promise<void> {
  await world.events.runDue();
  await world.runJobs();
}

/** Returns who has been notified of this kind, by name and in the order of `everybody`. */
async function notifiedOf(kind: (typeof notificationKinds)[number]): Promise<PersonName[]> {
  await settle();
  const rows = await world.db.selectFrom('notifications').select('user_id').where('kind', '=', kind).execute();
  return rows
    .map(({ user_id: id }) => [...everybody, 'staff' as const].find((name) => idOf(name) === id))
    .filter((name) => name !== undefined)
    .sort((a, b) => everybody.indexOf(a) - everybody.indexOf(b));
}

const follow = (follower: PersonName, followee: PersonName) =>
  world.db
    .insertInto('follows')
    .values({ follower_id: idOf(follower), followee_id: idOf(followee) })
    .execute();
const block = (blocker: PersonName, blocked: PersonName) =>
  world.db
    .insertInto('user_blocks')
    .values({ blocker_id: idOf(blocker), blocked_id: idOf(blocked), created_at: now() })
    .execute();
const mute = (name: PersonName, scope: 'person' | 'classroom' | 'event', subjectId: string) =>
  world.db
    .insertInto('notification_mutes')
    .values({ id: `mut_${name}`, user_id: idOf(name), scope, subject_id: subjectId, created_at: now() })
    .execute();
const classroomInput = (given: object = {}) => ({
  name: '数学',
  categoryId: 'cat_math',
  startAt: inMinutes(60).toISOString(),
  allUsers: true,
  audienceMode: false,
  privateMode: false,
  ...given,
});
async function create(host: PersonName, given: object = {}): Promise<string> {
  const { status, body } = await world.as(host).post('/classrooms', classroomInput(given));
  expect([status, body]).toEqual([201, { id: expect.any(String) }]);
  return body.id;
}

describe('userFollow', () => {
  it('notifies the followed user, once however often the same user follows', async () => {
    await world.as('adult').post(`/users/${idOf('professional')}/follow`);
    await settle();
    await world.as('adult').delete(`/users/${idOf('professional')}/unfollow`);
    await world.as('adult').post(`/users/${idOf('professional')}/follow`);
    expect(await notifiedOf('userFollow')).toEqual(['professional']);
  });

  it('notifies nobody when the two have blocked each other meanwhile', async () => {
    await world.as('adult').post(`/users/${idOf('professional')}/follow`);
    await block('professional', 'adult');
    expect(await notifiedOf('userFollow')).toEqual([]);
  });

  it('groups ten follows within an hour into one line, which can be opened and counts as one', async () => {
    for (const name of ['adult', 'otherAdult', 'student', 'subscriber'] as const) {
      await world.as(name).post(`/users/${idOf('professional')}/follow`);
      await settle();
    }
    const { body } = await world.as('professional').get('/me/notifications', { 'x-prefetch': '1' });
    expect(body.items).toEqual([expect.objectContaining({ kind: 'userFollow', groupCount: 4 })]);
    expect((await world.as('professional').get('/me')).body.unreadNotificationCount).toBe(1);
    const group = await world.as('professional').get(`/notifications/${body.items[0].id}/group`);
    expect(group.body.items.map(({ actor }: { actor: { nickname: string } }) => actor.nickname)).toEqual([
      '会員',
      '学生',
      '別の大人',
      '大人',
    ]);
  });

  it('begins a new line after an hour', async () => {
    await world.as('adult').post(`/users/${idOf('professional')}/follow`);
    await settle();
    await world.db
      .updateTable('notifications')
      .set({ created_at: inMinutes(-61) })
      .execute();
    await world.as('student').post(`/users/${idOf('professional')}/follow`);
    await settle();
    const { body } = await world.as('professional').get('/me/notifications');
    expect(body.items.map(({ groupCount }: { groupCount: number }) => groupCount)).toEqual([1, 1]);
  });
});

describe('classroomCreatedByFollow', () => {
  it('notifies followers who may join, but not the host, blocked, muted, suspended or withdrawn people', async () => {
    for (const name of everybody) if (name !== 'professional') await follow(name, 'professional');
    await block('subscriber', 'professional');
    await mute('student', 'person', idOf('professional'));
    await create('professional');
    expect(await notifiedOf('classroomCreatedByFollow')).toEqual([
      'adult',
      'otherAdult',
      'otherStudent',
      'child',
      'school',
      'unverified',
      'resubmit',
    ]);
  });

  it('notifies only those of 24 or under of a classroom for them', async () => {
    for (const name of ['adult', 'student', 'child'] as const) await follow(name, 'professional');
    await create('professional', { allUsers: false });
    expect(await notifiedOf('classroomCreatedByFollow')).toEqual(['student', 'child']);
  });

  it('notifies nobody of a private classroom, or one that was cancelled at once', async () => {
    await follow('adult', 'professional');
    await create('professional', { privateMode: true });
    const id = await create('professional');
    await world.as('professional').delete(`/classrooms/${id}`);
    expect(await notifiedOf('classroomCreatedByFollow')).toEqual([]);
  });

  it('keeps pupils apart whose school keeps them among themselves', async () => {
    await world.db.updateTable('partner_schools').set({ classmates_only: true }).execute();
    await follow('school', 'professional');
    await create('professional');
    expect(await notifiedOf('classroomCreatedByFollow')).toEqual([]);
    await world.db.updateTable('partner_schools').set({ classmates_only: false }).execute();
  });

  it('reaches an audience larger than a batch, each once', async () => {
    const ids = Array.from({ length: 4500 }, (_, index) => `usr_many_${String(index).padStart(5, '0')}`);
    await world.db.transaction().execute(async (trx) => {
      // Skips the search index, which is updated row by row.
      await sql`set local session_replication_role = replica`.execute(trx);
      await sql`insert into users (id, nickname, birth_date, state, email) select id, '人', '1990-01-01', 'active', id || '@example.test' from unnest(${ids}::text[]) id`.execute(
        trx,
      );
      await sql`insert into follows (follower_id, followee_id) select id, ${idOf('professional')} from unnest(${ids}::text[]) id`.execute(
        trx,
      );
    });
    await create('professional');
    await settle();
    const { count } = await world.db
      .selectFrom('notifications')
      .select(({ fn }) => fn.count<string>('user_id').distinct().as('count'))
      .where('user_id', 'like', 'usr_many_%')
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(4500);
    const cause = await world.db.selectFrom('notification_causes').selectAll().executeTakeFirstOrThrow();
    expect([cause.told_count, cause.done_at]).toEqual([4500, expect.any(Date)]);
    await world.db.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx);
      for (const [table, column] of [
        ['notifications', 'user_id'],
        ['follows', 'follower_id'],
        ['users', 'id'],
      ] as const)
        await sql`delete from ${sql.table(table)} where ${sql.ref(column)} like 'usr_many_%'`.execute(trx);
    });
  });
});

describe('classroomReservedByFollow', () => {
  it('notifies followers of the user who reserves, but not the host, nor those who have reserved themselves', async () => {
    const id = await insertClassroom(world.db, { host_id: idOf('professional') });
    for (const name of ['otherAdult', 'subscriber', 'professional'] as const) await follow(name, 'adult');
    await insertReservation(world.db, id, idOf('subscriber'));
    await world.as('adult').post(`/classrooms/${id}/reservations`);
    expect(await notifiedOf('classroomReservedByFollow')).toEqual(['otherAdult']);
  });

  it('notifies nobody of what a user of 12 or under reserves, or what is reserved in private', async () => {
    const open = await insertClassroom(world.db, { host_id: idOf('professional') });
    const closed = await insertClassroom(world.db, { host_id: idOf('professional'), private_mode: true });
    await follow('adult', 'child');
    await follow('otherAdult', 'adult');
    await world.as('child').post(`/classrooms/${open}/reservations`);
    await world.as('adult').post(`/classrooms/${closed}/reservations?key=key-of-the-room`);
    expect(await notifiedOf('classroomReservedByFollow')).toEqual([]);
  });
});

describe('a reserved classroom', () => {
  const reserved = async (...names: PersonName[]) => {
    const id = await insertClassroom(world.db, { host_id: idOf('professional'), start_at: inMinutes(5) });
    for (const name of names) await insertReservation(world.db, id, idOf(name));
    return id;
  };
  const join = (id: string, name: PersonName) =>
    world.as(name).post(`/classrooms/${id}/join`, { recordingConsent: true, deviceId: `d-${name}` });

  it('that starts notifies those who reserved it and are not in it', async () => {
    const id = await reserved('adult', 'student', 'child', 'suspended');
    await mute('student', 'classroom', id);
    await join(id, 'professional');
    await insertParticipant(world.db, id, idOf('child'), { last_seen_at: now() });
    expect(await notifiedOf('reservedClassroomStarted')).toEqual(['adult']);
  });

  it('that is cancelled notifies all who reserved it, also in private, and not the host', async () => {
    const id = await insertClassroom(world.db, { host_id: idOf('professional'), private_mode: true });
    for (const name of ['adult', 'student'] as const) await insertReservation(world.db, id, idOf(name));
    await world.as('professional').delete(`/classrooms/${id}`);
    expect(await notifiedOf('reservedClassroomCancelled')).toEqual(['adult', 'student']);
  });

  it('that moves twice is announced with its last time', async () => {
    const id = await insertClassroom(world.db, { host_id: idOf('professional') });
    await insertReservation(world.db, id, idOf('adult'));
    const [first, second] = [inMinutes(200), inMinutes(300)];
    await world.as('professional').patch(`/classrooms/${id}`, { startAt: first.toISOString() });
    await world.as('professional').patch(`/classrooms/${id}`, { startAt: second.toISOString() });
    expect(await notifiedOf('changeClassroomTime')).toEqual(['adult']);
    const { body } = await world.as('adult').get('/me/notifications');
    expect(body.items[0].sentence.at(-2)).toEqual({ text: second.toISOString(), as: 'moment' });
  });
});

describe('an event', () => {
  const held = async (startsIn: number, names: PersonName[], given: object = {}) => {
    const id = await insertEvent(world.db, {
      organizer_id: idOf('professional'),
      start_at: inMinutes(startsIn),
      ...given,
    });
    const ticket = await insertTicketType(world.db, { event_id: id });
    for (const name of names)
      await insertParticipation(world.db, {
        event_id: id,
        ticket_type_id: ticket,
        user_id: idOf(name),
        confirmed_at: inMinutes(-600),
      });
    return id;
  };
  const room = async (id: string) => {
    const roomId = await insertLiveRoom(
      world.db,
      { host_id: idOf('professional'), event_id: id, private_mode: true, private_key: null },
      now(),
    );
    await world.db.updateTable('events').set({ classroom_id: roomId }).where('id', '=', id).execute();
    return roomId;
  };

  it('is reminded of an hour and five minutes before, once each', async () => {
    await held(60, ['adult', 'child']);
    expect(await notifiedOf('eventStartBeforeOneHour')).toEqual(['adult', 'child']);
    expect(await notifiedOf('eventStartBeforeFiveMinutes')).toEqual([]);
    world.clock.advance(55 * 60_000);
    expect(await notifiedOf('eventStartBeforeFiveMinutes')).toEqual(['adult', 'child']);
    await settle();
    expect(await notifiedOf('eventStartBeforeOneHour')).toEqual(['adult', 'child']);
  });

  it('is not reminded of to those who have just got their seat, are in the room, blocked, or muted it', async () => {
    const id = await held(5, ['adult', 'otherAdult', 'student', 'subscriber', 'child']);
    await world.db
      .updateTable('participations')
      .set({ confirmed_at: inMinutes(-1) })
      .where('user_id', '=', idOf('adult'))
      .execute();
    await insertParticipant(world.db, await room(id), idOf('otherAdult'), { last_seen_at: now() });
    await mute('student', 'event', id);
    await block('professional', 'subscriber');
    expect(await notifiedOf('eventStartBeforeFiveMinutes')).toEqual(['child']);
  });

  it.each([
    ['was cancelled', { state: 'cancelled' }],
    ['has moved away', { start_at: addMinutes(Date.now(), 300), end_at: addMinutes(Date.now(), 390) }],
    ['is over', { state: 'ended' }],
  ] as const)('that %s is not reminded of', async (_how, set) => {
    const id = await held(60, ['adult']);
    await world.db.updateTable('events').set(set).where('id', '=', id).execute();
    expect(await notifiedOf('eventStartBeforeOneHour')).toEqual([]);
  });

  /** Moves the start as the organizer does. */
  const move = async (id: string, startsIn: number) => {
    const { start_at: from } = await world.db
      .selectFrom('events')
      .select('start_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const to = inMinutes(startsIn);
    await world.db
      .updateTable('events')
      .set({ start_at: to, end_at: inMinutes(startsIn + 90) })
      .where('id', '=', id)
      .execute();
    await world.db
      .insertInto('domain_events')
      .values({
        name: 'eventRescheduled',
        subject: id,
        payload: JSON.stringify({ eventId: id, from: from.toISOString(), to: to.toISOString() }),
      })
      .execute();
  };

  it('that moved is reminded of once, before its new start: the reminder of the old one is withdrawn', async () => {
    const id = await held(60, ['adult']);
    await held(60, ['student']);
    expect(await notifiedOf('eventStartBeforeOneHour')).toEqual(['adult', 'student']);
    await move(id, 180);
    expect(await notifiedOf('eventStartBeforeOneHour')).toEqual(['student']);
    expect((await world.as('adult').get('/me')).body.unreadNotificationCount).toBe(1);
    world.clock.advance(120 * 60_000);
    expect(await notifiedOf('eventStartBeforeOneHour')).toEqual(['adult', 'student']);
  });

  it('that moves back is reminded of again', async () => {
    const id = await held(60, ['adult']);
    await settle();
    await move(id, 180);
    await settle();
    await move(id, 60);
    expect(await notifiedOf('eventStartBeforeOneHour')).toEqual(['adult']);
  });

  it('is not reminded of late: the reminder an hour before is sent for ten minutes, that of five minutes until the start', async () => {
    await held(49, ['adult']);
    await held(-1, ['student']);
    expect([await notifiedOf('eventStartBeforeOneHour'), await notifiedOf('eventStartBeforeFiveMinutes')]).toEqual([
      [],
      [],
    ]);
  });

  it('whose entry opens notifies participants who are not in the room', async () => {
    const id = await held(9, ['adult', 'student'], { entry_open_at: inMinutes(-1), state: 'open' });
    await insertParticipant(world.db, await room(id), idOf('student'), { last_seen_at: now() });
    await world.db
      .insertInto('domain_events')
      .values({ name: 'eventOpened', subject: id, payload: JSON.stringify({ eventId: id }) })
      .execute();
    expect(await notifiedOf('eventOpen')).toEqual(['adult']);
  });

  it('whose replay is published notifies its participants', async () => {
    const id = await held(-600, ['adult', 'student'], { state: 'ended' });
    await world.db
      .insertInto('archives')
      .values({
        id: 'arc_new',
        source: 'event',
        source_id: id,
        host_id: idOf('professional'),
        title: '最初の銀河',
        category_id: 'cat_space',
        access: 'public',
        state: 'ready',
        published_at: inMinutes(-1),
        created_at: now(),
        updated_at: now(),
      })
      .execute();
    expect(await notifiedOf('eventArchived')).toEqual(['adult', 'student']);
    await world.db.deleteFrom('archives').where('id', '=', 'arc_new').execute();
  });
});

describe('settings', () => {
  it('keep a kind out of the product and out of every channel', async () => {
    const earlier = world.mail.sent.length;
    await follow('adult', 'professional');
    await follow('student', 'professional');
    await world
      .as('adult')
      .post('/me/notification_settings', {
        channels: { classroomCreatedByFollow: { inApp: false, push: false, mail: true } },
      });
    await world
      .as('student')
      .post('/me/notification_settings', { channels: { classroomCreatedByFollow: { inApp: false, push: false } } });
    await create('professional');
    await settle();
    expect((await world.as('adult').get('/me/notifications')).body.items).toEqual([]);
    expect((await world.as('adult').get('/me')).body.unreadNotificationCount).toBe(0);
    const sent = world.mail.sent.slice(earlier);
    expect(sent.map(({ to }) => to)).toEqual(['adult@example.test']);
  });
});
