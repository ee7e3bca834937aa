import { aCrowd } from '../../testing/crowd';
import {
  clearContent,
  insertCategories,
  insertClassroom,
  insertComment,
  insertLiveRoom,
  insertParticipant,
  insertReservation,
} from '../../testing/rows';
import { type Caller, startTestApp, type TestApp, type TestClient } from '../../testing/start-test-app';
import { testSchool } from '../../testing/test-people';

let api: TestApp;
/** Another pupil of the same school. */
let classmate: Awaited<ReturnType<typeof aCrowd>>[number];
beforeAll(async () => {
  api = await startTestApp();
  await insertCategories(api.db);
  [classmate] = (await aCrowd(api, 1)) as [typeof classmate];
  await api.db
    .updateTable('users')
    .set({ partner_school_id: testSchool.id, student_code: '24-002' })
    .where('id', '=', classmate.id)
    .execute();
});
afterEach(async () => {
  await clearContent(api.db);
  await policy({ classmates_only: false, can_create: true, can_speak: true });
});
afterAll(() => api.close());

const policy = (values: { classmates_only?: boolean; can_create?: boolean; can_speak?: boolean }) =>
  api.db.updateTable('partner_schools').set(values).execute();
const codeOf = ({ status, body }: { status: number; body: { code?: string } | undefined }) =>
  body?.code ? `${status} ${body.code}` : `${status}`;
const joining = { recordingConsent: true, deviceId: 'd1' };

/** Tries every call that users can make about a classroom that they do not host. */
async function tryAll(client: TestClient, scheduled: string, live: string): Promise<string[]> {
  const listed = (await client.get('/classrooms')).body as { items: { id: string }[]; totalCount: number };
  const answers = [
    await client.get(`/classrooms/${scheduled}`),
    await client.get(`/classrooms/${live}/prepare`),
    await client.get(`/classrooms/${live}/comments`),
    await client.get(`/classrooms/${live}/share`),
    await client.post(`/classrooms/${scheduled}/reservations`, {}),
    await client.post(`/classrooms/${live}/join`, joining),
    await client.post(`/classrooms/${live}/comments`, { body: 'あ' }),
  ];
  return [`${listed.items.length} of ${listed.totalCount}`, ...answers.map(codeOf)];
}
const nothing = ['0 of 0', ...Array.from({ length: 7 }, () => '404 not_found')];
const everything = ['2 of 2', '200', '200', '200', '200', '201', '200', '201'];

describe('a school that separates its pupils', () => {
  it("hides other users' classrooms from them, with or without the key", async () => {
    const rooms = [
      await insertClassroom(api.db, { host_id: api.people.professional }),
      await insertLiveRoom(api.db, { host_id: api.people.otherStudent }),
    ] as const;
    expect(await tryAll(api.as('school'), ...rooms)).toEqual(everything);
    await clearContent(api.db);
    await policy({ classmates_only: true });
    const others = [
      await insertClassroom(api.db, { host_id: api.people.professional }),
      await insertLiveRoom(api.db, { host_id: api.people.otherStudent }),
    ] as const;
    expect(await tryAll(api.as('school'), ...others)).toEqual(nothing);
    const secret = await insertClassroom(api.db, { host_id: api.people.professional, private_mode: true });
    expect((await api.as('school').get(`/classrooms/${secret}?key=key-of-the-room`)).status).toBe(404);
    expect((await api.as('otherAdult').get(`/classrooms/${secret}?key=key-of-the-room`)).status).toBe(200);
  });

  it('lets them meet their classmates', async () => {
    await policy({ classmates_only: true });
    const rooms = [
      await insertClassroom(api.db, { host_id: classmate.id }),
      await insertLiveRoom(api.db, { host_id: classmate.id }),
    ] as const;
    expect(await tryAll(api.as('school'), ...rooms)).toEqual(everything);
  });

  it.each<[Caller]>([
    ['unauthenticated'],
    ['anonymous'],
    ['adult'],
    ['student'],
    ['child'],
    ['professional'],
    ['staff'],
  ])('hides their own classrooms from %s', async (caller) => {
    await policy({ classmates_only: true });
    const scheduled = await insertClassroom(api.db, { host_id: api.people.school });
    const live = await insertLiveRoom(api.db, { host_id: api.people.school });
    await insertComment(api.db, { classroom_id: live, user_id: api.people.school });
    const [listed, ...answers] = await tryAll(api.as(caller), scheduled, live);
    expect(listed).toBe('0 of 0');
    expect(
      answers.filter((answer) => !['404 not_found', '401 unauthenticated', '403 age_restricted'].includes(answer)),
    ).toEqual([]);
    expect((await tryAll(classmate, scheduled, live))[0]).toBe('2 of 2');
  });

  it("hides reservations from before the school's decision", async () => {
    const room = await insertClassroom(api.db, { host_id: api.people.professional });
    await insertReservation(api.db, room, api.people.school);
    expect((await api.as('school').get('/classrooms?reserved=true')).body.items).toHaveLength(1);
    await policy({ classmates_only: true });
    expect((await api.as('school').get('/classrooms?reserved=true')).body).toMatchObject({ items: [], totalCount: 0 });
  });
});

it('a school may forbid its pupils to create, and let them only listen', async () => {
  await policy({ can_create: false, can_speak: false });
  const input = {
    name: '数学',
    categoryId: 'cat_math',
    startAt: new Date(Date.now() + 3_600_000).toISOString(),
    allUsers: true,
    audienceMode: false,
    privateMode: false,
  };
  expect(codeOf(await api.as('school').post('/classrooms', input))).toBe('403 role_required');
  const live = await insertLiveRoom(api.db, { host_id: api.people.professional });
  expect((await api.as('school').post(`/classrooms/${live}/join`, joining)).body.role).toBe('listener');
  expect(codeOf(await api.as('school').post(`/classrooms/${live}/comments`, { body: 'あ' }))).toBe('403 role_required');
  expect(
    codeOf(
      await api.as('professional').put(`/classrooms/${live}/users/${api.people.school}/roles`, { role: 'speaker' }),
    ),
  ).toBe('422 role_required');
});

describe('a school that forbids speaking while its pupils are in rooms', () => {
  const forbid = async () => {
    const { body } = await api.as('staff').get(`/staff/schools/${testSchool.id}`);
    const changed = { name: body.name, active: true, policy: { ...body.policy, canSpeak: false } };
    expect((await api.as('staff').put(`/staff/schools/${testSchool.id}`, changed)).status).toBe(204);
  };
  const placeIn = (id: string, userId: string) =>
    api.db
      .selectFrom('classroom_users')
      .select(['role', 'is_muted', 'is_camera_on', 'hand_raised_at'])
      .where('classroom_id', '=', id)
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();

  it.each(['speaker', 'co_host', 'listener'] as const)('makes a %s listen, with the hand lowered', async (role) => {
    const id = await insertLiveRoom(api.db, { host_id: api.people.professional });
    await insertParticipant(api.db, id, api.people.school, {
      role,
      is_muted: false,
      is_camera_on: true,
      hand_raised_at: new Date(),
    });
    await insertParticipant(api.db, id, api.people.student, { role: 'speaker', is_muted: false });
    await forbid();
    expect(await placeIn(id, api.people.school)).toEqual({
      role: 'listener',
      is_muted: true,
      is_camera_on: false,
      hand_raised_at: null,
    });
    expect(await placeIn(id, api.people.student)).toMatchObject({ role: 'speaker', is_muted: false });
    const shown = await api.db.selectFrom('live_outbox').select('path').execute();
    expect(shown.map(({ path }) => path)).toContain(`rooms/${id}/users/${api.people.school}`);
  });

  it('leaves a pupil who hosts the classroom, without microphone and camera', async () => {
    const id = await insertLiveRoom(api.db, { host_id: api.people.school });
    await api.db
      .updateTable('classroom_users')
      .set({ is_muted: false, is_camera_on: true })
      .where('classroom_id', '=', id)
      .execute();
    await forbid();
    expect(await placeIn(id, api.people.school)).toMatchObject({ role: 'host', is_muted: true, is_camera_on: false });
    expect((await api.as('school').get(`/classrooms/${id}`)).body.state).toBe('live');
  });
});

describe('a user under 16 without guardian consent', () => {
  const bornAt15 = '2011-06-01';
  beforeEach(() =>
    api.db
      .updateTable('users')
      .set({ birth_date: bornAt15, guardian_consent_at: null })
      .where('id', '=', api.people.student)
      .execute(),
  );
  afterAll(() =>
    api.db.updateTable('users').set({ birth_date: '2008-06-01' }).where('id', '=', api.people.student).execute(),
  );

  it('may read, reserve and listen, but not create, write or speak', async () => {
    const input = {
      name: '数学',
      categoryId: 'cat_math',
      startAt: new Date(Date.now() + 3_600_000).toISOString(),
      allUsers: true,
      audienceMode: false,
      privateMode: false,
    };
    const scheduled = await insertClassroom(api.db, { host_id: api.people.professional });
    const live = await insertLiveRoom(api.db, { host_id: api.people.professional });
    const tryEverything = async () => [
      codeOf(await api.as('student').get(`/classrooms/${live}`)),
      codeOf(await api.as('student').post(`/classrooms/${scheduled}/reservations`, {})),
      codeOf(await api.as('student').post('/classrooms', input)),
      codeOf(await api.as('student').post(`/classrooms/${live}/comments`, { body: 'あ' })),
      (await api.as('student').post(`/classrooms/${live}/join`, joining)).body.role as string,
      codeOf(await api.as('student').post(`/classrooms/${live}/reactions`, { reactionName: 'raise_hand' })),
      codeOf(
        await api.as('professional').put(`/classrooms/${live}/users/${api.people.student}/roles`, { role: 'speaker' }),
      ),
    ];
    expect(await tryEverything()).toEqual([
      '200',
      '201',
      '403 guardian_required',
      '403 guardian_required',
      'listener',
      '403 guardian_required',
      '422 guardian_required',
    ]);
    // A change of mode makes speakers of other users only.
    await api.as('professional').patch(`/classrooms/${live}`, { audienceMode: true });
    await api.as('professional').patch(`/classrooms/${live}`, { audienceMode: false });
    expect((await api.as('student').post(`/classrooms/${live}/join`, joining)).body.role).toBe('listener');
    await api.db
      .updateTable('users')
      .set({ guardian_consent_at: api.clock.now() })
      .where('id', '=', api.people.student)
      .execute();
    api.clock.advance(1000);
    await api.as('student').delete(`/classrooms/${live}/leave`);
    expect(await tryEverything()).toEqual(['200', '200', '201', '201', 'speaker', '200', '200']);
  });

  it('does not include pupils whose school holds the consent, and users of 16', async () => {
    await api.db.updateTable('users').set({ birth_date: bornAt15 }).where('id', '=', api.people.school).execute();
    const live = await insertLiveRoom(api.db, { host_id: api.people.professional });
    expect(codeOf(await api.as('school').post(`/classrooms/${live}/comments`, { body: 'あ' }))).toBe('201');
    await api.db
      .updateTable('users')
      .set({ birth_date: `${api.clock.now().getUTCFullYear() - 17}-01-01` })
      .where('id', '=', api.people.student)
      .execute();
    expect(codeOf(await api.as('student').post(`/classrooms/${live}/comments`, { body: 'あ' }))).toBe('201');
    await api.db.updateTable('users').set({ birth_date: '2008-06-01' }).where('id', '=', api.people.school).execute();
  });
});
