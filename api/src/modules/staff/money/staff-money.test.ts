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
import { startTestApp } from '../../../testing/start-test-app';
import { emailOf, type PersonName } from '../../../testing/test-people';

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
const logged = (action: string) =>
  world.db
    .selectFrom('audit_log')
    .select(['who', 'subject_id', 'detail', 'before', 'after'])
    .where('action', '=', action)
    .orderBy('id', 'desc')
    .execute();
const listed = async (q: string) =>
  (await staff().get(`/staff/payments?${new URLSearchParams({ q }).toString()}`)).body as { items: { id: string }[] };
const refund = (id: string, reason: unknown = '急病のため。', as: PersonName = 'staff', key?: string) =>
  world.as(as).post(`/staff/payments/${id}/refund`, { reason }, key === undefined ? {} : { 'idempotency-key': key });
const refunds = () => world.db.selectFrom('refunds').select(['amount', 'reason']).execute();

/** Sells a ticket to the adult. Returns the event and the payment. */
async function sold(): Promise<{ event: string; id: string }> {
  const event = await insertEvent(world.db, {
    organizer_id: world.people.professional,
    start_at: days(10),
    refund_policy: 'none',
  });
  const ticketTypeId = await insertTicketType(world.db, { event_id: event, price: PRICE, sale_end_at: days(9) });
  const as = world.as('adult');
  const { body } = await as.post(`/me/events/${event}/payment_intent`, { ticketTypeId, method: 'card' });
  const paymentIntentId = body.clientSecret.split('_secret_')[0];
  await world.stripe.paymentIntents.confirm(paymentIntentId, {
    payment_method: 'pm_card_visa',
    return_url: 'https://manabiba.test/',
  });
  await as.post(`/me/events/${event}/participation`, { ticketTypeId, paymentIntentId });
  const { id } = await world.db.selectFrom('payments').select('id').executeTakeFirstOrThrow();
  return { event, id };
}

/** A payment whose seat was given up without a refund. */
async function keptByOrganizer(): Promise<string> {
  const { event, id } = await sold();
  expect((await world.as('adult').delete(`/me/events/${event}/participation`)).status).toBe(200);
  return id;
}

describe('refunds out of policy', () => {
  it('find the tickets of a user by id and address, and a payment by its id', async () => {
    const { id } = await sold();
    for (const q of [world.people.adult, emailOf('adult').toUpperCase(), id])
      expect((await listed(q)).items).toEqual([
        {
          id,
          title: expect.stringContaining('最初の銀河'),
          buyer: '大人',
          paidAt: expect.any(String),
          amount: PRICE,
          refunded: 0,
          state: 'kept',
        },
      ]);
    for (const q of ['usr_none', '%', world.people.student]) expect((await listed(q)).items).toEqual([]);
    expect((await staff().get('/staff/payments?q=%20')).status).toBe(422);
  });

  it('pay back what is left, with the amounts before and after in the log', async () => {
    const id = await keptByOrganizer();
    expect((await listed(id)).items).toMatchObject([{ state: 'refundable' }]);
    expect(await refund(id)).toMatchObject({ status: 200, body: { amount: PRICE } });
    expect((await listed(id)).items).toMatchObject([{ refunded: PRICE, state: 'refunded' }]);
    expect(await logged('refund')).toMatchObject([
      { who: world.people.staff, subject_id: id, detail: '急病のため。', before: '返金 0円', after: `返金 ${PRICE}円` },
    ]);
  });

  it('happen once, however often anyone clicks', async () => {
    const id = await keptByOrganizer();
    const answers = await Promise.all([
      refund(id, '一', 'staff', 'press-1'),
      refund(id, '一', 'staff', 'press-1'),
      refund(id, '二', 'staff', 'press-2'),
      refund(id, '三', 'otherAdult'),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => status === 200).length).toBeLessThanOrEqual(2);
    expect(await refund(id)).toMatchObject({ status: 409, body: { code: 'already' } });
    expect(await refunds()).toEqual([{ amount: PRICE, reason: 'staff' }]);
  });

  it.each([
    ['a seat that is still taken', async () => (await sold()).id, 409, 'conflict'],
    ['an unknown payment', () => Promise.resolve('pay_none'), 404, 'not_found'],
  ])('are refused for %s', async (_what, make, status, code) => {
    expect(await refund(await make())).toMatchObject({ status, body: { code } });
    expect(await refunds()).toEqual([]);
  });

  it.each([[''], ['　'], ['あ'.repeat(301)], [null], ['\ud800']])('need a reason, not %j', async (reason) => {
    const id = await keptByOrganizer();
    expect(await refund(id, reason)).toMatchObject({ status: 422, body: { fields: { reason: expect.any(String) } } });
    expect(await refunds()).toEqual([]);
  });
});

it('compares the provider with the books, and names every difference', async () => {
  const { body: before } = await staff().post('/staff/ledger_checks');
  expect(before).toMatchObject({ differenceCount: before.differences.length });
  const { id } = await sold();
  await world.deliverWebhooks();
  const check = async () => (await staff().post('/staff/ledger_checks')).body;
  const agreed = await check();
  expect(agreed.sums.paid.books).toBe(PRICE);
  expect(agreed.differences.map(({ ownId }: { ownId: string | null }) => ownId)).not.toContain(id);
  await world.db
    .updateTable('payments')
    .set({ amount: PRICE - 1 })
    .where('id', '=', id)
    .execute();
  const { differences, differenceCount } = await check();
  expect(differences).toContainEqual(
    expect.objectContaining({ account: 'paid', ownId: id, provider: PRICE, books: PRICE - 1 }),
  );
  expect((await logged('check-ledger'))[0]).toMatchObject({ detail: `${differenceCount}件の違い` });
});

it('cannot compare without a provider', async () => {
  const plain = await startTestApp();
  expect(await plain.as('staff').post('/staff/ledger_checks')).toMatchObject({
    status: 503,
    body: { code: 'unavailable' },
  });
  await plain.close();
});

it('counts the seats again, and names the tickets that are wrong', async () => {
  const event = await insertEvent(world.db, { organizer_id: world.people.professional, title: '星の会' });
  const ticket = await insertTicketType(world.db, { event_id: event, quota: 5 });
  await insertParticipation(world.db, { event_id: event, ticket_type_id: ticket, user_id: world.people.adult });
  const proof = async () => {
    expect((await staff().post('/staff/seat_checks')).status).toBe(204);
    return (await staff().get('/staff/seat_proof')).body;
  };
  expect(await proof()).toMatchObject({ ticketTypes: 1, seats: 1, violations: 0, history: [] });
  await world.db.updateTable('ticket_types').set({ sold: 3 }).where('id', '=', ticket).execute();
  expect(await proof()).toMatchObject({
    violations: 1,
    since: null,
    history: [
      {
        ticket: { name: '一般', eventId: event, eventTitle: '星の会' },
        stored: { sold: 3 },
        counted: { sold: 1 },
        resolvedAt: null,
      },
    ],
  });
  expect((await world.as('unauthenticated').get('/seat_proof')).body.history[0]).not.toHaveProperty('ticket');
  expect(await logged('check-seats')).toHaveLength(2);
});

it('lists transfers that wait or failed apart from those that were made, in pages', async () => {
  const at = world.clock.now();
  const payout = (id: string, day: string, given: object) => ({
    id,
    user_id: world.people.professional,
    amount: 5000,
    day,
    created_at: addMinutes(at, -Number(day.slice(-2))),
    ...given,
  });
  await world.db
    .insertInto('payouts')
    .values([
      payout('pyo_1', '2026-01-01', { refusals: 2 }),
      payout('pyo_2', '2026-01-02', { state: 'failed', failure_reason: '口座が閉じられています。', done_at: at }),
      payout('pyo_3', '2026-01-03', { state: 'paid', provider_transfer_id: 'tr_1', done_at: at }),
    ])
    .execute();
  const held = await staff().get('/staff/payouts?limit=1');
  expect(held.body.items).toMatchObject([
    { id: 'pyo_1', organizer: { nickname: 'プロ' }, state: 'pending', refusals: 2, failureReason: null, doneAt: null },
  ]);
  const next = await staff().get(`/staff/payouts?limit=1&cursor=${held.body.nextCursor}`);
  expect(next.body).toMatchObject({
    items: [{ id: 'pyo_2', state: 'failed', failureReason: '口座が閉じられています。' }],
    nextCursor: null,
  });
  expect((await staff().get('/staff/payouts?stage=paid')).body.items).toMatchObject([{ id: 'pyo_3' }]);
  expect((await staff().get('/staff/payouts?stage=all')).status).toBe(422);
  await world.db.deleteFrom('payouts').execute();
});

it.each(['adult', 'student', 'child', 'school', 'professional', 'subscriber'] as const)(
  'does not exist for %s',
  async (name) => {
    const as = world.as(name);
    for (const path of ['/staff/payments?q=a', '/staff/seat_proof', '/staff/payouts'])
      expect([path, (await as.get(path)).status]).toEqual([path, 404]);
    for (const path of ['/staff/ledger_checks', '/staff/seat_checks', '/staff/payments/pay_1/refund'])
      expect([path, (await as.post(path, { reason: 'x' })).status]).toEqual([path, 404]);
  },
);
