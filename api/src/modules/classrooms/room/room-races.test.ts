import { subMinutes } from 'date-fns';
import { sql } from 'kysely';

import {
  clearContent,
  insertCategories,
  insertClassroom,
  insertClassroomUser,
  insertLiveRoom,
  insertParticipant,
} from '../../../testing/rows';
import { type Caller, startTestApp, type TestAnswer, type TestApp } from '../../../testing/start-test-app';

// Two concurrent calls on a real PostgreSQL: whichever comes first, the outcome must equal that of running them one
// after the other.

const ROUNDS = 50;
let world: TestApp;

beforeAll(async () => {
  world = await startTestApp();
  await insertCategories(world.db);
});
afterEach(() => clearContent(world.db));
afterAll(() => world.close());

const user = (name: keyof TestApp['people']) => world.people[name];
const loud = { isMuted: false, isCameraOn: true, isScreenOn: true, connection: 'good' };
const quiet = { isMuted: true, isCameraOn: false, isScreenOn: false, connection: 'good' };
const beat = (id: string, body: object, name: Caller = 'adult') =>
  world.as(name).post(`/classrooms/${id}/presence`, body);
const muting = (caller: Caller, id: string, body: object) => world.as(caller).patch(`/classrooms/${id}/muting`, body);
const join = (id: string, body: object = {}) =>
  world.as('adult').post(`/classrooms/${id}/join`, { recordingConsent: false, deviceId: 'd1', ...body });
const give = (id: string, role: string) =>
  world.as('professional').put(`/classrooms/${id}/users/${user('adult')}/roles`, { role });
const kick = (id: string) => world.as('professional').post(`/classrooms/${id}/users/${user('adult')}/kick`, {});
const rowOf = (id: string, name: keyof TestApp['people'] = 'adult') =>
  world.db
    .selectFrom('classroom_users')
    .selectAll()
    .where('classroom_id', '=', id)
    .where('user_id', '=', user(name))
    .executeTakeFirst();
const classroomOf = (id: string) =>
  world.db.selectFrom('classrooms').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

async function liveRoom(
  given: Partial<Parameters<typeof insertParticipant>[3]> = {},
  room: Partial<Parameters<typeof insertLiveRoom>[1]> = {},
): Promise<string> {
  const id = await insertLiveRoom(world.db, { host_id: user('professional'), ...room }, world.clock.now());
  await insertParticipant(world.db, id, user('adult'), { is_muted: false, ...given });
  return id;
}

/** Runs the calls concurrently, each round in a room of its own, and returns what `look` found each time. */
async function eachRound<T>(
  prepare: () => Promise<string>,
  calls: (id: string) => Promise<TestAnswer>[],
  look: (id: string, answers: TestAnswer[]) => Promise<T>,
): Promise<T[]> {
  const found: T[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const id = await prepare();
    const answers = await Promise.all(calls(id));
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
    found.push(await look(id, answers));
  }
  return found;
}

it('keeps a mute by the host despite a concurrent heartbeat', async () => {
  const rows = await eachRound(
    liveRoom,
    (id) => [
      muting('professional', id, { userId: user('adult'), muted: true }),
      beat(id, { ...loud, connection: 'poor' }),
      beat(id, { ...loud, isCameraOn: false }),
    ],
    (id) => rowOf(id),
  );
  expect(rows.filter((row) => !row?.is_muted || !row.muted_by_host)).toEqual([]);
});

it.each([
  ['a heartbeat', (id: string) => [beat(id, loud), beat(id, { ...loud, connection: 'poor' })]],
  ['an unmute', (id: string) => [muting('adult', id, { muted: false }), muting('adult', id, { muted: false })]],
])('keeps a participant demoted to listener muted with the camera off during %s', async (_what, calls) => {
  const rows = await eachRound(
    () => liveRoom({ is_muted: true }),
    (id) => [give(id, 'listener'), ...calls(id)],
    (id) => rowOf(id),
  );
  expect(
    rows.filter((row) => row?.role !== 'listener' || !row.is_muted || row.is_camera_on || row.is_screen_on),
  ).toEqual([]);
});

it('prefers the mute of the host to an unmute requested before it', async () => {
  const id = await liveRoom({ is_muted: true });
  const unmuted = await world.db.transaction().execute(async (trx) => {
    // The host's mute is about to be committed: the unmute has read the time before it and waits for the row.
    await trx
      .updateTable('classroom_users')
      .set({ is_muted: true, muted_by_host: true })
      .where('classroom_id', '=', id)
      .where('user_id', '=', user('adult'))
      .execute();
    const answer = muting('adult', id, { muted: false });
    await untilSomebodyWaits();
    return { answer };
  });
  expect((await unmuted.answer).body).toEqual({ userId: user('adult'), isMuted: true, mutedByHost: true });
  expect(await rowOf(id)).toMatchObject({ is_muted: true, muted_by_host: true });
});

it('leaves no hand raised and no earlier reaction after a promotion', async () => {
  const rows = await eachRound(
    () => liveRoom({ role: 'listener', hand_raised_at: new Date(), reaction_name: 'raise_hand' }),
    (id) => [
      give(id, 'speaker'),
      world.as('professional').delete(`/classrooms/${id}/users/${user('adult')}/hand`),
      world.as('adult').post(`/classrooms/${id}/reactions`, { reactionName: 'clap' }),
    ],
    (id) => rowOf(id),
  );
  expect(rows.filter((row) => row?.hand_raised_at !== null || row.reaction_name !== 'clap')).toEqual([]);
});

it('keeps no reservation for a banned user, and counts the actual reservations', async () => {
  const seats = await eachRound(
    async () => {
      const id = await insertClassroom(world.db, { host_id: user('professional') });
      await insertClassroomUser(world.db, { classroom_id: id, user_id: user('adult'), role: 'listener' });
      return id;
    },
    (id) => [
      kick(id),
      world.as('adult').post(`/classrooms/${id}/reservations`, {}),
      world.as('student').post(`/classrooms/${id}/reservations`, {}),
      world.as('adult').delete(`/classrooms/${id}/reservations`),
    ],
    async (id) => ({
      rows: (await world.db.selectFrom('reservations').select('user_id').where('classroom_id', '=', id).execute()).map(
        (row) => row.user_id,
      ),
      count: (await classroomOf(id)).reserved_count,
    }),
  );
  expect(seats.filter(({ rows, count }) => rows.includes(user('adult')) || count !== 1)).toEqual([]);
});

it('leaves no one present who is banned while joining, or whose window is taken over', async () => {
  const rooms = await eachRound(
    () => liveRoom({ left_at: new Date() }),
    (id) => [kick(id), join(id), join(id, { tabId: 't2', takeOver: true }), beat(id, loud)],
    async (id) => ({
      me: await rowOf(id),
      count: (
        await world.db
          .selectFrom('classroom_users')
          .select('user_id')
          .where('classroom_id', '=', id)
          .where('joined_at', 'is not', null)
          .where('left_at', 'is', null)
          .execute()
      ).length,
    }),
  );
  expect(rooms.filter(({ me, count }) => me?.kicked_at === null || me?.left_at === null || count !== 1)).toEqual([]);
});

it('lets the old window change nothing once another has the seat', async () => {
  const rows = await eachRound(
    () => liveRoom({ seat: 1, device_id: 'd0', is_muted: true }),
    (id) => [join(id, { takeOver: true }), beat(id, { ...quiet, connection: 'poor', seat: 1 })],
    async (id, [, heartbeat]) => ({ row: await rowOf(id), status: heartbeat?.status }),
  );
  // Either it came first, and joining has reset the connection to good, or it is refused.
  expect(rows.filter(({ row, status }) => row?.seat !== 2 || (row.connection === 'poor' && status !== 200))).toEqual(
    [],
  );
});

it('admits no one after the host locks or ends the room', async () => {
  const outcomes = await eachRound(
    () => insertLiveRoom(world.db, { host_id: user('professional') }, world.clock.now()),
    (id) => [world.as('professional').delete(`/classrooms/${id}`), join(id)],
    async (id) => ({ state: (await classroomOf(id)).state, me: await rowOf(id) }),
  );
  expect(outcomes.filter(({ state, me }) => state !== 'ended' || (me !== undefined && me.left_at === null))).toEqual(
    [],
  );
});

it('gives a single remaining seat to one user', async () => {
  const inside = await eachRound(
    () =>
      insertLiveRoom(world.db, { host_id: user('professional'), max_speakers: 2, max_listeners: 0 }, world.clock.now()),
    (id) =>
      (['adult', 'student', 'school'] as const).map((name) =>
        world.as(name).post(`/classrooms/${id}/join`, { recordingConsent: false, deviceId: name }),
      ),
    (_id, answers) => Promise.resolve(answers.map(({ status }) => status).sort()),
  );
  expect(inside.filter((statuses) => statuses.join() !== '200,409,409')).toEqual([]);
});

it('removes no one as silent whose heartbeat was accepted', async () => {
  const rounds = await eachRound(
    () => liveRoom({ is_muted: true, last_seen_at: subMinutes(world.clock.now(), 2) }),
    (id) => [beat(id, quiet), world.runJobs().then(() => ({ status: 200, body: undefined, headers: {} }))],
    async (id, [heartbeat]) => ({ status: heartbeat?.status, isThere: (await rowOf(id))?.left_at === null }),
  );
  expect(rounds.filter(({ status, isThere }) => (status === 200) !== isThere)).toEqual([]);
}, 60_000);

/** Waits until a statement of this database waits for a row that another transaction has locked. */
async function untilSomebodyWaits(): Promise<void> {
  for (;;) {
    const {
      rows: [row],
    } = await sql<{
      waiting: number;
    }>`select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      world.db,
    );
    if (row && row.waiting > 0) return;
  }
}
