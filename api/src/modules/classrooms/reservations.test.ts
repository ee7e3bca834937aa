import { addMinutes } from 'date-fns';

import { aCrowd } from '../../testing/crowd';
import {
  clearContent,
  insertCategories,
  insertClassroom,
  insertClassroomUser,
  insertReservation,
} from '../../testing/rows';
import { type Caller, startTestApp, type TestApp, type TestClient } from '../../testing/start-test-app';

let world: TestApp;
let crowd: (TestClient & { id: string })[];
beforeAll(async () => {
  world = await startTestApp();
  await insertCategories(world.db);
  crowd = await aCrowd(world, 50);
});
afterEach(() => clearContent(world.db));
afterAll(() => world.close());

const KEY = 'key-of-the-room';
const at = (minutes: number) => addMinutes(world.clock.now(), minutes);

/** Inserts a classroom hosted by the professional with otherAdult as co-host; otherStudent is banned. */
async function room(given: Partial<Parameters<typeof insertClassroom>[1]> = {}): Promise<string> {
  const id = await insertClassroom(world.db, { host_id: world.people.professional, ...given });
  await insertClassroomUser(world.db, { classroom_id: id, user_id: world.people.otherAdult, role: 'co_host' });
  await insertClassroomUser(world.db, {
    classroom_id: id,
    user_id: world.people.otherStudent,
    role: 'speaker',
    kicked_at: at(-1),
  });
  return id;
}
const reserve = (caller: Caller, id: string, body: unknown = {}) =>
  world.as(caller).post(`/classrooms/${id}/reservations`, body);
const cancel = (caller: Caller, id: string) => world.as(caller).delete(`/classrooms/${id}/reservations`);
const answerOf = ({ status, body }: { status: number; body: { code?: string } }) =>
  body.code ? `${status} ${body.code}` : `${status}`;
const domainEvents = () => world.db.selectFrom('domain_events').select(['name', 'payload']).execute();

/** Returns the counter, after checking that it equals the number of rows. */
async function seatsTaken(id: string): Promise<number> {
  const { reserved_count: counted } = await world.db
    .selectFrom('classrooms')
    .select('reserved_count')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const rows = await world.db.selectFrom('reservations').selectAll().where('classroom_id', '=', id).execute();
  expect(counted).toBe(rows.length);
  return counted;
}

describe('createReservation', () => {
  it.each([
    ['unauthenticated', '401 unauthenticated', '401 unauthenticated'],
    ['anonymous', '401 unauthenticated', '401 unauthenticated'],
    ['adult', '201', '403 audience_restricted'],
    ['student', '201', '201'],
    ['child', '201', '201'],
    ['school', '201', '201'],
    ['subscriber', '201', '403 audience_restricted'],
    ['staff', '201', '403 audience_restricted'],
    ['unverified', '201', '403 audience_restricted'],
    ['resubmit', '403 need_resubmit', '403 need_resubmit'],
    ['suspended', '403 suspended', '403 suspended'],
    ['professional', '409 conflict', '409 conflict'],
    ['otherAdult', '201', '201'],
    ['otherStudent', '403 kicked', '403 kicked'],
  ] as [Caller, string, string][])(
    'answers %s with %s when it is open to all, with %s when it is for students',
    async (caller, open, students) => {
      const id = await room();
      expect(answerOf(await reserve(caller, id))).toBe(open);
      expect(await seatsTaken(id)).toBe(open === '201' ? 1 : 0);
      const restricted = await room({ all_users: false });
      expect(answerOf(await reserve(caller, restricted))).toBe(students);
      expect(await seatsTaken(restricted)).toBe(students === '201' ? 1 : 0);
    },
  );

  it('refuses other professionals in a student classroom', async () => {
    const id = await insertClassroom(world.db, { host_id: world.people.student, all_users: false });
    expect(answerOf(await reserve('professional', id))).toBe('403 audience_restricted');
  });

  it('returns the number of reservations, and the same when repeated', async () => {
    const id = await room();
    await reserve('adult', id);
    const first = await reserve('student', id);
    expect([first.status, first.body]).toEqual([201, { isReserved: true, reservedCount: 2 }]);
    const again = await reserve('student', id);
    expect([again.status, again.body]).toEqual([200, { isReserved: true, reservedCount: 2 }]);
    expect(await seatsTaken(id)).toBe(2);
  });

  it("notifies the user's followers once, and no one for a private one", async () => {
    const [id, secret] = [await room(), await room({ private_mode: true })];
    await reserve('student', id);
    await reserve('student', id);
    await reserve('student', secret, { key: KEY });
    expect(await domainEvents()).toEqual([
      { name: 'classroomReserved', payload: { classroomId: id, userId: world.people.student } },
    ]);
  });

  it('requires the key of a private one', async () => {
    const id = await room({ private_mode: true });
    expect(answerOf(await reserve('student', id))).toBe('404 not_found');
    expect(answerOf(await reserve('student', id, { key: 'wrong' }))).toBe('404 not_found');
    expect(answerOf(await reserve('student', id, { key: KEY }))).toBe('201');
    expect(answerOf(await reserve('student', id))).toBe('200');
  });

  it.each([
    ['live', '409 conflict'],
    ['ended', '410 ended'],
    ['cancelled', '410 ended'],
  ] as const)('is too late when it is %s: %s', async (state, expected) => {
    const id = await room({ state });
    expect(answerOf(await reserve('student', id))).toBe(expected);
    expect(await seatsTaken(id)).toBe(0);
  });

  it('reports a full classroom, but not to users with a reservation', async () => {
    const id = await room({ max_speakers: 1, max_listeners: 0 });
    await reserve('adult', id);
    expect(answerOf(await reserve('student', id))).toBe('409 full');
    expect(answerOf(await reserve('adult', id))).toBe('200');
    await cancel('adult', id);
    expect(answerOf(await reserve('student', id))).toBe('201');
  });

  it.each([
    ['a numeric key', { key: 1 }],
    ['an oversized key', { key: 'k'.repeat(65) }],
    ['an unknown field', { userId: 'usr_adult' }],
    ['an array', []],
  ])('rejects %s', async (_what, body) => {
    const id = await room();
    expect(answerOf(await reserve('student', id, body))).toBe('422 invalid');
    expect(await seatsTaken(id)).toBe(0);
  });

  it('answers 404 for an unknown or malformed id', async () => {
    expect(answerOf(await reserve('student', 'cls_none'))).toBe('404 not_found');
    expect(answerOf(await reserve('student', "x'%20or%201=1"))).toBe('404 not_found');
  });
});

describe('deleteReservation', () => {
  it.each([
    ['unauthenticated', '401 unauthenticated'],
    ['anonymous', '401 unauthenticated'],
    ['adult', '200'],
    ['student', '200'],
    ['child', '200'],
    ['school', '200'],
    ['subscriber', '200'],
    ['staff', '200'],
    ['unverified', '200'],
    ['otherAdult', '200'],
    ['resubmit', '403 need_resubmit'],
    ['suspended', '403 suspended'],
    ['professional', '409 conflict'],
    ['otherStudent', '403 kicked'],
  ] as [Caller & keyof TestApp['people'], string][])('answers %s with %s', async (caller, expected) => {
    const id = await room();
    if (expected === '200') await insertReservation(world.db, id, world.people[caller]);
    const answer = await cancel(caller, id);
    expect(answerOf(answer)).toBe(expected);
    if (expected === '200') expect(answer.body).toEqual({ isReserved: false, reservedCount: 0 });
    expect(await seatsTaken(id)).toBe(0);
  });

  it('changes nothing when repeated or without a reservation', async () => {
    const id = await room();
    await insertReservation(world.db, id, world.people.adult);
    await insertReservation(world.db, id, world.people.student);
    await cancel('student', id);
    expect((await cancel('student', id)).body).toEqual({ isReserved: false, reservedCount: 1 });
    expect((await cancel('school', id)).body).toEqual({ isReserved: false, reservedCount: 1 });
    expect(await seatsTaken(id)).toBe(1);
  });

  it('cancels in a private one without the key', async () => {
    const id = await room({ private_mode: true });
    await insertReservation(world.db, id, world.people.student);
    expect((await cancel('student', id)).status).toBe(200);
    expect(answerOf(await cancel('adult', id))).toBe('404 not_found');
  });
});

describe('under concurrency', () => {
  it('gives exactly the available seats', async () => {
    const id = await room({ max_speakers: 4, max_listeners: 6 });
    const answers = await Promise.all(crowd.map((person) => person.post(`/classrooms/${id}/reservations`, {})));
    const given = answers.map(answerOf);
    expect(given.filter((answer) => answer === '201')).toHaveLength(10);
    expect(given.filter((answer) => answer === '409 full')).toHaveLength(40);
    expect(
      answers.flatMap(({ status, body }) => (status === 201 ? [body.reservedCount] : [])).sort((a, b) => a - b),
    ).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(await seatsTaken(id)).toBe(10);
  });

  it('loses no update', async () => {
    const id = await room();
    await Promise.all(crowd.map((person) => person.post(`/classrooms/${id}/reservations`, {})));
    expect(await seatsTaken(id)).toBe(50);
    await Promise.all(crowd.slice(0, 20).map((person) => person.delete(`/classrooms/${id}/reservations`)));
    expect(await seatsTaken(id)).toBe(30);
  });

  it('never gives more seats than the room has for speakers and listeners together', async () => {
    const id = await room({ max_speakers: 10, max_listeners: 40 });
    await Promise.all(crowd.map((person) => person.post(`/classrooms/${id}/reservations`, {})));
    expect(answerOf(await reserve('student', id))).toBe('409 full');
    expect(await seatsTaken(id)).toBe(50);
  });

  it('gives each user one seat', async () => {
    const id = await room();
    const answers = await Promise.all(Array.from({ length: 20 }, () => reserve('student', id)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.every(({ status }) => status === 200 || status === 201)).toBe(true);
    expect(await seatsTaken(id)).toBe(1);
  });

  it('keeps the count correct under concurrent reservations and cancellations', async () => {
    const id = await room({ max_speakers: 5, max_listeners: 0 });
    const answers = await Promise.all(
      crowd
        .slice(0, 12)
        .flatMap((person) => [
          person.post(`/classrooms/${id}/reservations`, {}),
          person.delete(`/classrooms/${id}/reservations`),
          person.post(`/classrooms/${id}/reservations`, {}),
        ]),
    );
    expect(answers.every(({ status }) => status < 500)).toBe(true);
    expect(await seatsTaken(id)).toBeLessThanOrEqual(5);
  });

  it('gives no seat after it is cancelled', async () => {
    const id = await room();
    const [, ...answers] = await Promise.all([
      world.as('professional').delete(`/classrooms/${id}`),
      ...crowd.slice(0, 20).map((person) => person.post(`/classrooms/${id}/reservations`, {})),
    ]);
    expect(answers.map(answerOf).every((answer) => answer === '201' || answer === '410 ended')).toBe(true);
    expect(await seatsTaken(id)).toBe(answers.filter(({ status }) => status === 201).length);
  });
});

describe('listReservers', () => {
  const reservers = async (caller: Caller, id: string, query = '') =>
    (await world.as(caller).get(`/classrooms/${id}/reservations${query}`)).body;
  const ids = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => id);

  it('lists users in order of reservation, page by page, each once', async () => {
    const id = await room();
    for (const { id: userId } of crowd.slice(0, 12)) await insertReservation(world.db, id, userId);
    const first = await reservers('unauthenticated', id, '?limit=5');
    const second = await reservers('anonymous', id, `?limit=5&cursor=${first.nextCursor}`);
    const third = await reservers('adult', id, `?limit=5&cursor=${second.nextCursor}`);
    expect([...ids(first), ...ids(second), ...ids(third)]).toEqual(crowd.slice(0, 12).map((person) => person.id));
    expect(third.nextCursor).toBeNull();
  });

  it('leaves out users of 12 or under', async () => {
    const id = await room();
    await insertReservation(world.db, id, world.people.child);
    await insertReservation(world.db, id, world.people.student);
    expect(ids(await reservers('professional', id))).toEqual([world.people.student]);
  });

  it('requires the key of a private classroom', async () => {
    const id = await room({ private_mode: true });
    await insertReservation(world.db, id, world.people.student);
    expect(answerOf(await world.as('adult').get(`/classrooms/${id}/reservations`))).toBe('404 not_found');
    expect(ids(await reservers('adult', id, `?key=${KEY}`))).toEqual([world.people.student]);
  });
});
