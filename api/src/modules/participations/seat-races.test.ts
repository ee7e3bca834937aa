import { inTransaction } from '../../platform/database/transaction';
import { aCrowd } from '../../testing/crowd';
import { clearContent, insertCategories, insertInvitation, insertParticipation } from '../../testing/rows';
import { startTestApp, type TestApp } from '../../testing/start-test-app';
import { dropSeatGuard, unguardedSeats } from '../../testing/unguarded-seats';
import { seatsOf, wrongSeats } from './testing/seat-counts';
import { thrownBy } from './testing/thrown-by';
import { ticketWorld } from './testing/ticket-world';

let world: TestApp;
let crowd: Awaited<ReturnType<typeof aCrowd>>;
beforeAll(async () => {
  world = await startTestApp();
  await insertCategories(world.db);
  crowd = await aCrowd(world, 50);
});
afterEach(() => clearContent(world.db));
afterAll(() => world.close());

const outcomeOf = (work: Promise<{ state: string }>) =>
  thrownBy(work).then(async (code) => (code === 'nothing' ? (await work).state : code));
const count = (outcomes: string[]) =>
  outcomes.reduce<Record<string, number>>((sum, each) => ({ ...sum, [each]: (sum[each] ?? 0) + 1 }), {});

describe('fifty concurrent calls for the last seat', () => {
  it('of a paid ticket: one holds it', async () => {
    const tickets = ticketWorld(world);
    const event = await tickets.anEvent();
    const outcomes = await Promise.all(crowd.map(({ id }) => outcomeOf(tickets.hold(event, id))));
    expect(count(outcomes)).toEqual({ held: 1, sold_out: 49 });
    expect(await wrongSeats(world.db)).toEqual([]);
  });

  it('by every route at once: one gets it', async () => {
    const tickets = ticketWorld(world);
    const event = await tickets.anEvent();
    await insertInvitation(world.db, {
      event_id: event.eventId,
      ticket_type_id: event.ticketId,
      code: 'HOSHI',
      max_uses: 50,
    });
    const guest = (index: number) => ({
      guest: {
        email: `${index}@example.test`,
        birthDate: '1990-04-12',
        intent: `intent-${index}`,
        sessionId: `session-${index}`,
      },
    });
    const outcomes = await Promise.all(
      crowd.map(async (person, index) => {
        if (index % 3 === 0) return outcomeOf(tickets.hold(event, person.id));
        if (index % 3 === 1) return outcomeOf(tickets.hold(event, '', { holder: guest(index) }));
        const { body } = await person.post(`/me/event/${event.eventId}/invitation`, { code: 'HOSHI' });
        return (body.state ?? body.code) as string;
      }),
    );
    const { held = 0, confirmed = 0 } = count(outcomes);
    expect(held + confirmed).toBe(1);
    const seats = await seatsOf(world.db, event.ticketId);
    expect(seats.sold + seats.held).toBe(1);
    expect(await wrongSeats(world.db)).toEqual([]);
    const { uses } = await world.db.selectFrom('invitations').select('uses').executeTakeFirstOrThrow();
    expect(uses).toBe(confirmed);
  });

  it('paying late for a released seat: one gets it, the others are refunded', async () => {
    const tickets = ticketWorld(world);
    const event = await tickets.anEvent({ ticket: { quota: 8 } });
    const holds = await Promise.all(crowd.slice(0, 8).map(({ id }) => tickets.hold(event, id)));
    await inTransaction(world.db, (trx) =>
      trx
        .updateTable('participations')
        .set({ hold_expires_at: tickets.at(-1) })
        .execute(),
    );
    await Promise.all(
      holds.map(({ id }) =>
        inTransaction(world.db, (trx) => tickets.participations.expire(trx, id, world.clock.now())),
      ),
    );
    await world.db.updateTable('ticket_types').set({ quota: 1 }).execute();
    const outcomes = await Promise.all(holds.map(({ id }) => tickets.pay(id)));
    expect(count(outcomes)).toEqual({ late_seated: 1, late_refund: 7 });
    expect(await wrongSeats(world.db)).toEqual([]);
  });
});

it('the same race without the condition oversells', async () => {
  const own = await startTestApp();
  try {
    await insertCategories(own.db);
    const many = await aCrowd(own, 50);
    await dropSeatGuard(own.db);
    const tickets = ticketWorld(own, { seats: unguardedSeats });
    const event = await tickets.anEvent();
    const outcomes = await Promise.all(many.map(({ id }) => outcomeOf(tickets.hold(event, id))));
    expect(count(outcomes)['held']).toBeGreaterThan(1);
    expect(await wrongSeats(own.db)).toHaveLength(1);
  } finally {
    await own.close();
  }
});

describe('a seat released under concurrency', () => {
  it('is neither lost nor given twice, despite cancellations, expiry, waiting and new calls', async () => {
    const tickets = ticketWorld(world);
    for (let round = 0; round < 6; round += 1) {
      const event = await tickets.anEvent({ ticket: { quota: 4, price: 0 } });
      const path = `/me/events/${event.eventId}/participation`;
      const [inside, outside] = [crowd.slice(0, 4), crowd.slice(4, 24)];
      await Promise.all(inside.map((person) => person.post(path, {})));
      const place = { event_id: event.eventId, ticket_type_id: event.ticketId };
      const answers = await Promise.all([
        ...inside.slice(0, 3).map((person) => person.delete(path)),
        ...outside.map((person) => person.post(path, {})),
      ]);
      expect(answers.every(({ status }) => status < 300)).toBe(true);
      const waiting = await world.db
        .selectFrom('participations')
        .select('id')
        .where('event_id', '=', place.event_id)
        .where('state', '=', 'waitlisted')
        .execute();
      const { sold, held } = await seatsOf(world.db, event.ticketId);
      // Nobody waits while a seat is free.
      expect(sold + held).toBe(4);
      expect(waiting).toHaveLength(outside.length - 3);
      expect(await wrongSeats(world.db)).toEqual([]);
    }
  });

  it('an offer accepted, cancelled and expired at the same time ends in one way', async () => {
    const tickets = ticketWorld(world);
    for (let round = 0; round < 8; round += 1) {
      const event = await tickets.anEvent();
      const person = crowd[round];
      if (!person) throw new Error('nobody is left');
      const place = { event_id: event.eventId, ticket_type_id: event.ticketId };
      const id = await insertParticipation(world.db, {
        ...place,
        user_id: person.id,
        state: 'offered',
        hold_expires_at: tickets.at(-1),
      });
      await insertParticipation(world.db, { ...place, user_id: crowd[round + 20]?.id ?? '', state: 'waitlisted' });
      const { participations } = tickets;
      await Promise.all([
        person.delete(`/me/events/${event.eventId}/participation`),
        inTransaction(world.db, (trx) => participations.expire(trx, id, world.clock.now())),
        inTransaction(world.db, (trx) => participations.expire(trx, id, world.clock.now())),
        thrownBy(tickets.pay(id)),
      ]);
      expect(await wrongSeats(world.db)).toEqual([]);
      const seats = await seatsOf(world.db, event.ticketId);
      expect(seats.sold + seats.held).toBe(1);
    }
  });

  it('an event cancelled under concurrent calls leaves nobody with a seat', async () => {
    const tickets = ticketWorld(world);
    const event = await tickets.anEvent({ ticket: { quota: null, price: 0 } });
    const path = `/me/events/${event.eventId}/participation`;
    async function cancelEvent() {
      await world.db.updateTable('events').set({ state: 'cancelled' }).where('id', '=', event.eventId).execute();
      const some = () =>
        inTransaction(world.db, (trx) => tickets.participations.cancelSomeOf(trx, event.eventId, world.clock.now()));
      while (await some());
    }
    const half = crowd.slice(0, 25).map((person) => person.post(path, {}));
    const [answers] = await Promise.all([
      Promise.all([...half, ...crowd.slice(25).map((person) => person.post(path, {}))]),
      cancelEvent(),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => status !== 201 && status !== 409)).toEqual([]);
    expect(await seatsOf(world.db, event.ticketId)).toEqual({ sold: 0, held: 0 });
    expect(await wrongSeats(world.db)).toEqual([]);
  });
});
