import { addMinutes } from 'date-fns';

import { insertCategories } from '../../testing/rows';
import { insertTicketOnSale, type PayingApp, startPayingApp } from '../../testing/start-paying-app';

const QUOTA = 20;

let world: PayingApp;
let event: string;
let ticket: string;

beforeAll(async () => {
  world = await startPayingApp();
  await insertCategories(world.db);
});
afterAll(() => world.close());

beforeEach(async () => {
  ({ event, ticket } = await insertTicketOnSale(world, QUOTA));
  await world.db.deleteFrom('rate_limits').execute();
});

/** Buys as a new visitor, from an address of one's own unless given. */
async function buy(email: string, { method = 'konbini', address = '203.0.113.7' } = {}) {
  const opened = await world.app.inject({ method: 'POST', url: '/v1/user/signin/anonymous', remoteAddress: address });
  const { token } = opened.json<{ token: string }>();
  const answer = await world.app.inject({
    method: 'POST',
    url: `/v1/events/${event}/payment_intent`,
    remoteAddress: address,
    headers: { authorization: `Bearer ${token}` },
    payload: { ticketTypeId: ticket, method, email, birthDate: '1990-01-01' },
  });
  return { status: answer.statusCode, body: answer.json() };
}

const held = async () => (await world.as('unauthenticated').get(`/events/${event}`)).body.tickets[0].held;

it.each(['konbini', 'card'])('visitors with invented addresses hold a quarter of the seats by %s', async (method) => {
  const answers = [];
  for (let number = 0; number < QUOTA; number += 1)
    answers.push(await buy(`visitor${number}@example.test`, { method, address: `203.0.113.${number}` }));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(QUOTA / 4);
  expect(answers.at(-1)).toMatchObject({
    status: 409,
    body: { code: 'conflict', fields: { ticketTypeId: expect.stringContaining('ログイン') } },
  });
  expect(await held()).toBe(QUOTA / 4);
  const account = await world.as('adult').post(`/me/events/${event}/payment_intent`, { ticketTypeId: ticket, method });
  expect(account.status).toBe(201);
});

it.each([
  { quota: 1, most: 1 },
  { quota: 2, most: 1 },
  { quota: 3, most: 2 },
])('visitors hold $most of $quota seats', async ({ quota, most }) => {
  ({ event, ticket } = await insertTicketOnSale(world, quota));
  const answers = [];
  for (let number = 0; number <= most; number += 1)
    answers.push((await buy(`visitor${number}@example.test`, { address: `203.0.113.${number}` })).status);
  expect(answers.filter((status) => status === 201)).toHaveLength(most);
});

it('one mailbox holds two unpaid seats in an event, however the address is written', async () => {
  expect((await buy('hana@example.test')).status).toBe(201);
  expect((await buy('Hana+2@example.test')).status).toBe(201);
  const third = await buy('hana+3@example.test');
  expect(third).toMatchObject({
    status: 409,
    body: { code: 'conflict', fields: { email: expect.stringContaining('お支払い待ち') } },
  });
  expect((await buy('hanako@example.test')).status).toBe(201);
});

it('all visitors behind one address start 60 purchases an hour', async () => {
  await world.db
    .insertInto('rate_limits')
    .values({ bucket: 'guest-hold:203.0.113.7', count: 60, resets_at: addMinutes(world.clock.now(), 60) })
    .execute();
  expect((await buy('hana@example.test')).body.code).toBe('rate_limited');
  expect((await buy('hana@example.test', { address: '203.0.113.8' })).status).toBe(201);
});

it('a seat whose payment the provider has not confirmed is free after 15 minutes', async () => {
  await world.engine.close();
  const answer = await buy('hana@example.test');
  expect(answer.status).toBe(503);
  expect(await held()).toBe(1);
  world.clock.advance(16 * 60_000);
  // The provider is still away when the other jobs ask it.
  await expect(world.runJobs()).rejects.toThrow('unavailable');
  expect(await held()).toBe(0);
});
