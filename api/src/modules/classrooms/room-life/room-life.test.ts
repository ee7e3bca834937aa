import { addMinutes } from 'date-fns';
import { millisecondsInMinute } from 'date-fns/constants';

import {
  clearContent,
  insertCategories,
  insertClassroom,
  insertLiveRoom,
  insertParticipant,
} from '../../../testing/rows';
import { startTestApp, type TestApp } from '../../../testing/start-test-app';
import { openTokens } from '../../../testing/test-people';
import { dueStep } from '../room/room-rules';

let world: TestApp;

beforeAll(async () => {
  world = await startTestApp();
  await insertCategories(world.db);
});
beforeEach(async () => {
  world.clock.set(new Date());
  await advance(0);
});
afterEach(() => clearContent(world.db));
afterAll(() => world.close());

const at = (minutes: number) => addMinutes(world.clock.now(), minutes);
const rowOf = (id: string) =>
  world.db.selectFrom('classrooms').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const domainEvents = async () =>
  (await world.db.selectFrom('domain_events').select('name').orderBy('id').execute()).map(({ name }) => name);
const join = (caller: 'professional' | 'adult', id: string) =>
  world.as(caller).post(`/classrooms/${id}/join`, { recordingConsent: true, deviceId: 'd1' });
const still = { isMuted: true, isCameraOn: false, isScreenOn: false, connection: 'good' };
/** Advances the clock; sessions stay signed in. */
async function advance(minutes: number): Promise<void> {
  world.clock.advance(minutes * millisecondsInMinute);
  Object.assign(world.tokens, await openTokens(world.db, { clock: world.clock, secret: world.env.sessionSecret }));
}
/** Advances the clock while everyone stays connected. */
async function pass(id: string, minutes: number): Promise<void> {
  await advance(minutes);
  await world.db
    .updateTable('classroom_users')
    .set({ last_seen_at: world.clock.now() })
    .where('classroom_id', '=', id)
    .where('left_at', 'is', null)
    .where('joined_at', 'is not', null)
    .execute();
  await world.runJobs();
}
async function create(startsIn: number): Promise<string> {
  const { body } = await world
    .as('professional')
    .post('/classrooms', {
      name: '星の一生',
      categoryId: 'cat_space',
      startAt: addMinutes(Date.now(), startsIn).toISOString(),
      allUsers: true,
      audienceMode: false,
      privateMode: false,
    });
  return body.id;
}

describe('the start', () => {
  it.each([
    [11, 409],
    [9, 200],
  ])('lets the host join %i minutes before the start: %i', async (minutes, status) => {
    const id = await insertClassroom(world.db, { host_id: world.people.professional, start_at: at(minutes) });
    expect((await join('professional', id)).status).toBe(status);
    expect((await rowOf(id)).state).toBe(status === 200 ? 'live' : 'scheduled');
  });

  it('happens when the host joins: 45 minutes from then, with a notification to those who reserved', async () => {
    const id = await insertClassroom(world.db, { host_id: world.people.professional, start_at: at(5) });
    expect((await join('adult', id)).body.code).toBe('not_open');
    const { body } = await join('professional', id);
    expect(body).toMatchObject({ role: 'host', room: { state: 'live', participantCount: 1, minutesLeft: null } });
    const { started_at: startedAt, end_at: endAt } = await rowOf(id);
    expect(endAt.getTime() - (startedAt?.getTime() ?? 0)).toBe(45 * millisecondsInMinute);
    expect(await domainEvents()).toEqual(['classroomStarted']);
    expect((await join('adult', id)).status).toBe(200);
  });

  it('does not happen without the host: cancelled 15 minutes after the start', async () => {
    const id = await create(1);
    await advance(15);
    await world.runJobs();
    expect((await rowOf(id)).state).toBe('scheduled');
    await advance(2);
    expect((await join('professional', id)).body.code).toBe('ended');
    await world.runJobs();
    expect((await rowOf(id)).state).toBe('cancelled');
    expect(await domainEvents()).toEqual(['classroomCreated', 'classroomCancelled']);
  });

  it('waits longer when the start was moved, even if the first job runs', async () => {
    const id = await create(1);
    await world.as('professional').patch(`/classrooms/${id}`, { startAt: addMinutes(Date.now(), 20).toISOString() });
    await advance(17);
    await world.runJobs();
    expect((await rowOf(id)).state).toBe('scheduled');
    await advance(19);
    await world.runJobs();
    expect((await rowOf(id)).state).toBe('cancelled');
  });
});

describe('the end', () => {
  it('is announced 5 and 1 minute before, and comes 5 minutes after the 45', async () => {
    const id = await insertClassroom(world.db, { host_id: world.people.professional, start_at: at(0) });
    await join('professional', id);
    const announced: unknown[] = [];
    for (const minutes of [39, 2, 3, 2, 3]) {
      await pass(id, minutes);
      const { state, minutes_left: left } = await rowOf(id);
      announced.push([state, left]);
    }
    expect(announced).toEqual([
      ['live', null],
      ['live', 5],
      ['live', 1],
      ['live', 0],
      ['live', 0],
    ]);
    await pass(id, 2);
    expect(await rowOf(id)).toMatchObject({ state: 'ended', participant_count: 1 });
    expect((await join('adult', id)).body.code).toBe('ended');
  });

  it('comes when the host has been gone for 5 minutes, unless they return', async () => {
    const id = await insertLiveRoom(world.db, { host_id: world.people.professional }, world.clock.now());
    await insertParticipant(world.db, id, world.people.adult);
    await world.as('professional').delete(`/classrooms/${id}/leave`);
    await pass(id, 4);
    await join('professional', id);
    await pass(id, 4);
    expect((await rowOf(id)).state).toBe('live');
    await world.as('professional').delete(`/classrooms/${id}/leave`);
    await pass(id, 6);
    expect(await rowOf(id)).toMatchObject({ state: 'ended', participant_count: 2 });
    const people = await world.db
      .selectFrom('classroom_users')
      .select('left_at')
      .where('classroom_id', '=', id)
      .execute();
    expect(people.every(({ left_at: left }) => left !== null)).toBe(true);
  });

  it('comes at once when the host ends it, and deletes the documents later', async () => {
    const id = await insertLiveRoom(world.db, { host_id: world.people.professional }, world.clock.now());
    expect((await world.as('professional').delete(`/classrooms/${id}`)).status).toBe(204);
    expect((await rowOf(id)).forgotten_at).toBeNull();
    await advance(11);
    await world.runJobs();
    expect((await rowOf(id)).forgotten_at).not.toBeNull();
  });

  it("comes even when a room's job was lost", async () => {
    const id = await insertLiveRoom(
      world.db,
      { host_id: world.people.professional, start_at: at(-60), end_at: at(-6) },
      world.clock.now(),
    );
    await world.runJobs();
    expect((await rowOf(id)).state).toBe('ended');
  });
});

describe('silence', () => {
  it('removes after 60 seconds, not before, and never demo users', async () => {
    const id = await insertLiveRoom(world.db, { host_id: world.people.professional }, world.clock.now());
    await insertParticipant(world.db, id, world.people.adult, { last_seen_at: world.clock.now() });
    await insertParticipant(world.db, id, world.people.student, { last_seen_at: null });
    world.clock.advance(50_000);
    await world.runJobs();
    expect((await rowOf(id)).participant_count).toBe(3);
    await world.as('professional').post(`/classrooms/${id}/presence`, still);
    world.clock.advance(15_000);
    await world.runJobs();
    expect((await rowOf(id)).participant_count).toBe(2);
    const gone = await world.db
      .selectFrom('classroom_users')
      .select(['user_id', 'left_at', 'last_seen_at'])
      .where('classroom_id', '=', id)
      .where('left_at', 'is not', null)
      .execute();
    expect(gone).toEqual([
      { user_id: world.people.adult, left_at: gone[0]?.last_seen_at, last_seen_at: expect.any(Date) },
    ]);
    expect((await world.as('adult').post(`/classrooms/${id}/presence`, still)).body.code).toBe('not_joined');
  });

  it('of the host ends the room after 5 minutes', async () => {
    const id = await insertLiveRoom(world.db, { host_id: world.people.professional }, world.clock.now());
    world.clock.advance(70_000);
    await world.runJobs();
    await advance(5);
    await world.runJobs();
    expect((await rowOf(id)).state).toBe('ended');
  });
});

describe('minors without their host', () => {
  const guarded = async (id: string) => (await rowOf(id)).is_guarded;

  it('put the room under guard until the host is back', async () => {
    const id = await insertLiveRoom(world.db, { host_id: world.people.professional }, world.clock.now());
    await insertParticipant(world.db, id, world.people.child, { role: 'listener' });
    await world.runJobs();
    expect(await guarded(id)).toBe(false);
    await world.as('professional').delete(`/classrooms/${id}/leave`);
    await world.runJobs();
    expect(await guarded(id)).toBe(true);
    expect(
      (await world.as('adult').post(`/classrooms/${id}/join`, { recordingConsent: true, deviceId: 'd1' })).body.code,
    ).toBe('guarded');
    expect((await world.as('adult').get(`/classrooms/${id}`)).body.locked).toBe(true);
    await join('professional', id);
    expect(await guarded(id)).toBe(false);
  });

  it("of 12 or under put a student's room under guard; older ones do not", async () => {
    const ofAge = async (birthDate: string) => {
      await world.db
        .updateTable('users')
        .set({ birth_date: birthDate })
        .where('id', 'in', [world.people.student, world.people.otherStudent])
        .execute();
    };
    await ofAge('2011-06-01');
    const id = await insertLiveRoom(world.db, { host_id: world.people.student }, world.clock.now());
    await insertParticipant(world.db, id, world.people.otherStudent);
    await world.runJobs();
    expect(await guarded(id)).toBe(false);
    await insertParticipant(world.db, id, world.people.child, { role: 'listener' });
    await world.runJobs();
    expect(await guarded(id)).toBe(true);
    await ofAge('2008-06-01');
  });
});

it('survives a crash: an unfinished job runs again, with the effect of one run', async () => {
  const id = await create(1);
  const { id: jobId } = (
    await world.pool.query<{ id: string }>("select id from pgboss.job where name = 'settle-classroom'")
  ).rows[0] ?? { id: '' };
  await world.pool.query("update pgboss.job set state = 'retry' where id = $1", [jobId]);
  await advance(17);
  await world.runJobs();
  await world.pool.query("update pgboss.job set state = 'retry' where id = $1", [jobId]);
  await world.runJobs();
  expect((await rowOf(id)).state).toBe('cancelled');
  expect((await domainEvents()).filter((name) => name === 'classroomCancelled')).toHaveLength(1);
});

it('enqueues nothing when the transaction rolls back', async () => {
  const jobs = async () => (await world.pool.query('select 1 from pgboss.job')).rowCount;
  const id = await create(5);
  const before = await jobs();
  expect(
    (
      await world
        .as('professional')
        .patch(`/classrooms/${id}`, { startAt: addMinutes(Date.now(), 9).toISOString(), categoryId: 'cat_none' })
    ).status,
  ).toBe(422);
  expect(await jobs()).toBe(before);
});

describe('dueStep', () => {
  const start = new Date('2026-11-21T03:00:00Z');
  const room = {
    state: 'live' as const,
    start_at: start,
    end_at: addMinutes(start, 45),
    ended_at: null,
    minutes_left: null,
    event_id: null,
  };
  it.each([
    [39.9, null, null],
    [40, null, { kind: 'warn', minutesLeft: 5 }],
    [44, null, { kind: 'warn', minutesLeft: 1 }],
    [45, null, { kind: 'warn', minutesLeft: 0 }],
    [49.9, null, { kind: 'warn', minutesLeft: 0 }],
    [50, null, { kind: 'end' }],
    [20, 15, { kind: 'end' }],
    [19.9, 15, null],
  ])('after %d minutes, host gone at %s: %j', (minutes, goneAt, expected) => {
    expect(dueStep(room, goneAt === null ? null : addMinutes(start, goneAt), addMinutes(start, minutes))).toEqual(
      expected,
    );
  });

  it.each([
    ['scheduled', 20, null, null],
    ['live', 20, 0, null],
    ['live', 45, 0, { kind: 'warn', minutesLeft: 0 }],
    ['live', 74.9, null, { kind: 'warn', minutesLeft: 0 }],
    ['live', 75, null, { kind: 'end' }],
  ] as const)('of an event that is %s, after %d minutes, host gone at %s: %j', (state, minutes, goneAt, expected) => {
    const ofEvent = { ...room, state, event_id: 'evt_1' };
    expect(dueStep(ofEvent, goneAt === null ? null : addMinutes(start, goneAt), addMinutes(start, minutes))).toEqual(
      expected,
    );
  });
});
