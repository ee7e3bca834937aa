import { inTransaction } from '../../platform/database/transaction';
import { insertParticipation } from '../../testing/rows';
import type { TestApp } from '../../testing/start-test-app';
import { atTicketWorld, comeToWait } from './testing/at-ticket-world';
import { seatsOf } from './testing/seat-counts';
import { thrownBy } from './testing/thrown-by';
import type { ticketWorld } from './testing/ticket-world';

let world: TestApp;
let tickets: ReturnType<typeof ticketWorld>;
atTicketWorld((given, its) => {
  world = given;
  tickets = its;
});

/** Returns a user's live participations, over all events. */
const liveOf = (userId: string) =>
  world.db
    .selectFrom('participations')
    .select('id')
    .where('user_id', '=', userId)
    .where('state', 'in', ['waitlisted', 'offered', 'held', 'confirmed'])
    .executeTakeFirst();
const guest = {
  guest: { email: 'hana@example.test', birthDate: '1990-04-12', intent: 'key-1', sessionId: 'session-1' },
};

describe('a held seat', () => {
  it('is kept until its expiry, with the price of the ticket', async () => {
    const event = await tickets.anEvent();
    const held = await tickets.hold(event, world.people.adult);
    expect(held).toMatchObject({ state: 'held', amount: 1500, hold_expires_at: tickets.at(15), route: 'general' });
    expect(await seatsOf(world.db, event.ticketId)).toEqual({ sold: 0, held: 1 });
  });

  it.each([
    ['no seat is left', {}, { quota: 0 }, 'sold_out'],
    ['the ticket is free', {}, { price: 0 }, 'conflict'],
    ['the ticket is for subscribers', {}, { kind: 'premium' }, 'not_found'],
    ['the ticket requires a code', {}, { kind: 'invited' }, 'not_found'],
    ['the ticket is for students', {}, { kind: 'student' }, 'student_only'],
    ['the event is a draft', { state: 'draft' }, {}, 'not_found'],
    ['the event is cancelled', { state: 'cancelled' }, {}, 'conflict'],
    ['the event is over', { state: 'ended' }, {}, 'ended'],
    ['the sale has not begun', {}, { sale_start_at: 10 }, 'not_open'],
    ['the sale is over', {}, { sale_end_at: -1 }, 'ended'],
  ] as const)('is refused when %s', async (_why, event, ticket, code) => {
    const timed = Object.fromEntries(
      Object.entries(ticket).map(([key, value]) => [key, key.startsWith('sale') ? tickets.at(Number(value)) : value]),
    );
    const found = await tickets.anEvent({ ...event, ticket: timed });
    expect(await thrownBy(tickets.hold(found, world.people.adult))).toBe(code);
  });

  it('is refused to the organizer, to a user who has one, and for a ticket of another event', async () => {
    const event = await tickets.anEvent({ ticket: { quota: 2 } });
    const other = await tickets.anEvent();
    expect(await thrownBy(tickets.hold(event, world.people.professional))).toBe('conflict');
    expect(await thrownBy(tickets.hold({ ...event, ticketId: other.ticketId }, world.people.adult))).toBe('not_found');
    await tickets.hold(event, world.people.adult);
    expect(await thrownBy(tickets.hold(event, world.people.adult))).toBe('already');
    expect(await thrownBy(tickets.hold(event, world.people.suspended))).toBe('suspended');
  });

  it('for students depends on age, for guests on the given birth date', async () => {
    const event = await tickets.anEvent({ ticket: { kind: 'student', quota: 3 } });
    const young = { userId: world.people.student, isStudentAge: true };
    expect(await tickets.hold(event, '', { holder: young })).toMatchObject({ route: 'student' });
    expect(await thrownBy(tickets.hold(event, '', { holder: guest }))).toBe('student_only');
    const youngGuest = { guest: { ...guest.guest, birthDate: '2009-01-31' } };
    expect(await tickets.hold(event, '', { holder: youngGuest })).toMatchObject({ user_id: null });
  });

  it('is refused while others wait, even with a free seat', async () => {
    const event = await tickets.anEvent({ ticket: { quota: 5 } });
    await insertParticipation(world.db, {
      event_id: event.eventId,
      ticket_type_id: event.ticketId,
      user_id: world.people.student,
      state: 'waitlisted',
    });
    expect(await thrownBy(tickets.hold(event, world.people.adult))).toBe('sold_out');
  });

  it('expires on time and publishes it', async () => {
    const event = await tickets.anEvent();
    const { id } = await tickets.hold(event, world.people.adult);
    await tickets.later(14);
    expect((await tickets.stateOf(id)).state).toBe('held');
    await tickets.later(1);
    expect((await tickets.stateOf(id)).state).toBe('expired');
    expect(await tickets.newEvents()).toEqual([
      { name: 'participationExpired', payload: { participationId: id, eventId: event.eventId } },
    ]);
  });

  it('for a payment at a convenience store is kept until its deadline', async () => {
    const event = await tickets.anEvent();
    const { id } = await tickets.hold(event, world.people.adult, { method: 'konbini' });
    const konbini = {
      expiresAt: tickets.at(2 * 24 * 60).toISOString(),
      stores: [{ chain: 'lawson' as const, paymentCode: '4821', confirmationNumber: '730219' }],
    };
    await inTransaction(world.db, (trx) =>
      tickets.participations.markPendingPayment(trx, id, { konbini, holdUntil: tickets.at(2 * 24 * 60) }),
    );
    await tickets.later(15);
    // The token from the beginning has expired by now.
    expect(await tickets.events.participation(id)).toMatchObject({ state: 'pending_payment', konbini });
    await tickets.later(2 * 24 * 60 - 15);
    expect((await tickets.stateOf(id)).state).toBe('expired');
    const pending = inTransaction(world.db, (trx) =>
      tickets.participations.markPendingPayment(trx, id, { konbini, holdUntil: tickets.at(10) }),
    );
    expect(await thrownBy(pending)).toBe('hold_expired');
  });

  it('is as long as promised before, once a store is not to be paid any more', async () => {
    const event = await tickets.anEvent();
    const { id } = await tickets.hold(event, world.people.adult, { method: 'konbini', holdUntil: tickets.at(24 * 60) });
    const holdUntil = tickets.at(3 * 24 * 60);
    await inTransaction(world.db, (trx) =>
      tickets.participations.markPendingPayment(trx, id, { konbini: null, holdUntil }),
    );
    const resumed = await inTransaction(world.db, (trx) =>
      tickets.participations.resumeHold(trx, {
        eventId: event.eventId,
        ticketTypeId: event.ticketId,
        holder: { userId: world.people.adult, isStudentAge: false },
        method: 'paypay',
        holdUntil: tickets.at(15),
        now: world.clock.now(),
      }),
    );
    expect(resumed.hold_expires_at).toEqual(tickets.at(24 * 60));
  });

  it('is released by housekeeping when its job is lost', async () => {
    const event = await tickets.anEvent();
    const { id } = await tickets.hold(event, world.people.adult);
    await world.db.deleteFrom('domain_events').execute();
    await world.pool.query('delete from pgboss.job');
    world.clock.advance(26 * 60_000);
    await tickets.participations.settleOverdue(world.clock.now());
    expect((await tickets.stateOf(id)).state).toBe('expired');
  });
});

describe('a payment', () => {
  it('confirms the seat once, however often it is reported', async () => {
    const event = await tickets.anEvent();
    const { id } = await tickets.hold(event, world.people.adult);
    expect([await tickets.pay(id), await tickets.pay(id)]).toEqual(['confirmed', 'confirmed']);
    expect(await seatsOf(world.db, event.ticketId)).toEqual({ sold: 1, held: 0 });
    expect((await tickets.newEvents()).map(({ name }) => name)).toEqual(['participationConfirmed']);
    await tickets.later(60);
    expect((await tickets.stateOf(id)).state).toBe('confirmed');
  });

  it('before the job of the hold is in time', async () => {
    const event = await tickets.anEvent();
    const { id } = await tickets.hold(event, world.people.adult);
    world.clock.advance(16 * 60_000);
    expect(await tickets.pay(id)).toBe('confirmed');
  });

  it('that is late takes a seat that is still free', async () => {
    const event = await tickets.anEvent();
    const { id } = await tickets.hold(event, world.people.adult);
    await tickets.later(15);
    expect(await tickets.pay(id)).toBe('late_seated');
    expect(await seatsOf(world.db, event.ticketId)).toEqual({ sold: 1, held: 0 });
  });

  it('that is too late for a seat is refunded and published once, and its user is next in line', async () => {
    const event = await tickets.anEvent();
    const { id } = await tickets.hold(event, world.people.adult);
    await tickets.later(15);
    await tickets.hold(event, world.people.otherAdult);
    await insertParticipation(world.db, {
      event_id: event.eventId,
      ticket_type_id: event.ticketId,
      user_id: world.people.student,
      state: 'waitlisted',
    });
    await tickets.newEvents();
    expect([await tickets.pay(id), await tickets.pay(id)]).toEqual(['late_refund', 'late_refund']);
    expect(await tickets.stateOf(id)).toMatchObject({ state: 'refund_pending', cancel_reason: 'late_payment' });
    expect(await tickets.newEvents()).toEqual([
      {
        name: 'participationCancelled',
        payload: { participationId: id, eventId: event.eventId, reason: 'late_payment', refund: 1500 },
      },
    ]);
    const waiting = await liveOf(world.people.adult);
    expect(await tickets.events.participation(waiting?.id ?? '')).toMatchObject({
      state: 'waitlisted',
      waitlistPosition: 1,
    });
  });

  it('that is late does not overtake the waiting list', async () => {
    const event = await tickets.anEvent();
    const { id } = await tickets.hold(event, world.people.adult);
    await tickets.later(15);
    await insertParticipation(world.db, {
      event_id: event.eventId,
      ticket_type_id: event.ticketId,
      user_id: world.people.student,
      state: 'waitlisted',
    });
    expect(await tickets.pay(id)).toBe('late_refund');
  });

  it.each([
    ['the event is cancelled', { state: 'cancelled' }],
    ['the event is over', { end_at: new Date('2026-12-01T03:10:00Z') }],
  ] as const)('is refunded without waiting when %s', async (_what, change) => {
    const event = await tickets.anEvent({ start_at: tickets.at(-30), ticket: { sale_end_at: tickets.at(5) } });
    const { id } = await tickets.hold(event, world.people.adult);
    await tickets.later(15);
    await world.db.updateTable('events').set(change).where('id', '=', event.eventId).execute();
    expect(await tickets.pay(id)).toBe('late_refund');
    expect((await tickets.stateOf(id)).state).toBe('refund_pending');
    expect(await liveOf(world.people.adult)).toBeUndefined();
  });

  it('for a cancelled hold is refunded', async () => {
    const event = await tickets.anEvent();
    const { id } = await tickets.hold(event, world.people.adult);
    await world.as('adult').delete(`/me/events/${event.eventId}/participation`);
    expect(await tickets.pay(id)).toBe('late_refund');
    expect(await tickets.stateOf(id)).toMatchObject({ state: 'refund_pending', cancel_reason: 'self' });
  });

  it('that is late for a user with another seat is refunded', async () => {
    const event = await tickets.anEvent({ ticket: { quota: 5 } });
    const { id } = await tickets.hold(event, world.people.adult);
    await tickets.later(15);
    const again = await tickets.hold(event, world.people.adult);
    await tickets.pay(again.id);
    expect(await tickets.pay(id)).toBe('late_refund');
    expect((await tickets.stateOf(again.id)).state).toBe('confirmed');
  });
});

describe('waiting users', () => {
  it('wait until the sale ends at the latest', async () => {
    const event = await tickets.anEvent({
      start_at: tickets.at(120),
      ticket: { quota: 0, sale_end_at: tickets.at(60) },
    });
    const { body } = await world.as('adult').post(`/me/events/${event.eventId}/participation`, {});
    await tickets.later(59);
    expect((await tickets.stateOf(body.id)).state).toBe('waitlisted');
    await tickets.later(1);
    expect((await tickets.stateOf(body.id)).state).toBe('expired');
  });

  it('keep waiting when the event was moved to a later time', async () => {
    const event = await tickets.anEvent({
      start_at: tickets.at(120),
      ticket: { quota: 0, sale_end_at: tickets.at(60) },
    });
    const { body } = await world.as('adult').post(`/me/events/${event.eventId}/participation`, {});
    await world.db
      .updateTable('ticket_types')
      .set({ sale_end_at: tickets.at(90) })
      .execute();
    await tickets.later(60);
    expect((await tickets.stateOf(body.id)).state).toBe('waitlisted');
    await tickets.later(30);
    expect((await tickets.stateOf(body.id)).state).toBe('expired');
  });

  it('are offered the seats of a raised quota, in order', async () => {
    const event = await tickets.anEvent({ ticket: { quota: 0 } });
    const waiting = [];
    for (const caller of ['adult', 'otherAdult', 'student'] as const)
      waiting.push(await comeToWait(world, caller, event.eventId));
    await world.db.updateTable('ticket_types').set({ quota: 2 }).execute();
    await inTransaction(world.db, (trx) =>
      tickets.participations.offerFreeSeats(trx, event.ticketId, world.clock.now()),
    );
    const states = [];
    for (const id of waiting) states.push((await tickets.stateOf(id)).state);
    expect(states).toEqual(['offered', 'offered', 'waitlisted']);
  });

  it('are offered seats by housekeeping when nothing else has done so', async () => {
    const event = await tickets.anEvent({ ticket: { quota: 0 } });
    const { body } = await world.as('adult').post(`/me/events/${event.eventId}/participation`, {});
    await world.db.updateTable('ticket_types').set({ quota: 1 }).execute();
    await tickets.participations.settleOverdue(world.clock.now());
    expect((await tickets.stateOf(body.id)).state).toBe('offered');
  });
});

describe('a cancelled event', () => {
  it('ends all participations in batches and refunds them', async () => {
    const event = await tickets.anEvent({ ticket: { quota: null } });
    const { id } = await tickets.hold(event, world.people.adult);
    await tickets.pay(id);
    const place = { event_id: event.eventId, ticket_type_id: event.ticketId };
    for (let index = 0; index < 60; index += 1)
      await insertParticipation(world.db, { ...place, guest_email: `${index}@example.test`, state: 'held' });
    await insertParticipation(world.db, { ...place, user_id: world.people.student, state: 'waitlisted' });
    await world.db.updateTable('events').set({ state: 'cancelled' }).execute();
    const rounds = [];
    do
      rounds.push(
        await inTransaction(world.db, (trx) =>
          tickets.participations.cancelSomeOf(trx, event.eventId, world.clock.now()),
        ),
      );
    while (rounds.at(-1));
    expect(rounds).toEqual([true, false]);
    const states = await world.db.selectFrom('participations').select(['state', 'cancel_reason']).distinct().execute();
    expect(states.map(({ state, cancel_reason: reason }) => `${state} ${reason}`).sort()).toEqual([
      'cancelled event_cancelled',
      'refund_pending event_cancelled',
    ]);
    expect(tickets.requested).toEqual([{ participationId: id, reason: 'event_cancelled' }]);
    expect(await seatsOf(world.db, event.ticketId)).toEqual({ sold: 0, held: 0 });
  });
});
