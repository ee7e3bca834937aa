import { addMinutes } from 'date-fns';

import {
  clearContent,
  insertCategories,
  insertClassroom,
  insertClassroomUser,
  insertReservation,
} from '../../testing/rows';
import { type Caller, startTestApp, type TestApp } from '../../testing/start-test-app';

let world: TestApp;
beforeAll(async () => {
  world = await startTestApp();
  await insertCategories(world.db);
});
afterEach(() => clearContent(world.db));
afterAll(() => world.close());

/** Callers unrelated to the classroom. Its host is the professional, its co-host otherAdult. */
const outsiders: Caller[] = [
  'unauthenticated',
  'anonymous',
  'adult',
  'student',
  'child',
  'school',
  'subscriber',
  'staff',
  'unverified',
  'resubmit',
];
const KEY = 'key-of-the-room';

const at = (minutes: number) => addMinutes(world.clock.now(), minutes);

/**
 * Inserts a classroom with a host (professional), a co-host (otherAdult), a banned user (otherStudent) and a
 * reservation (subscriber).
 */
async function room(given: Partial<Parameters<typeof insertClassroom>[1]> = {}): Promise<string> {
  const id = await insertClassroom(world.db, { host_id: world.people.professional, ...given });
  await insertClassroomUser(world.db, { classroom_id: id, user_id: world.people.otherAdult, role: 'co_host' });
  await insertClassroomUser(world.db, {
    classroom_id: id,
    user_id: world.people.otherStudent,
    role: 'speaker',
    kicked_at: at(-1),
    kicked_by: world.people.professional,
  });
  return id;
}
const rowOf = (id: string) =>
  world.db.selectFrom('classrooms').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const domainEvents = () => world.db.selectFrom('domain_events').select(['name', 'payload']).orderBy('id').execute();
const answerOf = ({ status, body }: { status: number; body: { code?: string } | undefined }) =>
  body?.code ? `${status} ${body.code}` : `${status}`;

describe('getClassroom', () => {
  it.each([...outsiders, 'professional', 'otherAdult'] as Caller[])(
    'shows a public classroom to %s',
    async (caller) => {
      const { status, body } = await world.as(caller).get(`/classrooms/${await room()}`);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        name: '星の一生',
        minutes: 45,
        host: { nickname: 'プロ' },
        reservedUsers: [],
        hasMedia: false,
        hasMaterials: false,
        hasMessages: false,
        isReserved: false,
      });
    },
  );

  it.each(outsiders)('hides a private classroom from %s without the key', async (caller) => {
    const id = await room({ private_mode: true });
    expect(answerOf(await world.as(caller).get(`/classrooms/${id}`))).toBe('404 not_found');
    expect(answerOf(await world.as(caller).get(`/classrooms/${id}?key=wrong`))).toBe('404 not_found');
    const { status, body } = await world.as(caller).get(`/classrooms/${id}?key=${KEY}`);
    expect(status).toBe(200);
    expect(JSON.stringify(body)).not.toContain(KEY);
  });

  it('shows a private classroom to its host, its co-host, and users who reserved it', async () => {
    const id = await room({ private_mode: true });
    await insertReservation(world.db, id, world.people.student);
    expect((await world.as('professional').get(`/classrooms/${id}`)).body.myRole).toBe('host');
    expect((await world.as('otherAdult').get(`/classrooms/${id}`)).body.myRole).toBe('co_host');
    expect((await world.as('student').get(`/classrooms/${id}`)).body.isReserved).toBe(true);
  });

  it.each([false, true])('refuses a banned user (private: %s)', async (isPrivate) => {
    const id = await room({ private_mode: isPrivate });
    expect(answerOf(await world.as('otherStudent').get(`/classrooms/${id}?key=${KEY}`))).toBe('403 kicked');
  });

  it('shows the first seven reservations in order, without users of 12 or under and withdrawn ones', async () => {
    const id = await room();
    const { people } = world;
    const reservers = [
      people.child,
      people.withdrawn,
      people.student,
      people.adult,
      people.school,
      people.staff,
      people.subscriber,
      people.unverified,
      people.otherAdult,
      people.resubmit,
    ];
    for (const [index, userId] of reservers.entries()) {
      await world.db
        .insertInto('reservations')
        .values({ classroom_id: id, user_id: userId, created_at: at(index) })
        .execute();
    }
    await world.db.updateTable('classrooms').set({ reserved_count: reservers.length }).where('id', '=', id).execute();
    const { body } = await world.as('unauthenticated').get(`/classrooms/${id}`);
    expect(body.reservedUsers.map(({ nickname }: { nickname: string }) => nickname)).toEqual([
      '学生',
      '大人',
      '生徒',
      '運営',
      '会員',
      '未確認',
      '別の大人',
    ]);
  });

  it.each([
    ['an unknown id', 'cls_none'],
    ['a malformed id', 'a%27b'],
    ['NUL', 'a%00b'],
    ['an oversized id', 'a'.repeat(65)],
    ['SQL', '1%20or%201=1'],
  ])('answers 404 for %s', async (_what, id) => {
    expect(answerOf(await world.as('adult').get(`/classrooms/${id}`))).toBe('404 not_found');
  });

  it('rejects an oversized key', async () => {
    expect(answerOf(await world.as('adult').get(`/classrooms/${await room()}?key=${'k'.repeat(65)}`))).toBe(
      '422 invalid',
    );
  });
});

describe('deleteClassroom', () => {
  it.each([
    ['unauthenticated', '401 unauthenticated'],
    ['anonymous', '401 unauthenticated'],
    ['adult', '403 not_owner'],
    ['student', '403 not_owner'],
    ['child', '403 not_owner'],
    ['school', '403 not_owner'],
    ['subscriber', '403 not_owner'],
    ['staff', '403 not_owner'],
    ['unverified', '403 not_owner'],
    ['resubmit', '403 need_resubmit'],
    ['suspended', '403 suspended'],
    ['otherStudent', '403 kicked'],
    ['otherAdult', '403 not_owner'],
    ['professional', '204'],
  ] as [Caller, string][])('answers %s with %s', async (caller, expected) => {
    const id = await room();
    expect(answerOf(await world.as(caller).delete(`/classrooms/${id}`))).toBe(expected);
    expect((await rowOf(id)).state).toBe(expected === '204' ? 'cancelled' : 'scheduled');
  });

  it('cancels a scheduled classroom and publishes it once despite concurrent calls', async () => {
    const id = await room();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => world.as('professional').delete(`/classrooms/${id}`)),
    );
    expect(answers.map(answerOf).sort()).toEqual(['204', '410 ended', '410 ended', '410 ended', '410 ended']);
    expect(await domainEvents()).toEqual([{ name: 'classroomCancelled', payload: { classroomId: id } }]);
  });

  it('ends a live one', async () => {
    const id = await room({ state: 'live', start_at: at(-5), started_at: at(-5) });
    expect((await world.as('professional').delete(`/classrooms/${id}`)).status).toBe(204);
    const row = await rowOf(id);
    expect(row.state).toBe('ended');
    expect(row.ended_at).toBeInstanceOf(Date);
    expect(await domainEvents()).toEqual([]);
  });

  it.each(['ended', 'cancelled'] as const)('answers 410 for one that is %s', async (state) => {
    const id = await room({ state });
    expect(answerOf(await world.as('professional').delete(`/classrooms/${id}`))).toBe('410 ended');
    expect(answerOf(await world.as('adult').delete(`/classrooms/${id}`))).toBe('403 not_owner');
  });

  it('hides a private one from outsiders', async () => {
    const id = await room({ private_mode: true });
    expect(answerOf(await world.as('adult').delete(`/classrooms/${id}`))).toBe('404 not_found');
    expect(answerOf(await world.as('adult').delete('/classrooms/cls_none'))).toBe('404 not_found');
  });
});

describe('shareClassroom', () => {
  it.each([...outsiders, 'professional', 'otherAdult'] as Caller[])(
    'gives %s the share data of a public classroom',
    async (caller) => {
      const id = await room();
      const { status, body } = await world.as(caller).get(`/classrooms/${id}/share`);
      expect(status).toBe(200);
      expect(body).toEqual({
        url: `https://manabiba.test/classrooms/${id}`,
        title: '星の一生',
        text: expect.stringMatching(/^プロさんの教室「星の一生」。.+\(日本時間\)から。$/),
        imageUrl: expect.stringMatching(`^https://manabiba.test/v1/classrooms/${id}/pictures/[0-9a-f]{16}\\.png$`),
        hashtags: ['まなびば', '宇宙'],
      });
    },
  );

  it.each(outsiders)('refuses %s the share data of a private one, even with the key', async (caller) => {
    const id = await room({ private_mode: true });
    expect(answerOf(await world.as(caller).get(`/classrooms/${id}/share`))).toBe('404 not_found');
    expect(answerOf(await world.as(caller).get(`/classrooms/${id}/share?key=${KEY}`))).toBe('403 role_required');
  });

  it('gives host and co-host of a private one its URL without the key, and other members nothing', async () => {
    const id = await room({ private_mode: true });
    await insertReservation(world.db, id, world.people.student);
    for (const caller of ['professional', 'otherAdult'] as const) {
      const { status, body } = await world.as(caller).get(`/classrooms/${id}/share`);
      expect(status).toBe(200);
      expect(JSON.stringify(body)).not.toContain(KEY);
      expect(body.imageUrl).toBe('https://manabiba.test/media/og.png');
    }
    expect(answerOf(await world.as('student').get(`/classrooms/${id}/share`))).toBe('403 role_required');
    expect(answerOf(await world.as('otherStudent').get(`/classrooms/${id}/share`))).toBe('403 kicked');
  });
});
