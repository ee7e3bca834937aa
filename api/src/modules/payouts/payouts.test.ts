import { insertCategories, insertEvent, insertTicketType, minutesFrom } from '../../testing/rows';
import { type PayingApp, startPayingApp } from '../../testing/start-paying-app';
import { testPassword } from '../../testing/test-people';

const DAY_MINUTES = 24 * 60;
const DAY_SECONDS = 86_400;
/** So long the engine keeps what was paid before it can be sent on. */
const ENGINE_KEEPS_DAYS = 5;
const pages = {
  returnUrl: 'https://manabiba.test/org/settings?tab=sales',
  refreshUrl: 'https://manabiba.test/org/settings?tab=sales&again=1',
};

let world: PayingApp;

beforeEach(async () => {
  world = await startPayingApp();
  await insertCategories(world.db);
});
afterEach(() => world.close());

const organizer = () => world.as('professional');
const account = async () => (await organizer().get('/me/stripe-connect')).body;
const transfer = (amount: number, key?: string) =>
  organizer().post('/me/stripe-connect/transfer', { amount }, key ? { 'idempotency-key': key } : {});

/** Begins the onboarding and does what the organizer does on the provider's page. */
async function onboard(): Promise<string> {
  expect((await organizer().post('/me/stripe-connect', pages)).status).toBe(200);
  const [{ id } = { id: '' }] = (await world.stripe.accounts.list()).data;
  await world.engine.actions.completeOnboarding(id);
  await account();
  return id;
}

/** Somebody pays for a ticket of an event to come. */
async function sell(price: number, buyer: Parameters<PayingApp['as']>[0] = 'adult'): Promise<string> {
  const now = world.clock.now();
  const event = await insertEvent(world.db, {
    organizer_id: world.people.professional,
    start_at: minutesFrom(now, 10 * DAY_MINUTES),
    end_at: minutesFrom(now, 10 * DAY_MINUTES + 90),
  });
  const ticketTypeId = await insertTicketType(world.db, { event_id: event, price, sale_end_at: minutesFrom(now, 60) });
  const { body } = await world.as(buyer).post(`/me/events/${event}/payment_intent`, { ticketTypeId, method: 'card' });
  const paymentIntentId = body.clientSecret.split('_secret_')[0];
  const payment = { payment_method: 'pm_card_visa', return_url: 'https://manabiba.test/' };
  await world.stripe.paymentIntents.confirm(paymentIntentId, payment);
  const confirmed = await world.as(buyer).post(`/me/events/${event}/participation`, { ticketTypeId, paymentIntentId });
  expect(confirmed.status).toBe(201);
  return event;
}

async function endEvent(id: string, daysAgo: number): Promise<void> {
  const end_at = minutesFrom(world.clock.now(), -daysAgo * DAY_MINUTES);
  const start_at = minutesFrom(end_at, -90);
  await world.db.updateTable('events').set({ state: 'ended', start_at, end_at }).where('id', '=', id).execute();
}

describe('the account for payouts', () => {
  it('is none at first', async () => {
    expect(await account()).toEqual({
      id: null,
      chargesEnabled: false,
      payoutsEnabled: false,
      requirements: [],
      availableBalance: 0,
      pendingBalance: 0,
      lastTransferAt: null,
    });
  });

  it('is made once, however often the onboarding is begun', async () => {
    const [first, second] = [
      await organizer().post('/me/stripe-connect', pages),
      await organizer().post('/me/stripe-connect', pages),
    ];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(new URL(first.body.url).pathname).toMatch(/account|onboarding/);
    expect(Date.parse(first.body.expiresAt)).toBeGreaterThan(Date.now());
    expect((await world.stripe.accounts.list()).data).toHaveLength(1);
    expect(await account()).toMatchObject({
      payoutsEnabled: false,
      requirements: expect.arrayContaining(['external_account']),
    });
  });

  it('is ready as soon as its owner comes back, whether or not a webhook has told so', async () => {
    await onboard();
    expect(await account()).toMatchObject({ payoutsEnabled: true, requirements: [] });
  });

  it('leads back to pages of the product only', async () => {
    const answer = await organizer().post('/me/stripe-connect', { ...pages, returnUrl: 'https://elsewhere.test/' });
    expect([answer.status, answer.body.fields]).toEqual([422, { returnUrl: 'まなびばのページを指定してください。' }]);
  });

  it.each(['email_unverified', 'documents_required', 'under_review'] as const)(
    'is refused while its owner is %s',
    async (state) => {
      await world.db.updateTable('users').set({ state }).where('id', '=', world.people.professional).execute();
      expect((await organizer().post('/me/stripe-connect', pages)).body.code).toBe('role_required');
      expect((await transfer(1000)).body.code).toBe('role_required');
      expect((await organizer().get('/me/stripe-connect')).status).toBe(200);
    },
  );

  it('is none again when the provider has it no more', async () => {
    await world.stripe.accounts.del(await onboard());
    expect(await account()).toMatchObject({ id: null, payoutsEnabled: false });
    expect((await transfer(1000)).body.code).toBe('conflict');
  });

  it('is told as it stood when the provider does not answer', async () => {
    await onboard();
    await world.engine.close();
    expect(await account()).toMatchObject({ payoutsEnabled: true });
  });

  it('is wanted before tickets that cost something are offered', async () => {
    const draft = await insertEvent(world.db, { organizer_id: world.people.professional, state: 'draft' });
    await insertTicketType(world.db, { event_id: draft, price: 1000 });
    const missing = async () => (await organizer().get(`/org/events/${draft}`)).body.missing;
    expect(await missing()).toContain('payouts');
    await onboard();
    expect(await missing()).not.toContain('payouts');
  });
});

describe('the balance', () => {
  it('holds what is left of the price three days after the end of the event, and waits until then', async () => {
    const event = await sell(10_000);
    expect(await account()).toMatchObject({ availableBalance: 0, pendingBalance: 9_640 });
    await endEvent(event, 2);
    expect(await account()).toMatchObject({ availableBalance: 0, pendingBalance: 9_640 });
    await endEvent(event, 3);
    expect(await account()).toMatchObject({ availableBalance: 9_640, pendingBalance: 0 });
  });

  it('holds nothing of what went back', async () => {
    const event = await sell(10_000);
    expect((await world.as('adult').delete(`/me/events/${event}/participation`)).status).toBe(200);
    expect(await account()).toMatchObject({ availableBalance: 0, pendingBalance: 0 });
  });

  it('keeps its owner from leaving', async () => {
    await endEvent(await sell(10_000), 4);
    const answer = await organizer().delete('/me', {}, { password: testPassword });
    expect([answer.status, answer.body.fields]).toEqual([409, { account: '売上の残高があるため、退会できません。' }]);
  });
});

describe('a transfer', () => {
  it('is refused before the account is ready', async () => {
    await endEvent(await sell(10_000), 4);
    expect((await transfer(9_640)).body.code).toBe('conflict');
  });

  it.each([
    ['less than 1,000 yen', 999],
    ['more than there is', 9_641],
    ['a part of a yen', 1000.5],
  ])('is refused for %s', async (_what, amount) => {
    await onboard();
    await endEvent(await sell(10_000), 4);
    const answer = await transfer(amount);
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([422, ['amount']]);
    expect(await account()).toMatchObject({ availableBalance: 9_640 });
  });

  it('takes the money from the balance, is sent once the provider has it, and stands in the history', async () => {
    const accountId = await onboard();
    await endEvent(await sell(10_000), 4);
    await sell(3_000, 'student');
    const { status, body } = await transfer(9_640);
    expect([status, body]).toEqual([201, expect.objectContaining({ type: 'payout', amount: 9_640, state: 'pending' })]);
    expect(await account()).toMatchObject({ availableBalance: 0 });
    await world.runJobs();
    expect((await world.stripe.transfers.list()).data).toEqual([]);

    await world.engine.actions.advanceClock(ENGINE_KEEPS_DAYS * DAY_SECONDS);
    world.clock.advance(3_600_000);
    await world.signInAgain();
    await world.runJobs();
    const [sent, ...others] = (await world.stripe.transfers.list()).data;
    expect([sent?.amount, sent?.destination, others]).toEqual([9_640, accountId, []]);
    const [line] = (await organizer().get('/me/sale-histories')).body.items;
    expect(line).toMatchObject({ id: body.id, title: '売上の振込', amount: 9_640, state: 'paid' });
    expect((await account()).lastTransferAt).not.toBeNull();
    // To the yen: what came in at the provider is what was paid less what was sent on.
    const { data: entries } = await world.stripe.balanceTransactions.list({ limit: 100 });
    expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(10_000 + 3_000 - 9_640);
  });

  it('happens once a day in Japan', async () => {
    await onboard();
    await endEvent(await sell(10_000), 4);
    const answers = await Promise.all([transfer(2_000), transfer(2_000), transfer(2_000)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(answers.filter(({ status }) => status === 409).map(({ body }) => body.code)).toEqual(['already', 'already']);
    expect(await account()).toMatchObject({ availableBalance: 7_640 });
  });

  it('is the same one when its answer was lost and it is asked for again', async () => {
    await onboard();
    await endEvent(await sell(10_000), 4);
    const [first, second] = [await transfer(2_000, 'the-same-intent-1'), await transfer(2_000, 'the-same-intent-1')];
    expect([second.status, second.body.id]).toEqual([201, first.body.id]);
    expect(await account()).toMatchObject({ availableBalance: 7_640 });
  });

  it('is not sent twice when the process died before it wrote that it was sent, however long ago', async () => {
    const destination = await onboard();
    await endEvent(await sell(10_000), 4);
    await world.engine.actions.advanceClock(ENGINE_KEEPS_DAYS * DAY_SECONDS);
    const { body } = await transfer(2_000);
    // What the process did: by a key that the provider has forgotten by now.
    await world.stripe.transfers.create({ amount: 2_000, currency: 'jpy', destination, transfer_group: body.id });
    await world.runJobs();
    expect((await world.stripe.transfers.list()).data).toHaveLength(1);
    expect((await organizer().get('/me/sale-histories')).body.items[0]).toMatchObject({ state: 'paid' });
  });

  it('gives the money back to the balance when the provider refuses it, and may be tried again that day', async () => {
    const accountId = await onboard();
    await endEvent(await sell(10_000), 4);
    await world.engine.actions.advanceClock(ENGINE_KEEPS_DAYS * DAY_SECONDS);
    await world.stripe.accounts.del(accountId);
    await transfer(2_000);
    await world.runJobs();
    expect((await organizer().get('/me/sale-histories')).body.items[0]).toMatchObject({
      type: 'payout',
      state: 'failed',
    });
    const balance = await world.db.selectFrom('payouts').select(['state', 'failure_reason']).executeTakeFirstOrThrow();
    expect(balance).toEqual({ state: 'failed', failure_reason: 'resource_missing' });
    expect((await transfer(2_000)).status).toBe(201);
  });
});
