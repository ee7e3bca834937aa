import { addMinutes, subMinutes } from 'date-fns';

import { clearContent, insertCategories, insertLiveRoom, insertParticipant } from '../../../testing/rows';
import { type Caller, startTestApp, type TestApp } from '../../../testing/start-test-app';

let world: TestApp;
beforeAll(async () => {
  world = await startTestApp({ env: { ROOM_MAX_SPEAKERS: '2', ROOM_MAX_LISTENERS: '100' } });
  await insertCategories(world.db);
});
afterEach(() => clearContent(world.db));
afterAll(() => world.close());

const user = (name: keyof TestApp['people']) => world.people[name];
const room = async (given: Partial<Parameters<typeof insertLiveRoom>[1]> = {}) => {
  const id = await insertLiveRoom(world.db, { host_id: user('professional'), ...given }, world.clock.now());
  await insertParticipant(world.db, id, user('otherAdult'), { role: 'co_host' });
  return id;
};
const codeOf = ({ status, body }: { status: number; body?: { code?: string } }) =>
  body?.code ? `${status} ${body.code}` : `${status}`;
const kick = (caller: Caller, id: string, name: keyof TestApp['people']) =>
  world.as(caller).post(`/classrooms/${id}/users/${user(name)}/kick`, {});
const readmit = (caller: Caller, id: string, name: keyof TestApp['people']) =>
  world.as(caller).delete(`/classrooms/${id}/users/${user(name)}/kick`);
const join = (caller: Caller, id: string, deviceId = `d-${caller}`) =>
  world.as(caller).post(`/classrooms/${id}/join`, { recordingConsent: false, deviceId });

describe('readmitClassroomUser', () => {
  it('lets a banned user in again, also an anonymous viewer on the same device', async () => {
    const id = await room();
    for (const name of ['adult', 'anonymous'] as const) {
      await join(name, id);
      await kick('professional', id, name);
      expect(codeOf(await join(name, id))).toBe('403 kicked');
      expect(codeOf(await readmit('professional', id, name))).toBe('204');
      expect(codeOf(await readmit('professional', id, name))).toBe('204');
      expect(codeOf(await join(name, id))).toBe('200');
    }
  });

  it('keeps a device banned that another banned user used', async () => {
    const id = await room();
    for (const name of ['adult', 'student'] as const) await join(name, id, 'shared');
    for (const name of ['adult', 'student'] as const) await kick('professional', id, name);
    await readmit('professional', id, 'adult');
    const { body } = await world.as('unauthenticated').post('/user/signin/anonymous', {});
    expect(
      codeOf(
        await world
          .withToken(body.token)
          .post(`/classrooms/${id}/join`, { recordingConsent: false, deviceId: 'shared' }),
      ),
    ).toBe('403 kicked');
  });

  it("is refused to a co-host against the host's decision, and to the banned user", async () => {
    const id = await room();
    await join('adult', id);
    await kick('professional', id, 'adult');
    expect(codeOf(await readmit('otherAdult', id, 'adult'))).toBe('403 role_required');
    expect(codeOf(await readmit('adult', id, 'adult'))).toBe('403 kicked');
    const { body } = await world.as('otherAdult').get(`/classrooms/${id}/kicked_users`);
    expect(body.items).toEqual([
      {
        id: user('adult'),
        nickname: expect.any(String),
        avatarUrl: null,
        isAnonymous: false,
        kickedAt: expect.any(String),
        canReadmit: false,
      },
    ]);
    expect((await world.as('professional').get(`/classrooms/${id}/kicked_users`)).body.items).toMatchObject([
      { canReadmit: true },
    ]);
  });
});

describe('listAttendance', () => {
  it('lists names, start, end and duration, during the classroom and after it', async () => {
    const id = await room();
    const now = world.clock.now();
    await insertParticipant(world.db, id, user('child'), {
      role: 'listener',
      joined_at: subMinutes(now, 30),
      left_at: subMinutes(now, 20),
      present_since: subMinutes(now, 25),
      seconds_present: 480,
    });
    await insertParticipant(world.db, id, user('anonymous'), {
      role: 'listener',
      anonymous_id: user('anonymous'),
      joined_at: subMinutes(now, 10),
      present_since: subMinutes(now, 2),
      seconds_present: 60,
    });
    const { body } = await world.as('professional').get(`/classrooms/${id}/attendance`);
    const [child] = body.items;
    const visitor = body.items.find((person: { isAnonymous: boolean }) => person.isAnonymous);
    expect(child).toEqual({
      id: user('child'),
      nickname: expect.any(String),
      avatarUrl: null,
      isAnonymous: false,
      role: 'listener',
      joinedAt: subMinutes(now, 30).toISOString(),
      leftAt: subMinutes(now, 20).toISOString(),
      secondsPresent: 480,
      groups: [],
    });
    expect(visitor).toMatchObject({ nickname: expect.stringMatching(/^ゲスト/), leftAt: null });
    expect(visitor.secondsPresent).toBeGreaterThanOrEqual(180);
    await world.as('professional').delete(`/classrooms/${id}`);
    expect(
      (await world.as('professional').get(`/classrooms/${id}/attendance`)).body.items.every(
        ({ leftAt }: { leftAt: string | null }) => leftAt !== null,
      ),
    ).toBe(true);
    expect(codeOf(await world.as('adult').get(`/classrooms/${id}/attendance`))).toBe('403 role_required');
  });
});

describe('capacity', () => {
  it('is the configured one, and above fifty while no embedded engine serves the room', async () => {
    const {
      body: { id },
    } = await world
      .as('professional')
      .post('/classrooms', {
        name: '数学',
        categoryId: 'cat_math',
        startAt: addMinutes(Date.now(), 1).toISOString(),
        allUsers: true,
        audienceMode: true,
        privateMode: false,
      });
    expect((await world.as('adult').get(`/classrooms/${id}/prepare`)).body.spaceLeft).toBe(102);
  });

  it('makes no more speakers than there are seats when the host ends audience mode', async () => {
    const id = await room({ max_speakers: 3, audience_mode: true });
    for (const name of ['adult', 'student', 'subscriber'] as const)
      await insertParticipant(world.db, id, user(name), { role: 'listener' });
    await world.as('professional').patch(`/classrooms/${id}`, { audienceMode: false });
    const rows = await world.db.selectFrom('classroom_users').select('role').where('classroom_id', '=', id).execute();
    expect(rows.filter(({ role }) => role !== 'listener')).toHaveLength(3);
  });
});

it('shows users outside a guarded room what is missing', async () => {
  const id = await room({ is_guarded: true });
  expect((await world.as('adult').get(`/classrooms/${id}/prepare`)).body).toMatchObject({
    canJoin: false,
    reasons: ['guarded'],
    classroom: { isGuarded: true, locked: true },
  });
  expect(codeOf(await join('adult', id))).toBe('409 guarded');
});
