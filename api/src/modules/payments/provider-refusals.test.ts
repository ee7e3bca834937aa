import { EventEmitter, once } from 'node:events';

import { addDays } from 'date-fns';
import { secondsInDay } from 'date-fns/constants';

import { type LossyProxy, startLossyProxy } from '../../testing/lossy-proxy';
import { insertCategories, insertEvent, insertTicketType } from '../../testing/rows';
import { expectEqualLedger, type PayingApp, startPayingApp } from '../../testing/start-paying-app';

let world: PayingApp;
let proxy: LossyProxy;
let event: string;
let ticket: string;

beforeEach(async () => {
  proxy = await startLossyProxy();
  world = await startPayingApp({ env: { STRIPE_ENGINE_URL: proxy.url } });
  const { hostname, port } = world.engineAddress;
  proxy.target = { host: hostname, port };
  await insertCategories(world.db);
  const at = (days: number) => addDays(world.clock.now(), days);
  event = await insertEvent(world.db, { organizer_id: world.people.professional, start_at: at(10) });
  ticket = await insertTicketType(world.db, { event_id: event, price: 1500, quota: 5, sale_end_at: at(9) });
});
afterEach(async () => {
  await expectEqualLedger(world);
  await world.close();
  await proxy.close();
});

const begin = (method: string) =>
  world.as('adult').post(`/me/events/${event}/payment_intent`, { ticketTypeId: ticket, method });
const beginAsGuest = (method: string, changes: { email?: string; ticketTypeId?: string } = {}) => {
  const body = { ticketTypeId: ticket, method, email: 'guest@example.jp', birthDate: '1990-04-01', ...changes };
  return world.as('anonymous').post(`/events/${event}/payment_intent`, body);
};
const heldSeats = async (): Promise<number> => {
  const { tickets } = (await world.as('unauthenticated').get(`/events/${event}`)).body;
  return tickets.find(({ id }: { id: string }) => id === ticket).held;
};
const confirm = (paymentIntentId: string) =>
  world.as('adult').post(`/me/events/${event}/participation`, { ticketTypeId: ticket, paymentIntentId });
const intentOf = (body: { clientSecret: string }) => body.clientSecret.split('_secret_')[0] ?? '';
const refusal = {
  status: 503,
  body: {
    code: 'unavailable',
    error: expect.stringContaining(
      '決済サービスで手続きを受け付けられませんでした。しばらくしてからもう一度お試しください。',
    ),
  },
};

describe('a provider whose clock is days ahead', () => {
  beforeEach(() => world.engine.actions.advanceClock(5 * secondsInDay));

  it.each([
    ['a user', begin],
    ['a guest', beginAsGuest],
  ])('refuses the konbini payment of %s with a sentence, and accepts a card', async (_who, start) => {
    expect(await start('konbini')).toMatchObject(refusal);
    expect((await start('card')).status).toBe(201);
  });

  it('leaves the seat with the user whose payment it has refused', async () => {
    await begin('konbini');
    await begin('card');
    const { tickets } = (await world.as('unauthenticated').get(`/events/${event}`)).body;
    expect(tickets[0]).toMatchObject({ sold: 0, held: 1 });
  });

  it('leaves a guest whose payment it has refused one seat, however many calls arrive at once', async () => {
    expect(await beginAsGuest('konbini')).toMatchObject(refusal);
    const cards = await Promise.all([beginAsGuest('card'), beginAsGuest('konbini'), beginAsGuest('card')]);
    expect(cards.map(({ status }) => status)).toContain(201);
    expect((await beginAsGuest('card')).status).toBe(201);
    expect(await heldSeats()).toBe(1);
  });

  it('releases the seat of a guest who chooses another ticket afterwards', async () => {
    await beginAsGuest('konbini');
    const other = await insertTicketType(world.db, { event_id: event, name: '後方席', price: 1000, quota: 5 });
    expect((await beginAsGuest('card', { ticketTypeId: other })).status).toBe(201);
    expect(await heldSeats()).toBe(0);
  });

  it('keeps the seats of guests with different addresses apart', async () => {
    await beginAsGuest('konbini');
    expect((await beginAsGuest('card', { email: 'friend@example.jp' })).status).toBe(201);
    expect(await heldSeats()).toBe(2);
  });

  it('takes a payment by card', async () => {
    const intent = intentOf((await begin('card')).body);
    await world.stripe.paymentIntents.confirm(intent, { payment_method: 'pm_card_visa' });
    expect((await confirm(intent)).body.state).toBe('confirmed');
  });
});

it('starts another attempt when the data of the buyer changed after the answer was lost', async () => {
  proxy.loses = 'answer';
  proxy.left = 0;
  expect((await begin('card')).body.error).toContain(
    '決済サービスにつながりませんでした。しばらくしてからもう一度お試しください。',
  );
  proxy.left = Number.POSITIVE_INFINITY;
  const other = { email: 'other@example.jp' };
  await world.db.updateTable('users').set(other).where('id', '=', world.people.adult).execute();
  const { status, body } = await begin('card');
  expect(status).toBe(201);
  await world.stripe.paymentIntents.confirm(intentOf(body), { payment_method: 'pm_card_visa' });
  expect((await confirm(intentOf(body))).body).toMatchObject({ state: 'confirmed', amount: 1500 });
});

it('lets nobody pay an attempt that another window has replaced while the provider was answering', async () => {
  const [answered, arrived] = [new EventEmitter(), new EventEmitter()];
  const hasAnswered = once(answered, 'now');
  const hasArrived = once(arrived, 'now');
  proxy.beforeAnswer = async (path) => {
    if (path !== '/v1/payment_intents') return;
    delete proxy.beforeAnswer;
    arrived.emit('now');
    await hasAnswered;
  };
  const first = begin('card').then((outcome) => outcome);
  await hasArrived;
  const forTwo = { ticketTypeId: ticket, method: 'card', companions: ['花子'] };
  const second = await world.as('adult').post(`/me/events/${event}/payment_intent`, forTwo);
  answered.emit('now');
  expect(await first).toMatchObject({ status: 409, body: { code: 'conflict' } });
  const { data } = await world.stripe.paymentIntents.list();
  expect(data.map(({ amount, status }) => [amount, status]).toSorted()).toEqual([
    [1500, 'canceled'],
    [3000, 'requires_payment_method'],
  ]);
  await world.stripe.paymentIntents.confirm(intentOf(second.body), { payment_method: 'pm_card_visa' });
  expect((await confirm(intentOf(second.body))).body.state).toBe('confirmed');
});

it('answers an unexpected refusal of the onboarding with a sentence', async () => {
  const page = 'https://manabiba.test/org/settings';
  const connect = () => world.as('professional').post('/me/stripe-connect', { returnUrl: page, refreshUrl: page });
  expect((await connect()).status).toBe(200);
  await world.db.updateTable('payout_accounts').set({ provider_account_id: 'acct_unknown' }).execute();
  expect(await connect()).toMatchObject(refusal);
});
