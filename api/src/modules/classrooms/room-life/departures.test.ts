import { runStaffCommand } from '../../../staff';
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
import { type Caller, startTestApp, type TestApp } from '../../../testing/start-test-app';
import { emailOf, type PersonName, testPassword } from '../../../testing/test-people';

let world: TestApp;
beforeAll(async () => {
  world = await startTestApp();
  await insertCategories(world.db);
});
afterAll(() => world.close());
afterEach(async () => {
  await clearContent(world.db);
  for (const name of ['adult', 'professional'] as const) await comeBack(name);
});

const user = (name: keyof TestApp['people']) => world.people[name];
const comeBack = async (name: PersonName) => {
  await world.db
    .updateTable('users')
    .set({ state: 'active', state_before: null, withdrawn_at: null })
    .where('id', '=', user(name))
    .execute();
  await world.db.updateTable('sessions').set({ revoked_at: null }).where('user_id', '=', user(name)).execute();
};
const suspend = (name: PersonName) =>
  runStaffCommand(['suspend', emailOf(name), '規約違反のため。'], { env: world.env, who: 'sato' });
const withdraw = (name: PersonName) =>
  world.app.inject({
    method: 'DELETE',
    url: '/v1/me',
    headers: { authorization: `Bearer ${world.tokens[name]}` },
    payload: { password: testPassword },
  });
const ways = [
  ['is suspended', suspend],
  ['leaves the service', withdraw],
] as const;
const placeOf = (id: string, name: PersonName) =>
  world.db
    .selectFrom('classroom_users')
    .selectAll()
    .where('classroom_id', '=', id)
    .where('user_id', '=', user(name))
    .executeTakeFirst();
const classroomOf = (id: string) =>
  world.db.selectFrom('classrooms').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const events = async () =>
  (await world.db.selectFrom('domain_events').select(['name', 'payload']).execute()).map(({ name, payload }) => [
    name,
    (payload as { classroomId: string }).classroomId,
  ]);
const join = (caller: Caller, id: string, body: object = {}) =>
  world.as(caller).post(`/classrooms/${id}/join`, { recordingConsent: false, deviceId: 'd1', ...body });

describe.each(ways)('a user who %s', (_how, go) => {
  it('is out of every room and lobby at once, with no listeners left', async () => {
    const [id, other] = [
      await insertLiveRoom(world.db, { host_id: user('professional') }, world.clock.now()),
      await insertLiveRoom(world.db, { host_id: user('student') }, world.clock.now()),
    ];
    await insertParticipant(world.db, id, user('adult'), { hand_raised_at: new Date() });
    await insertParticipant(world.db, other, user('adult'), { joined_at: null, waiting_since: new Date() });
    const { id: session } = await world.db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', user('adult'))
      .executeTakeFirstOrThrow();
    await go('adult');
    expect(await placeOf(id, 'adult')).toMatchObject({ left_at: expect.any(Date), hand_raised_at: null });
    expect(await placeOf(other, 'adult')).toMatchObject({ waiting_since: null });
    expect((await classroomOf(id)).participant_count).toBe(1);
    const marked = (await world.db.selectFrom('live_outbox').select('path').execute()).map(({ path }) => path);
    expect(marked).toEqual(
      expect.arrayContaining([`rooms/${id}/users/${user('adult')}`, `people/${user('adult')}/sessions/${session}`]),
    );
  });

  it('has upcoming classrooms cancelled with a notification to those who reserved; they are neither listed nor reservable', async () => {
    const id = await insertClassroom(world.db, { host_id: user('professional') });
    await insertReservation(world.db, id, user('adult'));
    await go('professional');
    expect((await classroomOf(id)).state).toBe('cancelled');
    expect(await events()).toEqual([['classroomCancelled', id]]);
    for (const state of ['scheduled', 'live', 'ended'])
      expect((await world.as('student').get(`/classrooms?state=${state}`)).body.items).toEqual([]);
    expect((await world.as('student').post(`/classrooms/${id}/reservations`, {})).body.code).toBe('ended');
  });

  it('ends the classroom that they are hosting, for everyone', async () => {
    const id = await insertLiveRoom(world.db, { host_id: user('professional') }, world.clock.now());
    await insertParticipant(world.db, id, user('adult'));
    await go('professional');
    expect(await classroomOf(id)).toMatchObject({ state: 'ended', ended_at: expect.any(Date) });
    expect((await placeOf(id, 'adult'))?.left_at).not.toBeNull();
  });
});

describe.each(ways)('an organizer who %s', (_how, go) => {
  it('has upcoming events cancelled, with their rooms, and ticket holders notified', async () => {
    const event = await insertEvent(world.db, { organizer_id: user('professional') });
    const draft = await insertEvent(world.db, { organizer_id: user('professional'), state: 'draft' });
    const live = await insertEvent(world.db, { organizer_id: user('professional'), state: 'live' });
    const ticket = await insertTicketType(world.db, { event_id: event });
    const participation = await insertParticipation(world.db, {
      event_id: event,
      ticket_type_id: ticket,
      user_id: user('adult'),
    });
    await go('professional');
    const rows = await world.db.selectFrom('events').select(['id', 'state', 'cancel_reason']).execute();
    expect(Object.fromEntries(rows.map(({ id, state }) => [id, state]))).toEqual({
      [event]: 'cancelled',
      [draft]: 'draft',
      [live]: 'ended',
    });
    expect(rows.find(({ id }) => id === event)?.cancel_reason).toBe('主催者の都合により、開催できなくなりました。');
    await world.runJobs();
    const { state } = await world.db
      .selectFrom('participations')
      .select('state')
      .where('id', '=', participation)
      .executeTakeFirstOrThrow();
    expect(state).toBe('cancelled');
  });
});

it('cannot be in a room, get a reservation or open a classroom while withdrawing', async () => {
  const found: unknown[] = [];
  for (let round = 0; round < 50; round += 1) {
    const live = await insertLiveRoom(world.db, { host_id: user('professional') }, world.clock.now());
    const planned = {
      name: '星の一生',
      categoryId: 'cat_space',
      startAt: new Date(Date.now() + 3_600_000).toISOString(),
      allUsers: true,
      audienceMode: false,
      privateMode: false,
    };
    // Checking the password takes longer than joining: without it the two race.
    await world.db.updateTable('users').set({ password_hash: null }).where('id', '=', user('adult')).execute();
    const answers = await Promise.all([
      world.app
        .inject({
          method: 'DELETE',
          url: '/v1/me',
          headers: { authorization: `Bearer ${world.tokens.adult}` },
          payload: {},
        })
        .then(({ statusCode }) => statusCode),
      ...[
        join('adult', live),
        join('adult', live, { tabId: 't2', takeOver: true }),
        world.as('adult').post('/classrooms', planned),
      ].map((call) => call.then(({ status }) => status)),
    ]);
    const open = await world.db
      .selectFrom('classrooms')
      .select('id')
      .where('host_id', '=', user('adult'))
      .where('state', '=', 'scheduled')
      .execute();
    const me = await placeOf(live, 'adult');
    if (answers[0] !== 204 || open.length > 0 || (me && me.left_at === null) || answers.some((status) => status >= 500))
      found.push({ answers, open, leftAt: me?.left_at });
    await comeBack('adult');
  }
  expect(found).toEqual([]);
}, 60_000);
