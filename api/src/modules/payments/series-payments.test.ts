import { addDays } from 'date-fns';

import { insertCategories } from '../../testing/rows';
import { expectEqualLedger, type PayingApp, startPayingApp } from '../../testing/start-paying-app';
import { wrongSeats } from '../participations/testing/seat-counts';
import { insertPaidSeries } from '../series/testing/insert-series';

// Several paid dates of a series, bought at once by one payment.

let world: PayingApp;
let series: string;
let events: string[];
let rooms: string[];
let tickets: string[];

beforeAll(async () => {
  world = await startPayingApp();
  await insertCategories(world.db);
});
afterAll(() => world.close());

beforeEach(async () => {
  const terms = { host_id: world.people.professional, discount_percent: 10 };
  ({ id: series, events, rooms, tickets } = await insertPaidSeries(world, terms, { count: 3, quota: 2 }));
  await world.db.deleteFrom('rate_limits').execute();
  world.mail.sent.length = 0;
});
afterEach(async () => expect(await wrongSeats(world.db)).toEqual([]));

type Caller = Parameters<PayingApp['as']>[0];

const begin = (caller: Caller, eventIds: readonly string[] = events, body: object = {}) =>
  world.as(caller).post(`/me/series/${series}/payment_intent`, { eventIds, ...body });
const beginOne = (caller: Caller, index = 0, body: object = {}) =>
  world
    .as(caller)
    .post(`/me/events/${events[index]}/payment_intent`, { ticketTypeId: tickets[index], method: 'card', ...body });
const intentOf = ({ clientSecret }: { clientSecret: string }) => clientSecret.split('_secret_')[0] ?? '';
const statusOf = async (intent: string) => (await world.stripe.paymentIntents.retrieve(intent)).status;
async function pay(intent: string): Promise<string> {
  await world.stripe.paymentIntents.confirm(intent, { payment_method: 'pm_card_visa' });
  return intent;
}
const confirm = (caller: Caller, paymentIntentId: string, index = 0) =>
  world.as(caller).post(`/me/events/${events[index]}/participation`, { paymentIntentId });
async function buy(caller: Caller, eventIds: readonly string[] = events): Promise<string> {
  const intent = await pay(intentOf((await begin(caller, eventIds)).body));
  expect((await confirm(caller, intent)).status).toBe(201);
  return intent;
}
async function settle(): Promise<void> {
  await world.runJobs();
  await world.events.runDue();
  await world.runJobs();
  await world.deliverWebhooks();
  await world.events.runDue();
}
async function letHoldsExpire(): Promise<void> {
  world.clock.advance(16 * 60_000);
  await settle();
  world.clock.advance(-16 * 60_000);
}
const get = async (caller: Caller) => (await world.as(caller).get(`/series/${series}`)).body;
const ticketStates = async (caller: Caller) =>
  (await get(caller)).dates.map(({ ticket }: { ticket: { state: string } | null }) => ticket?.state ?? null);
const cancel = (caller: Caller, index: number) => world.as(caller).delete(`/me/events/${events[index]}/participation`);

/** The seats of the series in the order of its dates. */
const seats = (caller: Exclude<Caller, 'unauthenticated'>) =>
  world.db
    .selectFrom('participations')
    .select(['state', 'amount', 'discount', 'discount_code_id'])
    .where('event_id', 'in', events)
    .where('user_id', '=', world.people[caller])
    .orderBy('ticket_type_id')
    .execute();
const states = async (caller: Exclude<Caller, 'unauthenticated'>) => (await seats(caller)).map(({ state }) => state);
const payments = () =>
  world.db
    .selectFrom('payments as y')
    .innerJoin('participations as p', 'p.id', 'y.participation_id')
    .innerJoin('events as e', 'e.id', 'p.event_id')
    .select(['y.amount', 'y.fee', 'y.tax', 'y.refunded', 'y.state', 'y.bundle_id', 'y.provider_intent_id'])
    .where('p.event_id', 'in', events)
    .orderBy('y.created_at')
    .orderBy('e.start_at')
    .execute();

/** Inserts a further ticket of an event, on sale as the first one. Its id has its price. */
async function insertOther(index: number, given: { kind?: 'general' | 'student'; price: number }): Promise<void> {
  const ticket = await world.db
    .selectFrom('ticket_types')
    .selectAll()
    .where('id', '=', tickets[index] ?? '')
    .executeTakeFirstOrThrow();
  await world.db
    .insertInto('ticket_types')
    .values({ ...ticket, id: `tkt_${given.price}_${series}`, quota: 5, ...given })
    .execute();
}

describe('the page of a series with paid events', () => {
  it('shows their rooms as dates, with the ticket and whether it can be bought', async () => {
    const { dates, discountPercent } = await get('unauthenticated');
    expect(discountPercent).toBe(10);
    expect(dates.map(({ classroom }: { classroom: { eventId: string } }) => classroom.eventId)).toEqual(events);
    expect(dates[0].ticket).toMatchObject({
      eventId: events[0],
      ticketTypeId: tickets[0],
      price: 1500,
      state: 'on_sale',
    });
    expect((await world.as('unauthenticated').get(`/events/${events[1]}`)).body.series).toEqual({
      id: series,
      title: '星を学ぶ4週間',
      number: 2,
    });
  });

  it('says why a date cannot be bought, and keeps one on sale that the viewer is paying', async () => {
    const later = addDays(world.clock.now(), 1);
    await world.db
      .updateTable('ticket_types')
      .set({ quota: 1 })
      .where('id', '=', tickets[0] ?? '')
      .execute();
    await world.db
      .updateTable('ticket_types')
      .set({ sale_start_at: later })
      .where('id', '=', tickets[1] ?? '')
      .execute();
    await world.db
      .updateTable('ticket_types')
      .set({ sale_start_at: addDays(later, -3), sale_end_at: addDays(later, -2) })
      .where('id', '=', tickets[2] ?? '')
      .execute();
    expect((await beginOne('adult')).status).toBe(201);
    expect(await ticketStates('adult')).toEqual(['on_sale', 'not_open', 'ended']);
    expect(await ticketStates('otherAdult')).toEqual(['sold_out', 'not_open', 'ended']);
  });

  it('does not offer a date whose other ticket the viewer is paying, or whose seat is being offered to them', async () => {
    await insertOther(0, { price: 2000 });
    const dearer = { ticketTypeId: `tkt_2000_${series}` };
    expect((await beginOne('adult', 0, dearer)).status).toBe(201);
    expect(await ticketStates('adult')).toEqual(['applying', 'on_sale', 'on_sale']);
    expect((await begin('adult')).body).toMatchObject({
      code: 'already',
      error: expect.stringContaining('「銀河の講座 1」'),
    });
  });

  it('counts an event that is cancelled while its room is open as cancelled', async () => {
    await world.db
      .updateTable('events')
      .set({ state: 'cancelled' })
      .where('id', '=', events[0] ?? '')
      .execute();
    await world.db
      .updateTable('classrooms')
      .set({ state: 'ended' })
      .where('id', '=', rooms[0] ?? '')
      .execute();
    const { dates, progress } = await get('adult');
    expect(dates.map(({ number }: { number: number | null }) => number)).toEqual([null, 1, 2]);
    expect(progress.dateCount).toBe(2);
    expect((await world.as('adult').get(`/events/${events[1]}`)).body.series.number).toBe(1);
  });

  it('offers the cheapest general ticket that is on sale', async () => {
    await world.db
      .updateTable('ticket_types')
      .set({ quota: 0 })
      .where('id', '=', tickets[0] ?? '')
      .execute();
    await insertOther(0, { price: 2000 });
    await insertOther(0, { kind: 'student', price: 100 });
    expect((await get('unauthenticated')).dates[0].ticket).toMatchObject({ price: 2000, state: 'on_sale' });
  });
});

describe('its host', () => {
  const asHost = () => world.as('professional');

  it('adds and removes events by their rooms; the tickets stay', async () => {
    await buy('adult');
    const room = rooms[2] ?? '';
    expect((await asHost().delete(`/series/${series}/dates/${room}`)).status).toBe(204);
    expect((await get('adult')).dates).toHaveLength(2);
    expect(await states('adult')).toEqual(['confirmed', 'confirmed', 'confirmed']);
    expect((await asHost().post(`/series/${series}/dates`, { classroomIds: [room] })).status).toBe(204);
    expect((await get('adult')).dates).toHaveLength(3);
  });

  it('sets the discount from 0 to 50 percent', async () => {
    const path = `/series/${series}`;
    for (const discountPercent of [-1, 51, 10.5, '10'])
      expect((await asHost().patch(path, { discountPercent })).body).toMatchObject({
        code: 'invalid',
        fields: { discountPercent: '割引は0から50までの整数で入力してください。' },
      });
    expect((await asHost().patch(path, { discountPercent: 50 })).status).toBe(204);
    expect((await begin('adult')).body).toMatchObject({ amount: 2250, discount: 2250 });
  });

  it('ends the series without touching the events and what was paid for them', async () => {
    await buy('adult');
    expect((await asHost().post(`/series/${series}/end`)).status).toBe(204);
    await settle();
    expect(await states('adult')).toEqual(['confirmed', 'confirmed', 'confirmed']);
    expect((await begin('otherAdult')).body).toMatchObject({ code: 'ended', error: 'この連続講座は終了しました。' });
  });

  it('cannot reserve paid dates for anybody: すべて予約する is for classes', async () => {
    expect((await world.as('adult').post(`/series/${series}/reservations`)).body).toEqual({ dates: [] });
  });

  it('does not buy', async () => {
    expect((await begin('professional')).body.code).toBe('conflict');
  });
});

describe('a date that is added later', () => {
  it('is announced to those who have several, and not to others', async () => {
    const room = rooms[2] ?? '';
    await world.as('professional').delete(`/series/${series}/dates/${room}`);
    await buy('adult', events.slice(0, 2));
    await buy('subscriber', events.slice(0, 2));
    for (const index of [0, 1]) await cancel('subscriber', index);
    await buyOne('otherAdult');
    await settle();
    await world.as('professional').post(`/series/${series}/dates`, { classroomIds: [room] });
    await settle();
    const inbox = async (caller: Caller) =>
      (await world.as(caller).get('/me/notifications')).body.items.map(({ url }: { url: string }) => url);
    expect(await inbox('adult')).toContain(`/series/${series}`);
    for (const other of ['otherAdult', 'subscriber'] as const)
      expect(await inbox(other)).not.toContain(`/series/${series}`);
  });
});

describe('a purchase of several dates', () => {
  it('holds, charges and confirms all of them by one intent, each with its own payment', async () => {
    const { status, body } = await begin('adult');
    expect([status, body]).toMatchObject([201, { amount: 4050, discount: 450, savedCardId: null }]);
    expect(await states('adult')).toEqual(['held', 'held', 'held']);
    const intent = await pay(intentOf(body));
    expect((await confirm('adult', intent, 1)).body).toMatchObject({ state: 'confirmed', amount: 1350, discount: 150 });
    expect(await states('adult')).toEqual(['confirmed', 'confirmed', 'confirmed']);
    const rows = await payments();
    expect(rows).toHaveLength(3);
    for (const row of rows)
      expect(row).toMatchObject({
        amount: 1350,
        state: 'paid',
        provider_intent_id: intent,
        bundle_id: rows[0]?.bundle_id,
      });
    expect(await ticketStates('adult')).toEqual(['taken', 'taken', 'taken']);
    await settle();
    const mails = [...(await world.mail.deliver())].map(({ text }) => text);
    for (const number of [1, 2, 3])
      expect(mails.filter((text) => text.includes(`銀河の講座 ${number}`))).toHaveLength(1);
    await expectEqualLedger(world);
  });

  it('is confirmed by webhooks alone, also twice and in reverse order', async () => {
    await pay(intentOf((await begin('adult')).body));
    await world.deliverWebhooks((sent) => [...sent, ...sent].reverse());
    expect(await states('adult')).toEqual(['confirmed', 'confirmed', 'confirmed']);
    await expectEqualLedger(world);
  });

  it('has a receipt for each date, in the name that was given', async () => {
    const { body } = await begin('adult', events, { addressee: '銀河' });
    expect((await begin('adult', events, { addressee: '銀河株式会社' })).body).toEqual(body);
    const intent = await pay(intentOf(body));
    await confirm('adult', intent);
    for (const event of events) {
      const { receiptId } = (await world.as('adult').get(`/events/${event}`)).body.myParticipation;
      expect((await world.as('adult').get(`/me/receipts/${receiptId}`)).body).toMatchObject({
        total: 1350,
        addressee: '銀河株式会社',
      });
    }
  });

  it('refunds one date by its own policy and leaves the others', async () => {
    await buy('adult');
    expect((await cancel('adult', 1)).status).toBe(200);
    await settle();
    expect((await payments()).map(({ refunded }) => refunded)).toEqual([0, 1350, 0]);
    expect((await ticketStates('adult'))[1]).toBe('on_sale');
    await world.as('professional').delete(`/org/events/${events[2]}`, {}, { reason: '会場の都合' });
    await settle();
    await settle();
    expect((await payments()).map(({ refunded }) => refunded)).toEqual([0, 1350, 1350]);
    await expectEqualLedger(world);
  });

  it('earns each event what was paid for it', async () => {
    await buy('adult');
    const { items } = (await world.as('professional').get('/org/earnings')).body;
    const sales = items.filter(({ eventId }: { eventId: string }) => events.includes(eventId));
    expect(sales).toHaveLength(3);
    expect(new Set(sales.map(({ amount }: { amount: number }) => amount)).size).toBe(1);
  });

  it('returns the same attempt when repeated, and another one for other dates or another discount', async () => {
    const first = (await begin('adult')).body;
    expect((await begin('adult', events.toReversed())).body).toEqual(first);
    const fewer = (await begin('adult', events.slice(0, 2))).body;
    expect(fewer.amount).toBe(2700);
    expect(await statusOf(intentOf(first))).toBe('canceled');
    await world.as('professional').patch(`/series/${series}`, { discountPercent: 0 });
    const dearer = (await begin('adult', events.slice(0, 2))).body;
    expect(dearer).toMatchObject({ amount: 3000, discount: 0 });
    expect(await statusOf(intentOf(fewer))).toBe('canceled');
    await pay(intentOf(dearer));
    await settle();
    expect(await states('adult')).toEqual(
      (await seats('adult')).map(({ discount }) => (discount === 150 ? 'held' : 'confirmed')),
    );
    await letHoldsExpire();
    expect((await states('adult')).toSorted()).toEqual(['confirmed', 'confirmed', 'expired']);
  });

  it('takes over a seat that is being paid alone, without its code, gift and further seats', async () => {
    const alone = (await beginOne('adult', 0, { companions: ['花'] })).body;
    expect(alone.amount).toBe(3000);
    const { body } = await begin('adult');
    expect(body).toMatchObject({ amount: 4050 });
    expect(await statusOf(intentOf(alone))).toBe('canceled');
    expect(
      await world.db
        .selectFrom('participations')
        .select('id')
        .where('companion_name', '=', '花')
        .where('event_id', 'in', events)
        .execute(),
    ).toEqual([]);
  });

  it('holds for 15 minutes also a seat that was held before', async () => {
    await beginOne('adult');
    world.clock.advance(10 * 60_000);
    const { holdExpiresAt } = (await begin('adult')).body;
    expect(Date.parse(holdExpiresAt) - world.clock.now().getTime()).toBeGreaterThan(14 * 60_000);
    world.clock.advance(-10 * 60_000);
  });

  it('says that it was paid when it is repeated for other dates after its answer was lost', async () => {
    await pay(intentOf((await begin('adult')).body));
    expect((await begin('adult', events.slice(0, 2))).body.code).toBe('already');
    expect(await states('adult')).toEqual(['confirmed', 'confirmed', 'confirmed']);
  });

  it('gives the discount only to several: a date of it paid alone costs its full price', async () => {
    const all = (await begin('adult')).body;
    const { myParticipation } = (await world.as('adult').get(`/events/${events[0]}`)).body;
    expect(myParticipation).toMatchObject({ state: 'held', amount: 1500, discount: 0 });
    const alone = (await beginOne('adult')).body;
    expect(alone).toMatchObject({ amount: 1500, discount: 0 });
    expect(await statusOf(intentOf(all))).toBe('canceled');
    expect((await payments()).filter(({ state }) => state === 'pending')).toHaveLength(1);
    await pay(intentOf(alone));
    await settle();
    expect((await seats('adult')).map(({ state, amount }) => [state, amount]).toSorted()).toEqual([
      ['confirmed', 1500],
      ['held', 1350],
      ['held', 1350],
    ]);
  });

  it('is of all dates or none: one without a seat is named, and nothing is held', async () => {
    await world.db
      .updateTable('ticket_types')
      .set({ quota: 0 })
      .where('id', '=', tickets[1] ?? '')
      .execute();
    const { status, body } = await begin('adult');
    expect([status, body.code]).toEqual([409, 'sold_out']);
    expect(body.error).toContain('「銀河の講座 2」');
    expect(await seats('adult')).toEqual([]);
  });

  it.each([
    ['one date', () => events.slice(0, 1)],
    ['the same date twice', () => [events[0], events[0]]],
    ['an event of no series', () => [...events, 'evt_unknown']],
  ])('refuses %s at its field', async (_what, eventIds) => {
    const { status, body } = await begin('adult', eventIds() as string[]);
    expect([status, Object.keys(body.fields)]).toEqual([422, ['eventIds']]);
  });

  it('refuses minors, who are told the way', async () => {
    await world.db
      .updateTable('users')
      .set({ birth_date: '2010-04-12' })
      .where('id', '=', world.people.student)
      .execute();
    const { status, body } = await begin('student');
    expect([status, body.code]).toEqual([403, 'guardian_required']);
    expect(body.error).toContain('1回ずつ');
  });

  it('finds its way after the answer of the provider was lost', async () => {
    const { body } = await begin('adult');
    await world.db.updateTable('payments').set({ provider_intent_id: null }).where('state', '=', 'pending').execute();
    await pay(intentOf(body));
    await world.deliverWebhooks();
    expect(await states('adult')).toEqual(['confirmed', 'confirmed', 'confirmed']);
    await expectEqualLedger(world);
  });

  it('refunds by date what is paid too late: where the seat is gone', async () => {
    const intent = intentOf((await begin('adult')).body);
    world.clock.advance(16 * 60_000);
    await world.runJobs();
    world.clock.advance(-16 * 60_000);
    for (const caller of ['otherAdult', 'subscriber'] as const) await buyOne(caller);
    await pay(intent);
    await settle();
    await settle();
    expect((await states('adult')).toSorted()).toEqual(['confirmed', 'confirmed', 'refunded', 'waitlisted']);
    expect((await payments()).filter(({ refunded }) => refunded > 0)).toMatchObject([{ amount: 1350, refunded: 1350 }]);
    await expectEqualLedger(world);
  });

  it('never sells a seat twice to buyers of overlapping dates in any order', async () => {
    const orders = [events, events.toReversed(), events.slice(1), events.slice(0, 2)];
    const buyers = ['adult', 'otherAdult', 'subscriber', 'otherStudent'] as const;
    const answers = await Promise.all(buyers.map((buyer, index) => begin(buyer, orders[index])));
    for (const { status } of answers) expect([201, 409]).toContain(status);
    for (const { status, body } of answers) if (status === 201) await pay(intentOf(body));
    await settle();
    await letHoldsExpire();
    await expectEqualLedger(world);
  });

  it('charges once, whoever clicks how often', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => begin('adult')));
    const intents = new Set(answers.filter(({ status }) => status === 201).map(({ body }) => intentOf(body)));
    expect(intents.size).toBe(1);
    expect((await payments()).filter(({ state }) => state === 'pending')).toHaveLength(3);
  });
});

async function buyOne(caller: Caller): Promise<void> {
  const intent = await pay(intentOf((await beginOne(caller)).body));
  await confirm(caller, intent);
}
