import { addDays } from 'date-fns';

import { inTransaction } from '../../platform/database/transaction';
import { wordsOfPdf } from '../../testing/pdf/pdf-words';
import { insertCategories, insertEvent, insertTicketType } from '../../testing/rows';
import { expectEqualLedger, type PayingApp, startPayingApp } from '../../testing/start-paying-app';
import { createWithdrawalRepository } from '../account/withdrawal.repository';
import { contentOf } from './receipt-content';
import { createReceiptsRepository } from './receipts.repository';

let world: PayingApp;
let event: string;
let sale: string;

beforeAll(async () => {
  world = await startPayingApp();
  await insertCategories(world.db);
  await world.db
    .updateTable('professionals')
    .set({ invoice_registration_no: 'T1234567890123' })
    .where('user_id', '=', world.people.professional)
    .execute();
});
afterEach(() => expectEqualLedger(world));
afterAll(() => world.close());

beforeEach(async () => {
  event = await insertEvent(world.db, {
    organizer_id: world.people.professional,
    title: '最初の銀河',
    start_at: addDays(world.clock.now(), 10),
  });
  const ticket = await insertTicketType(world.db, { event_id: event, name: '一般', price: 1500 });
  const { body } = await world
    .as('adult')
    .post(`/me/events/${event}/payment_intent`, { ticketTypeId: ticket, method: 'card' });
  await world.stripe.paymentIntents.confirm(body.clientSecret.split('_secret_')[0], { payment_method: 'pm_card_visa' });
  await world.deliverWebhooks();
  sale = (await world.as('adult').get('/me/sale-histories')).body.items[0].id;
});

const issue = (addressee?: string, id = sale) =>
  world.as('adult').post(`/me/receipts/${id}`, addressee === undefined ? {} : { addressee });

it('shows a preview before anything is issued', async () => {
  const { status, body } = await world.as('adult').get(`/me/receipts/${sale}`);
  expect([status, body.number, body.versions]).toEqual([200, null, []]);
  expect(body).toMatchObject({
    kind: 'receipt',
    addressee: '大人',
    total: 1500,
    taxes: [{ taxRate: 10, net: 1364, tax: 136 }],
    issuer: { name: 'まなび協会', registrationNo: 'T1234567890123' },
    payment: { method: 'card', cardBrand: 'visa', cardLast4: '4242' },
  });
});

it('keeps the addressee given before paying when the payment is resumed without one', async () => {
  const ticket = await insertTicketType(world.db, { event_id: event, price: 2000 });
  await world.as('adult').delete(`/me/events/${event}/participation`);
  const begin = (given: object) =>
    world.as('adult').post(`/me/events/${event}/payment_intent`, { ticketTypeId: ticket, method: 'card', ...given });
  await begin({});
  await begin({ addressee: '株式会社さくら' });
  const { body } = await begin({});
  await world.stripe.paymentIntents.confirm(body.clientSecret.split('_secret_')[0], { payment_method: 'pm_card_visa' });
  await world.deliverWebhooks();
  const { items } = (await world.as('adult').get('/me/sale-histories?type=ticket')).body;
  const bought = items.find(({ amount }: { amount: number }) => amount === 2000);
  expect((await world.as('adult').get(`/me/receipts/${bought.id}`)).body.addressee).toBe('株式会社さくら');
  expect((await issue(undefined, bought.id)).body).toMatchObject({ version: 1, addressee: '株式会社さくら' });
});

it('issues one number for concurrent requests', async () => {
  const first = (await issue()).body;
  expect(first).toMatchObject({ version: 1, addressee: '大人' });
  expect(first.number).toMatch(/^R-\d{4}-\d{6}$/);
  expect(first.digest).toMatch(/^[0-9a-f]{16}$/);
  const again = await Promise.all([issue(), issue(), issue()]);
  expect(new Set(again.map(({ body }) => `${body.number} ${body.version}`))).toEqual(new Set([`${first.number} 1`]));
});

it('keeps the content of the first version when it is reissued for another addressee', async () => {
  const first = (await issue('株式会社さくら')).body;
  await world.db
    .updateTable('professionals')
    .set({ org_name: '新しい名前' })
    .where('user_id', '=', world.people.professional)
    .execute();
  const second = (await issue('株式会社うめ')).body;
  expect(second).toMatchObject({
    number: first.number,
    version: 2,
    addressee: '株式会社うめ',
    issuer: { name: 'まなび協会' },
  });
  expect(second.versions.map(({ addressee }: { addressee: string }) => addressee)).toEqual([
    '株式会社さくら',
    '株式会社うめ',
  ]);
  await world.db
    .updateTable('professionals')
    .set({ org_name: 'まなび協会' })
    .where('user_id', '=', world.people.professional)
    .execute();
});

it('names the issuer of the sale after the account of the organizer was emptied', async () => {
  class Undo extends Error {}
  const seller = world.people.professional;
  const undone = inTransaction(world.db, async (trx) => {
    await createWithdrawalRepository(world.db).purge(trx, seller, world.clock.now());
    const sold = await createReceiptsRepository(trx).findSold(sale, world.people.adult);
    expect(sold?.ticket).toMatchObject({ issuer_name: 'まなび協会', issuer_no: 'T1234567890123' });
    throw new Undo();
  });
  await expect(undone).rejects.toThrow(Undo);
});

it('rejects an eleventh version', async () => {
  for (let version = 1; version <= 10; version += 1) expect((await issue(`宛名${version}`)).status).toBe(200);
  const { status, body } = await issue('宛名11');
  expect([status, body.code]).toEqual([409, 'conflict']);
});

it('cannot be changed or deleted in the database once issued', async () => {
  await issue();
  await expect(world.db.updateTable('receipts').set({ number: 'x' }).execute()).rejects.toThrow(/never changed/);
  await expect(world.db.deleteFrom('receipts').execute()).rejects.toThrow(/never changed/);
});

it.each(['otherAdult', 'professional', 'staff'] as const)('answers 404 for %s', async (caller) => {
  expect((await world.as(caller).get(`/me/receipts/${sale}`)).status).toBe(404);
  expect((await world.as(caller).get(`/me/receipts/${sale}/pdf`)).status).toBe(404);
});

it('draws the PDF of the latest issued version, and none before the first', async () => {
  expect((await world.as('adult').get(`/me/receipts/${sale}/pdf`)).status).toBe(404);
  await issue('株式会社さくら');
  await issue('株式会社うめ');
  const { statusCode, headers, rawPayload } = await world.app.inject({
    url: `/v1/me/receipts/${sale}/pdf`,
    headers: { authorization: `Bearer ${world.tokens.adult}` },
  });
  expect([statusCode, headers['content-type']]).toEqual([200, 'application/pdf']);
  const words = (await wordsOfPdf(rawPayload)).join('').replaceAll(/\s/g, '');
  expect(words).toContain('株式会社うめ様');
  expect(words).toContain('再発行');
});

it('issues a credit note for a refund with the number of the receipt', async () => {
  const { number } = (await issue()).body;
  await world.as('adult').delete(`/me/events/${event}/participation`);
  await world.runJobs();
  await world.deliverWebhooks();
  const { items } = (await world.as('adult').get('/me/sale-histories')).body;
  const refund = items.find(({ type }: { type: string }) => type === 'refund').id;
  const { body } = await issue(undefined, refund);
  expect(body).toMatchObject({
    kind: 'credit_note',
    total: -1500,
    taxes: [{ taxRate: 10, net: -1364, tax: -136 }],
    originalNumber: number,
  });
  expect(body.number).toMatch(/^C-\d{4}-\d{6}$/);
});

describe('the receipt of a plan', () => {
  const paid = {
    payment_id: 'pay_1',
    refund_id: null,
    title: 'まなびば スタンダード 11月分',
    method: 'card',
    amount: 1000,
    tax_rate: 10,
    card_brand: null,
    card_last4: null,
    addressee: '大人',
    transacted_at: new Date('2026-11-04T03:00:00Z'),
    ticket: null,
  } as const;

  it('is issued by the operator, with its registration number as a qualified invoice', () => {
    const operator = { name: '株式会社まなび', registrationNo: 'T1234567890123' };
    expect(contentOf(paid, operator, undefined, null)).toMatchObject({
      subject: '「まなびば スタンダード 11月分」利用料として',
      taxes: [{ taxRate: 10, net: 910, tax: 90 }],
      issuer: { ...operator, url: null },
    });
  });

  it('does not exist while no operator is configured', () => {
    expect(contentOf(paid, null, undefined, null)).toBeNull();
  });
});

describe('of a guest without an account', () => {
  /** Buys a ticket without an account. Returns the path of its page. */
  async function aGuestTicket({ isPaid = true } = {}): Promise<string> {
    const ticket = await insertTicketType(world.db, { event_id: event, name: '一般', price: 1500 });
    const { body } = await world
      .as('anonymous')
      .post(`/events/${event}/payment_intent`, {
        ticketTypeId: ticket,
        method: 'card',
        email: `hana.${ticket.toLowerCase().replaceAll('_', '')}@example.test`,
        birthDate: '1990-04-12',
      });
    const intent = body.clientSecret.split('_secret_')[0];
    if (isPaid) await world.stripe.paymentIntents.confirm(intent, { payment_method: 'pm_card_visa' });
    await world.deliverWebhooks();
    return `/guest_tickets/${body.guestToken}`;
  }

  it('is issued to the addressee given on the page of the ticket, and downloaded from there', async () => {
    const path = await aGuestTicket();
    const guest = world.as('unauthenticated');
    expect((await guest.get(path)).body.receipt).toEqual({ number: null });
    expect((await guest.get(`${path}/receipt.pdf`)).status).toBe(404);
    expect((await guest.post(`${path}/receipt`, { addressee: '' })).status).toBe(422);
    const { number } = (await guest.post(`${path}/receipt`, { addressee: '山田 花' })).body;
    expect(number).toMatch(/^R-\d{4}-\d{6}$/);
    expect((await guest.post(`${path}/receipt`, { addressee: '株式会社さくら' })).body.number).toBe(number);
    expect((await guest.get(path)).body.receipt).toEqual({ number });
    const file = await world.app.inject({ method: 'GET', url: `/v1${path}/receipt.pdf` });
    expect(file.headers['content-type']).toBe('application/pdf');
    expect((await wordsOfPdf(file.rawPayload)).join('').replaceAll(/\s/g, '')).toContain('株式会社さくら様');
  });

  it('is not found for an unpaid ticket, and moves to the account that claims it', async () => {
    const unpaid = await aGuestTicket({ isPaid: false });
    expect((await world.as('unauthenticated').get(unpaid)).body.receipt).toBeNull();
    expect((await world.as('unauthenticated').post(`${unpaid}/receipt`, { addressee: '山田 花' })).status).toBe(404);
    const paid = await aGuestTicket();
    await world.as('otherAdult').post(`${paid}/claim`);
    expect((await world.as('unauthenticated').get(`${paid}/receipt.pdf`)).status).toBe(404);
    const [bought] = (await world.as('otherAdult').get('/me/sale-histories')).body.items;
    expect((await world.as('otherAdult').post(`/me/receipts/${bought.id}`, {})).body.version).toBe(1);
  });
});
