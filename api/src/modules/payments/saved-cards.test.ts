import { addDays } from 'date-fns';

import { insertCategories, insertEvent, insertTicketType } from '../../testing/rows';
import { type PayingApp, startPayingApp } from '../../testing/start-paying-app';

let world: PayingApp;
let event: string;
let ticket: string;
let card: string;

const RETURN_URL = 'https://manabiba.test/';

/** Saves a card on file, as subscribing does. */
async function keepCard(name: 'adult' | 'otherAdult', given: { card_exp_year?: number } = {}): Promise<string> {
  const customer = await world.stripe.customers.create({ name });
  const { id } = await world.stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
  await world.db
    .insertInto('payment_customers')
    .values({
      user_id: world.people[name],
      provider_customer_id: customer.id,
      payment_method_id: id,
      card_brand: 'visa',
      card_last4: '4242',
      card_exp_month: 9,
      card_exp_year: 2039,
      updated_at: world.clock.now(),
      ...given,
    })
    .execute();
  return id;
}

const begin = (caller: 'adult' | 'otherAdult' | 'professional', method = 'card') =>
  world.as(caller).post(`/me/events/${event}/payment_intent`, { ticketTypeId: ticket, method });
const intentOf = ({ body }: { body: { clientSecret: string } }) => body.clientSecret.split('_secret_')[0] ?? '';
const pay = (intent: string, method: string) =>
  world.stripe.paymentIntents.confirm(intent, { payment_method: method, return_url: RETURN_URL });

beforeAll(async () => {
  world = await startPayingApp();
  await insertCategories(world.db);
});
afterAll(() => world.close());

beforeEach(async () => {
  await world.db.deleteFrom('payment_customers').execute();
  card = await keepCard('adult');
  event = await insertEvent(world.db, { organizer_id: world.people.staff, start_at: addDays(world.clock.now(), 10) });
  ticket = await insertTicketType(world.db, {
    event_id: event,
    price: 1500,
    sale_end_at: addDays(world.clock.now(), 9),
  });
});

it('pays for a ticket with the card on file', async () => {
  const begun = await begin('adult');
  expect([begun.status, begun.body.savedCardId]).toEqual([201, card]);
  const intent = intentOf(begun);
  await pay(intent, card);
  const { status, body } = await world
    .as('adult')
    .post(`/me/events/${event}/participation`, { paymentIntentId: intent });
  expect([status, body.state]).toEqual([201, 'confirmed']);
});

it('accepts another card without saving it', async () => {
  const intent = intentOf(await begin('adult'));
  await pay(intent, 'pm_card_mastercard');
  const paid = await world.stripe.paymentIntents.retrieve(intent, { expand: ['payment_method'] });
  expect(paid).toMatchObject({ status: 'succeeded', payment_method: { customer: null } });
  expect((await world.as('adult').get('/me/stripe-card')).body.card).toMatchObject({ last4: '4242' });
});

it('returns no card for a buyer without one, with an expired one, or with another payment method', async () => {
  expect((await begin('professional')).body.savedCardId).toBeNull();
  await keepCard('otherAdult', { card_exp_year: 2020 });
  expect((await begin('otherAdult')).body.savedCardId).toBeNull();
  expect((await begin('adult', 'konbini')).body.savedCardId).toBeNull();
});

it('rejects a payment with the card of another user', async () => {
  const intent = intentOf(await begin('professional'));
  await expect(pay(intent, card)).rejects.toMatchObject({ type: 'StripeInvalidRequestError' });
});
