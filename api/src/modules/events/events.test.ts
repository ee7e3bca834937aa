import { addMinutes } from 'date-fns';
import type { Insertable } from 'kysely';

import { newId } from '../../platform/ids';
import type { ParticipationsTable, TicketTypesTable } from '../../tables/events';
import { clearContent, insertCategories, insertClassroom, insertEvent } from '../../testing/rows';
import { type Caller, startTestApp, type TestApp } from '../../testing/start-test-app';

let world: TestApp;
beforeAll(async () => {
  world = await startTestApp();
  await insertCategories(world.db);
});
afterEach(() => clearContent(world.db));
afterAll(() => world.close());

const everybody: Caller[] = [
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
  'professional',
];
const at = (minutes: number) => addMinutes(world.clock.now(), minutes);
const event = (given: Partial<Parameters<typeof insertEvent>[1]> = {}) =>
  insertEvent(world.db, { organizer_id: world.people.professional, ...given });

async function ticket(eventId: string, given: Partial<Insertable<TicketTypesTable>> = {}): Promise<string> {
  const id = newId('tkt');
  await world.db
    .insertInto('ticket_types')
    .values({
      id,
      event_id: eventId,
      name: '一般',
      kind: 'general',
      price: 1500,
      tax_rate: 10,
      quota: 100,
      sale_start_at: at(-60),
      sale_end_at: at(60),
      ...given,
    })
    .execute();
  return id;
}
async function participation(
  eventId: string,
  userId: string,
  given: Partial<Insertable<ParticipationsTable>> = {},
): Promise<string> {
  const id = newId('par');
  const ticketTypeId = given.ticket_type_id ?? (await ticket(eventId));
  await world.db
    .insertInto('participations')
    .values({
      id,
      event_id: eventId,
      ticket_type_id: ticketTypeId,
      user_id: userId,
      guest_email: null,
      route: 'general',
      state: 'confirmed',
      payment_intent_id: null,
      amount: 1500,
      ...given,
    })
    .execute();
  return id;
}
const titlesFor = async (caller: Caller, query = '') => {
  const { status, body } = await world.as(caller).get(`/events${query}`);
  expect(status).toBe(200);
  return body.items.map(({ title }: { title: string }) => title);
};
async function inEveryState() {
  for (const [index, state] of (
    ['draft', 'published', 'open', 'live', 'ended', 'archived', 'cancelled'] as const
  ).entries()) {
    await event({ title: state, state, start_at: at(100 - index) });
  }
}

describe('listEvents', () => {
  it.each(everybody)('shows %s events that are not over, cancelled or drafts, by start', async (caller) => {
    await inEveryState();
    expect(await titlesFor(caller)).toEqual(['live', 'open', 'published']);
  });

  it.each(['published', 'open', 'live', 'ended', 'archived', 'cancelled'])(
    'shows those that are %s on request',
    async (state) => {
      await inEveryState();
      expect(await titlesFor('adult', `?state=${state}`)).toEqual([state]);
    },
  );

  it.each([
    ['published', ['先', '後']],
    ['ended', ['後', '先']],
    ['archived', ['後', '先']],
    ['cancelled', ['後', '先']],
  ] as const)('orders those that are %s', async (state, titles) => {
    await event({ title: '先', state, start_at: at(10) });
    await event({ title: '後', state, start_at: at(20) });
    expect(await titlesFor('unauthenticated', `?state=${state}`)).toEqual(titles);
  });

  it('filters by a span of starts with an exclusive end', async () => {
    for (const minutes of [10, 20, 30]) await event({ title: `${minutes}`, start_at: at(minutes) });
    const [ten, thirty] = (await world.as('adult').get('/events')).body.items
      .filter((_: unknown, index: number) => index !== 1)
      .map(({ startAt }: { startAt: string }) => startAt);
    expect(await titlesFor('adult', `?from=${ten}&to=${thirty}`)).toEqual(['10', '20']);
    expect(await titlesFor('adult', `?from=${thirty}`)).toEqual(['30']);
    expect(await titlesFor('adult', `?to=${ten}`)).toEqual([]);
  });

  it.each([1, 4, 50])('pages through all of them once, %i at a time', async (limit) => {
    const second = at(50).toISOString().slice(0, 19);
    for (let index = 0; index < 7; index += 1) {
      await event({ title: `同じ${index}`, start_at: `${second}Z` });
      await event({ title: `近い${index}`, start_at: `${second}.10000${index}Z` });
    }
    const titles: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { body } = await world.as('student').get(`/events?limit=${limit}${cursor && `&cursor=${cursor}`}`);
      titles.push(...body.items.map(({ title }: { title: string }) => title));
      cursor = body.nextCursor;
    }
    expect(titles).toHaveLength(14);
    expect(new Set(titles).size).toBe(14);
    expect(titles.slice(7)).toEqual(Array.from({ length: 7 }, (_, index) => `近い${index}`));
  });

  it('needs no more queries for 30 events than for one', async () => {
    for (let index = 0; index < 31; index += 1) {
      const id = await event({ speaker_ids: [world.people.adult] });
      await participation(id, world.people.student);
    }
    const queries = async (limit: number) => {
      let acquired = 0;
      const count = () => {
        acquired += 1;
      };
      world.pool.on('acquire', count);
      await world.as('student').get(`/events?limit=${limit}`);
      world.pool.off('acquire', count);
      return acquired;
    };
    expect(await queries(30)).toBe(await queries(1));
  });

  it.each([
    ['state=draft', 'state'],
    ['state=x', 'state'],
    ['from=yesterday', 'from'],
    ['to=2026-02-30T00:00:00Z', 'to'],
    ['limit=99', 'limit'],
    ['cursor=xyz', 'cursor'],
    ['from=2026-01-01T00:00:00Z&from=2026-01-02T00:00:00Z', 'from'],
  ])('rejects ?%s', async (query, field) => {
    const { status, body } = await world.as('adult').get(`/events?${query}`);
    expect([status, body.code, Object.keys(body.fields)]).toEqual([422, 'invalid', [field]]);
  });

  it.each(['0000-01-01T00:00:00Z', '0001-01-01T00:00:00.123456789Z', '9999-12-31T23:59:59Z'])(
    'accepts the time %s, however distant',
    async (time) => {
      await event();
      expect((await world.as('adult').get(`/events?from=${time}`)).status).toBe(200);
      expect((await world.as('adult').get(`/events?to=${time}`)).status).toBe(200);
    },
  );
});

describe('getEvent', () => {
  it.each(everybody)('shows %s an event with its tickets, speakers and organizer', async (caller) => {
    const id = await event({
      speaker_ids: [world.people.staff, world.people.withdrawn, world.people.adult, 'usr_none'],
      subtitle: '研究者と話す90分',
    });
    await ticket(id, { name: '学生', kind: 'student', price: 500 });
    await ticket(id, { name: '一般', price: 1500, sold: 88, held: 2 });
    const { status, body } = await world.as(caller).get(`/events/${id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id,
      subtitle: '研究者と話す90分',
      state: 'published',
      myParticipation: null,
      participants: [],
      organizer: {
        nickname: 'プロ',
        orgName: 'まなび協会',
        isProfessional: true,
        classroomCount: 0,
        nextClassroomAt: null,
      },
    });
    expect(body.speakers.map(({ nickname }: { nickname: string }) => nickname)).toEqual(['運営', '大人']);
    expect(
      body.tickets.map(({ name, quota, sold, held, maxPerUser }: Record<string, unknown>) => [
        name,
        quota,
        sold,
        held,
        maxPerUser,
      ]),
    ).toEqual([
      ['一般', 100, 88, 2, 1],
      ['学生', 100, 0, 0, 1],
    ]);
  });

  it.each(everybody)('shows %s a draft only if it is their own', async (caller) => {
    const id = await event({ state: 'draft' });
    expect((await world.as(caller).get(`/events/${id}`)).status).toBe(caller === 'professional' ? 200 : 404);
  });

  it('shows a cancelled one', async () => {
    expect((await world.as('unauthenticated').get(`/events/${await event({ state: 'cancelled' })}`)).body.state).toBe(
      'cancelled',
    );
  });

  it("shows the organizer's next public classroom and the number of past ones, without private and cancelled ones", async () => {
    const id = await event();
    const host = { host_id: world.people.professional };
    const next = at(30);
    await insertClassroom(world.db, { ...host, start_at: at(90) });
    await insertClassroom(world.db, { ...host, start_at: next });
    await insertClassroom(world.db, { ...host, start_at: at(-500), state: 'ended' });
    await insertClassroom(world.db, { ...host, start_at: at(5), private_mode: true });
    await insertClassroom(world.db, { ...host, start_at: at(6), state: 'cancelled' });
    const { body } = await world.as('adult').get(`/events/${id}`);
    expect(body.organizer).toMatchObject({ classroomCount: 3, nextClassroomAt: next.toISOString() });
  });

  it('shows the first seven participants, without users of 12 or under, withdrawn ones and those without a seat', async () => {
    const id = await event();
    const { people } = world;
    const everyone = [
      people.child,
      people.withdrawn,
      people.student,
      people.adult,
      people.school,
      people.staff,
      people.subscriber,
      people.unverified,
      people.otherAdult,
      people.otherStudent,
    ];
    for (const [index, userId] of everyone.entries()) await participation(id, userId, { created_at: at(index - 100) });
    await participation(id, people.resubmit, { state: 'held', created_at: at(-1000) });
    const { body } = await world.as('unauthenticated').get(`/events/${id}`);
    expect(body.participants.map(({ nickname }: { nickname: string }) => nickname)).toEqual([
      '学生',
      '大人',
      '生徒',
      '運営',
      '会員',
      '未確認',
      '別の大人',
    ]);
    expect((await world.as('unauthenticated').get('/events')).body.items[0].participants).toEqual([]);
  });

  it('lists all participants, page by page, each once; those of a draft only to its organizer', async () => {
    const { people } = world;
    const id = await event();
    const everyone = [
      people.student,
      people.adult,
      people.school,
      people.staff,
      people.subscriber,
      people.unverified,
      people.otherAdult,
      people.otherStudent,
    ];
    for (const [index, userId] of [...everyone, people.child, people.withdrawn].entries())
      await participation(id, userId, { created_at: at(index - 100) });
    const first = (await world.as('unauthenticated').get(`/events/${id}/participants?limit=5`)).body;
    const second = (await world.as('anonymous').get(`/events/${id}/participants?limit=5&cursor=${first.nextCursor}`))
      .body;
    expect([...first.items, ...second.items].map((person: { id: string }) => person.id)).toEqual(everyone);
    expect(second.nextCursor).toBeNull();
    const draft = await event({ state: 'draft' });
    expect([
      (await world.as('adult').get(`/events/${draft}/participants`)).status,
      (await world.as('professional').get(`/events/${draft}/participants`)).status,
    ]).toEqual([404, 200]);
  });

  it.each([
    ['an unknown id', 'evt_none'],
    ['NUL', 'a%00'],
    ['SQL', "1'%20or%20'1'='1"],
    ['an oversized id', 'e'.repeat(65)],
  ])('answers 404 for %s', async (_what, id) => {
    const { status, body } = await world.as('adult').get(`/events/${id}`);
    expect([status, body.code]).toEqual([404, 'not_found']);
  });
});

describe("the viewer's own participation", () => {
  const mine = async (caller: Caller, id: string) => (await world.as(caller).get(`/events/${id}`)).body.myParticipation;

  it('is shown to its owner only, also in the list', async () => {
    const id = await event();
    const own = await participation(id, world.people.student, { amount: 500, route: 'student' });
    expect(await mine('student', id)).toMatchObject({
      id: own,
      eventId: id,
      userId: world.people.student,
      state: 'confirmed',
      amount: 500,
      route: 'student',
      joinUrl: null,
      icsUrl: `/v1/me/aud/events/${id}/calendar.ics`,
    });
    expect(await mine('adult', id)).toBeNull();
    expect(await mine('unauthenticated', id)).toBeNull();
    expect((await world.as('student').get('/events')).body.items[0].myParticipation.id).toBe(own);
  });

  it('is the active one of several, else one with a refund in progress, else none', async () => {
    const id = await event();
    await participation(id, world.people.student, { state: 'expired', created_at: at(-1) });
    expect(await mine('student', id)).toBeNull();
    const refunded = await participation(id, world.people.student, { state: 'refund_pending', created_at: at(-2) });
    expect((await mine('student', id)).id).toBe(refunded);
    const live = await participation(id, world.people.student, { state: 'waitlisted', created_at: at(-3) });
    expect((await mine('student', id)).id).toBe(live);
  });

  it.each([
    ['confirmed', 'open', true],
    ['joined', 'live', true],
    ['held', 'open', false],
    ['confirmed', 'published', false],
    ['confirmed', 'ended', false],
  ] as const)('admits a user who is %s when the event is %s: %s', async (state, eventState, isLetIn) => {
    const classroomId = await insertClassroom(world.db, { host_id: world.people.professional, private_mode: true });
    const id = await event({ state: eventState, classroom_id: classroomId });
    await participation(id, world.people.student, { state });
    expect((await mine('student', id)).joinUrl).toBe(isLetIn ? `/classrooms/${classroomId}?key=key-of-the-room` : null);
    expect(JSON.stringify((await world.as('adult').get(`/events/${id}`)).body)).not.toContain('key-of-the-room');
  });
});
