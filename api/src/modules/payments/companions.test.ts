import { insertCategories } from '../../testing/rows';
import { expectEqualLedger, insertTicketOnSale, type PayingApp, startPayingApp } from '../../testing/start-paying-app';
import { emailOf } from '../../testing/test-people';
import { createGuestTokens } from '../participations/guest-tokens';
import { wrongSeats } from '../participations/testing/seat-counts';

// Several seats in one purchase: the buyer's and one for each companion.

let world: PayingApp;
let event: string;
let ticket: string;

beforeAll(async () => {
  world = await startPayingApp();
  await insertCategories(world.db);
});
afterAll(() => world.close());

beforeEach(async () => {
  ({ event, ticket } = await insertTicketOnSale(world, 10));
  await world.db.deleteFrom('rate_limits').execute();
  world.mail.sent.length = 0;
});
afterEach(async () => expect(await wrongSeats(world.db)).toEqual([]));

type Caller = Parameters<PayingApp['as']>[0];

const HANA_AND_TARO = ['花', '太郎'];
const begin = (caller: Caller, body: object = {}) =>
  world.as(caller).post(`/me/events/${event}/payment_intent`, { ticketTypeId: ticket, method: 'card', ...body });
const mine = async (caller: Caller) => (await world.as(caller).get(`/events/${event}`)).body.myParticipation;
const intentOf = ({ clientSecret }: { clientSecret: string }) => clientSecret.split('_secret_')[0] ?? '';
const companions = async (caller: Caller) => (await world.as(caller).get(`/me/events/${event}/companions`)).body.items;
const seats = async () => {
  const { tickets } = (await world.as('unauthenticated').get(`/events/${event}`)).body;
  return { sold: tickets[0].sold, held: tickets[0].held };
};
const rows = () =>
  world.db
    .selectFrom('participations')
    .select(['user_id', 'companion_name as name', 'state', 'amount', 'lead_id'])
    .where('event_id', '=', event)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
const states = async () => (await rows()).map(({ state }) => state);
const payments = () =>
  world.db
    .selectFrom('payments as y')
    .innerJoin('participations as p', 'p.id', 'y.participation_id')
    .select(['y.amount', 'y.refunded', 'y.state', 'y.title'])
    .where('p.event_id', '=', event)
    .orderBy('y.created_at')
    .execute();

async function pay(intent: string): Promise<string> {
  await world.stripe.paymentIntents.confirm(intent, { payment_method: 'pm_card_visa' });
  return intent;
}
const confirm = (caller: Caller, paymentIntentId: string) =>
  world.as(caller).post(`/me/events/${event}/participation`, { paymentIntentId });

/** Buys a seat for the caller and each of these, as the browser would. */
async function buy(caller: Caller = 'adult', names: readonly string[] = HANA_AND_TARO, body: object = {}) {
  const intent = await pay(intentOf((await begin(caller, { companions: names, ...body })).body));
  return (await confirm(caller, intent)).body;
}
async function settle(): Promise<void> {
  await world.runJobs();
  await world.events.runDue();
  await world.runJobs();
  await world.deliverWebhooks();
  await world.events.runDue();
}
async function mails() {
  await world.events.runDue();
  const sent = [...(await world.mail.deliver())];
  world.mail.sent.length = 0;
  return sent;
}
async function letHoldExpire(): Promise<void> {
  world.clock.advance(16 * 60_000);
  await world.runJobs();
  await world.events.runDue();
  world.clock.advance(-16 * 60_000);
}
const tokenOf = ({ ticketPath }: { ticketPath: string }) => ticketPath.replace('/tickets/', '');
const cancelEvent = () => world.as('professional').delete(`/org/events/${event}`, {}, { reason: '会場の都合' });

describe('a purchase of several seats', () => {
  it('holds, charges and confirms all of them, and mails the buyer their links', async () => {
    const { body } = await begin('adult', { companions: HANA_AND_TARO });
    expect(body.amount).toBe(4500);
    expect(await seats()).toEqual({ sold: 0, held: 3 });
    expect(await mine('adult')).toMatchObject({ state: 'held', seats: 3, amount: 4500 });
    expect((await companions('adult')).map(({ ticketPath }: { ticketPath: unknown }) => ticketPath)).toEqual([
      null,
      null,
    ]);
    const intent = await pay(intentOf(body));
    expect((await confirm('adult', intent)).body).toMatchObject({ state: 'confirmed', seats: 3, amount: 4500 });
    expect(await seats()).toEqual({ sold: 3, held: 0 });
    expect(await payments()).toEqual([
      { amount: 4500, refunded: 0, state: 'paid', title: expect.stringMatching(/チケット 3席$/) },
    ]);
    const [hana, taro] = await companions('adult');
    expect([hana, taro]).toMatchObject([
      { name: '花', state: 'confirmed', amount: 1500, isClaimed: false, cancellation: { paid: 1500, refund: 1500 } },
      { name: '太郎', state: 'confirmed', amount: 1500, isClaimed: false },
    ]);
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    for (const words of ['3席(ご本人、花さん、太郎さん)', '4,500円(税込)', hana.ticketPath, taro.ticketPath])
      expect(mail?.text).toContain(words);
    const { receiptId } = await mine('adult');
    const receipt = (await world.as('adult').get(`/me/receipts/${receiptId}`)).body;
    expect(receipt).toMatchObject({ total: 4500, lines: [{ name: expect.stringContaining('3席') }] });
    await expectEqualLedger(world);
  });

  it('is confirmed by webhooks alone, also twice and in reverse order', async () => {
    await pay(intentOf((await begin('adult', { companions: HANA_AND_TARO })).body));
    await world.deliverWebhooks((events) => [...events, ...events].reverse());
    expect(await states()).toEqual(['confirmed', 'confirmed', 'confirmed']);
    expect(await seats()).toEqual({ sold: 3, held: 0 });
  });

  it('returns the same attempt when repeated, also with other names, and another one for another number', async () => {
    const first = (await begin('adult', { companions: HANA_AND_TARO })).body;
    expect((await begin('adult')).body).toEqual(first);
    expect((await begin('adult', { companions: ['花', '次郎'] })).body).toEqual(first);
    expect((await companions('adult')).map(({ name }: { name: string }) => name)).toEqual(['花', '次郎']);
    const fewer = (await begin('adult', { companions: ['花'] })).body;
    expect(fewer.amount).toBe(3000);
    expect((await world.stripe.paymentIntents.retrieve(intentOf(first))).status).toBe('canceled');
    expect(await seats()).toEqual({ sold: 0, held: 2 });
    expect((await begin('adult', { companions: [] })).body.amount).toBe(1500);
    expect(await seats()).toEqual({ sold: 0, held: 1 });
  });

  it('is held by several windows at once as one', async () => {
    await Promise.all([2, 3, 3].map(() => begin('adult', { companions: HANA_AND_TARO })));
    expect(await seats()).toEqual({ sold: 0, held: 3 });
    expect((await payments()).filter(({ state }) => state === 'pending')).toHaveLength(1);
  });

  it('waits as a whole for a payment at a convenience store', async () => {
    const { body } = await begin('adult', { method: 'konbini', companions: HANA_AND_TARO.slice(1) });
    expect(await states()).toEqual(['pending_payment', 'pending_payment']);
    await world.engine.actions.payAtTheShop(intentOf(body));
    await world.deliverWebhooks();
    expect(await states()).toEqual(['confirmed', 'confirmed']);
    await expectEqualLedger(world);
  });

  it('with another number gets other numbers for the convenience store, which are mailed', async () => {
    const first = (await begin('adult', { method: 'konbini' })).body;
    const [mail] = await mails();
    expect(mail?.text).toContain('1,500円');
    const second = (await begin('adult', { method: 'konbini', companions: ['花'] })).body;
    expect(intentOf(second)).not.toBe(intentOf(first));
    expect(await states()).toEqual(['pending_payment', 'pending_payment']);
    const [secondMail] = await mails();
    for (const words of ['3,000円', '2席(ご本人、花さん)']) expect(secondMail?.text).toContain(words);
  });

  it('expires as a whole, and its seats are free again', async () => {
    await begin('adult', { companions: HANA_AND_TARO });
    await letHoldExpire();
    expect(await states()).toEqual(['expired', 'expired', 'expired']);
    expect(await seats()).toEqual({ sold: 0, held: 0 });
  });

  it('that is paid too late gets all of its seats while they are free', async () => {
    await pay(intentOf((await begin('adult', { companions: HANA_AND_TARO })).body));
    await letHoldExpire();
    await world.deliverWebhooks();
    expect(await states()).toEqual(['confirmed', 'confirmed', 'confirmed']);
    expect(await seats()).toEqual({ sold: 3, held: 0 });
  });

  it('that is paid too late is refunded as a whole when one of its seats is gone', async () => {
    ({ event, ticket } = await insertTicketOnSale(world, 3));
    await pay(intentOf((await begin('adult', { companions: HANA_AND_TARO })).body));
    await letHoldExpire();
    await buy('otherAdult', []);
    await world.deliverWebhooks();
    await settle();
    expect((await rows()).filter(({ lead_id: lead }) => lead !== null).map(({ state }) => state)).toEqual([
      'refunded',
      'refunded',
    ]);
    expect(await payments()).toMatchObject([{ amount: 4500, refunded: 4500 }, { refunded: 0 }]);
    await expectEqualLedger(world);
  });
});

describe('is refused', () => {
  it.each<[string, Caller, object, object, string]>([
    ['more than five seats', 'adult', { companions: ['1', '2', '3', '4', '5'] }, {}, 'companions'],
    ['a seat without a name', 'adult', { companions: ['花', ' '] }, {}, 'companions.1'],
    [
      'a gift of several seats',
      'adult',
      { companions: ['花'], gift: { email: 'hana@example.test' } },
      {},
      'companions',
    ],
    ['a student ticket for somebody else', 'student', { companions: ['花'] }, { kind: 'student' }, 'companions'],
  ])('%s, at the field, and nothing is held', async (_what, caller, body, kind, field) => {
    await world.db.updateTable('ticket_types').set(kind).set({ position: 0 }).where('id', '=', ticket).execute();
    const answer = await begin(caller, body);
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([422, [field]]);
    expect(await seats()).toEqual({ sold: 0, held: 0 });
  });

  it('when fewer are left, and holds none then', async () => {
    ({ event, ticket } = await insertTicketOnSale(world, 2));
    const { status, body } = await begin('adult', { companions: HANA_AND_TARO });
    expect([status, body.code, Object.keys(body.fields)]).toEqual([409, 'sold_out', ['companions']]);
    expect(await seats()).toEqual({ sold: 0, held: 0 });
    expect((await begin('adult', { companions: ['花'] })).status).toBe(201);
  });

  it('to keep many seats from others until a convenience store is paid', async () => {
    expect((await begin('adult', { companions: HANA_AND_TARO })).status).toBe(201);
    // Of ten seats, two and the buyers' own.
    const first = await begin('adult', { method: 'konbini' });
    expect(first.status).toBe(201);
    const { status, body } = await begin('otherAdult', { method: 'konbini', companions: ['花'] });
    expect([status, Object.keys(body.fields)]).toEqual([409, ['companions']]);
    expect((await begin('otherAdult', { companions: ['花'] })).status).toBe(201);
  });

  it('to give the own seat away while there are others', async () => {
    await buy();
    const { status, body } = await world
      .as('adult')
      .post(`/me/events/${event}/seat_transfer`, { email: 'hana@example.test' });
    expect([status, body.code]).toEqual([409, 'conflict']);
  });
});

it('two buyers of three seats each for the last three: one gets all, the other none', async () => {
  for (let round = 0; round < 5; round += 1) {
    ({ event, ticket } = await insertTicketOnSale(world, 3));
    const answers = await Promise.all(
      (['adult', 'otherAdult'] as const).map((caller) => begin(caller, { companions: HANA_AND_TARO })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await seats()).toEqual({ sold: 0, held: 3 });
  }
});

describe('a discount code', () => {
  const code = { id: '', code: 'HOSHI-500', amount_off: 500, percent_off: null, ticket_type_ids: null };
  const create = (uses: number) =>
    world.db
      .insertInto('discount_codes')
      .values({ ...code, id: `dsc_${event}`, event_id: event, max_uses: uses })
      .execute();

  it('takes its discount off each seat and is used once for each', async () => {
    await create(3);
    const { body } = await begin('adult', { discountCode: 'HOSHI-500', companions: HANA_AND_TARO });
    expect([body.amount, body.discount]).toEqual([3000, 1500]);
    const [listed] = (await world.as('professional').get(`/org/events/${event}/discount_codes`)).body.items;
    expect(listed.uses).toBe(3);
    expect((await begin('otherAdult', { discountCode: 'HOSHI-500' })).body.code).toBe('code_used');
    const without = (await begin('adult', { discountCode: null })).body;
    expect([without.amount, without.discount]).toEqual([4500, 0]);
  });

  it('with too few uses for the seats is refused, whichever is chosen first', async () => {
    await create(2);
    await begin('adult', { companions: HANA_AND_TARO });
    const typed = await begin('adult', { discountCode: 'HOSHI-500' });
    expect([typed.status, typed.body.fields.discountCode]).toEqual([410, expect.stringContaining('あと2席分')]);
    expect((await begin('adult', { discountCode: 'HOSHI-500', companions: ['花'] })).body.amount).toBe(2000);
    const more = await begin('adult', { companions: HANA_AND_TARO });
    expect([more.status, more.body.code]).toEqual([410, 'code_used']);
    expect(await seats()).toEqual({ sold: 0, held: 2 });
  });
});

describe('cancelling', () => {
  const cancel = async (index: number, caller: Caller = 'adult') => {
    const { id } = (await companions('adult'))[index];
    return world.as(caller).delete(`/me/events/${event}/companions/${id}`);
  };

  it('one further seat refunds what it cost, and the others stay', async () => {
    await buy();
    await mails();
    const { status, body } = await cancel(0);
    expect([status, body.items.map(({ state }: { state: string }) => state)]).toEqual([
      200,
      ['refund_pending', 'confirmed'],
    ]);
    expect(await mine('adult')).toMatchObject({ state: 'confirmed', seats: 2, amount: 3000 });
    const [mail] = await mails();
    expect(mail).toMatchObject({ to: emailOf('adult') });
    for (const words of ['花さんのお席', '1,500円']) expect(mail?.text).toContain(words);
    await settle();
    expect(await states()).toEqual(['confirmed', 'refunded', 'confirmed']);
    expect(await seats()).toEqual({ sold: 2, held: 0 });
    expect(await payments()).toMatchObject([{ amount: 4500, refunded: 1500 }]);
    expect((await cancel(0)).status).toBe(404);
    // Then all that is left.
    const preview = (await world.as('adult').get(`/me/events/${event}/cancellation`)).body;
    expect(preview).toMatchObject({ paid: 3000, refund: 3000 });
    await world.as('adult').delete(`/me/events/${event}/participation`);
    await settle();
    expect(await states()).toEqual(['refunded', 'refunded', 'refunded']);
    expect(await payments()).toMatchObject([{ amount: 4500, refunded: 4500 }]);
    await expectEqualLedger(world);
  });

  it('is for the buyer alone, and not once the event has begun', async () => {
    await buy();
    await buy('otherAdult', ['次郎']);
    expect((await cancel(0, 'otherAdult')).status).toBe(404);
    const [{ ticketPath }] = await companions('adult');
    const byLink = await world.as('unauthenticated').delete(`/guest_tickets/${tokenOf({ ticketPath })}`);
    expect([byLink.status, byLink.body.code]).toEqual([409, 'not_refundable']);
    await world.db.updateTable('events').set({ state: 'live' }).where('id', '=', event).execute();
    expect((await companions('adult'))[0].cancellation).toBeNull();
    expect((await cancel(0)).body.code).toBe('not_refundable');
    await world.db.updateTable('events').set({ state: 'published' }).where('id', '=', event).execute();
  });

  it('follows the refund rule of the event', async () => {
    await world.db.updateTable('events').set({ refund_policy: 'none' }).where('id', '=', event).execute();
    await buy();
    expect((await cancel(1)).status).toBe(200);
    await settle();
    expect(await states()).toEqual(['confirmed', 'confirmed', 'cancelled']);
    expect(await payments()).toMatchObject([{ amount: 4500, refunded: 0 }]);
    // Keeps what the cancelled seat cost: the organizer refunds what they end.
    const { items } = (await world.as('professional').get(`/org/events/${event}/participants`)).body;
    const lead = items.find(({ user }: { user: unknown }) => user !== null);
    await world.as('professional').post(`/org/events/${event}/participants/${lead.id}/refund`);
    await settle();
    expect(await states()).toEqual(['refunded', 'refunded', 'cancelled']);
    expect(await payments()).toMatchObject([{ amount: 4500, refunded: 3000 }]);
    await expectEqualLedger(world);
  });

  it('one seat twice at once refunds it once', async () => {
    await buy();
    await Promise.all([cancel(0), cancel(0)]);
    await settle();
    expect(await payments()).toMatchObject([{ refunded: 1500 }]);
  });

  it('one seat and the whole purchase at once refunds everything once', async () => {
    for (let round = 0; round < 4; round += 1) {
      ({ event, ticket } = await insertTicketOnSale(world, 10));
      await buy();
      await Promise.all([cancel(0), world.as('adult').delete(`/me/events/${event}/participation`)]);
      await settle();
      expect(await payments()).toMatchObject([{ amount: 4500, refunded: 4500 }]);
      expect(await states()).toEqual(['refunded', 'refunded', 'refunded']);
    }
    await expectEqualLedger(world);
  });
});

describe('the organizer', () => {
  const listed = async (query = '') =>
    (await world.as('professional').get(`/org/events/${event}/participants${query}`)).body.items;

  it('sees, finds and receives further seats by name, and refunds one', async () => {
    await buy();
    const [hana] = await listed('?q=花');
    expect(hana).toMatchObject({ user: null, companion: { name: '花', buyer: '大人' }, amount: 1500 });
    const [lead] = (await listed('')).filter(({ user }: { user: object | null }) => user !== null);
    expect(lead.further).toEqual({ seats: 2, amount: 3000 });
    const received = await world
      .as('professional')
      .put(`/org/events/${event}/participants/${hana.id}/check_in`, { isCheckedIn: true });
    expect([received.status, received.body.checkedInAt]).toEqual([200, expect.any(String)]);
    await world.as('professional').post(`/org/events/${event}/participants/${hana.id}/refund`);
    await settle();
    expect(await states()).toEqual(['confirmed', 'refunded', 'confirmed']);
    expect(await payments()).toMatchObject([{ refunded: 1500 }]);
  });

  it('cancels no further seat alone before all are paid', async () => {
    const { body } = await begin('adult', { method: 'konbini', companions: HANA_AND_TARO });
    const [hana] = await listed('?q=花');
    const refused = await world.as('professional').post(`/org/events/${event}/participants/${hana.id}/refund`);
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict']);
    await world.engine.actions.payAtTheShop(intentOf(body));
    await world.deliverWebhooks();
    expect(await states()).toEqual(['confirmed', 'confirmed', 'confirmed']);
  });

  it('who cancels the event refunds all seats, and their buyer is notified once', async () => {
    await buy();
    await mails();
    expect((await cancelEvent()).status).toBe(204);
    await world.runJobs();
    await settle();
    const sent = (await mails()).filter(({ to }) => to === emailOf('adult'));
    expect(sent.map(({ subject }) => subject)).toEqual([
      expect.stringContaining('イベントの中止'),
      expect.stringContaining('返金が完了'),
    ]);
    for (const { text } of sent) expect(text).toContain('4,500円');
    expect(await states()).toEqual(['refunded', 'refunded', 'refunded']);
    expect(await payments()).toMatchObject([{ amount: 4500, refunded: 4500 }]);
    await expectEqualLedger(world);
  });
});

describe('staff who are about to cancel the event see what that pays back', () => {
  const figure = async () => (await world.as('staff').get(`/staff/events/${event}`)).body.cancellation;
  const refunded = async () => (await payments()).reduce((sum, payment) => sum + payment.refunded, 0);
  async function claimFirst(): Promise<void> {
    const [hana] = await companions('adult');
    await world.as('otherAdult').post(`/guest_tickets/${tokenOf(hana)}/claim`);
  }
  const leave = () => world.as('adult').delete(`/me/events/${event}/participation`);
  async function cancelSecond(): Promise<void> {
    const [, { id }] = await companions('adult');
    await world.as('adult').delete(`/me/events/${event}/companions/${id}`);
  }

  it.each<[string, () => Promise<unknown>, { applications: number; refund: number }]>([
    ['all seats', () => Promise.resolve(), { applications: 3, refund: 4500 }],
    ['a seat that was taken over', claimFirst, { applications: 3, refund: 4500 }],
    ['that seat alone, after its buyer cancelled', () => claimFirst().then(leave), { applications: 1, refund: 1500 }],
  ])('for %s', async (_seats, change, { applications, refund }) => {
    await buy();
    await change();
    await settle();
    const before = await refunded();
    expect(await figure()).toEqual({ applications, others: 0, payments: 1, refund });
    await cancelEvent();
    await settle();
    expect((await refunded()) - before).toBe(refund);
  });

  it('without what a seat that was cancelled too late has kept', async () => {
    await world.db.updateTable('events').set({ refund_policy: 'none' }).where('id', '=', event).execute();
    await buy();
    await cancelSecond();
    expect(await figure()).toEqual({ applications: 2, others: 0, payments: 1, refund: 3000 });
    await claimFirst();
    await leave();
    expect(await figure()).toEqual({ applications: 1, others: 0, payments: 1, refund: 1500 });
    await cancelEvent();
    await settle();
    expect(await refunded()).toBe(1500);
  });
});

describe('the link of a further seat', () => {
  it('opens its ticket without a price, and none that was not paid', async () => {
    await begin('adult', { companions: ['花'] });
    const [{ id }] = await companions('adult');
    const token = createGuestTokens(world.env.sessionSecret).tokenOf(id);
    await pay(intentOf((await begin('adult')).body));
    await world.deliverWebhooks();
    const { status, body } = await world.as('unauthenticated').get(`/guest_tickets/${token}`);
    expect([status, body.email, body.receipt, body.cancellation]).toEqual([200, '', null, null]);
    expect(body.participation).toMatchObject({ companionName: '花', amount: 0, state: 'confirmed' });
  });

  it('lets an account take the seat over: it ends by itself then, and its money goes back to the buyer', async () => {
    await buy();
    const [hana] = await companions('adult');
    expect((await world.as('otherAdult').post(`/guest_tickets/${tokenOf(hana)}/claim`)).status).toBe(200);
    expect(await mine('otherAdult')).toMatchObject({ state: 'confirmed', isGiven: true, amount: 0 });
    expect((await companions('adult'))[0]).toMatchObject({ isClaimed: true, ticketPath: null, cancellation: null });
    const byBuyer = await world.as('adult').delete(`/me/events/${event}/companions/${hana.id}`);
    expect(byBuyer.status).toBe(404);
    // The buyer's cancellation leaves it with its holder.
    await world.as('adult').delete(`/me/events/${event}/participation`);
    await settle();
    expect(await payments()).toMatchObject([{ amount: 4500, refunded: 3000 }]);
    expect(await mine('otherAdult')).toMatchObject({ state: 'confirmed' });
    await mails();
    await world.as('otherAdult').delete(`/me/events/${event}/participation`);
    const sent = await mails();
    expect(sent.map(({ to }) => to).sort()).toEqual([emailOf('adult'), emailOf('otherAdult')].sort());
    expect(sent.find(({ to }) => to === emailOf('otherAdult'))?.text).not.toContain('円');
    await settle();
    expect(await payments()).toMatchObject([{ amount: 4500, refunded: 4500 }]);
    await expectEqualLedger(world);
  });
});
