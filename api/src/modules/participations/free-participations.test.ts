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
  minutesFrom,
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

const at = (minutes: number) => minutesFrom(world.clock.now(), minutes);
type Ticket = Partial<Insertable<TicketTypesTable>>;

/** An event tomorrow with one ticket. */
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
/** The happy world of each way in, and who takes it. */
const ways = {
  premium: { ticket: premium, caller: 'subscriber' },
  student: { ticket: forStudents, caller: 'student' },
  general: { ticket: {}, caller: 'adult' },
} as const;

describe.each(Object.entries(ways) as [keyof typeof ways, (typeof ways)[keyof typeof ways]][])(
  'a seat by the way %s',
  (way, { ticket, caller }) => {
    it('is confirmed at once, counted, and costs nothing', async () => {
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

    it('is had once', async () => {
      const { eventId } = await anEvent({ ticket });
      await take(caller, way, eventId);
      expect(await take(caller, way, eventId)).toBe('409 already');
    });

    it('is told to whoever reacts to it', async () => {
      const { eventId } = await anEvent({ ticket });
      const { body } = await world.as(caller).post(calls[way](eventId), {});
      const told = await world.db.selectFrom('domain_events').select(['name', 'payload']).execute();
      expect(told).toEqual([{ name: 'participationConfirmed', payload: { participationId: body.id, eventId } }]);
    });

    it.each([
      ['of a draft', { state: 'draft' }, {}, '404 not_found'],
      ['of a cancelled event', { state: 'cancelled' }, {}, '409 conflict'],
      ['of an event that has ended', { state: 'ended' }, {}, '410 ended'],
      ['of an archived event', { state: 'archived' }, {}, '410 ended'],
      ['of an event whose time is over', { start_at: -200, end_at: -110 }, {}, '410 ended'],
      ['before the sale', {}, { sale_start_at: 5 }, '409 not_open'],
      ['after the sale', {}, { sale_end_at: -1 }, '410 ended'],
      ['once entry is open', { state: 'open' }, {}, '201 confirmed'],
    ] as const)('is, %s, %3$s', async (_when, event, sale, expected) => {
      const timed = (given: Record<string, unknown>) =>
        Object.fromEntries(
          Object.entries(given).map(([key, value]) => [key, typeof value === 'number' ? at(value) : value]),
        );
      const { eventId } = await anEvent({ ...timed(event), ticket: { ...ticket, ...timed(sale) } });
      expect(await take(caller, way, eventId)).toBe(expected);
    });

    it('is not found in an event that is not there', async () => {
      expect(await take(caller, way, 'evt_x')).toBe('404 not_found');
    });

    it('is given once to whoever presses twice, the last one too', async () => {
      const { eventId } = await anEvent({ ticket: { ...ticket, quota: 1 } });
      const answers = await Promise.all([1, 2, 3].map(() => take(caller, way, eventId)));
      expect(answers.sort()).toEqual(['201 confirmed', '409 already', '409 already']);
    });

    it('is the same answer for a call that is repeated with its key', async () => {
      const { eventId, ticketId } = await anEvent({ ticket });
      const key = { 'idempotency-key': `again-${way}` };
      const first = await world.as(caller).post(calls[way](eventId), {}, key);
      const second = await world.as(caller).post(calls[way](eventId), {}, key);
      expect([first.status, second.status, second.body]).toEqual([201, 201, first.body]);
      expect(await seatsOf(world.db, ticketId)).toEqual({ sold: 1, held: 0 });
    });

    it('is nobody’s who has left while it was asked for', async () => {
      const { eventId } = await anEvent({ ticket });
      await world.db.updateTable('users').set({ state: 'suspended' }).where('id', '=', world.people[caller]).execute();
      expect(await take(caller, way, eventId)).toBe('403 suspended');
      await world.db.updateTable('users').set({ state: 'active' }).where('id', '=', world.people[caller]).execute();
    });
  },
);

describe('createPremiumParticipation', () => {
  it.each(['adult', 'student', 'child', 'school', 'professional'] as const)('asks %s for a plan', async (caller) => {
    const { eventId } = await anEvent({ ticket: premium });
    expect(await take(caller, 'premium', eventId)).toBe('403 subscription_required');
  });
  it('is full when no seat is left', async () => {
    const { eventId } = await anEvent({ ticket: { ...premium, quota: 0 } });
    expect(await take('subscriber', 'premium', eventId)).toBe('409 full');
  });
  it('is not found where there are no such seats', async () => {
    const { eventId } = await anEvent();
    expect(await take('subscriber', 'premium', eventId)).toBe('404 not_found');
  });
  it('takes a seat of the next ticket for subscribers when the first has none', async () => {
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
  it('is conflict where students pay', async () => {
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
    'lets %s in, and counts it',
    async (caller) => {
      const { eventId, id } = await withCode();
      expect(await redeem(caller, eventId, 'HOSHI-2026')).toBe('201 confirmed');
      expect(await usesOf(id)).toBe(1);
    },
  );
  it('costs nothing, also of a ticket with a price', async () => {
    const { eventId } = await withCode({}, { price: 3000 });
    const { body } = await world.as('adult').post(`/me/event/${eventId}/invitation`, { code: 'HOSHI-2026' });
    expect(body).toMatchObject({ route: 'invitation', amount: 0, state: 'confirmed' });
  });
  it('takes a code in small letters and with spaces around it', async () => {
    const { eventId } = await withCode();
    expect(await redeem('adult', eventId, ' hoshi-2026 ')).toBe('201 confirmed');
  });
  it.each([
    ['unknown', {}, 'TSUKI-2026', '404 not_found'],
    ['withdrawn', { revoked_at: new Date() }, 'HOSHI-2026', '404 not_found'],
    ['too old', { expires_at: new Date(Date.now() - 1000) }, 'HOSHI-2026', '404 not_found'],
    ['used up', { uses: 1 }, 'HOSHI-2026', '410 code_used'],
    ['empty', {}, '  ', '422 invalid'],
  ])('refuses a code that is %s', async (_what, given, code, expected) => {
    const { eventId } = await withCode(given);
    expect(await redeem('adult', eventId, code)).toBe(expected);
  });
  it('does not open another event', async () => {
    await withCode();
    const { eventId } = await anEvent({ ticket: invited });
    expect(await redeem('adult', eventId, 'HOSHI-2026')).toBe('404 not_found');
  });
  it('is full when no seat is left, and the code stays unused', async () => {
    const { eventId, id } = await withCode({}, { ...invited, quota: 0 });
    expect(await redeem('adult', eventId, 'HOSHI-2026')).toBe('409 full');
    expect(await usesOf(id)).toBe(0);
  });
  it('is already for whoever is in, and the code stays unused', async () => {
    const { eventId, ticketId, id } = await withCode({ max_uses: 2 });
    await insertParticipation(world.db, { event_id: eventId, ticket_type_id: ticketId, user_id: world.people.adult });
    expect(await redeem('adult', eventId, 'HOSHI-2026')).toBe('409 already');
    expect(await usesOf(id)).toBe(0);
  });
  it('lets as many in at once as it has uses', async () => {
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
  it('is slowed down for whoever guesses', async () => {
    const { eventId } = await withCode();
    for (let guess = 0; guess < 20; guess += 1) await redeem('adult', eventId, `GUESS-${guess}`);
    const { status, headers } = await world.as('adult').post(`/me/event/${eventId}/invitation`, { code: 'HOSHI-2026' });
    expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true]);
  });
});

describe('createParticipation', () => {
  it.each(['child'] as const)('asks the guardian of %s', async (caller) => {
    const { eventId } = await anEvent();
    expect(await take(caller, 'general', eventId)).toBe('403 guardian_required');
  });
  it('is conflict for the organizer', async () => {
    const { eventId } = await anEvent();
    expect(await take('professional', 'general', eventId)).toBe('409 conflict');
  });
  it('puts whoever comes when no seat is left into the waiting list, one behind another', async () => {
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
    expect(await take('adult', 'general', eventId)).toBe('409 already');
  });
  it('lets nobody past those who wait, although a seat is free', async () => {
    const { eventId, ticketId } = await anEvent({ ticket: { quota: 0 } });
    await take('adult', 'general', eventId);
    await world.db.updateTable('ticket_types').set({ quota: 5 }).where('id', '=', ticketId).execute();
    expect(await take('otherAdult', 'general', eventId)).toBe('201 waitlisted');
  });
  it('asks for the payment of a ticket with a price while seats are left', async () => {
    const { eventId } = await anEvent({ ticket: { price: 1500 } });
    expect(await take('adult', 'general', eventId)).toBe('402 payment_required');
  });
  it('puts people into the waiting list of a ticket with a price, without a payment', async () => {
    const { eventId } = await anEvent({ ticket: { price: 1500, quota: 0 } });
    expect(await take('adult', 'general', eventId)).toBe('201 waitlisted');
  });
  it('knows of no payment with an intent that is nobody’s', async () => {
    const { eventId } = await anEvent({ ticket: { price: 1500 } });
    expect(await take('adult', 'general', eventId, { paymentIntentId: 'pi_nobody' })).toBe('404 not_found');
  });
  it('is sold out when no seat is left of an event that has begun: nothing is offered any more', async () => {
    const { eventId } = await anEvent({ state: 'live', start_at: at(-5), ticket: { quota: 0, sale_end_at: at(30) } });
    expect(await take('adult', 'general', eventId)).toBe('409 sold_out');
  });
  it('asks which ticket of several it is about', async () => {
    const { eventId } = await anEvent();
    const second = await insertTicketType(world.db, { event_id: eventId, name: '二階席' });
    const { status, body } = await world.as('adult').post(calls.general(eventId), {});
    expect([status, body.fields]).toEqual([422, { ticketTypeId: 'チケットを選択してください。' }]);
    expect(await take('adult', 'general', eventId, { ticketTypeId: second })).toBe('201 confirmed');
  });
  it('does not know a ticket of another event', async () => {
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
  ] as const)('answers %s who waits for a ticket by its kind', async (caller, ticket, expected) => {
    const { eventId, ticketId } = await anEvent({ ticket: { ...ticket, quota: 0 } });
    expect(await take(caller, 'general', eventId, { ticketTypeId: ticketId })).toBe(expected);
  });
});

describe('the last seat', () => {
  /** Every route that gives a seat without a payment, for students. */
  it.each([
    ['general', {}, 'waitlisted'],
    ['student', forStudents, undefined],
    ['premium', premium, undefined],
  ] as const)('of the way %s is had by exactly one of fifty at once', async (way, ticket, others) => {
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
