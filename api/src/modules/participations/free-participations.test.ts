import { addMinutes } from 'date-fns';
import type { Insertable } from 'kysely';

import type { EventsTable, TicketTypesTable } from '../../tables/events';
import { aCrowd } from '../../testing/crowd';
import {
  clearContent,
  insertCategories,
  insertEvent,
  insertInvitation,
  insertParticipation,
  insertTicketType,
} from '../../testing/rows';
import { type Caller, startTestApp, type TestApp } from '../../testing/start-test-app';
import { seatsOf, wrongSeats } from './testing/seat-counts';

let world: TestApp;
beforeAll(async () => {
  world = await startTestApp();
  await insertCategories(world.db);
});
afterEach(async () => {
  expect(await wrongSeats(world.db)).toEqual([]);
  await clearContent(world.db);
});
afterAll(() => world.close());

const at = (minutes: number) => addMinutes(world.clock.now(), minutes);
type Ticket = Partial<Insertable<TicketTypesTable>>;

/** Inserts an event tomorrow with one ticket. */
async function anEvent({ ticket = {}, ...event }: Partial<Insertable<EventsTable>> & { ticket?: Ticket } = {}) {
  const eventId = await insertEvent(world.db, { organizer_id: world.people.professional, ...event });
  const ticketId = await insertTicketType(world.db, { event_id: eventId, ...ticket });
  return { eventId, ticketId };
}
const premium: Ticket = { kind: 'premium', name: 'プラン会員' };
const forStudents: Ticket = { kind: 'student', name: '学生' };

const calls = {
  premium: (eventId: string) => `/me/event/${eventId}/premium_participation`,
  student: (eventId: string) => `/me/event/${eventId}/student_participation`,
  general: (eventId: string) => `/me/events/${eventId}/participation`,
};
const take = async (caller: Caller, call: keyof typeof calls, eventId: string, body: object = {}) => {
  const { status, body: answer } = await world.as(caller).post(calls[call](eventId), body);
  return answer.code ? `${status} ${answer.code}` : `${status} ${answer.state}`;
};
const redeem = async (caller: Caller, eventId: string, code: string) => {
  const { status, body } = await world.as(caller).post(`/me/event/${eventId}/invitation`, { code });
  return body.code ? `${status} ${body.code}` : `${status} ${body.state}`;
};
/** The successful case of each route, and the user who takes it. */
const ways = {
  premium: { ticket: premium, caller: 'subscriber' },
  student: { ticket: forStudents, caller: 'student' },
  general: { ticket: {}, caller: 'adult' },
} as const;

describe.each(Object.entries(ways) as [keyof typeof ways, (typeof ways)[keyof typeof ways]][])(
  'a seat by the route %s',
  (way, { ticket, caller }) => {
    it('is confirmed at once, counted and free of charge', async () => {
      const { eventId, ticketId } = await anEvent({ ticket });
      const { status, body } = await world.as(caller).post(calls[way](eventId), {});
      expect(status).toBe(201);
      expect(body).toMatchObject({
        eventId,
        ticketTypeId: ticketId,
        userId: world.people[caller],
        route: way,
        state: 'confirmed',
        amount: 0,
        holdExpiresAt: null,
        waitlistPosition: null,
      });
      expect(await seatsOf(world.db, ticketId)).toEqual({ sold: 1, held: 0 });
      const event = (await world.as(caller).get(`/events/${eventId}`)).body;
      expect(event).toMatchObject({ participantCount: 1, myParticipation: { id: body.id } });
    });

    it('can be taken once', async () => {
      const { eventId } = await anEvent({ ticket });
      await take(caller, way, eventId);
      expect(await take(caller, way, eventId)).toBe('409 already');
    });

    it('publishes its domain event', async () => {
      const { eventId } = await anEvent({ ticket });
      const { body } = await world.as(caller).post(calls[way](eventId), {});
      const published = await world.db.selectFrom('domain_events').select(['name', 'payload']).execute();
      expect(published).toEqual([{ name: 'participationConfirmed', payload: { participationId: body.id, eventId } }]);
    });

    it.each([
      ['of a draft', { state: 'draft' }, {}, '404 not_found'],
      ['of a cancelled event', { state: 'cancelled' }, {}, '409 conflict'],
      ['of an event that has ended', { state: 'ended' }, {}, '410 ended'],
      ['of an archived event', { state: 'archived' }, {}, '410 ended'],
      ['of an event past its end', { start_at: -200, end_at: -110 }, {}, '410 ended'],
      ['before the sale', {}, { sale_start_at: 5 }, '409 not_open'],
      ['after the sale', {}, { sale_end_at: -1 }, '410 ended'],
      ['after entry has opened', { state: 'open' }, {}, '201 confirmed'],
    ] as const)('is, %s, %3$s', async (_when, event, sale, expected) => {
      const timed = (given: Record<string, unknown>) =>
        Object.fromEntries(
          Object.entries(given).map(([key, value]) => [key, typeof value === 'number' ? at(value) : value]),
        );
      const { eventId } = await anEvent({ ...timed(event), ticket: { ...ticket, ...timed(sale) } });
      expect(await take(caller, way, eventId)).toBe(expected);
    });

    it('is not found in an unknown event', async () => {
      expect(await take(caller, way, 'evt_x')).toBe('404 not_found');
    });

    it('is given once on concurrent calls, even the last one', async () => {
      const { eventId } = await anEvent({ ticket: { ...ticket, quota: 1 } });
      const answers = await Promise.all([1, 2, 3].map(() => take(caller, way, eventId)));
      expect(answers.sort()).toEqual(['201 confirmed', '409 already', '409 already']);
    });

    it('returns the same answer for a repeated idempotency key', async () => {
      const { eventId, ticketId } = await anEvent({ ticket });
      const key = { 'idempotency-key': `again-${way}` };
      const first = await world.as(caller).post(calls[way](eventId), {}, key);
      const second = await world.as(caller).post(calls[way](eventId), {}, key);
      expect([first.status, second.status, second.body]).toEqual([201, 201, first.body]);
      expect(await seatsOf(world.db, ticketId)).toEqual({ sold: 1, held: 0 });
    });

    it('is refused to a user who withdrew while the call was in progress', async () => {
      const { eventId } = await anEvent({ ticket });
      await world.db.updateTable('users').set({ state: 'suspended' }).where('id', '=', world.people[caller]).execute();
      expect(await take(caller, way, eventId)).toBe('403 suspended');
      await world.db.updateTable('users').set({ state: 'active' }).where('id', '=', world.people[caller]).execute();
    });
  },
);

describe('createPremiumParticipation', () => {
  it.each(['adult', 'student', 'child', 'school', 'professional'] as const)(
    'requires a plan from %s',
    async (caller) => {
      const { eventId } = await anEvent({ ticket: premium });
      expect(await take(caller, 'premium', eventId)).toBe('403 subscription_required');
    },
  );
  it('is full when no seat is left', async () => {
    const { eventId } = await anEvent({ ticket: { ...premium, quota: 0 } });
    expect(await take('subscriber', 'premium', eventId)).toBe('409 full');
  });
  it('is not found without such seats', async () => {
    const { eventId } = await anEvent();
    expect(await take('subscriber', 'premium', eventId)).toBe('404 not_found');
  });
  it('takes a seat of the next ticket for subscribers when the first is full', async () => {
    const { eventId } = await anEvent({ ticket: { ...premium, quota: 0 } });
    const second = await insertTicketType(world.db, { event_id: eventId, ...premium, position: 1 });
    expect((await world.as('subscriber').post(calls.premium(eventId), {})).body.ticketTypeId).toBe(second);
  });
});

describe('createStudentParticipation', () => {
  it.each([
    ['student', '201 confirmed'],
    ['child', '201 confirmed'],
    ['school', '201 confirmed'],
    ['adult', '403 student_only'],
    ['professional', '403 student_only'],
    ['subscriber', '403 student_only'],
  ] as const)('answers %s with %s', async (caller, expected) => {
    const { eventId } = await anEvent({ ticket: forStudents });
    expect(await take(caller, 'student', eventId)).toBe(expected);
  });
  it('is conflict when student tickets are paid', async () => {
    const { eventId } = await anEvent({ ticket: { ...forStudents, price: 500 } });
    expect(await take('student', 'student', eventId)).toBe('409 conflict');
  });
  it('is full when no seat is left', async () => {
    const { eventId } = await anEvent({ ticket: { ...forStudents, quota: 0 } });
    expect(await take('student', 'student', eventId)).toBe('409 full');
  });
});

describe('redeemInvitation', () => {
  const invited: Ticket = { kind: 'invited', name: 'ご招待' };
  async function withCode(given: Partial<Parameters<typeof insertInvitation>[1]> = {}, ticket: Ticket = invited) {
    const { eventId, ticketId } = await anEvent({ ticket });
    const id = await insertInvitation(world.db, {
      event_id: eventId,
      ticket_type_id: ticketId,
      code: 'HOSHI-2026',
      ...given,
    });
    return { eventId, ticketId, id };
  }
  const usesOf = async (id: string) =>
    (await world.db.selectFrom('invitations').select('uses').where('id', '=', id).executeTakeFirstOrThrow()).uses;

  it.each(['adult', 'student', 'child', 'school', 'professional'] as const)(
    'admits %s and counts the use',
    async (caller) => {
      const { eventId, id } = await withCode();
      expect(await redeem(caller, eventId, 'HOSHI-2026')).toBe('201 confirmed');
      expect(await usesOf(id)).toBe(1);
    },
  );
  it('is free, even for a paid ticket', async () => {
    const { eventId } = await withCode({}, { price: 3000 });
    const { body } = await world.as('adult').post(`/me/event/${eventId}/invitation`, { code: 'HOSHI-2026' });
    expect(body).toMatchObject({ route: 'invitation', amount: 0, state: 'confirmed' });
  });
  it.each([' hoshi-2026 ', 'ＨＯＳＨＩ－２０２６', 'HOSHI\u22122026', 'HOSHIー2026', 'HOSHI \u2010 2026'])(
    'accepts a code however it is typed: "%s"',
    async (code) => {
      const { eventId } = await withCode();
      expect(await redeem('adult', eventId, code)).toBe('201 confirmed');
    },
  );
  it.each([
    ['unknown', {}, 'TSUKI-2026', '404 not_found'],
    ['revoked', { revoked_at: new Date() }, 'HOSHI-2026', '404 not_found'],
    ['expired', { expires_at: new Date(Date.now() - 1000) }, 'HOSHI-2026', '404 not_found'],
    ['used up', { uses: 1 }, 'HOSHI-2026', '410 code_used'],
    ['empty', {}, '  ', '422 invalid'],
  ])('rejects a code that is %s', async (_what, given, code, expected) => {
    const { eventId } = await withCode(given);
    expect(await redeem('adult', eventId, code)).toBe(expected);
  });
  it('does not apply to another event', async () => {
    await withCode();
    const { eventId } = await anEvent({ ticket: invited });
    expect(await redeem('adult', eventId, 'HOSHI-2026')).toBe('404 not_found');
  });
  it('is full when no seat is left, without using the code', async () => {
    const { eventId, id } = await withCode({}, { ...invited, quota: 0 });
    expect(await redeem('adult', eventId, 'HOSHI-2026')).toBe('409 full');
    expect(await usesOf(id)).toBe(0);
  });
  it('is already for a participant, without using the code', async () => {
    const { eventId, ticketId, id } = await withCode({ max_uses: 2 });
    await insertParticipation(world.db, { event_id: eventId, ticket_type_id: ticketId, user_id: world.people.adult });
    expect(await redeem('adult', eventId, 'HOSHI-2026')).toBe('409 already');
    expect(await usesOf(id)).toBe(0);
  });
  it('admits as many concurrent calls as it has uses', async () => {
    const { eventId, id } = await withCode({ max_uses: 3 });
    const crowd = await aCrowd(world, 8);
    const answers = await Promise.all(
      crowd.map((each) => each.post(`/me/event/${eventId}/invitation`, { code: 'HOSHI-2026' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 410, 410, 410, 410, 410]);
    expect(await usesOf(id)).toBe(3);
    await world.db.deleteFrom('participations').execute();
    await world.db.updateTable('ticket_types').set({ sold: 0 }).execute();
    await world.db.updateTable('events').set({ participant_count: 0 }).execute();
    await world.db.deleteFrom('users').where('id', 'like', 'usr_crowd_%').execute();
  });
  it('is rate limited against guessing', async () => {
    const { eventId } = await withCode();
    for (let guess = 0; guess < 20; guess += 1) await redeem('adult', eventId, `GUESS-${guess}`);
    const { status, headers } = await world.as('adult').post(`/me/event/${eventId}/invitation`, { code: 'HOSHI-2026' });
    expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true]);
  });
});

describe('createParticipation', () => {
  it.each(['child'] as const)('requires guardian consent of %s', async (caller) => {
    const { eventId } = await anEvent();
    expect(await take(caller, 'general', eventId)).toBe('403 guardian_required');
  });
  it('is conflict for the organizer', async () => {
    const { eventId } = await anEvent();
    expect(await take('professional', 'general', eventId)).toBe('409 conflict');
  });
  it('puts users on the waiting list in order when no seat is left', async () => {
    const { eventId, ticketId } = await anEvent({ ticket: { quota: 0 } });
    const first = await world.as('adult').post(calls.general(eventId), {});
    const second = await world.as('otherAdult').post(calls.general(eventId), {});
    expect([first, second].map(({ status, body }) => [status, body.state, body.waitlistPosition, body.amount])).toEqual(
      [
        [201, 'waitlisted', 1, 0],
        [201, 'waitlisted', 2, 0],
      ],
    );
    expect(await seatsOf(world.db, ticketId)).toEqual({ sold: 0, held: 0 });
    const { body } = await world.as('anonymous').get(`/events/${eventId}`);
    expect(body.tickets).toMatchObject([{ id: ticketId, waitlistedCount: 2 }]);
    expect(await take('adult', 'general', eventId)).toBe('409 already');
  });
  it('does not let anyone overtake the waiting list, even with a free seat', async () => {
    const { eventId, ticketId } = await anEvent({ ticket: { quota: 0 } });
    await take('adult', 'general', eventId);
    await world.db.updateTable('ticket_types').set({ quota: 5 }).where('id', '=', ticketId).execute();
    expect(await take('otherAdult', 'general', eventId)).toBe('201 waitlisted');
  });
  it('requires payment for a paid ticket while seats are left', async () => {
    const { eventId } = await anEvent({ ticket: { price: 1500 } });
    expect(await take('adult', 'general', eventId)).toBe('402 payment_required');
  });
  it('puts users on the waiting list of a paid ticket without a payment', async () => {
    const { eventId } = await anEvent({ ticket: { price: 1500, quota: 0 } });
    expect(await take('adult', 'general', eventId)).toBe('201 waitlisted');
  });
  it('answers 404 for an unknown payment intent', async () => {
    const { eventId } = await anEvent({ ticket: { price: 1500 } });
    expect(await take('adult', 'general', eventId, { paymentIntentId: 'pi_nobody' })).toBe('404 not_found');
  });
  it('is sold out when an event has begun and no seat is left: nothing is offered any more', async () => {
    const { eventId } = await anEvent({ state: 'live', start_at: at(-5), ticket: { quota: 0, sale_end_at: at(30) } });
    expect(await take('adult', 'general', eventId)).toBe('409 sold_out');
  });
  it('requires a choice among several tickets', async () => {
    const { eventId } = await anEvent();
    const second = await insertTicketType(world.db, { event_id: eventId, name: '二階席' });
    const { status, body } = await world.as('adult').post(calls.general(eventId), {});
    expect([status, body.fields]).toEqual([422, { ticketTypeId: 'チケットを選択してください。' }]);
    expect(await take('adult', 'general', eventId, { ticketTypeId: second })).toBe('201 confirmed');
  });
  it('answers 404 for a ticket of another event', async () => {
    const { ticketId } = await anEvent();
    const { eventId } = await anEvent();
    expect(await take('adult', 'general', eventId, { ticketTypeId: ticketId })).toBe('404 not_found');
  });
  it.each([
    ['student', forStudents, '201 waitlisted'],
    ['adult', forStudents, '403 student_only'],
    ['subscriber', premium, '201 waitlisted'],
    ['adult', premium, '403 subscription_required'],
    ['adult', { kind: 'invited' }, '404 not_found'],
  ] as const)('answers %s on the waiting list of a ticket by its kind', async (caller, ticket, expected) => {
    const { eventId, ticketId } = await anEvent({ ticket: { ...ticket, quota: 0 } });
    expect(await take(caller, 'general', eventId, { ticketTypeId: ticketId })).toBe(expected);
  });
});

describe('the last seat', () => {
  /** Every route to a seat without a payment, for students. */
  it.each([
    ['general', {}, 'waitlisted'],
    ['student', forStudents, undefined],
    ['premium', premium, undefined],
  ] as const)('by the route %s goes to exactly one of fifty concurrent calls', async (way, ticket, others) => {
    const { eventId, ticketId } = await anEvent({ ticket: { ...ticket, quota: 1 } });
    const crowd = await aCrowd(world, 50);
    if (way === 'premium')
      await world.db.updateTable('users').set({ is_subscribed: true }).where('id', 'like', 'usr_crowd_%').execute();
    const answers = await Promise.all(crowd.map((each) => each.post(calls[way](eventId), {})));
    const results = answers.map(({ body }) => body.state ?? body.code);
    expect(results.filter((result) => result === 'confirmed')).toHaveLength(1);
    expect(results.filter((result) => result === (others ?? 'full'))).toHaveLength(49);
    expect(await seatsOf(world.db, ticketId)).toEqual({ sold: 1, held: 0 });
    expect(await wrongSeats(world.db)).toEqual([]);
    const positions = await world.db
      .selectFrom('participations')
      .select('id')
      .where('state', '=', 'waitlisted')
      .execute();
    expect(positions).toHaveLength(others ? 49 : 0);
    await clearContent(world.db);
    await world.db.deleteFrom('users').where('id', 'like', 'usr_crowd_%').execute();
  });
});
