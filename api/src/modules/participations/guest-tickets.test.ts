import { insertGuestTicket } from '../../testing/guest-tickets';
import { clearContent, insertCategories, insertParticipation } from '../../testing/rows';
import { startTestApp, type TestApp } from '../../testing/start-test-app';
import { seatsOf, wrongSeats } from './testing/seat-counts';
import { ticketWorld } from './testing/ticket-world';

let world: TestApp;
let tickets: ReturnType<typeof ticketWorld>;
beforeAll(async () => {
  world = await startTestApp();
  await insertCategories(world.db);
});
beforeEach(() => {
  tickets = ticketWorld(world);
});
afterEach(async () => {
  expect(await wrongSeats(world.db)).toEqual([]);
  await clearContent(world.db);
});
afterAll(() => world.close());

async function aGuest(event: Parameters<typeof tickets.anEvent>[0] = {}, state: 'confirmed' | 'expired' = 'confirmed') {
  const made = await tickets.anEvent({ ticket: { quota: 5 }, ...event });
  const token = await insertGuestTicket(world, made.eventId, made.ticketId, { state });
  return { ...made, token, path: `/guest_tickets/${token}` };
}

describe('a ticket of a guest without an account', () => {
  it('is shown to the holder of its link, with its event and address', async () => {
    const { eventId, path } = await aGuest();
    for (const caller of ['unauthenticated', 'anonymous', 'adult'] as const)
      expect(await world.as(caller).get(path)).toMatchObject({
        status: 200,
        body: {
          email: 'hana@example.test',
          event: { id: eventId },
          participation: { eventId, userId: null, state: 'confirmed', icsUrl: `/v1/events/${eventId}/calendar.ics` },
        },
      });
  });

  it('is opened by the token returned when holding a seat', async () => {
    const event = await tickets.anEvent();
    const held = await tickets.hold(event, '', {
      holder: { guest: { email: 'hana@example.test', birthDate: '1990-04-12', intent: null, sessionId: 'session-1' } },
    });
    const { body } = await world
      .as('unauthenticated')
      .get(`/guest_tickets/${tickets.participations.guestTokenOf(held.id)}`);
    expect(body.participation).toMatchObject({ id: held.id, state: 'held' });
  });

  it('is not found by another token, and its token is not stored', async () => {
    const { token } = await aGuest();
    const other = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
    expect((await world.as('unauthenticated').get(`/guest_tickets/${other}`)).status).toBe(404);
    const rows = await world.db.selectFrom('participations').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('that is paid meanwhile is not released for another way to pay', async () => {
    const { ticketId, path } = await aGuest();
    const answer = await world.as('unauthenticated').delete(`${path}?isUnpaid=true`);
    expect([answer.status, answer.body.code]).toEqual([409, 'already']);
    expect(await seatsOf(world.db, ticketId)).toEqual({ sold: 1, held: 0 });
  });

  it('is cancelled by its link once, before the event begins', async () => {
    const { ticketId, path } = await aGuest();
    const refundOf = async (link: string) => (await world.as('unauthenticated').get(link)).body.cancellation;
    expect(await refundOf(path)).toEqual({ paid: 0, refund: 0, fullRefundUntil: null });
    expect(await world.as('unauthenticated').delete(path)).toMatchObject({ status: 200, body: { state: 'cancelled' } });
    expect(await seatsOf(world.db, ticketId)).toEqual({ sold: 0, held: 0 });
    expect((await world.as('unauthenticated').delete(path)).status).toBe(404);
    expect(await refundOf(path)).toBeNull();
    const begun = await aGuest({ start_at: tickets.at(-1) });
    expect(await refundOf(begun.path)).toBeNull();
    expect((await world.as('unauthenticated').delete(begun.path)).body.code).toBe('not_refundable');
  });
});

describe('claimGuestTicket', () => {
  it('transfers it to the account and invalidates the link', async () => {
    const { eventId, path } = await aGuest();
    const { status, body } = await world.as('adult').post(`${path}/claim`);
    expect([status, body]).toMatchObject([
      200,
      { userId: world.people.adult, guestEmail: null, icsUrl: `/v1/me/aud/events/${eventId}/calendar.ics` },
    ]);
    expect((await world.as('unauthenticated').get(path)).status).toBe(404);
    expect((await world.as('otherAdult').post(`${path}/claim`)).status).toBe(404);
    const mine = (await world.as('adult').get('/me/aud/events')).body.items;
    expect(mine.map(({ id }: { id: string }) => id)).toEqual([eventId]);
    expect(await tickets.newEvents()).toEqual([
      { name: 'guestTicketClaimed', payload: { participationId: body.id, eventId, userId: world.people.adult } },
    ]);
  });

  it('answers 409 to a user with a participation, and for an ended ticket', async () => {
    const { eventId, ticketId, path } = await aGuest();
    await insertParticipation(world.db, {
      event_id: eventId,
      ticket_type_id: ticketId,
      user_id: world.people.adult,
      state: 'waitlisted',
    });
    expect((await world.as('adult').post(`${path}/claim`)).body.code).toBe('already');
    const over = await aGuest({}, 'expired');
    expect((await world.as('adult').post(`${over.path}/claim`)).body.code).toBe('conflict');
  });

  it('transfers it to one of two concurrent accounts, and gives a user one ticket only', async () => {
    const { eventId, ticketId, path } = await aGuest();
    const second = `/guest_tickets/${await insertGuestTicket(world, eventId, ticketId)}`;
    const both = await Promise.all(
      (['adult', 'otherAdult'] as const).map((caller) => world.as(caller).post(`${path}/claim`)),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
    const third = `/guest_tickets/${await insertGuestTicket(world, eventId, ticketId)}`;
    const answers = await Promise.all([second, third].map((each) => world.as('student').post(`${each}/claim`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});
