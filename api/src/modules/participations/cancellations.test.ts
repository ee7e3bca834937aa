import { inTransaction } from '../../platform/database/transaction';
import { insertInvitation, insertParticipation } from '../../testing/rows';
import type { TestApp } from '../../testing/start-test-app';
import { atTicketWorld, comeToWait, NOW } from './testing/at-ticket-world';
import { seatsOf } from './testing/seat-counts';
import { thrownBy } from './testing/thrown-by';
import type { ticketWorld } from './testing/ticket-world';

let world: TestApp;
let tickets: ReturnType<typeof ticketWorld>;
atTicketWorld((given, its) => {
  world = given;
  tickets = its;
});

const cancel = async (caller: 'adult' | 'otherAdult' | 'student', eventId: string) => {
  const { status, body } = await world.as(caller).delete(`/me/events/${eventId}/participation`);
  return body.code ? `${status} ${body.code}` : `${status} ${body.state}`;
};

describe('cancelParticipation', () => {
  it.each(['held', 'pending_payment', 'offered', 'waitlisted', 'confirmed', 'joined'] as const)(
    'ends a participation that is %s and frees its seat',
    async (state) => {
      const { eventId, ticketId } = await tickets.anEvent();
      const id = await insertParticipation(world.db, {
        event_id: eventId,
        ticket_type_id: ticketId,
        user_id: world.people.adult,
        state,
      });
      const { status, body } = await world.as('adult').delete(`/me/events/${eventId}/participation`);
      expect([status, body]).toMatchObject([
        200,
        { id, state: 'cancelled', cancelReason: 'self', cancelledAt: NOW, holdExpiresAt: null },
      ]);
      expect(await seatsOf(world.db, ticketId)).toEqual({ sold: 0, held: 0 });
      expect(await tickets.newEvents()).toEqual([
        { name: 'participationCancelled', payload: { participationId: id, eventId, reason: 'self', refund: 0 } },
      ]);
      expect(await cancel('adult', eventId)).toBe('404 not_found');
    },
  );

  it('answers 404 to a user without a participation, and does not affect others', async () => {
    const { eventId, ticketId } = await tickets.anEvent();
    await insertParticipation(world.db, {
      event_id: eventId,
      ticket_type_id: ticketId,
      user_id: world.people.otherAdult,
    });
    expect(await cancel('adult', eventId)).toBe('404 not_found');
    expect(await seatsOf(world.db, ticketId)).toEqual({ sold: 1, held: 0 });
  });

  it.each<[string, { state?: 'live' | 'ended'; start_at?: number }]>([
    ['has begun', { start_at: -1 }],
    ['is live before its start', { state: 'live' }],
    ['is over', { state: 'ended', start_at: -200 }],
  ])(
    'keeps a participation in an event that %s, but lets a waiting list entry end',
    async (_what, { start_at: minutes, ...given }) => {
      const event = { ...given, ...(minutes === undefined ? {} : { start_at: tickets.at(minutes) }) };
      const { eventId, ticketId } = await tickets.anEvent(event);
      const place = { event_id: eventId, ticket_type_id: ticketId };
      await insertParticipation(world.db, { ...place, user_id: world.people.adult });
      await insertParticipation(world.db, { ...place, user_id: world.people.otherAdult, state: 'waitlisted' });
      expect(await cancel('adult', eventId)).toBe('409 not_refundable');
      expect((await world.as('adult').get(`/me/events/${eventId}/cancellation`)).body.code).toBe('not_refundable');
      expect(await cancel('otherAdult', eventId)).toBe('200 cancelled');
    },
  );

  it('lets a user apply again, and shows the new participation', async () => {
    const { eventId } = await tickets.anEvent({ ticket: { price: 0 } });
    const first = await comeToWait(world, 'adult', eventId);
    expect(await cancel('adult', eventId)).toBe('200 cancelled');
    const second = await comeToWait(world, 'adult', eventId);
    expect(second).not.toBe(first);
    expect((await world.as('adult').get(`/events/${eventId}`)).body.myParticipation).toMatchObject({
      id: second,
      state: 'confirmed',
    });
  });

  it('gives the use of an invitation back', async () => {
    const { eventId, ticketId } = await tickets.anEvent({ ticket: { kind: 'invited' } });
    await insertInvitation(world.db, { event_id: eventId, ticket_type_id: ticketId, code: 'HOSHI' });
    const redeem = async () =>
      (await world.as('adult').post(`/me/event/${eventId}/invitation`, { code: 'HOSHI' })).status;
    expect(await redeem()).toBe(201);
    await cancel('adult', eventId);
    expect(await redeem()).toBe(201);
  });
});

describe('the refund on cancelling', () => {
  const HOUR = 60;
  it.each([
    ['until_24_hours', 24 * HOUR, 1500],
    ['until_24_hours', 24 * HOUR - 1, 0],
    ['until_7_days', 7 * 24 * HOUR, 1500],
    ['until_7_days', 7 * 24 * HOUR - 1, 0],
    ['none', 30 * 24 * HOUR, 0],
  ] as const)('by the policy %s, %i minutes before the start, is %i yen', async (refund_policy, minutes, refund) => {
    const event = await tickets.anEvent({ refund_policy, start_at: tickets.at(minutes) });
    const { id } = await tickets.hold(event, world.people.adult);
    await tickets.pay(id);
    await tickets.newEvents();
    const { cancellations, requested } = tickets;
    const ended = await inTransaction(world.db, (trx) =>
      cancellations.end(trx, id, world.people.adult, world.clock.now()),
    );
    expect(ended).toMatchObject({ state: refund > 0 ? 'refund_pending' : 'cancelled', cancel_reason: 'self' });
    expect(requested).toEqual(refund > 0 ? [{ participationId: id, reason: 'self' }] : []);
    expect(await tickets.newEvents()).toMatchObject([{ name: 'participationCancelled', payload: { refund } }]);
  });

  it('is shown in advance: what was paid, what is refunded, and until when in full', async () => {
    const event = await tickets.anEvent({ start_at: tickets.at(48 * HOUR) });
    const { id } = await tickets.hold(event, world.people.adult);
    await tickets.pay(id);
    const viewer = { id: world.people.adult } as Parameters<typeof tickets.cancellations.preview>[0];
    const preview = () => tickets.cancellations.preview(viewer, event.eventId);
    const fullRefundUntil = tickets.at(24 * HOUR).toISOString();
    expect(await preview()).toEqual({ paid: 1500, refund: 1500, fullRefundUntil });
    world.clock.advance(24 * HOUR * 60_000 + 1);
    expect(await preview()).toEqual({ paid: 1500, refund: 0, fullRefundUntil });
  });

  it('is zero for a free or only held seat', async () => {
    const event = await tickets.anEvent();
    await tickets.hold(event, world.people.adult);
    expect((await world.as('adult').get(`/me/events/${event.eventId}/cancellation`)).body).toEqual({
      paid: 0,
      refund: 0,
      fullRefundUntil: null,
    });
  });

  it("is the full amount when the reason is the organizer, the guardian or the event's end", async () => {
    for (const [index, reason] of (['organizer', 'guardian', 'event_cancelled'] as const).entries()) {
      const event = await tickets.anEvent({ refund_policy: 'none', state: index === 0 ? 'live' : 'published' });
      const { id } = await tickets.hold(event, world.people.adult);
      await tickets.pay(id);
      await inTransaction(world.db, (trx) => tickets.participations.cancel(trx, id, reason, world.clock.now()));
      expect(await tickets.stateOf(id)).toMatchObject({ state: 'refund_pending', cancel_reason: reason });
      expect(tickets.requested.at(-1)).toEqual({ participationId: id, reason });
      await inTransaction(world.db, (trx) => tickets.participations.cancel(trx, id, reason, world.clock.now()));
      expect(tickets.requested).toHaveLength(index + 1);
      await inTransaction(world.db, (trx) => tickets.participations.markRefunded(trx, id));
      await inTransaction(world.db, (trx) => tickets.participations.markRefunded(trx, id));
      expect((await tickets.stateOf(id)).state).toBe('refunded');
      expect((await tickets.newEvents()).map(({ name }) => name)).toEqual([
        'participationConfirmed',
        'participationCancelled',
        'participationRefunded',
      ]);
    }
  });
});

describe('a released seat', () => {
  it('is offered to the first on the waiting list for 24 hours, and to no one else', async () => {
    const event = await tickets.anEvent();
    const { id } = await tickets.hold(event, world.people.adult);
    await tickets.pay(id);
    const first = await comeToWait(world, 'otherAdult', event.eventId);
    const second = await comeToWait(world, 'student', event.eventId);
    await tickets.newEvents();
    await cancel('adult', event.eventId);
    expect(await tickets.stateOf(first)).toMatchObject({ state: 'offered', hold_expires_at: tickets.at(24 * 60) });
    expect((await tickets.stateOf(second)).state).toBe('waitlisted');
    expect(await seatsOf(world.db, event.ticketId)).toEqual({ sold: 0, held: 1 });
    expect((await tickets.newEvents()).map(({ name, payload }) => [name, payload['participationId']])).toEqual([
      ['seatOffered', first],
      ['participationCancelled', id],
    ]);
    const { body } = await world.as('student').get(`/events/${event.eventId}`);
    expect(body.myParticipation.waitlistPosition).toBe(1);
  });

  it('passes from one to the next as offers expire', async () => {
    const event = await tickets.anEvent();
    await tickets.hold(event, world.people.adult);
    const first = await comeToWait(world, 'otherAdult', event.eventId);
    const second = await comeToWait(world, 'student', event.eventId);
    await tickets.later(15);
    expect((await tickets.stateOf(first)).state).toBe('offered');
    await tickets.later(24 * 60 - 1);
    expect((await tickets.stateOf(first)).state).toBe('offered');
    await tickets.later(1);
    expect([(await tickets.stateOf(first)).state, (await tickets.stateOf(second)).state]).toEqual([
      'expired',
      'offered',
    ]);
    await tickets.later(24 * 60);
    expect((await tickets.stateOf(second)).state).toBe('expired');
    expect(await seatsOf(world.db, event.ticketId)).toEqual({ sold: 0, held: 0 });
  });

  it('is offered until the start at most', async () => {
    const startAt = tickets.at(120);
    const event = await tickets.anEvent({ start_at: startAt });
    await tickets.hold(event, world.people.adult);
    const first = await comeToWait(world, 'otherAdult', event.eventId);
    await cancel('adult', event.eventId);
    expect((await tickets.stateOf(first)).hold_expires_at).toEqual(startAt);
  });

  it.each([
    ['has begun', { start_at: 1 }, {}, 2],
    ['is no longer on sale', { start_at: 60 }, { sale_end_at: 1 }, 2],
  ] as const)('becomes free when the event %s', async (_what, { start_at: minutes }, sale, wait_) => {
    const timed = Object.fromEntries(Object.entries(sale).map(([key, value]) => [key, tickets.at(value)]));
    const event = await tickets.anEvent({ start_at: tickets.at(minutes), ticket: timed });
    const place = { event_id: event.eventId, ticket_type_id: event.ticketId };
    const held = await insertParticipation(world.db, { ...place, user_id: world.people.adult, state: 'held' });
    const waiting = await insertParticipation(world.db, {
      ...place,
      user_id: world.people.student,
      state: 'waitlisted',
    });
    world.clock.advance(wait_ * 60_000);
    await inTransaction(world.db, (trx) => tickets.cancellations.end(trx, held, world.people.adult, world.clock.now()));
    expect((await tickets.stateOf(waiting)).state).toBe('waitlisted');
    expect(await seatsOf(world.db, event.ticketId)).toEqual({ sold: 0, held: 0 });
  });

  it('skips a suspended account', async () => {
    const event = await tickets.anEvent();
    const place = { event_id: event.eventId, ticket_type_id: event.ticketId, state: 'waitlisted' as const };
    await tickets.hold(event, world.people.adult);
    const suspended = await insertParticipation(world.db, { ...place, user_id: world.people.suspended });
    const next = await insertParticipation(world.db, {
      ...place,
      user_id: world.people.student,
      waits_since: new Date(Date.now() + 1000),
    });
    await cancel('adult', event.eventId);
    expect([(await tickets.stateOf(suspended)).state, (await tickets.stateOf(next)).state]).toEqual([
      'waitlisted',
      'offered',
    ]);
  });
});

it('a seat is on sale again when only a suspended account waits for it', async () => {
  const event = await tickets.anEvent();
  await tickets.hold(event, world.people.adult);
  await insertParticipation(world.db, {
    event_id: event.eventId,
    ticket_type_id: event.ticketId,
    state: 'waitlisted',
    user_id: world.people.suspended,
  });
  await cancel('adult', event.eventId);
  expect((await tickets.hold(event, world.people.student)).state).toBe('held');
});

describe('an offer', () => {
  async function offered(price = 0) {
    const event = await tickets.anEvent({ ticket: { price } });
    const place = { event_id: event.eventId, ticket_type_id: event.ticketId };
    const id = await insertParticipation(world.db, {
      ...place,
      user_id: world.people.adult,
      state: 'offered',
      hold_expires_at: tickets.at(60),
    });
    return { ...event, id };
  }
  const accept = (eventId: string) => world.as('adult').post(`/me/events/${eventId}/participation`, {});

  it('of a free seat is accepted by applying for the seat', async () => {
    const { eventId, ticketId, id } = await offered();
    expect((await accept(eventId)).body).toMatchObject({ id, state: 'confirmed', holdExpiresAt: null });
    expect(await seatsOf(world.db, ticketId)).toEqual({ sold: 1, held: 0 });
  });
  it('expires on time, even before its job runs', async () => {
    const { eventId } = await offered();
    world.clock.advance(60 * 60_000);
    // The token from the beginning has expired by now.
    const viewer = { id: world.people.adult, isStudentAge: false } as Parameters<typeof tickets.free.create>[0];
    expect(await thrownBy(tickets.free.create(viewer, eventId, {}))).toBe('hold_expired');
  });
  it('of a paid seat requires payment, is kept while paying, and is confirmed by it', async () => {
    const { eventId, ticketId, id } = await offered(1500);
    expect((await accept(eventId)).body.code).toBe('payment_required');
    const held = await tickets.hold({ eventId, ticketId }, world.people.adult);
    expect(held).toMatchObject({ id, state: 'offered', amount: 1500, hold_expires_at: tickets.at(60) });
    expect(await tickets.pay(id)).toBe('confirmed');
    expect(await seatsOf(world.db, ticketId)).toEqual({ sold: 1, held: 0 });
  });
});
