import { addDays, addMinutes } from 'date-fns';

import { insertCategories, insertEvent, insertParticipation, insertTicketType } from '../../testing/rows';
import { expectEqualLedger, type PayingApp, startPayingApp } from '../../testing/start-paying-app';
import { insertArchiveTicket } from '../archives/testing/insert-archive-ticket';

// Buying the archive of an event that was missed, through the same holds, payments and books as a seat.

const PRICE = 1200;
const REFUND_DAYS = 30;
type Caller = Parameters<PayingApp['as']>[0];

let world: PayingApp;
let event: string;
let archive: string;
let ticket: string;

beforeEach(async () => {
  world = await startPayingApp();
  await insertCategories(world.db);
  event = await insertEvent(world.db, { organizer_id: world.people.professional, title: '最初の銀河' });
  ({ archive, ticket } = await insertArchiveTicket(world, { event, price: PRICE }));
});
afterEach(async () => {
  await expectEqualLedger(world);
  const { rows } = await world.pool.query(
    `select t.id from ticket_types t where t.sold <> (select count(*) from participations c where c.ticket_type_id = t.id and c.state in ('confirmed', 'joined'))`,
  );
  expect(rows).toEqual([]);
  await world.close();
});

const begin = (caller: Caller, method = 'card') =>
  world.as(caller).post(`/me/events/${event}/payment_intent`, { ticketTypeId: ticket, method });
const intentOf = (secret: string) => secret.split('_secret_')[0] ?? '';
const charge = (intent: string) =>
  world.stripe.paymentIntents.confirm(intent, { payment_method: 'pm_card_visa', return_url: 'https://manabiba.test/' });
const confirm = (caller: Caller, paymentIntentId: string) =>
  world.as(caller).post(`/me/events/${event}/participation`, { ticketTypeId: ticket, paymentIntentId });
async function buy(caller: Caller) {
  const intent = intentOf((await begin(caller)).body.clientSecret);
  await charge(intent);
  return confirm(caller, intent);
}
const canWatch = async (caller: Caller) => (await world.as(caller).get(`/archives/${archive}`)).body.canWatch;
const mine = async (caller: Caller) => (await world.as(caller).get(`/events/${event}`)).body.myParticipation;
const host = () => world.as('professional');
const setArchive = (changes: object) => host().patch(`/archives/${archive}`, changes);
const watch = (caller: Caller) =>
  world
    .as(caller)
    .post(`/archives/${archive}/watch`, { sessionId: 'wat_000000000001', positionSeconds: 3, watchedSeconds: 0 });
const cancel = (caller: Caller) => world.as(caller).delete(`/me/events/${event}/participation`);
/** Dates the purchases so far. */
const bought = (days: number) =>
  world.db
    .updateTable('participations')
    .set({ confirmed_at: addDays(world.clock.now(), days) })
    .execute();
async function settle() {
  await world.events.runDue();
  await world.runJobs();
  await world.deliverWebhooks();
  await world.events.runDue();
}
async function mailsTo(caller: 'adult' | 'student'): Promise<string[]> {
  await world.events.runDue();
  const address = (await world.as(caller).get('/me')).body.email;
  const sent = await world.mail.deliver();
  return sent.filter(({ to }) => to === address).map(({ subject }) => subject);
}

describe('the archive of an event that was missed', () => {
  it('is watched by whoever buys it, and by nobody before', async () => {
    expect(await canWatch('adult')).toBe(false);
    const bought = await buy('adult');
    expect([bought.status, bought.body.state, bought.body.route, bought.body.amount]).toEqual([
      201,
      'confirmed',
      'archive',
      PRICE,
    ]);
    expect([await canWatch('adult'), await canWatch('otherAdult')]).toEqual([true, false]);
    expect(await mailsTo('adult')).toEqual(['【まなびば】視聴チケットの購入が完了しました「最初の銀河」']);
    const { items } = (await world.as('adult').get('/me/sale-histories')).body;
    expect(items).toMatchObject([{ title: '最初の銀河 アーカイブ視聴チケット', amount: PRICE, tax: 109, taxRate: 10 }]);
  });

  it('is bought at a convenience store', async () => {
    const intent = intentOf((await begin('adult', 'konbini')).body.clientSecret);
    expect(await mine('adult')).toMatchObject({ state: 'pending_payment', route: 'archive' });
    expect(await canWatch('adult')).toBe(false);
    expect(await mailsTo('adult')).toEqual(['【まなびば】コンビニでのお支払いのご案内「最初の銀河」']);
    await world.engine.actions.payAtTheShop(intent);
    await world.deliverWebhooks();
    expect(await canWatch('adult')).toBe(true);
  });

  it('is bought once, even from several windows at once', async () => {
    const begun = await Promise.all([begin('adult'), begin('adult'), begin('adult')]);
    const secrets = new Set(begun.filter(({ status }) => status === 201).map(({ body }) => body.clientSecret));
    expect(secrets.size).toBe(1);
    const [secret = ''] = secrets;
    await charge(intentOf(secret));
    await Promise.all([confirm('adult', intentOf(secret)), confirm('adult', intentOf(secret))]);
    expect((await begin('adult')).body.code).toBe('already');
    expect(await world.db.selectFrom('payments').select('state').execute()).toEqual([{ state: 'paid' }]);
  });

  it('leaves the seats, the participants and the room of the event alone', async () => {
    const before = (await world.as('unauthenticated').get(`/events/${event}`)).body;
    await buy('adult');
    const { tickets, participantCount, participants } = (await world.as('unauthenticated').get(`/events/${event}`))
      .body;
    expect({ tickets, participantCount, participants }).toEqual({
      tickets: before.tickets,
      participantCount: before.participantCount,
      participants: [],
    });
    expect((await world.as('unauthenticated').get(`/events/${event}/participants`)).body.items).toEqual([]);
    expect((await world.as('adult').get(`/me/aud/events/${event}/calendar.ics`)).status).toBe(404);
    const lists = async (state: string) =>
      (await world.as('adult').get(`/me/aud/events?state=${state}`)).body.items.map(({ id }: { id: string }) => id);
    expect([await lists('past'), await lists('archive')]).toEqual([[], [event]]);
  });

  it('is watched without a ticket of its own by whoever had a seat, who cannot buy it', async () => {
    const seat = await insertTicketType(world.db, { event_id: event });
    await insertParticipation(world.db, { event_id: event, ticket_type_id: seat, user_id: world.people.adult });
    expect([await canWatch('adult'), (await begin('adult')).body.code]).toEqual([true, 'already']);
  });

  it.each([
    ['its host', 'professional', 'conflict'],
    ['someone of 12 or under', 'child', 'guardian_required'],
    ['someone under 18 without a guardian', 'student', 'guardian_required'],
    ['a suspended user', 'suspended', 'suspended'],
  ] as const)('is not sold to %s', async (_who, caller, code) => {
    if (caller === 'student')
      await world.db
        .updateTable('users')
        .set({ birth_date: '2011-01-01' })
        .where('id', '=', world.people.student)
        .execute();
    expect((await begin(caller)).body.code).toBe(code);
  });

  it('is not sold to visitors, who have no account to watch with', async () => {
    const contact = { email: 'hana@example.test', birthDate: '1990-04-12' };
    const { body } = await world
      .as('anonymous')
      .post(`/events/${event}/payment_intent`, { ticketTypeId: ticket, method: 'card', ...contact });
    expect(body.code).toBe('not_found');
  });

  it.each([
    ['hidden', { state: 'hidden' }],
    ['not published', { published_at: null }],
    ['for everybody', { access: 'public' }],
  ] as const)('is not sold while it is %s', async (_what, changes) => {
    await world.db.updateTable('archives').set(changes).where('id', '=', archive).execute();
    expect((await begin('adult')).body.code).toBe('ended');
    const { archiveTicket } = (await world.as('adult').get(`/events/${event}`)).body;
    expect(archiveTicket.saleEndAt).toBe(archiveTicket.saleStartAt);
  });

  it('is still watched by its buyers when it becomes one for plans', async () => {
    await buy('adult');
    await setArchive({ access: 'subscriber' });
    expect([await canWatch('adult'), await canWatch('otherAdult')]).toEqual([true, false]);
  });
});

describe('the price of an archive', () => {
  it('is set and taken away by its host', async () => {
    await host().post('/me/stripe-connect', {
      returnUrl: 'https://manabiba.test/org/settings?tab=sales',
      refreshUrl: 'https://manabiba.test/org/settings?tab=sales&again=1',
    });
    const refused = await setArchive({ ticketPrice: 900 });
    expect([refused.status, refused.body.fields]).toEqual([
      422,
      { ticketPrice: '振込先を登録すると、視聴チケットを販売できます。' },
    ]);
    const [{ id } = { id: '' }] = (await world.stripe.accounts.list()).data;
    await world.engine.actions.completeOnboarding(id);
    await host().get('/me/stripe-connect');
    expect((await setArchive({ ticketPrice: 900 })).body.ticketPrice).toBe(900);
    expect((await world.as('adult').get(`/archives/${archive}`)).body.ticketPrice).toBe(900);
    expect((await setArchive({ ticketPrice: null })).body.ticketPrice).toBeNull();
    expect((await begin('adult')).body.code).toBe('ended');
    expect((await setArchive({ ticketPrice: 800 })).body.ticketPrice).toBe(800);
    expect((await begin('adult')).body.amount).toBe(800);
  });

  it('stays what it was when a purchase began', async () => {
    const { body } = await begin('adult');
    await world.db.updateTable('ticket_types').set({ price: 2000 }).where('id', '=', ticket).execute();
    expect((await begin('adult')).body.amount).toBe(PRICE);
    await charge(intentOf(body.clientSecret));
    expect((await confirm('adult', intentOf(body.clientSecret))).body.amount).toBe(PRICE);
    expect((await begin('otherAdult')).body.amount).toBe(2000);
  });
});

describe('a payment that arrives late', () => {
  /** Pays an attempt whose hold has expired, before the provider has heard of it. */
  async function payLate(change: () => Promise<unknown>) {
    const intent = intentOf((await begin('adult')).body.clientSecret);
    await charge(intent);
    await world.db
      .updateTable('participations')
      .set({ hold_expires_at: addMinutes(world.clock.now(), -1) })
      .execute();
    await world.db.deleteFrom('webhook_events').execute();
    const [{ id } = { id: '' }] = await world.db.selectFrom('participations').select('id').execute();
    await world.db.updateTable('participations').set({ state: 'expired', hold_expires_at: null }).execute();
    await world.db.updateTable('ticket_types').set({ held: 0 }).where('id', '=', ticket).execute();
    await change();
    await settle();
    return world.db.selectFrom('participations').select('state').where('id', '=', id).executeTakeFirst();
  }

  it('still buys an archive that is sold', async () => {
    expect(await payLate(async () => undefined)).toEqual({ state: 'confirmed' });
    expect(await canWatch('adult')).toBe(true);
  });

  it('is refunded when the archive is hidden by then', async () => {
    await payLate(() => setArchive({ isHidden: true }));
    await settle();
    expect((await mine('adult')).state).toBe('refunded');
  });
});

describe('a ticket', () => {
  it('is cancelled with a full refund before its buyer watches', async () => {
    await buy('adult');
    expect((await world.as('adult').get(`/me/events/${event}/cancellation`)).body).toMatchObject({
      paid: PRICE,
      refund: PRICE,
    });
    expect((await cancel('adult')).body.state).toBe('refund_pending');
    expect(await canWatch('adult')).toBe(false);
    await settle();
    expect((await mine('adult')).state).toBe('refunded');
    expect((await buy('adult')).status).toBe(201);
  });

  it.each([
    ['watching has begun', () => watch('adult')],
    ['seven days have passed', () => bought(-7)],
  ])('is not cancelled by its buyer once %s', async (_what, change) => {
    await buy('adult');
    await change();
    const { status, body } = await cancel('adult');
    expect([status, body.code]).toEqual([409, 'not_refundable']);
    expect(await canWatch('adult')).toBe(true);
  });

  it('is refunded by the organizer at any time', async () => {
    await buy('adult');
    await watch('adult');
    const { items } = (await host().get(`/org/events/${event}/participants`)).body;
    expect(items).toMatchObject([{ ticketName: 'アーカイブ視聴', route: 'archive' }]);
    expect((await host().post(`/org/events/${event}/participants/${items[0].id}/refund`, {})).status).toBe(200);
    await settle();
    expect([(await mine('adult')).state, await canWatch('adult')]).toEqual(['refunded', false]);
  });

  it.each([
    ['hidden', () => setArchive({ isHidden: true })],
    ['deleted', () => host().delete(`/archives/${archive}`)],
  ])(
    'of the last 30 days is refunded when the archive is %s, with purchases that are under way',
    async (_how, withdraw) => {
      await buy('adult');
      await bought(-REFUND_DAYS);
      await buy('otherAdult');
      await begin('student', 'konbini');
      await withdraw();
      await settle();
      expect((await mine('adult')).state).toBe('confirmed');
      expect(await mine('otherAdult')).toMatchObject({ state: 'refunded', cancelReason: 'archive_withdrawn' });
      expect(await mine('student')).toBeNull();
      expect(await mailsTo('student')).toContain('【まなびば】視聴チケットの取り消しのお知らせ「最初の銀河」');
    },
  );

  it('stays when the archive is shown again at once', async () => {
    await buy('adult');
    await setArchive({ isHidden: true });
    await setArchive({ isHidden: false });
    await settle();
    expect((await mine('adult')).state).toBe('confirmed');
  });
});

describe('the earnings', () => {
  const available = async () => (await host().get('/me/stripe-connect')).body;

  it('are paid out three days after the purchase, however long ago the event was', async () => {
    await buy('adult');
    const net = PRICE - Math.floor(PRICE * 0.036);
    expect(await available()).toMatchObject({ availableBalance: 0, pendingBalance: net });
    await bought(-3);
    expect(await available()).toMatchObject({ availableBalance: net, pendingBalance: 0 });
  });

  it('are part of the sales of the event, along with its seats', async () => {
    await buy('adult');
    const { body } = await host().get(`/org/events/${event}/sales`);
    expect(body).toMatchObject({ applications: 0, paid: 1, gross: PRICE });
    expect(body.perTicket).toMatchObject([{ ticketTypeId: ticket, name: 'アーカイブ視聴', sold: 1, gross: PRICE }]);
  });
});
