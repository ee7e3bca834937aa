import { addDays, addMinutes, subMinutes } from 'date-fns';
import { millisecondsInHour } from 'date-fns/constants';

import { insertCategories, insertTicketType } from '../../../testing/rows';
import {
  expectEqualLedger,
  insertTicketOnSale,
  type PayingApp,
  startPayingApp,
} from '../../../testing/start-paying-app';
import type { TestAnswer } from '../../../testing/start-test-app';
import { emailOf, type PersonName } from '../../../testing/test-people';
import { wrongSeats } from '../testing/seat-counts';
import { seatTransfersRepository } from './seat-transfers.repository';

let world: PayingApp;
let event: string;
let ticket: string;

beforeAll(async () => {
  world = await startPayingApp();
  await insertCategories(world.db);
});
afterAll(() => world.close());
beforeEach(async () => {
  ({ event, ticket } = await insertTicketOnSale(world, 3));
  await world.events.runDue();
  await world.mail.deliver();
  world.mail.sent.length = 0;
  await world.db.deleteFrom('rate_limits').execute();
});
afterEach(async () => {
  expect(await wrongSeats(world.db)).toEqual([]);
  await world.db.updateTable('users').set({ state: 'active' }).where('id', '=', world.people.adult).execute();
  for (const table of ['user_blocks', 'seat_transfers'] as const) await world.db.deleteFrom(table).execute();
});

const person = (name: PersonName) => world.people[name];
const seatPath = () => `/me/events/${event}/participation`;
const intentOf = ({ clientSecret }: { clientSecret: string }) => clientSecret.split('_secret_')[0] ?? '';
const codeOf = ({ status, body }: TestAnswer) => (status < 300 ? status : `${status} ${body.code}`);
const mine = async (name: PersonName) => (await world.as(name).get(`/events/${event}`)).body.myParticipation;
const given = async (name: PersonName) => (await world.as(name).get('/me/seat_transfers')).body.items;

async function buy(name: PersonName, choice: object = {}): Promise<string> {
  const as = world.as(name);
  const path = `/me/events/${event}/payment_intent`;
  const begun = await as.post(path, { ticketTypeId: ticket, method: 'card', ...choice });
  expect(begun.status).toBe(201);
  const paymentIntentId = intentOf(begun.body);
  await world.stripe.paymentIntents.confirm(paymentIntentId, { payment_method: 'pm_card_visa' });
  expect((await as.post(seatPath(), { paymentIntentId })).status).toBe(201);
  return paymentIntentId;
}
const offer = (name: PersonName, email = emailOf('otherAdult'), rest: object = {}) =>
  world.as(name).post(`/me/events/${event}/seat_transfer`, { email, ...rest });
const accept = (name: PersonName, token: string) => world.as(name).post(`/seat_offers/${token}`);

async function mails(): Promise<{ to: string; subject: string; text: string }[]> {
  await world.events.runDue();
  await world.mail.deliver();
  return world.mail.sent.splice(0).map(({ to, subject, text }) => ({ to, subject, text: text ?? '' }));
}
const tokenIn = (sent: { text: string }[]) =>
  sent.map(({ text }) => /seat_offers\/([\w-]+)/.exec(text)?.[1]).find((token) => token !== undefined) ?? '';

/** Buys a seat and offers it. Returns the token of the mail. */
async function anOffer(giver: PersonName = 'adult', email?: string): Promise<string> {
  await buy(giver);
  await mails();
  expect(codeOf(await offer(giver, email))).toBe(201);
  return tokenIn(await mails());
}

describe('an offered seat', () => {
  it('stays with its holder until the recipient accepts it, who then is its only holder', async () => {
    const token = await anOffer();
    expect((await mine('adult')).state).toBe('confirmed');
    const shown = await world.as('unauthenticated').get(`/seat_offers/${token}`);
    expect(shown.body).toMatchObject({
      eventId: event,
      giverName: '大人',
      email: emailOf('otherAdult'),
      isGift: false,
    });
    expect(JSON.stringify(shown.body)).not.toContain('1500');
    expect(codeOf(await accept('otherAdult', token))).toBe(200);
    expect(await mine('adult')).toBeNull();
    expect(await mine('otherAdult')).toMatchObject({ state: 'confirmed', isGiven: true, amount: 0, receiptId: null });
    const sent = await mails();
    expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
      [emailOf('adult'), expect.stringContaining('譲渡が完了しました')],
      [emailOf('otherAdult'), expect.stringContaining('チケットを受け取りました')],
    ]);
    const log = await world.as('professional').get(`/org/events/${event}/team/log`);
    expect(log.body.items[0]).toMatchObject({ act: 'seat_transferred', subject: '別の大人さん' });
    const listed = await world.as('professional').get(`/org/events/${event}/participants`);
    expect(listed.body.items.map((item: { user: { id: string } }) => item.user.id)).toEqual([person('otherAdult')]);
  });

  it('ends everything that admitted its holder before', async () => {
    const feed = (await world.as('adult').post('/me/calendar_feed')).body;
    const token = await anOffer();
    const calendar = async (name: PersonName) =>
      (await world.as(name).get(`/me/aud/events/${event}/calendar.ics`)).status;
    expect(await calendar('adult')).toBe(200);
    await accept('otherAdult', token);
    expect([await calendar('adult'), await calendar('otherAdult')]).toEqual([404, 200]);
    expect(codeOf(await world.as('adult').get(`/me/aud/events/${event}`))).toBe('404 not_found');
    expect(codeOf(await world.as('adult').delete(seatPath()))).toBe('404 not_found');
    expect(feed).toBeDefined();
    for (const name of ['otherAdult', 'student', 'adult'] as const)
      expect(codeOf(await accept(name, token))).toBe('410 link_expired');
    expect(codeOf(await world.as('unauthenticated').get(`/seat_offers/${token}`))).toBe('410 link_expired');
  });

  it('never shows its buyer the seat of the recipient by the old payment', async () => {
    const intent = await buy('adult');
    await mails();
    await offer('adult');
    await accept('otherAdult', tokenIn(await mails()));
    expect(codeOf(await world.as('adult').post(seatPath(), { paymentIntentId: intent }))).toBe('404 not_found');
  });

  it('can be withdrawn by its holder alone, and declined by whoever has the link', async () => {
    const token = await anOffer();
    const [{ id }] = await given('adult');
    expect(codeOf(await world.as('student').delete(`/me/seat_transfers/${id}`))).toBe('404 not_found');
    expect(codeOf(await world.as('adult').delete(`/me/seat_transfers/${id}`))).toBe(204);
    expect(codeOf(await accept('otherAdult', token))).toBe('410 link_expired');
    await offer('adult');
    const again = tokenIn(await mails());
    expect(codeOf(await world.as('unauthenticated').post(`/seat_offers/${again}/decline`))).toBe(200);
    expect(await given('adult')).toEqual([]);
    expect((await mails())[0]).toMatchObject({ to: emailOf('adult'), subject: expect.stringContaining('辞退') });
    expect((await mine('adult')).state).toBe('confirmed');
  });

  it('is offered to one address at a time, for three days', async () => {
    const token = await anOffer();
    expect(codeOf(await offer('adult', 'else@example.test'))).toBe('409 already');
    const [{ id, expiresAt }] = await given('adult');
    expect(Date.parse(expiresAt) - world.clock.now().getTime()).toBeCloseTo(72 * millisecondsInHour, -4);
    await world.db.updateTable('seat_transfers').set({ expires_at: world.clock.now() }).where('id', '=', id).execute();
    expect(codeOf(await accept('otherAdult', token))).toBe('410 link_expired');
    expect(codeOf(await offer('adult', 'else@example.test'))).toBe(201);
  });

  it.each<[string, string, () => Promise<unknown>]>([
    ['checked in', '409 conflict', checkIn],
    ['in the room before', '409 conflict', () => set({ state: 'joined' })],
    ['of an event that allows no transfers', '409 conflict', () => setEvent({ allows_transfers: false })],
    [
      'of an event that has begun',
      '410 ended',
      () => setEvent({ start_at: new Date(world.clock.now().getTime() - 1) }),
    ],
  ])('cannot be one that was %s, before and after the offer', async (_what, code, happen) => {
    await buy('adult');
    await happen();
    expect(codeOf(await offer('adult'))).toBe(code);
    ({ event, ticket } = await insertTicketOnSale(world, 3));
    const token = await anOffer();
    await happen();
    expect(codeOf(await accept('otherAdult', token))).toBe('410 link_expired');
  });

  it('cannot be one by an invitation', async () => {
    await buy('adult');
    await set({ route: 'invitation' });
    expect(codeOf(await offer('adult'))).toBe('409 conflict');
  });

  it('is not for oneself, nor for its organizer or somebody with a place', async () => {
    await buy('adult');
    expect((await offer('adult', emailOf('adult'))).body.fields).toHaveProperty('email');
    await mails();
    await offer('adult');
    const token = tokenIn(await mails());
    expect(codeOf(await accept('adult', token))).toBe('409 conflict');
    expect(codeOf(await accept('professional', token))).toBe('409 conflict');
    await buy('otherAdult');
    expect(codeOf(await accept('otherAdult', token))).toBe('409 already');
  });

  it.each([
    ['student', 'otherAdult', '403 student_only'],
    ['premium', 'otherAdult', '403 subscription_required'],
  ] as const)('of the kind %s is only for those who may have one', async (kind, name, code) => {
    await buy('student');
    await world.db.updateTable('ticket_types').set({ kind }).where('id', '=', ticket).execute();
    await mails();
    await offer('student');
    expect(codeOf(await accept(name, tokenIn(await mails())))).toBe(code);
  });

  it('reaches nobody who has blocked the giver, and cannot be accepted by them', async () => {
    const row = { blocker_id: person('otherAdult'), blocked_id: person('adult') };
    await world.db
      .insertInto('user_blocks')
      .values({ ...row, created_at: world.clock.now() })
      .execute();
    await buy('adult');
    await mails();
    await offer('adult');
    expect(await mails()).toEqual([]);
    await world.as('adult').delete(`/me/seat_transfers/${(await given('adult'))[0].id}`);
    await offer('adult', 'else@example.test');
    expect(codeOf(await accept('otherAdult', tokenIn(await mails())))).toBe('410 link_expired');
  });
});

async function set(values: { state?: 'joined'; route?: 'invitation' }): Promise<void> {
  await world.db.updateTable('participations').set(values).where('event_id', '=', event).execute();
}
async function setEvent(values: { allows_transfers?: boolean; start_at?: Date }): Promise<void> {
  await world.db.updateTable('events').set(values).where('id', '=', event).execute();
}
async function checkIn(): Promise<TestAnswer> {
  const { body } = await world.as('professional').get(`/org/events/${event}/participants`);
  const path = `/org/events/${event}/participants/${body.items[0].id}/check_in`;
  return world.as('professional').put(path, { isCheckedIn: true });
}

describe('the money of a seat that was given away', () => {
  it.each<[string, () => Promise<unknown>, string]>([
    ['the event is cancelled', cancelEvent, '中止'],
    ['the organizer refunds it', refundByOrganizer, '主催者により'],
    ['the recipient cancels in time', () => world.as('otherAdult').delete(seatPath()), '受け取った方'],
  ])('goes back to its buyer when %s, and both are notified', async (_what, end, words) => {
    const token = await anOffer();
    await accept('otherAdult', token);
    await mails();
    await end();
    await world.runJobs();
    await world.events.runDue();
    await world.runJobs();
    const ended = await mails();
    const toBuyer = ended.find(({ to }) => to === emailOf('adult'));
    const toHolder = ended.find(({ to }) => to === emailOf('otherAdult'));
    expect(toBuyer?.text).toContain(words);
    expect(toBuyer?.text).toContain('1,500円を返金');
    expect(toHolder?.text).not.toMatch(/返金|1,500/);
    await expectEqualLedger(world);
    const refunded = [...ended, ...(await mails())].filter(({ subject }) => subject.includes('返金が完了'));
    expect(refunded.map(({ to }) => to)).toEqual([emailOf('adult')]);
    const [refund] = await refunds();
    expect(refund).toMatchObject({ amount: 1500, state: 'paid', user_id: person('adult') });
    const [listed] = await given('adult');
    expect(listed).toMatchObject({
      isCancelled: true,
      recipient: '別の大人',
      payment: { amount: 1500, refunded: 1500 },
    });
  });

  it('shows its recipient nothing to get back, and keeps the receipt with the buyer', async () => {
    const token = await anOffer();
    await accept('otherAdult', token);
    const preview = await world.as('otherAdult').get(`/me/events/${event}/cancellation`);
    expect(preview.body).toEqual({ paid: 0, refund: 0, fullRefundUntil: null });
    const { receiptId } = (await given('adult'))[0].payment;
    expect((await world.as('adult').get(`/me/receipts/${receiptId}`)).status).toBe(200);
    expect((await world.as('otherAdult').get(`/me/receipts/${receiptId}`)).status).toBe(404);
  });

  it('shows its recipient none of the further seats of its buyer', async () => {
    const path = `/me/events/${event}/companions`;
    await buy('adult', { companions: ['山田花子'] });
    const [further] = (await world.as('adult').get(path)).body.items;
    expect((await world.as('adult').delete(`${path}/${further.id}`)).status).toBe(200);
    expect(codeOf(await offer('adult'))).toBe(201);
    expect(codeOf(await accept('otherAdult', tokenIn(await mails())))).toBe(200);
    expect((await world.as('otherAdult').get(path)).body).toEqual({ items: [] });
  });

  it('follows the first buyer through a second transfer', async () => {
    await accept('otherAdult', await anOffer());
    await mails();
    expect(codeOf(await offer('otherAdult', emailOf('student')))).toBe(201);
    await accept('student', tokenIn(await mails()));
    expect((await given('otherAdult'))[0]).toMatchObject({ payment: null, recipient: '学生' });
    await cancelEvent();
    await expectEqualLedger(world);
    expect((await refunds())[0]).toMatchObject({ amount: 1500, user_id: person('adult') });
  });
});

async function cancelEvent(): Promise<void> {
  const answer = await world.as('professional').delete(`/org/events/${event}`, {}, { reason: '会場の都合' });
  expect(answer.status).toBe(204);
}
async function refundByOrganizer(): Promise<void> {
  const { body } = await world.as('professional').get(`/org/events/${event}/participants`);
  await world.as('professional').post(`/org/events/${event}/participants/${body.items[0].id}/refund`);
}
const refunds = () =>
  world.db
    .selectFrom('refunds as r')
    .innerJoin('payments as y', 'y.id', 'r.payment_id')
    .innerJoin('participations as p', 'p.id', 'y.participation_id')
    .select(['r.amount', 'r.state', 'y.user_id'])
    .where('p.event_id', '=', event)
    .execute();

describe('at the same time', () => {
  const holders = () =>
    world.db
      .selectFrom('participations')
      .select(['user_id', 'state'])
      .where('event_id', '=', event)
      .where('state', 'in', ['confirmed', 'joined'])
      .execute();

  it('two acceptances: one gets the seat', async () => {
    const token = await anOffer();
    const answers = await Promise.all((['otherAdult', 'student'] as const).map((name) => accept(name, token)));
    expect(answers.map(codeOf).sort()).toEqual([200, '410 link_expired']);
    expect(await holders()).toHaveLength(1);
  });

  it.each<[string, () => Promise<unknown>, string[]]>([
    ['a cancellation by its holder', () => world.as('adult').delete(seatPath()), ['', 'otherAdult']],
    ['a refund by the organizer', refundByOrganizer, ['']],
    ['the end of the event', cancelEvent, ['']],
    ['a check-in', checkIn, ['adult', 'otherAdult']],
    ['a withdrawal of the offer', withdrawOffer, ['adult', 'otherAdult']],
    // Who has a seat on hold cannot accept another.
    ['a purchase by the recipient', () => buyQuietly('otherAdult'), ['adult', 'otherAdult']],
    ['the suspension of the giver', () => suspend('adult'), ['adult', 'otherAdult']],
  ])('an acceptance and %s: the seat has one holder or is refunded', async (_what, happen, allowed) => {
    for (let round = 0; round < 4; round += 1) {
      ({ event, ticket } = await insertTicketOnSale(world, 3));
      const token = await anOffer();
      const [answer] = await Promise.all([accept('otherAdult', token), happen()]);
      await world.runJobs();
      await world.events.runDue();
      await world.runJobs();
      const names = (await holders()).map(({ user_id: id }) => (id === person('adult') ? 'adult' : 'otherAdult'));
      expect(allowed).toContain(names.sort().join(' '));
      if (names.length === 0) expect(await refunds()).toMatchObject([{ amount: 1500, user_id: person('adult') }]);
      else expect(answer.status === 200).toBe(!names.includes('adult'));
      expect(await wrongSeats(world.db)).toEqual([]);
      await world.db.updateTable('users').set({ state: 'active' }).where('id', '=', person('adult')).execute();
    }
    await expectEqualLedger(world);
  });

  async function withdrawOffer(): Promise<void> {
    await world.as('adult').delete(`/me/seat_transfers/${(await given('adult'))[0]?.id ?? 'none'}`);
  }
  const buyQuietly = (name: PersonName) =>
    world.as(name).post(`/me/events/${event}/payment_intent`, { ticketTypeId: ticket, method: 'card' });
  async function suspend(name: PersonName): Promise<void> {
    await world.db.updateTable('users').set({ state: 'suspended' }).where('id', '=', person(name)).execute();
  }
});

describe('a gift', () => {
  const gift = { email: emailOf('otherAdult'), message: 'お誕生日おめでとう' };

  it('is offered once it is paid, with a message, until the event begins', async () => {
    const begun = await world
      .as('adult')
      .post(`/me/events/${event}/payment_intent`, { ticketTypeId: ticket, method: 'card', gift });
    expect(begun.status).toBe(201);
    expect(await mails()).toEqual([]);
    expect(await given('adult')).toEqual([]);
    await buy('adult');
    const sent = await mails();
    const invitation = sent.find(({ to }) => to === gift.email);
    expect(invitation?.subject).toContain('プレゼント');
    expect(invitation?.text).toContain(gift.message);
    expect(invitation?.text).not.toContain('1,500');
    const [listed] = await given('adult');
    expect(listed).toMatchObject({ isGift: true, email: gift.email, expiresAt: listed.event.startAt });
    expect(codeOf(await accept('otherAdult', tokenIn(sent)))).toBe(200);
    expect(await mine('otherAdult')).toMatchObject({ isGiven: true, state: 'confirmed' });
  });

  it('can be accepted until the event begins, also when that was moved', async () => {
    await buy('adult', { gift });
    const token = tokenIn(await mails());
    const { body: own } = await world.as('professional').get(`/org/events/${event}`);
    const move = async (days: number) => {
      const [startAt, endAt] = [own.startAt, own.endAt].map((at: string) => addDays(at, days).toISOString());
      const { updatedAt: basedOn } = (await world.as('professional').get(`/org/events/${event}`)).body;
      const answer = await world.as('professional').patch(`/org/events/${event}`, { startAt, endAt, basedOn });
      expect(answer.status).toBe(200);
      await world.events.runDue();
      expect((await given('adult'))[0]?.expiresAt).toBe(startAt);
    };
    await move(20);
    await move(10);
    expect(codeOf(await accept('otherAdult', token))).toBe(200);
  });

  it('goes to whom its buyer named last, or to nobody', async () => {
    const begin = (given_: unknown) =>
      world
        .as('adult')
        .post(`/me/events/${event}/payment_intent`, { ticketTypeId: ticket, method: 'card', gift: given_ });
    await begin(gift);
    await begin({ ...gift, email: 'else@example.test' });
    await buy('adult');
    expect((await mails()).map(({ to }) => to).sort()).toEqual([emailOf('adult'), 'else@example.test']);
    ({ event, ticket } = await insertTicketOnSale(world, 3));
    await begin(gift);
    await begin(null);
    await buy('adult');
    expect((await mails()).map(({ to }) => to)).toEqual([emailOf('adult')]);
  });

  it('is the seat of its buyer while nobody accepts it, who gets the refund', async () => {
    await buy('adult', { gift });
    const token = tokenIn(await mails());
    expect((await mine('adult')).state).toBe('confirmed');
    await world.as('adult').delete(seatPath());
    expect(codeOf(await accept('otherAdult', token))).toBe('410 link_expired');
    await expectEqualLedger(world);
    expect(await refunds()).toMatchObject([{ amount: 1500, user_id: person('adult') }]);
    expect(await world.db.selectFrom('seat_transfers').selectAll().where('email', 'is not', null).execute()).toEqual(
      [],
    );
  });

  it('is refused for oneself, and where the organizer allows no transfers', async () => {
    const path = `/me/events/${event}/payment_intent`;
    const choice = { ticketTypeId: ticket, method: 'card' };
    const own = await world.as('adult').post(path, { ...choice, gift: { email: emailOf('adult') } });
    expect(own.body.fields).toHaveProperty('gift');
    await setEvent({ allows_transfers: false });
    expect(codeOf(await world.as('adult').post(path, { ...choice, gift }))).toBe('409 conflict');
  });

  it('is sent when its payment arrives after the hold has expired', async () => {
    const { body } = await beginGift();
    await world.stripe.paymentIntents.confirm(intentOf(body), { payment_method: 'pm_card_visa' });
    await letHoldExpire();
    expect(await mine('adult')).toBeNull();
    await world.deliverWebhooks();
    expect((await mails()).map(({ to }) => to)).toContain(gift.email);
  });

  it('leaves no address behind a day after its hold ended unpaid', async () => {
    await beginGift();
    await letHoldExpire();
    const addresses = () =>
      world.db.selectFrom('seat_transfers').select('email').where('email', '=', gift.email).execute();
    await seatTransfersRepository.deleteUnpaid(world.db, subMinutes(world.clock.now(), 1));
    expect(await addresses()).toHaveLength(1);
    await seatTransfersRepository.deleteUnpaid(world.db, addMinutes(world.clock.now(), 17));
    expect(await addresses()).toEqual([]);
  });

  const beginGift = () =>
    world.as('adult').post(`/me/events/${event}/payment_intent`, { ticketTypeId: ticket, method: 'card', gift });

  async function letHoldExpire(): Promise<void> {
    world.clock.advance(16 * 60_000);
    await world.runJobs();
    await world.events.runDue();
    world.clock.advance(-16 * 60_000);
  }
});

it('a free seat can be given away as well', async () => {
  const free = await insertTicketType(world.db, { event_id: event, price: 0, quota: 1 });
  await world.as('adult').post(seatPath(), { ticketTypeId: free });
  await mails();
  await offer('adult');
  expect(codeOf(await accept('otherAdult', tokenIn(await mails())))).toBe(200);
  expect(await mine('otherAdult')).toMatchObject({ isGiven: false, state: 'confirmed' });
});
