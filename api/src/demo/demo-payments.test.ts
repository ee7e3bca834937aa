import { addDays } from 'date-fns';

import { createLedgerRepository } from '../modules/payments/ledger/ledger.repository';
import { insertParticipation } from '../testing/rows';
import { expectEqualLedger, type PayingApp, startPayingApp } from '../testing/start-paying-app';
import { DEMO_PASSWORD } from './demo-people';
import { type DemoPermission, permitDemo } from './demo-permission';
import { fillPayments } from './fill-payments';
import { fillUnpaidPlan } from './fill-unpaid-plan';
import { redateDemo } from './redate-demo';
import { seedDemo } from './seed-demo';

let world: PayingApp;
const demo = (now = world.clock.now()) => ({
  pool: world.pool,
  now,
  permission: permitDemo({ nodeEnv: 'test', demo: undefined, isEmbeddedDatabase: true }) as DemoPermission,
  feePercent: world.env.platformFeePercent,
  record: world.engine.actions.recordPayments,
});
const filled = async () => (await fillPayments(demo())).filled;

beforeAll(async () => {
  world = await startPayingApp();
  await seedDemo(demo());
});
afterEach(() => expectEqualLedger(world));
afterAll(() => world.close());

async function signIn(kind: string) {
  const { body } = await world
    .as('anonymous')
    .post('/auth/signin', { email: `${kind}@demo.manabiba.test`, password: DEMO_PASSWORD });
  const token = String(body.token);
  return { token, ...world.withToken(token) };
}

const rows = async <Row extends object>(text: string): Promise<Row[]> => (await world.pool.query<Row>(text)).rows;
const unpaid = () =>
  rows(`select p.id from participations p where p.amount > 0 and p.state in ('confirmed', 'joined', 'refunded', 'refund_pending')
    and not exists (select from payments x where x.participation_id = p.id and x.state = 'paid')`);

it('pays every sold ticket once, even with two concurrent processes', async () => {
  expect((await unpaid()).length).toBeGreaterThan(300);
  await Promise.all([filled(), filled()]);
  expect(await unpaid()).toEqual([]);
  expect(await filled()).toBe(0);
  const { paid, refunded } = await createLedgerRepository(world.db).settledSales();
  expect(paid.length).toBeGreaterThan(300);
  expect(refunded).toHaveLength(7);
});

it('resumes after an interruption', async () => {
  await world.pool.query(
    'delete from payments where id in (select id from payments where refunded = 0 order by id limit 5)',
  );
  expect(await filled()).toBe(5);
});

it('creates no further payments on a later day', async () => {
  await redateDemo(demo(addDays(world.clock.now(), 1)));
  expect(await filled()).toBe(0);
  await redateDemo(demo());
});

it('reports to an organizer what was paid in each month', async () => {
  const { body } = await (await signIn('host')).get('/org/sales');
  const months = await rows<{ month: string; gross: number }>(`
    select to_char(paid_at at time zone 'Asia/Tokyo', 'YYYY-MM') as month, sum(amount - refunded)::int as gross
    from payments p join users u on u.id = p.seller_id where u.email = 'host@demo.manabiba.test' group by 1 order by 1`);
  expect(months).not.toEqual([]);
  expect(body.months.filter(({ gross }: { gross: number }) => gross > 0)).toEqual(
    months.map((month) => expect.objectContaining(month)),
  );
});

it('refunds a cancelled ticket and issues receipts for payment and refund', async () => {
  const { token, ...student } = await signIn('student');
  const {
    body: {
      items: [bought],
    },
  } = await student.get('/me/sale-histories');
  expect(bought).toMatchObject({ type: 'ticket', amount: 500, state: 'paid' });
  const [{ event_id: event } = { event_id: '' }] = await rows<{ event_id: string }>(
    `select event_id from participations c join payments p on p.participation_id = c.id where p.id = '${bought.id}'`,
  );
  const receipt = await student.post(`/me/receipts/${bought.id}`, {});
  expect(receipt.body).toMatchObject({ kind: 'receipt', total: 500, payment: { method: 'card', cardLast4: '4242' } });
  const pdf = await world.app.inject({
    url: `/v1/me/receipts/${bought.id}/pdf`,
    headers: { authorization: `Bearer ${token}` },
  });
  expect([pdf.statusCode, pdf.headers['content-type']]).toEqual([200, 'application/pdf']);

  expect((await student.delete(`/me/events/${event}/participation`)).status).toBe(200);
  await world.ledger();
  const { body } = await student.get('/me/sale-histories');
  expect(body.items[0]).toMatchObject({ type: 'refund', amount: -500, state: 'refunded' });
  const note = await student.post(`/me/receipts/${body.items[0].id}`, {});
  expect(note.body).toMatchObject({ kind: 'credit_note', total: -500 });
});

describe('the plan of the user whose card is declined', () => {
  const fill = (now?: Date) => {
    const { payments } = world.env;
    if (!payments) throw new Error('The test needs a payment provider');
    return fillUnpaidPlan({ ...demo(now), payments });
  };

  it('is made once, with an open invoice', async () => {
    expect(await Promise.all([fill(), fill()])).toEqual(
      expect.arrayContaining([{ isFilled: true }, { isFilled: false }]),
    );
    const user = await signIn('unpaid');
    expect((await user.get('/me')).body).toMatchObject({ isSubscribed: true, stripeInvoiceStatus: 'open' });
    const { subscription } = (await user.get('/me/subscription')).body;
    expect(subscription).toMatchObject({ provider: 'stripe', state: 'past_due', openInvoice: { amount: 1000 } });
    expect((await user.get('/me/stripe-card')).body.card).toMatchObject({ brand: 'visa', last4: '0341' });
  });

  it('keeps the dates of the provider, and stays the same when its webhooks arrive', async () => {
    const user = await signIn('unpaid');
    const { subscription } = (await user.get('/me/subscription')).body;
    await redateDemo(demo(addDays(world.clock.now(), 1)));
    await world.deliverWebhooks();
    expect((await user.get('/me/subscription')).body.subscription).toEqual(subscription);
  });

  it('is paid by another card', async () => {
    const user = await signIn('unpaid');
    const card = { number: '4242424242424242', exp_month: 9, exp_year: 2039, cvc: '123' };
    const { id: paymentMethodId } = await world.stripe.paymentMethods.create({ type: 'card', card });
    const { body } = await user.patch('/me/subscriptions', { paymentMethodId });
    expect(body.subscription.state).toBe('active');
    expect((await user.get('/me')).body.stripeInvoiceStatus).toBe('paid');
    expect((await user.get('/me/sale-histories')).body.items).toEqual(
      expect.arrayContaining([expect.objectContaining({ type: 'subscription', amount: 1000, state: 'paid' })]),
    );
  });
});

it('leaves further seats to the payment of their buyer', async () => {
  const [lead] = await rows<{ id: string; event_id: string; ticket_type_id: string; amount: number }>(`
    select p.id, p.event_id, p.ticket_type_id, p.amount from participations p
      join payments x on x.participation_id = p.id join ticket_types t on t.id = p.ticket_type_id
    where p.state = 'confirmed' and t.sold + t.held < t.quota limit 1`);
  if (!lead) throw new Error('The demo has no sold ticket with a free seat beside it');
  const { id: lead_id, ...seat } = lead;
  await insertParticipation(world.db, { ...seat, lead_id, companion_name: 'りんご' });
  expect(await filled()).toBe(0);
});
