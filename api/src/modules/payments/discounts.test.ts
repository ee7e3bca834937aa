import { addMinutes } from 'date-fns';
import { minutesInDay } from 'date-fns/constants';

import { aCrowd } from '../../testing/crowd';
import { insertCategories, insertTicketType } from '../../testing/rows';
import { expectEqualLedger, insertTicketOnSale, type PayingApp, startPayingApp } from '../../testing/start-paying-app';
import type { TestClient } from '../../testing/start-test-app';

let world: PayingApp;
let event: string;
let ticket: string;

beforeAll(async () => {
  world = await startPayingApp();
  await insertCategories(world.db);
});
afterAll(() => world.close());

beforeEach(async () => {
  ({ event, ticket } = await insertTicketOnSale(world, 20));
  await world.db.deleteFrom('rate_limits').execute();
});

type Caller = Parameters<PayingApp['as']>[0];

const codes = () => `/org/events/${event}/discount_codes`;
const create = (given: object = {}) =>
  world
    .as('professional')
    .post(codes(), { code: 'HOSHI-500', amountOff: 500, ticketTypeIds: null, maxUses: 10, ...given });
const listed = async () => (await world.as('professional').get(codes())).body.items;
const begin = (client: TestClient, body: object = {}) =>
  client.post(`/me/events/${event}/payment_intent`, { ticketTypeId: ticket, method: 'card', ...body });
const mine = async (caller: Caller) => (await world.as(caller).get(`/events/${event}`)).body.myParticipation;
const intentOf = ({ clientSecret }: { clientSecret: string }) => clientSecret.split('_secret_')[0] ?? '';
const retrieve = (intent: string) => world.stripe.paymentIntents.retrieve(intent);
const inDays = (days: number) => addMinutes(world.clock.now(), days * minutesInDay).toISOString();

/** For tables of cases, which are made before there is a clock. */
const inDaysFromToday = (days: number) => new Date(Date.now() + days * minutesInDay * 60_000).toISOString();

/** Buys with a code and pays by card, as the browser would. */
async function buy(caller: Caller, discountCode = 'HOSHI-500'): Promise<string> {
  const intent = intentOf((await begin(world.as(caller), { discountCode })).body);
  await world.stripe.paymentIntents.confirm(intent, { payment_method: 'pm_card_visa' });
  return intent;
}
const confirm = (caller: Caller, paymentIntentId: string) =>
  world.as(caller).post(`/me/events/${event}/participation`, { paymentIntentId });

async function letHoldExpire(): Promise<void> {
  world.clock.advance(16 * 60_000);
  await world.runJobs();
  await world.events.runDue();
  world.clock.advance(-16 * 60_000);
}

describe('codes of an event', () => {
  it('are created with a chosen or a generated text and listed, the latest first', async () => {
    const chosen = await create({ validFrom: inDays(-1), validUntil: inDays(3), ticketTypeIds: [ticket] });
    expect(chosen).toMatchObject({ status: 201, body: { code: 'HOSHI-500', uses: 0, gross: 0, revokedAt: null } });
    world.clock.advance(1);
    const generated = await create({ code: undefined, amountOff: undefined, percentOff: 20 });
    expect(generated.body.code).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/);
    expect(await listed()).toEqual([generated.body, chosen.body]);
  });

  it.each([
    ['a code that is taken', { code: 'ｈｏｓｈｉ－５００' }, 409, 'code'],
    ['a price that cannot be charged', { code: undefined, amountOff: 1460 }, 422, 'amountOff'],
    ['a percentage that leaves too little', { code: 'XX-99', amountOff: undefined, percentOff: 99 }, 422, 'percentOff'],
    ['a free ticket', { code: 'XX-100', amountOff: undefined, percentOff: 100 }, 422, 'percentOff'],
    ['both an amount and a percentage', { code: 'XX-3', percentOff: 5 }, 422, 'amountOff'],
    ['no use', { code: 'NO-0', maxUses: 0 }, 422, 'maxUses'],
    ['a period that is over', { code: 'XX-1', validUntil: '2020-01-01T00:00:00.000Z' }, 422, 'validUntil'],
    ['no ticket', { code: 'XX-2', ticketTypeIds: [] }, 422, 'ticketTypeIds'],
  ])('refuse %s at its field', async (_what, given, status, field) => {
    await create();
    const answer = await create(given);
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([status, [field]]);
  });

  it('belong to the organizer of the event', async () => {
    const { body } = await create();
    await world.db
      .updateTable('events')
      .set({ organizer_id: world.people.otherAdult })
      .where('id', '=', event)
      .execute();
    const answers = [
      await world.as('professional').get(codes()),
      await create({ code: 'ANOTHER' }),
      await world.as('professional').delete(`${codes()}/${body.id}`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  });
});

describe('a buyer with a code', () => {
  it('pays the reduced price, which replaces the attempt at the full one', async () => {
    await create();
    const full = intentOf((await begin(world.as('adult'))).body);
    const { status, body } = await begin(world.as('adult'), { discountCode: ' ｈｏｓｈｉ－５００' });
    expect([status, body.amount]).toEqual([201, 1000]);
    expect(await retrieve(full)).toMatchObject({ status: 'canceled', amount: 1500 });
    expect(await retrieve(intentOf(body))).toMatchObject({ status: 'requires_payment_method', amount: 1000 });
    expect(await mine('adult')).toMatchObject({ state: 'held', amount: 1000, discount: 500 });
    expect(await listed()).toMatchObject([{ uses: 1, gross: 0 }]);
    const again = await begin(world.as('adult'));
    expect(again.body).toEqual(body);
  });

  it('may take the discount back or use another code', async () => {
    await create();
    await create({ code: 'HANBUN', amountOff: undefined, percentOff: 33 });
    await begin(world.as('adult'), { discountCode: 'HOSHI-500' });
    expect((await begin(world.as('adult'), { discountCode: 'HANBUN' })).body.amount).toBe(1005);
    expect(await listed()).toMatchObject([{ code: 'HANBUN', uses: 1 }, { uses: 0 }]);
    expect((await begin(world.as('adult'), { discountCode: null })).body.amount).toBe(1500);
    expect(await mine('adult')).toMatchObject({ amount: 1500, discount: 0 });
    expect(await listed()).toMatchObject([{ uses: 0 }, { uses: 0 }]);
  });

  it.each([
    ['unknown', {}, 'CHIGAU', 'invalid', '見つかりません'],
    ['not valid yet', { validFrom: inDaysFromToday(2) }, 'HOSHI-500', 'invalid', 'から使えます'],
    ['for another ticket', { ticketTypeIds: 'other' }, 'HOSHI-500', 'invalid', 'このチケットには使えません'],
    ['expired', { validUntil: 'soon' }, 'HOSHI-500', 'invalid', '期限は過ぎています'],
    ['used up', { maxUses: 1 }, 'HOSHI-500', 'code_used', '使える回数に達しました'],
    ['revoked', { revoke: true }, 'HOSHI-500', 'invalid', '使えなくなりました'],
  ])('learns that it is %s, and keeps seat and payment', async (_what, given, typed, code, sentence) => {
    const other = await insertTicketType(world.db, { event_id: event, price: 800, name: '学生' });
    const { validUntil, ticketTypeIds, revoke, ...rest } = given as Record<string, unknown>;
    const { body: made } = await create({
      ...rest,
      ...(ticketTypeIds !== undefined && { ticketTypeIds: [other] }),
      ...(validUntil !== undefined && { validUntil: inDays(1) }),
    });
    const before = (await begin(world.as('adult'))).body;
    if (code === 'code_used') await begin(world.as('otherAdult'), { discountCode: typed });
    if (revoke !== undefined) await world.as('professional').delete(`${codes()}/${made.id}`);
    if (validUntil !== undefined)
      await world.db
        .updateTable('discount_codes')
        .set({ valid_until: inDays(-1) })
        .where('id', '=', made.id)
        .execute();
    const { body } = await begin(world.as('adult'), { discountCode: typed });
    expect(body).toMatchObject({ code, fields: { discountCode: expect.stringContaining(sentence) } });
    expect((await begin(world.as('adult'))).body).toEqual(before);
    expect(await mine('adult')).toMatchObject({ amount: 1500, discount: 0 });
  });

  it('can try twenty codes in ten minutes', async () => {
    const tries = [];
    for (let number = 0; number < 21; number += 1)
      tries.push((await begin(world.as('adult'), { discountCode: `NO-${number}0` })).body.code);
    expect(new Set(tries.slice(0, 20))).toEqual(new Set(['invalid']));
    expect(tries.at(-1)).toBe('rate_limited');
    await create();
    expect((await begin(world.as('adult'), { discountCode: 'HOSHI-500' })).body.code).toBe('rate_limited');
    expect((await begin(world.as('adult'))).status).toBe(201);
  });
});

describe('a guest with a code', () => {
  const check = (discountCode: string) =>
    world.as('anonymous').post(`/events/${event}/discount_code_checks`, { ticketTypeId: ticket, discountCode });

  it('sees the discount before saying who they are, and pays the reduced price', async () => {
    await create();
    expect((await check('hoshi-500')).body).toEqual({ discount: 500 });
    expect(await listed()).toMatchObject([{ uses: 0 }]);
    const { status, body } = await world
      .as('anonymous')
      .post(`/events/${event}/payment_intent`, {
        ticketTypeId: ticket,
        method: 'card',
        email: 'guest@example.test',
        birthDate: '1990-04-12',
        discountCode: 'hoshi-500',
      });
    expect([status, body.amount]).toEqual([201, 1000]);
    await world.stripe.paymentIntents.confirm(intentOf(body), { payment_method: 'pm_card_visa' });
    await expectEqualLedger(world);
    const { participation } = (await world.as('unauthenticated').get(`/guest_tickets/${body.guestToken}`)).body;
    expect(participation).toMatchObject({ state: 'confirmed', amount: 1000, discount: 500 });
    expect(await listed()).toMatchObject([{ uses: 1, gross: 1000 }]);
  });

  it('cannot guess by asking', async () => {
    for (let number = 0; number < 20; number += 1) await check(`NO-${number}0`);
    expect((await check('NO-99')).body.code).toBe('rate_limited');
  });
});

it('a paid ticket has its price everywhere, and its refund returns what was paid', async () => {
  await create();
  await confirm('adult', await buy('adult'));
  const bought = await mine('adult');
  expect(bought).toMatchObject({ state: 'confirmed', amount: 1000, discount: 500 });
  const figures = async () => (await world.as('professional').get(`/org/events/${event}/sales`)).body;
  expect(await figures()).toMatchObject({ gross: 1000, paid: 1, refunded: 0 });
  expect(await listed()).toMatchObject([{ uses: 1, gross: 1000 }]);
  const history = async () => (await world.as('adult').get('/me/sale-histories')).body.items;
  expect((await history())[0]).toMatchObject({ type: 'ticket', amount: 1000, tax: 90 });
  const { body: receipt } = await world.as('adult').get(`/me/receipts/${bought.receiptId}`);
  expect(JSON.stringify(receipt)).toContain('1000');
  await expectEqualLedger(world);

  expect((await world.as('adult').get(`/me/events/${event}/cancellation`)).body).toMatchObject({
    paid: 1000,
    refund: 1000,
  });
  await world.as('adult').delete(`/me/events/${event}/participation`);
  await expectEqualLedger(world);
  expect((await history())[0]).toMatchObject({ type: 'refund', amount: -1000 });
  expect(await figures()).toMatchObject({ gross: 0, refunded: 1000 });
  expect(await listed()).toMatchObject([{ uses: 0, gross: 0 }]);
});

it('a use comes back when the hold ends, and whoever pays after it was taken is refunded', async () => {
  await create({ maxUses: 1 });
  await buy('adult');
  await letHoldExpire();
  expect(await listed()).toMatchObject([{ uses: 0 }]);
  await confirm('otherAdult', await buy('otherAdult'));
  await expectEqualLedger(world);
  expect(await mine('adult')).toMatchObject({ state: 'waitlisted' });
  expect(await mine('otherAdult')).toMatchObject({ state: 'confirmed', amount: 1000 });
  expect(await listed()).toMatchObject([{ uses: 1, gross: 1000 }]);
});

it('more buyers at once than uses: none too many, and the others keep the full price', async () => {
  await create({ maxUses: 3 });
  const crowd = await aCrowd(world, 12);
  await world.db.updateTable('users').set({ birth_date: '1990-06-01' }).where('id', 'like', 'usr_crowd_%').execute();
  await Promise.all(crowd.map((person) => begin(person)));
  const answers = await Promise.all(crowd.map((person) => begin(person, { discountCode: 'HOSHI-500' })));
  const outcomes = answers.map(({ body }) => body.amount ?? body.code);
  expect(outcomes.filter((outcome) => outcome === 1000)).toHaveLength(3);
  expect(outcomes.filter((outcome) => outcome === 'code_used')).toHaveLength(9);
  expect(await listed()).toMatchObject([{ uses: 3 }]);
  const amounts = await Promise.all(crowd.map(async (person) => (await begin(person)).body.amount));
  expect(amounts.sort()).toEqual([1000, 1000, 1000, ...Array.from({ length: 9 }, () => 1500)]);
});
