import { addDays } from 'date-fns';

import { insertCategories, insertEvent, insertTicketType } from '../../testing/rows';
import { expectEqualLedger, type PayingApp, startPayingApp } from '../../testing/start-paying-app';

let world: PayingApp;
beforeAll(async () => {
  world = await startPayingApp();
  await insertCategories(world.db);
});
afterEach(() => expectEqualLedger(world));
afterAll(() => world.close());

/** Starts a guest purchase of a ticket of 1,500 yen. */
async function beginAsGuest() {
  const { db, clock, people } = world;
  const eventId = await insertEvent(db, { organizer_id: people.professional, start_at: addDays(clock.now(), 10) });
  const ticketTypeId = await insertTicketType(db, {
    event_id: eventId,
    price: 1500,
    quota: 5,
    sale_end_at: addDays(clock.now(), 9),
  });
  const begin = () =>
    world
      .as('anonymous')
      .post(
        `/events/${eventId}/payment_intent`,
        { ticketTypeId, method: 'card', email: 'hana@example.test', birthDate: '1990-04-12' },
        { 'idempotency-key': `guest-${eventId}` },
      );
  const { body } = await begin();
  return { eventId, ticketTypeId, guestToken: String(body.guestToken), clientSecret: String(body.clientSecret), begin };
}

const pay = (clientSecret: string) =>
  world.stripe.paymentIntents.confirm(clientSecret.split('_secret_')[0] ?? '', {
    payment_method: 'pm_card_visa',
    return_url: 'https://manabiba.test/',
  });
const purchasesOf = async (caller: 'adult' | 'otherAdult') =>
  (await world.as(caller).get('/me/sale-histories')).body.items;

describe('the payment of a claimed guest ticket', () => {
  it('appears in the sale history of the account with a receipt, and its refund does too', async () => {
    const { eventId, guestToken, clientSecret } = await beginAsGuest();
    await pay(clientSecret);
    await world.deliverWebhooks();
    expect((await world.as('adult').post(`/guest_tickets/${guestToken}/claim`)).status).toBe(200);
    const [purchase] = await purchasesOf('adult');
    expect(purchase).toMatchObject({ type: 'ticket', amount: 1500, state: 'paid' });
    expect((await world.as('adult').get(`/me/receipts/${purchase.id}`)).status).toBe(200);
    expect((await world.as('otherAdult').get(`/me/receipts/${purchase.id}`)).status).toBe(404);

    expect((await world.as('adult').delete(`/me/events/${eventId}/participation`)).body.state).toBe('refund_pending');
    await world.runJobs();
    await world.deliverWebhooks();
    expect((await purchasesOf('adult')).map(({ type }: { type: string }) => type)).toEqual(['refund', 'ticket']);
  });

  it('belongs to the account also when it succeeds after the ticket was claimed', async () => {
    const { guestToken, clientSecret, begin } = await beginAsGuest();
    expect((await world.as('otherAdult').post(`/guest_tickets/${guestToken}/claim`)).status).toBe(200);
    expect((await begin()).status).not.toBe(201);
    await pay(clientSecret);
    await world.deliverWebhooks();
    expect(await purchasesOf('otherAdult')).toMatchObject([{ type: 'ticket', amount: 1500, state: 'paid' }]);
  });
});
