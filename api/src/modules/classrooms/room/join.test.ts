import { addMinutes } from 'date-fns';

import { aCrowd } from '../../../testing/crowd';
import {
  clearContent,
  insertCategories,
  insertClassroom,
  insertClassroomUser,
  insertLiveRoom,
  insertParticipant,
  insertReservation,
} from '../../../testing/rows';
import { type Caller, startTestApp, type TestApp, type TestClient } from '../../../testing/start-test-app';

let world: TestApp;
let crowd: (TestClient & { id: string })[];

beforeAll(async () => {
  world = await startTestApp();
  await insertCategories(world.db);
  crowd = await aCrowd(world, 12);
});
afterEach(() => clearContent(world.db));
afterAll(() => world.close());

const KEY = 'key-of-the-room';
const at = (minutes: number) => addMinutes(world.clock.now(), minutes);
const answerOf = ({ status, body }: { status: number; body: { code?: string } | undefined }) =>
  body?.code ? `${status} ${body.code}` : `${status}`;
const entry = { recordingConsent: true, deviceId: 'd1' };

/** Inserts a live room of the professional with otherAdult as co-host; otherStudent is banned. */
async function live(given: Partial<Parameters<typeof insertLiveRoom>[1]> = {}): Promise<string> {
  const id = await insertLiveRoom(world.db, { host_id: world.people.professional, ...given }, world.clock.now());
  await insertClassroomUser(world.db, { classroom_id: id, user_id: world.people.otherAdult, role: 'co_host' });
  await insertClassroomUser(world.db, {
    classroom_id: id,
    user_id: world.people.otherStudent,
    role: 'speaker',
    kicked_at: at(-1),
  });
  return id;
}
const join = (caller: Caller, id: string, body: object = {}) =>
  world.as(caller).post(`/classrooms/${id}/join`, { ...entry, ...body });
const leave = (caller: Caller, id: string, query = '') => world.as(caller).delete(`/classrooms/${id}/leave${query}`);
const prepare = (caller: Caller, id: string, query = '') => world.as(caller).get(`/classrooms/${id}/prepare${query}`);

/** Returns the counter, after checking that it equals the number of present participants. */
async function peopleIn(id: string): Promise<number> {
  const { participant_count: counted } = await world.db
    .selectFrom('classrooms')
    .select('participant_count')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const rows = await world.db
    .selectFrom('classroom_users')
    .select('user_id')
    .where('classroom_id', '=', id)
    .where('joined_at', 'is not', null)
    .where('left_at', 'is', null)
    .execute();
  expect(counted).toBe(rows.length);
  return counted;
}

describe('who may join, and with which role', () => {
  it.each([
    ['unauthenticated', '401 unauthenticated', undefined],
    ['anonymous', '200', 'listener'],
    ['adult', '200', 'speaker'],
    ['student', '200', 'speaker'],
    ['child', '200', 'listener'],
    ['school', '200', 'speaker'],
    ['subscriber', '200', 'speaker'],
    ['staff', '200', 'speaker'],
    ['unverified', '200', 'speaker'],
    ['professional', '409 joined_elsewhere', undefined],
    ['otherAdult', '200', 'co_host'],
    ['resubmit', '403 need_resubmit', undefined],
    ['suspended', '403 suspended', undefined],
    ['otherStudent', '403 kicked', undefined],
  ] as [Caller, string, string | undefined][])('answers %s with %s as %s', async (caller, expected, role) => {
    const id = await live();
    const before = await peopleIn(id);
    const answer = await join(caller, id);
    expect([answerOf(answer), answer.body.role]).toEqual([expected, role]);
    expect(await peopleIn(id)).toBe(before + (role ? 1 : 0));
    if (role)
      expect(answer.body).toMatchObject({
        token: null,
        isWaiting: false,
        room: { id, state: 'live', participantCount: 2 },
        me: { role, isMuted: true, handRaisedAt: null, seat: 1 },
      });
  });

  it('refuses everyone but moderators and students in a student room', async () => {
    const id = await live({ all_users: false });
    expect(answerOf(await join('anonymous', id))).toBe('401 unauthenticated');
    for (const caller of ['adult', 'subscriber', 'staff'] as const)
      expect(answerOf(await join(caller, id))).toBe('403 audience_restricted');
    for (const caller of ['student', 'child', 'school', 'otherAdult'] as const)
      expect(answerOf(await join(caller, id))).toBe('200');
  });

  it('lets only moderators speak in audience mode', async () => {
    const id = await live({ audience_mode: true });
    expect((await join('student', id)).body.role).toBe('listener');
    expect((await join('otherAdult', id)).body.role).toBe('co_host');
  });

  it('lets a pupil only listen if the school says so', async () => {
    await world.db.updateTable('partner_schools').set({ can_speak: false }).execute();
    const answer = await join('school', await live());
    await world.db.updateTable('partner_schools').set({ can_speak: true }).execute();
    expect(answer.body.role).toBe('listener');
  });

  it('admits users with the key, a reservation or a role to a private room', async () => {
    const id = await live({ private_mode: true });
    await insertReservation(world.db, id, world.people.student);
    expect(answerOf(await join('adult', id))).toBe('404 not_found');
    expect(answerOf(await join('adult', id, { key: 'wrong' }))).toBe('404 not_found');
    expect(answerOf(await join('adult', id, { key: KEY }))).toBe('200');
    expect(answerOf(await join('student', id))).toBe('200');
    expect(answerOf(await join('otherAdult', id))).toBe('200');
    expect(answerOf(await join('otherStudent', id, { key: KEY }))).toBe('403 kicked');
    expect(answerOf(await join('adult', 'cls_none'))).toBe('404 not_found');
  });

  it('reveals no age, school or address', async () => {
    const { body } = await join('child', await live());
    expect(Object.keys(body.me).sort()).toEqual([
      'avatarUrl',
      'awaitsConsent',
      'connection',
      'handRaisedAt',
      'hasSpoken',
      'id',
      'isAnonymous',
      'isCameraOn',
      'isMuted',
      'isScreenOn',
      'joinedAt',
      'mutedByHost',
      'nickname',
      'reactionAt',
      'reactionName',
      'role',
      'seat',
    ]);
  });

  it.each([
    ['adult', false, true],
    ['adult', true, false],
    ['child', false, false],
    ['anonymous', false, false],
  ] as const)(
    'lets the %s with consent %s into a recorded room, who then awaits consent: %s',
    async (caller, recordingConsent, awaitsConsent) => {
      const id = await live({ recording: true });
      const { status, body } = await join(caller, id, { recordingConsent });
      expect([status, body.me.awaitsConsent]).toEqual([200, awaitsConsent]);
      const { recording_consent_at: at } = await world.db
        .selectFrom('classroom_users')
        .select('recording_consent_at')
        .where('user_id', '=', world.people[caller])
        .executeTakeFirstOrThrow();
      expect(at !== null).toBe(recordingConsent);
    },
  );

  it('refuses newcomers once locked, but readmits earlier participants', async () => {
    const id = await live({ locked: true });
    await insertParticipant(world.db, id, world.people.student);
    await leave('student', id);
    const refused = await join('adult', id);
    expect(answerOf(refused)).toBe('409 locked');
    expect(refused.body.error).toBe('この教室は入室が締め切られています。');
    expect(answerOf(await join('student', id))).toBe('200');
    expect(answerOf(await join('otherAdult', id))).toBe('200');
  });

  it.each([
    ['scheduled', '409 not_open'],
    ['ended', '410 ended'],
    ['cancelled', '410 ended'],
  ] as const)('answers %s with %s', async (state, expected) => {
    const id = await insertClassroom(world.db, { host_id: world.people.professional, state });
    expect(answerOf(await join('adult', id))).toBe(expected);
  });
});

describe('seats', () => {
  it('are full when all are taken, for users without a reservation', async () => {
    const id = await live({ max_speakers: 2, max_listeners: 1, started_at: at(-1) });
    await insertReservation(world.db, id, crowd[11]?.id ?? '');
    const answers = await Promise.all(crowd.slice(0, 10).map((person) => person.post(`/classrooms/${id}/join`, entry)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'full')).toHaveLength(9);
    expect((await crowd[11]?.post(`/classrooms/${id}/join`, entry))?.status).toBe(200);
    expect(await peopleIn(id)).toBe(3);
    expect(answerOf(await join('otherAdult', id))).toBe('200');
  });

  it('fall back to a listener seat when no speaker seat is free', async () => {
    const id = await live({ max_speakers: 1, max_listeners: 5 });
    expect((await join('adult', id)).body.role).toBe('listener');
  });

  it('are one per user: another window takes over or stays out', async () => {
    const id = await live();
    expect((await join('adult', id)).body.me.seat).toBe(1);
    expect((await join('adult', id)).body.me.seat).toBe(1);
    expect(answerOf(await join('adult', id, { tabId: 't2' }))).toBe('409 joined_elsewhere');
    expect(answerOf(await join('adult', id, { deviceId: 'd2' }))).toBe('409 joined_elsewhere');
    expect((await join('adult', id, { tabId: 't2', takeOver: true })).body.me.seat).toBe(2);
    const presence = { isMuted: true, isCameraOn: false, isScreenOn: false, connection: 'good' };
    expect(answerOf(await world.as('adult').post(`/classrooms/${id}/presence`, { ...presence, seat: 1 }))).toBe(
      '409 joined_elsewhere',
    );
    expect(answerOf(await leave('adult', id, '?seat=1'))).toBe('204');
    expect(await peopleIn(id)).toBe(2);
    expect(answerOf(await leave('adult', id, '?seat=2'))).toBe('204');
    expect(await peopleIn(id)).toBe(1);
  });

  it('are one per user even under concurrent joins', async () => {
    const id = await live();
    const answers = await Promise.all(Array.from({ length: 10 }, () => join('adult', id)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(await peopleIn(id)).toBe(2);
  });

  it('keep hand, mute and role of a participant who was disconnected', async () => {
    const id = await live();
    await insertParticipant(world.db, id, world.people.student, {
      is_muted: false,
      hand_raised_at: at(-1),
      role: 'listener',
      is_role_given: true,
    });
    await world.db
      .updateTable('classroom_users')
      .set({ last_seen_at: at(-2) })
      .where('user_id', '=', world.people.student)
      .execute();
    await world.runJobs();
    expect(await peopleIn(id)).toBe(1);
    expect((await join('student', id)).body.me).toMatchObject({
      role: 'listener',
      isMuted: false,
      handRaisedAt: expect.any(String),
    });
  });
});

describe('rejoining', () => {
  /** Inserts a classroom in audience mode in which the student has raised a hand. */
  async function withHandUp(): Promise<{ id: string; raisedAt: string }> {
    const id = await live({ audience_mode: true });
    await join('student', id);
    const raisedAt = (await react(id)).body.reactionAt as string;
    return { id, raisedAt };
  }
  const react = (id: string) => world.as('student').post(`/classrooms/${id}/reactions`, { reactionName: 'raise_hand' });

  it('after a reload finds the hand raised at its place, whether leave or join arrives first', async () => {
    const { id, raisedAt } = await withHandUp();
    expect(answerOf(await leave('student', id, '?seat=1&mayReturn=true'))).toBe('204');
    expect(await peopleIn(id)).toBe(1);
    world.clock.advance(2_000);
    expect((await join('student', id, { tabId: 't2', takeOver: true })).body.me).toMatchObject({
      seat: 2,
      handRaisedAt: raisedAt,
      reactionName: 'raise_hand',
    });
    expect((await join('student', id, { tabId: 't3', takeOver: true })).body.me).toMatchObject({
      seat: 3,
      handRaisedAt: raisedAt,
    });
    expect(answerOf(await leave('student', id, '?seat=2&mayReturn=true'))).toBe('204');
    expect(await peopleIn(id)).toBe(2);
  });

  it('finds it lowered after leaving, and after more than five minutes', async () => {
    const { id } = await withHandUp();
    await leave('student', id, '?seat=1');
    expect((await join('student', id)).body.me).toMatchObject({ handRaisedAt: null, reactionName: null });
    world.clock.advance(1_000);
    await react(id);
    await leave('student', id, '?mayReturn=true');
    world.clock.advance(5 * 60_000 + 1);
    expect((await join('student', id)).body.me).toMatchObject({ handRaisedAt: null, reactionName: null });
  });

  it('drops any other reaction', async () => {
    const { id, raisedAt } = await withHandUp();
    world.clock.advance(1_000);
    await world.as('student').post(`/classrooms/${id}/reactions`, { reactionName: 'clap' });
    await leave('student', id, '?mayReturn=true');
    expect((await join('student', id)).body.me).toMatchObject({ handRaisedAt: raisedAt, reactionName: null });
  });
});

describe('leaving', () => {
  it.each([
    'anonymous',
    'adult',
    'student',
    'child',
    'school',
    'professional',
    'otherAdult',
    'otherStudent',
  ] as Caller[])('works for %s, in the room or not, and repeatedly', async (caller) => {
    const id = await live();
    expect(answerOf(await leave(caller, id))).toBe('204');
    await join(caller, id);
    expect(answerOf(await leave(caller, id))).toBe('204');
    expect(answerOf(await leave(caller, id))).toBe('204');
    expect(await peopleIn(id)).toBe(caller === 'professional' ? 0 : 1);
  });

  it('requires a session and hides private rooms', async () => {
    expect(answerOf(await leave('unauthenticated', await live()))).toBe('401 unauthenticated');
    expect(answerOf(await leave('adult', await live({ private_mode: true })))).toBe('404 not_found');
    expect(answerOf(await leave('adult', 'cls_none'))).toBe('404 not_found');
  });

  it('adds up the time present', async () => {
    const id = await live();
    await join('adult', id);
    world.clock.advance(90_000);
    await leave('adult', id);
    const { seconds_present: seconds } = await world.db
      .selectFrom('classroom_users')
      .select('seconds_present')
      .where('user_id', '=', world.people.adult)
      .executeTakeFirstOrThrow();
    expect(seconds).toBeGreaterThanOrEqual(90);
    expect(seconds).toBeLessThan(100);
  });
});

describe('preparing', () => {
  it.each([
    ['unauthenticated', '200', 'listener'],
    ['anonymous', '200', 'listener'],
    ['adult', '200', 'speaker'],
    ['student', '200', 'speaker'],
    ['child', '200', 'listener'],
    ['school', '200', 'speaker'],
    ['professional', '200', 'host'],
    ['otherAdult', '200', 'co_host'],
    ['resubmit', '200', 'speaker'],
    ['otherStudent', '403 kicked', undefined],
  ] as [Caller, string, string | undefined][])('answers %s with %s as %s', async (caller, expected, role) => {
    const answer = await prepare(caller, await live());
    expect([answerOf(answer), answer.body.role]).toEqual([expected, role]);
    if (role) expect(answer.body).toMatchObject({ canJoin: true, reasons: [], spaceLeft: 549, hasLobby: false });
  });

  it.each([
    [{ state: 'ended' }, 'adult', ['ended']],
    [{ state: 'scheduled' }, 'adult', ['not_open']],
    [{ all_users: false }, 'adult', ['audience_restricted']],
    [{ all_users: false }, 'anonymous', ['unauthenticated']],
    [{ locked: true }, 'adult', ['locked']],
    [{ max_speakers: 1, max_listeners: 0 }, 'adult', ['full']],
    [{ locked: true, max_speakers: 1, max_listeners: 0 }, 'adult', ['locked', 'full']],
  ] as const)('reports for %j to %s these obstacles: %j', async (given, caller, reasons) => {
    const { status, body } = await prepare(caller, await live(given));
    expect([status, body.canJoin, body.reasons]).toEqual([200, false, reasons]);
  });

  it('changes nothing, and hides private rooms', async () => {
    const id = await live({ private_mode: true, recording: true });
    const rows = () => world.db.selectFrom('classroom_users').selectAll().orderBy('user_id').execute();
    const before = await rows();
    expect(answerOf(await prepare('adult', id))).toBe('404 not_found');
    expect((await prepare('adult', id, `?key=${KEY}`)).body).toMatchObject({
      canJoin: true,
      consents: ['recording'],
      roomPath: `rooms/${id}`,
    });
    expect(await rows()).toEqual(before);
  });
});

describe('the lobby of private rooms with users of 12 or under', () => {
  it('holds arrivals until the host admits them', async () => {
    const id = await live({ private_mode: true });
    expect((await prepare('child', id, `?key=${KEY}`)).body.hasLobby).toBe(true);
    const knock = await join('child', id, { key: KEY });
    expect([knock.status, knock.body.isWaiting, knock.body.room.waitingCount]).toEqual([200, true, 1]);
    expect(await peopleIn(id)).toBe(1);
    expect((await world.as('professional').get(`/classrooms/${id}/lobby`)).body.items).toEqual([
      expect.objectContaining({ id: world.people.child, nickname: '子ども' }),
    ]);
    expect((await join('child', id)).body.isWaiting).toBe(true);
    expect((await world.as('professional').post(`/classrooms/${id}/users/${world.people.child}/admit`)).status).toBe(
      204,
    );
    expect((await join('child', id)).body).toMatchObject({
      isWaiting: false,
      role: 'listener',
      room: { waitingCount: 0, participantCount: 2 },
    });
    expect((await join('adult', id, { key: KEY })).body.isWaiting).toBe(true);
    expect((await join('otherAdult', id)).body.isWaiting).toBe(false);
  });

  it('does not exist without them', async () => {
    expect((await join('adult', await live({ private_mode: true }), { key: KEY })).body.isWaiting).toBe(false);
    expect((await join('child', await live())).body.isWaiting).toBe(false);
  });

  it('drops a user who stops polling', async () => {
    const id = await live({ private_mode: true });
    await join('child', id, { key: KEY });
    await world.db
      .updateTable('classroom_users')
      .set({ last_seen_at: at(-2) })
      .where('user_id', '=', world.people.child)
      .execute();
    await world.runJobs();
    expect((await world.as('otherAdult').get(`/classrooms/${id}/lobby`)).body.items).toEqual([]);
  });

  it('keeps who waits there when the host locks the room, and lets them in once admitted', async () => {
    const id = await live({ private_mode: true });
    await join('child', id, { key: KEY });
    await world.as('professional').patch(`/classrooms/${id}`, { locked: true });
    expect((await join('child', id)).body.isWaiting).toBe(true);
    expect((await join('adult', id, { key: KEY })).body.code).toBe('locked');
    await world.as('professional').post(`/classrooms/${id}/users/${world.people.child}/admit`);
    expect((await join('child', id)).body.isWaiting).toBe(false);
  });

  it('does not open to somebody who only waited, once the key is a new one', async () => {
    const id = await live({ private_mode: true });
    const status = async () => (await world.as('child').get(`/classrooms/${id}`)).status;
    await join('child', id, { key: KEY });
    await world.as('professional').patch(`/classrooms/${id}`, { rotateKey: true });
    expect(await status()).toBe(200);
    expect((await world.as('child').delete(`/classrooms/${id}/leave`)).status).toBe(204);
    expect(await status()).toBe(404);
    expect((await join('child', id)).status).toBe(404);
  });

  it.each([
    ['unauthenticated', '401 unauthenticated'],
    ['anonymous', '401 unauthenticated'],
    ['adult', '403 role_required'],
    ['child', '403 role_required'],
    ['otherAdult', '200'],
  ] as [Caller, string][])('shows waiting users to %s: %s', async (caller, expected) => {
    const id = await live();
    expect(answerOf(await world.as(caller).get(`/classrooms/${id}/lobby`))).toBe(expected);
    expect(answerOf(await world.as(caller).post(`/classrooms/${id}/users/usr_none/admit`))).toBe(
      expected === '200' ? '404 not_found' : expected,
    );
  });
});
