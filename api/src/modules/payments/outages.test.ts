import { type LossyProxy, startLossyProxy } from '../../testing/lossy-proxy';
import { insertCategories } from '../../testing/rows';
import { insertTicketOnSale, expectEqualLedger, type PayingApp, startPayingApp } from '../../testing/start-paying-app';

let world: PayingApp;
let proxy: LossyProxy;
let event: string;
let ticket: string;

beforeAll(async () => {
  proxy = await startLossyProxy();
  world = await startPayingApp({ env: { STRIPE_ENGINE_URL: proxy.url } });
  const { hostname, port } = world.engineAddress;
  proxy.target = { host: hostname, port };
  await insertCategories(world.db);
});
afterEach(() => expectEqualLedger(world));
afterAll(async () => {
  await world.close();
  await proxy.close();
});
beforeEach(async () => {
  proxy.left = Number.POSITIVE_INFINITY;
  ({ event, ticket } = await insertTicketOnSale(world, 5));
});

const begin = (method = 'card') =>
  world.as('adult').post(`/me/events/${event}/payment_intent`, { ticketTypeId: ticket, method });
const confirm = (paymentIntentId: string) =>
  world.as('adult').post(`/me/events/${event}/participation`, { ticketTypeId: ticket, paymentIntentId });
const intentsOfEvent = async () => {
  const mine = await world.db
    .selectFrom('payments as p')
    .innerJoin('participations as c', 'c.id', 'p.participation_id')
    .select(['p.id', 'p.provider_intent_id'])
    .where('c.event_id', '=', event)
    .execute();
  const ids = new Set(mine.map(({ id }) => id));
  const made = [];
  for await (const intent of world.stripe.paymentIntents.list({ limit: 100 }))
    if (ids.has(intent.metadata['payment_id'] ?? '')) made.push(intent);
  return { mine, made };
};
/** The SDK retries twice by itself; the proxy blocks all attempts. */
const breakLine = (loses: LossyProxy['loses']) => {
  proxy.loses = loses;
  proxy.left = 0;
};
const mendLine = () => {
  proxy.left = Number.POSITIVE_INFINITY;
};

describe.each(['request', 'answer'] as const)('while the provider %s is lost', (loses) => {
  it.each(['card', 'konbini'])(
    'a payment by %s answers 503, keeps the hold, and later continues the same attempt',
    async (method) => {
      breakLine(loses);
      const lost = await begin(method);
      expect([lost.status, lost.body.code]).toEqual([503, 'unavailable']);
      const { tickets } = (await world.as('unauthenticated').get(`/events/${event}`)).body;
      expect(tickets[0]).toMatchObject({ sold: 0, held: 1 });

      mendLine();
      expect((await begin(method)).status).toBe(201);
      const { mine, made } = await intentsOfEvent();
      expect([mine.length, made.length]).toEqual([1, 1]);
      expect(mine[0]?.provider_intent_id).toBe(made[0]?.id);
    },
  );

  it('confirming a paid ticket answers 503 and succeeds on retry', async () => {
    const { body } = await begin();
    const intent = body.clientSecret.split('_secret_')[0];
    await world.stripe.paymentIntents.confirm(intent, { payment_method: 'pm_card_visa' });
    breakLine(loses);
    expect((await confirm(intent)).body.code).toBe('unavailable');
    mendLine();
    expect((await confirm(intent)).body.state).toBe('confirmed');
  });

  it('refunds exactly once, as soon as the provider answers', async () => {
    const { body } = await begin();
    const intent = body.clientSecret.split('_secret_')[0];
    await world.stripe.paymentIntents.confirm(intent, { payment_method: 'pm_card_visa' });
    await confirm(intent);
    expect((await world.as('adult').delete(`/me/events/${event}/participation`)).status).toBe(200);
    breakLine(loses);
    await expect(world.runJobs()).rejects.toThrow('unavailable');
    mendLine();
    // The worker's next retry.
    await world.pool.query(`update pgboss.job set state = 'retry' where state = 'active'`);
    await world.runJobs();
    await world.deliverWebhooks();
    const { data } = await world.stripe.refunds.list({ payment_intent: intent });
    expect(data.map(({ amount }) => amount)).toEqual([1500]);
    const mine = (await world.as('adult').get(`/events/${event}`)).body.myParticipation;
    expect(mine.state).toBe('refunded');
  });
});
