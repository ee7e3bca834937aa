import { organizing } from '../../../testing/events';
import {
  clearContent,
  insertCategories,
  insertEvent,
  insertParticipation,
  insertTicketType,
} from '../../../testing/rows';
import { startTestApp, type TestApp } from '../../../testing/start-test-app';

let world: TestApp;
let o: ReturnType<typeof organizing>;
beforeAll(async () => {
  world = await startTestApp();
  await insertCategories(world.db);
  o = organizing(world);
});
afterEach(() => clearContent(world.db));
afterAll(() => world.close());

const participationsOf = (eventId: string) =>
  world.db.selectFrom('participations').selectAll().where('event_id', '=', eventId).orderBy('id').execute();
const ticketOf = (id: string) =>
  world.db.selectFrom('ticket_types').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const countEvents = async (name: string) =>
  (await world.db.selectFrom('domain_events').select('id').where('name', '=', name).execute()).length;

/** Inserts a published event with one free ticket. */
async function eventWithTicket(quota: number | null = null) {
  const id = await insertEvent(world.db, { organizer_id: world.people.professional });
  return { id, ticket: await insertTicketType(world.db, { event_id: id, quota }) };
}

describe('the participations of a cancelled event', () => {
  const states = ['confirmed', 'joined', 'held', 'pending_payment', 'offered', 'waitlisted'] as const;

  it('all end, in every state, and free every seat', async () => {
    const { id, ticket } = await eventWithTicket();
    for (const [index, state] of states.entries())
      await insertParticipation(world.db, {
        event_id: id,
        ticket_type_id: ticket,
        guest_email: `${state}@example.jp`,
        state,
        created_at: new Date(Date.now() + index),
      });
    await insertParticipation(world.db, {
      event_id: id,
      ticket_type_id: ticket,
      state: 'expired',
      guest_email: 'x@example.jp',
    });
    expect((await o.cancel(id, '都合により')).status).toBe(204);
    await world.runJobs();
    const rows = await participationsOf(id);
    expect(rows.map(({ state }) => state).sort()).toEqual([...states.map(() => 'cancelled'), 'expired']);
    expect(rows.filter(({ cancel_reason }) => cancel_reason === 'event_cancelled')).toHaveLength(states.length);
    expect(await ticketOf(ticket)).toMatchObject({ sold: 0, held: 0 });
    expect(await countEvents('seatOffered')).toBe(0);
  });

  it('end in batches, each announced once, even if the job is repeated', async () => {
    const { id, ticket } = await eventWithTicket();
    for (let number = 0; number < 120; number += 1)
      await insertParticipation(world.db, {
        event_id: id,
        ticket_type_id: ticket,
        guest_email: `g${number}@example.jp`,
      });
    await o.cancel(id, '都合により');
    for (let turn = 0; turn < 2; turn += 1) {
      await world.runJobs();
      await world.pool.query("update pgboss.job set state = 'created' where name = 'end-participations'");
    }
    await world.runJobs();
    expect(new Set((await participationsOf(id)).map(({ state }) => state))).toEqual(new Set(['cancelled']));
    expect(await countEvents('participationCancelled')).toBe(120);
  });

  it('leave none behind, even if a seat is taken at that moment', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id, ticket } = await eventWithTicket();
      const callers = ['adult', 'otherAdult', 'subscriber'] as const;
      await Promise.all([
        ...callers.map((caller) => world.as(caller).post(`/me/events/${id}/participation`, { ticketTypeId: ticket })),
        o.cancel(id, '都合により'),
      ]);
      await world.runJobs();
      expect((await participationsOf(id)).filter(({ state }) => state !== 'cancelled')).toEqual([]);
      expect(await ticketOf(ticket)).toMatchObject({ sold: 0, held: 0 });
    }
  });
});

describe('a participation that the organizer refunds', () => {
  const refund = (eventId: string, id: string) =>
    o.organizer().post(`/org/events/${eventId}/participants/${id}/refund`);

  it('ends for that reason, and its seat goes to the next in line', async () => {
    const { id, ticket } = await eventWithTicket(1);
    const place = { event_id: id, ticket_type_id: ticket };
    const mine = await insertParticipation(world.db, { ...place, user_id: world.people.adult });
    const waiting = await insertParticipation(world.db, {
      ...place,
      user_id: world.people.student,
      state: 'waitlisted',
    });
    expect(await refund(id, mine)).toMatchObject({
      status: 200,
      body: { id: mine, state: 'cancelled', cancelReason: 'organizer', user: { nickname: '大人' } },
    });
    const next = (await participationsOf(id)).find((row) => row.id === waiting);
    expect(next?.state).toBe('offered');
    expect(await refund(id, mine)).toMatchObject({ status: 409, body: { code: 'conflict' } });
  });

  it.each([
    ['of another event', async () => (await eventWithTicket()).id],
    ['of an event by another organizer', () => insertEvent(world.db, { organizer_id: world.people.staff })],
  ])('is not found as one %s', async (_what, another) => {
    const { id, ticket } = await eventWithTicket();
    const mine = await insertParticipation(world.db, {
      event_id: id,
      ticket_type_id: ticket,
      user_id: world.people.adult,
    });
    expect((await refund(await another(), mine)).status).toBe(404);
    expect((await participationsOf(id))[0]?.state).toBe('confirmed');
  });
});

it('offers the seats of a raised quota to the waiting list, in order', async () => {
  const { id, ticket } = await eventWithTicket(1);
  const place = { event_id: id, ticket_type_id: ticket };
  await insertParticipation(world.db, { ...place, user_id: world.people.adult });
  for (const [index, name] of (['student', 'school', 'subscriber'] as const).entries())
    await insertParticipation(world.db, {
      ...place,
      user_id: world.people[name],
      state: 'waitlisted',
      waits_since: new Date(Date.now() + index),
    });
  const { body } = await o.organizer().patch(`/org/events/${id}/ticket_types/${ticket}`, { quota: 3 });
  expect(body).toMatchObject({ quota: 3, sold: 1, held: 2 });
  const offered = (await participationsOf(id)).filter(({ state }) => state === 'offered').map(({ user_id }) => user_id);
  expect(offered.sort()).toEqual([world.people.school, world.people.student].sort());
});
