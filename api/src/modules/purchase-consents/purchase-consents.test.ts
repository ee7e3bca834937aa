import { addMinutes, subMinutes } from 'date-fns';

import { clearContent, insertCategories, insertEvent, insertTicketType } from '../../testing/rows';
import { type PayingApp, startPayingApp } from '../../testing/start-paying-app';
import { emailOf, openTokens } from '../../testing/test-people';

const NOW = '2026-12-01T03:00:00.000Z';
const GUARDIAN = 'haha@example.test';
let world: PayingApp;
let eventId: string;
let ticketTypeId: string;

beforeAll(async () => {
  world = await startPayingApp({ now: NOW });
  await insertCategories(world.db);
  await world.db
    .updateTable('users')
    .set({ birth_date: '2011-01-01' })
    .where('id', 'in', [world.people.student, world.people.otherStudent])
    .execute();
});
beforeEach(async () => {
  world.clock.set(NOW);
  await world.db.deleteFrom('rate_limits').execute();
  await anEvent();
  await mails();
  await signInAgain();
});
afterEach(async () => {
  await mails();
  await world.db.deleteFrom('payments').execute();
  await clearContent(world.db);
});
afterAll(() => world.close());

/** Creates an event in four days with one seat for 1,500 yen, on sale until shortly before the start. */
async function anEvent(saleEndsInMinutes = 4 * 24 * 60 - 10) {
  const { db, people, clock } = world;
  eventId = await insertEvent(db, {
    organizer_id: people.professional,
    title: '最初の銀河',
    start_at: addMinutes(clock.now(), 4 * 24 * 60),
    refund_policy: 'until_24_hours',
  });
  ticketTypeId = await insertTicketType(db, {
    event_id: eventId,
    price: 1500,
    quota: 1,
    sale_start_at: subMinutes(clock.now(), 60),
    sale_end_at: addMinutes(clock.now(), saleEndsInMinutes),
  });
}

type Caller = Parameters<PayingApp['as']>[0];
const path = () => `/me/events/${eventId}/purchase_consent`;
const ask = (caller: Caller = 'student', guardianEmail = GUARDIAN) =>
  world.as(caller).post(path(), { ticketTypeId, guardianEmail });
const begin = (caller: Caller = 'student') =>
  world.as(caller).post(`/me/events/${eventId}/payment_intent`, { ticketTypeId, method: 'card' });
const answer = (token: string, agree: boolean) =>
  world.as('unauthenticated').post(`/purchase_consents/${token}`, { agree, name: '宮下 直子' });
const seats = async () => {
  const { tickets } = (await world.as('unauthenticated').get(`/events/${eventId}`)).body;
  return { sold: tickets[0].sold, held: tickets[0].held };
};
const state = async () => (await world.as('student').get(path())).body.consent?.state;

async function mails() {
  await world.events.runDue();
  const sent = [...(await world.mail.deliver())];
  world.mail.sent.length = 0;
  return sent;
}
/** Requests consent and returns the token from the guardian's mail. */
async function asked(): Promise<string> {
  expect((await ask()).status).toBe(201);
  const mail = (await mails()).findLast(({ to }) => to === GUARDIAN);
  return /\/guardian_consent\?purchase=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
}
/** Advances the clock, runs due jobs and signs everyone in again. */
async function later(minutes: number) {
  world.clock.advance(minutes * 60_000);
  await world.runJobs();
  await signInAgain();
}
async function signInAgain() {
  const { db, clock, env } = world;
  Object.assign(world.tokens, await openTokens(db, { clock, secret: env.sessionSecret }));
}

describe('a user aged 13 to 17', () => {
  it('cannot start to pay before a guardian has agreed to this purchase, whatever earlier consent exists', async () => {
    await world.db
      .updateTable('users')
      .set({ guardian_consent_at: world.clock.now() })
      .where('id', '=', world.people.student)
      .execute();
    expect((await begin()).body).toMatchObject({ code: 'guardian_required', error: '保護者の方の同意が必要です。' });
    expect((await world.as('student').get(path())).body).toEqual({ isNeeded: true, consent: null });
    await ask();
    expect((await begin()).body.code).toBe('guardian_required');
    expect(await seats()).toEqual({ sold: 0, held: 1 });
  });

  it('has a seat held for 24 hours while the guardian decides, never past the end of the sale', async () => {
    const { body } = await ask();
    expect(body).toMatchObject({
      state: 'asked',
      guardianEmail: GUARDIAN,
      amount: 1500,
      holdExpiresAt: '2026-12-02T03:00:00.000Z',
    });
    expect((await ask('otherStudent')).body.code).toBe('sold_out');
    await anEvent(120);
    expect((await ask()).body.holdExpiresAt).toBe('2026-12-01T05:00:00.000Z');
  });

  it('can pay within 24 hours after the guardian has agreed', async () => {
    const token = await asked();
    await later(20 * 60);
    expect((await answer(token, true)).body).toEqual({ agreed: true });
    const [mail] = await mails();
    expect(mail).toMatchObject({ to: emailOf('student'), subject: expect.stringContaining('同意が届きました') });
    expect(mail?.text).toContain('2026年12月3日(木)8:00(日本時間)まで');
    await later(23 * 60);
    const { body } = await begin();
    await world.stripe.paymentIntents.confirm(body.clientSecret.split('_secret_')[0], {
      payment_method: 'pm_card_visa',
      return_url: 'https://manabiba.test/',
    });
    await world.deliverWebhooks();
    expect(await seats()).toEqual({ sold: 1, held: 0 });
    expect(await state()).toBe('given');
  });

  it('keeps one seat when the request is repeated, and only the newest link works', async () => {
    const first = await asked();
    world.clock.advance(60_000);
    const second = await asked();
    expect(await seats()).toEqual({ sold: 0, held: 1 });
    expect((await answer(first, true)).body.code).toBe('link_expired');
    expect((await answer(second, true)).status).toBe(200);
    expect((await ask()).body.code).toBe('already');
  });

  it('can request consent five times a day, and never from their own address', async () => {
    expect((await ask('student', emailOf('student'))).body.fields).toHaveProperty('guardianEmail');
    for (let time = 0; time < 5; time += 1) expect((await ask()).status).toBe(201);
    expect((await ask()).body.code).toBe('rate_limited');
  });

  it('joins the waitlist when sold out, and requests consent once a seat is offered', async () => {
    await begin('adult');
    const waiting = await world.as('student').post(`/me/events/${eventId}/participation`, { ticketTypeId });
    expect(waiting.body.state).toBe('waitlisted');
    expect((await ask()).body.code).toBe('already');
    await later(16);
    const token = await asked();
    await answer(token, true);
    expect((await begin()).status).toBe(201);
  });
});

describe('the guardian', () => {
  it('sees the details of the purchase through the link in the mail, without an account', async () => {
    await ask();
    const [mail] = await mails();
    for (const words of ['学生', '最初の銀河', '1,500円(税込)', '12月4日', '同意されない場合、料金はかかりません'])
      expect(mail?.text).toContain(words);
    const token = /purchase=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    expect((await world.as('unauthenticated').get(`/purchase_consents/${token}`)).body).toMatchObject({
      state: 'asked',
      nickname: '学生',
      eventTitle: '最初の銀河',
      amount: 1500,
      fullRefundUntil: '2026-12-04T03:00:00.000Z',
      answerUntil: '2026-12-02T03:00:00.000Z',
    });
    const rows = await world.db.selectFrom('purchase_consents').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('releases the seat by refusing, and the buyer is notified', async () => {
    const token = await asked();
    expect((await answer(token, false)).body).toEqual({ agreed: false });
    expect(await seats()).toEqual({ sold: 0, held: 0 });
    expect(await state()).toBe('refused');
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail?.to).toBe(emailOf('student'));
    expect(mail?.text).toContain('同意しないとのお返事があったため');
    expect((await begin()).body.code).toBe('guardian_required');
    expect((await answer(token, true)).body.code).toBe('link_expired');
  });

  it('cannot answer after the deadline: the seat is released and the buyer is notified', async () => {
    const token = await asked();
    await later(24 * 60 + 1);
    expect(await seats()).toEqual({ sold: 0, held: 0 });
    expect(await state()).toBe('expired');
    expect((await answer(token, true)).body.code).toBe('link_expired');
    expect((await world.as('unauthenticated').get(`/purchase_consents/${token}`)).body).toMatchObject({
      state: 'expired',
      answerUntil: null,
    });
    const [mail] = await mails();
    expect(mail).toMatchObject({
      to: emailOf('student'),
      subject: expect.stringContaining('お申し込みの期限が過ぎました'),
    });
    expect((await ask()).status).toBe(201);
  });

  it('gives one answer when several arrive at the same time', async () => {
    const token = await asked();
    const answers = await Promise.all([answer(token, true), answer(token, false), answer(token, true)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410]);
    const { held } = await seats();
    expect(held).toBe((await state()) === 'given' ? 1 : 0);
  });
});

it('adults need no consent', async () => {
  expect((await ask('adult')).body.code).toBe('age_restricted');
  expect((await world.as('adult').get(path())).body).toEqual({ isNeeded: false, consent: null });
  expect((await begin('adult')).status).toBe(201);
});
