import { addMinutes } from 'date-fns';
import { minutesInDay } from 'date-fns/constants';

import {
  clearContent,
  insertCategories,
  insertEvent,
  insertParticipation,
  insertTicketType,
} from '../../../testing/rows';
import { type PayingApp, startPayingApp } from '../../../testing/start-paying-app';
import type { PersonName } from '../../../testing/test-people';

const PRICE = 3000;

let world: PayingApp;
beforeAll(async () => {
  world = await startPayingApp();
  await insertCategories(world.db);
  await world.db.updateTable('users').set({ role: 'staff' }).where('id', '=', world.people.otherAdult).execute();
});
afterEach(() => clearContent(world.db));
afterAll(() => world.close());

const staff = () => world.as('staff');
const days = (number: number) => addMinutes(world.clock.now(), number * minutesInDay);
const list = async (query: Record<string, string> = {}) =>
  (await staff().get(`/staff/events?${new URLSearchParams(query).toString()}`)).body as {
    items: { id: string; title: string }[];
    nextCursor: string | null;
  };
const titles = async (query: Record<string, string> = {}) => (await list(query)).items.map(({ title }) => title);
const anEvent = (given: Partial<Parameters<typeof insertEvent>[1]> = {}) =>
  insertEvent(world.db, { organizer_id: world.people.professional, start_at: days(10), ...given });
const cancel = (id: string, reason: unknown = '講師が急病のため。', as: PersonName = 'staff') =>
  world.as(as).post(`/staff/events/${id}/cancellation`, { reason });
const logged = () =>
  world.db
    .selectFrom('audit_log')
    .select(['who', 'action', 'subject_id', 'detail', 'before', 'after'])
    .where('action', '=', 'cancel-event')
    .orderBy('id', 'desc')
    .execute();

const refundedAtProvider = async () => {
  const { data } = await world.stripe.refunds.list({ limit: 100 });
  return data.reduce((sum, { amount }) => sum + amount, 0);
};

/** Sells the ticket of an event with a price to somebody, who pays by card. */
async function sell(eventId: string, ticketTypeId: string, buyer: PersonName): Promise<void> {
  const as = world.as(buyer);
  const { body } = await as.post(`/me/events/${eventId}/payment_intent`, { ticketTypeId, method: 'card' });
  const paymentIntentId = body.clientSecret.split('_secret_')[0];
  await world.stripe.paymentIntents.confirm(paymentIntentId, {
    payment_method: 'pm_card_visa',
    return_url: 'https://manabiba.test/',
  });
  expect((await as.post(`/me/events/${eventId}/participation`, { ticketTypeId, paymentIntentId })).status).toBe(201);
}

describe('the list of events', () => {
  it('has those to come, the next first, and the others by what they have become', async () => {
    await anEvent({ title: '十日後' });
    await anEvent({ title: '三日後', start_at: days(3), organizer_id: world.people.adult });
    await anEvent({ title: '下書き', state: 'draft' });
    await anEvent({ title: '先週', state: 'ended', start_at: days(-7) });
    await anEvent({ title: '昨日', state: 'archived', start_at: days(-1) });
    await anEvent({ title: '中止', state: 'cancelled' });
    expect(await titles()).toEqual(['三日後', '十日後']);
    expect(await titles({ stage: 'past' })).toEqual(['昨日', '先週']);
    expect(await titles({ stage: 'cancelled' })).toEqual(['中止']);
    expect((await staff().get('/staff/events?stage=draft')).status).toBe(422);
  });

  it('comes in pages, events of the same time included', async () => {
    for (let number = 0; number < 5; number += 1) await anEvent({ title: `第${number}回`, start_at: days(2) });
    const first = await list({ limit: '3' });
    const second = await list({ limit: '3', cursor: first.nextCursor ?? '' });
    expect([first.items.length, second.items.length, second.nextCursor]).toEqual([3, 2, null]);
    expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(5);
  });

  it('is searched by a part of the title, by the organizer and by id, in whatever kana or width', async () => {
    const id = await anEvent({ title: '冬のズケイフェス' });
    await anEvent({ title: '詩の朗読', organizer_id: world.people.adult });
    for (const q of ['図形', 'ずけい', 'ｽﾞｹｲ', 'フェス', id, 'プロ'])
      expect([q, await titles({ q })]).toEqual([q, q === '図形' ? [] : ['冬のズケイフェス']]);
    expect(await titles({ q: '大人' })).toEqual(['詩の朗読']);
    for (const q of ['%', '_', '存在しない']) expect([q, await titles({ q })]).toEqual([q, []]);
    expect(await titles({ q: ' ' })).toHaveLength(2);
  });

  it('finds the organization behind an event', async () => {
    await anEvent({ title: '星の会' });
    const { org_name: name } = await world.db
      .selectFrom('professionals')
      .select('org_name')
      .where('user_id', '=', world.people.professional)
      .executeTakeFirstOrThrow();
    expect(await titles({ q: name })).toEqual(['星の会']);
  });
});

describe('an event', () => {
  it('shows seats, sales, refunds and earnings as its organizer sees them, and what cancelling would pay back', async () => {
    const id = await anEvent();
    const ticket = await insertTicketType(world.db, { event_id: id, price: PRICE, sale_end_at: days(9) });
    await sell(id, ticket, 'adult');
    await sell(id, ticket, 'subscriber');
    const waiting = { event_id: id, ticket_type_id: ticket, user_id: world.people.student };
    await insertParticipation(world.db, { ...waiting, state: 'waitlisted' });
    await world.as('subscriber').delete(`/me/events/${id}/participation`);
    await world.runJobs();
    const { body } = await staff().get(`/staff/events/${id}`);
    expect(body).toMatchObject({
      event: { id, title: '最初の銀河', tickets: [{ price: PRICE, quota: 10 }] },
      cancellation: { applications: 1, others: 1, payments: 1, refund: PRICE },
      refunds: { paid: { count: 1, amount: PRICE }, pending: { count: 0, amount: 0 }, failed: { count: 0, amount: 0 } },
      earnings: { settled: 0, canReceivePayouts: false },
    });
    expect(body.sales).toEqual((await world.as('professional').get(`/org/events/${id}/sales`)).body);
    expect(body.earnings.pending).toBe(body.sales.net);
  });

  it.each([
    ['a draft', () => anEvent({ state: 'draft' })],
    ['an unknown one', () => Promise.resolve('evt_none')],
  ])('is not found when it is %s', async (_what, make) => {
    const id = await make();
    expect((await staff().get(`/staff/events/${id}`)).status).toBe(404);
    expect((await cancel(id)).status).toBe(404);
  });
});

describe('cancelling an event', () => {
  it('ends every participation, pays everything back, states the reason, and is logged', async () => {
    const before = await refundedAtProvider();
    const id = await anEvent({ refund_policy: 'none' });
    const ticket = await insertTicketType(world.db, { event_id: id, price: PRICE, sale_end_at: days(9) });
    for (const buyer of ['adult', 'subscriber'] as const) await sell(id, ticket, buyer);
    expect((await cancel(id)).status).toBe(204);
    await world.runJobs();
    await world.events.runDue();
    expect((await world.as('adult').get(`/events/${id}`)).body).toMatchObject({
      state: 'cancelled',
      cancelReason: '講師が急病のため。',
      myParticipation: { state: 'refunded', cancelReason: 'event_cancelled' },
    });
    expect((await staff().get(`/staff/events/${id}`)).body).toMatchObject({
      cancellation: null,
      refunds: { paid: { count: 2, amount: 2 * PRICE } },
      sales: { gross: 0 },
    });
    expect((await world.mail.deliver()).map(({ subject }) => subject)).toContainEqual(expect.stringContaining('中止'));
    expect(await logged()).toMatchObject([
      {
        who: world.people.staff,
        subject_id: id,
        detail: '最初の銀河: 講師が急病のため。',
        before: 'published',
        after: 'cancelled',
      },
    ]);
    expect((await refundedAtProvider()) - before).toBe(2 * PRICE);
  });

  it('happens once, also when two members of the staff and the organizer do it at once', async () => {
    const before = (await logged()).length;
    const id = await anEvent();
    const ticket = await insertTicketType(world.db, { event_id: id, price: PRICE, sale_end_at: days(9) });
    await sell(id, ticket, 'adult');
    const answers = await Promise.all([
      cancel(id, '一'),
      cancel(id, '二', 'otherAdult'),
      world.as('professional').delete(`/org/events/${id}`, {}, { reason: '三' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409, 409]);
    expect((await cancel(id)).body).toMatchObject({ code: 'already' });
    await world.runJobs();
    const refunds = await world.db.selectFrom('refunds').select('amount').execute();
    expect(refunds).toEqual([{ amount: PRICE }]);
    expect((await logged()).length - before).toBe(answers.slice(0, 2).filter(({ status }) => status === 204).length);
  });

  it('gets the first answer when the click is repeated', async () => {
    const id = await anEvent();
    const click = () =>
      staff().post(`/staff/events/${id}/cancellation`, { reason: '一' }, { 'idempotency-key': 'press-1' });
    expect([(await click()).status, (await click()).status]).toEqual([204, 204]);
  });

  it.each(['live', 'ended', 'archived'] as const)('is refused for an event that is %s', async (state) => {
    const id = await anEvent({ state });
    expect(await cancel(id)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect((await staff().get(`/staff/events/${id}`)).body.cancellation).toBeNull();
  });

  it.each([[''], [' '], ['あ'.repeat(301)], ['a\u0000b'], [undefined], [7]])(
    'needs a reason, not %j',
    async (reason) => {
      const id = await anEvent();
      const sent = reason === undefined ? {} : { reason };
      expect(await staff().post(`/staff/events/${id}/cancellation`, sent)).toMatchObject({
        status: 422,
        body: { fields: { reason: expect.any(String) } },
      });
      expect(await titles()).toHaveLength(1);
    },
  );
});

it.each(['adult', 'student', 'child', 'school', 'professional', 'subscriber'] as const)(
  'does not exist for %s',
  async (name) => {
    const id = await anEvent();
    expect((await world.as(name).get('/staff/events')).status).toBe(404);
    expect((await world.as(name).get(`/staff/events/${id}`)).status).toBe(404);
    expect((await cancel(id, '理由', name)).status).toBe(404);
    expect(await titles()).toHaveLength(1);
  },
);
