import { addMinutes, subMinutes } from 'date-fns';
import { minutesInDay } from 'date-fns/constants';

import { runStaffCommand } from '../../staff';
import { insertCategories, insertEvent, insertTicketType } from '../../testing/rows';
import { expectEqualLedger, type PayingApp, startPayingApp } from '../../testing/start-paying-app';
import { emailOf } from '../../testing/test-people';

const PRICE = 3000;

let world: PayingApp;
let event: string;

beforeEach(async () => {
  world = await startPayingApp();
  await insertCategories(world.db);
  const at = (days: number) => addMinutes(world.clock.now(), days * minutesInDay);
  event = await insertEvent(world.db, {
    organizer_id: world.people.professional,
    start_at: at(10),
    end_at: addMinutes(at(10), 90),
    refund_policy: 'none',
  });
  const ticketTypeId = await insertTicketType(world.db, { event_id: event, price: PRICE, sale_end_at: at(9) });
  const { body } = await world.as('adult').post(`/me/events/${event}/payment_intent`, { ticketTypeId, method: 'card' });
  const paymentIntentId = body.clientSecret.split('_secret_')[0];
  await world.stripe.paymentIntents.confirm(paymentIntentId, {
    payment_method: 'pm_card_visa',
    return_url: 'https://manabiba.test/',
  });
  await world.as('adult').post(`/me/events/${event}/participation`, { ticketTypeId, paymentIntentId });
});
afterEach(async () => {
  await expectEqualLedger(world);
  await world.close();
});

const staff = (...words: string[]) => runStaffCommand(words, { env: world.env, who: 'sato' });
const paymentId = async () =>
  (await world.db.selectFrom('payments').select('id').where('state', '=', 'paid').executeTakeFirstOrThrow()).id;
const cancel = () => world.as('adult').delete(`/me/events/${event}/participation`);
const stateOf = async () =>
  (await world.db.selectFrom('participations').select('state').executeTakeFirstOrThrow()).state;
const refundedAtProvider = async () => {
  const { data } = await world.stripe.refunds.list();
  return data.reduce((sum, { amount }) => sum + amount, 0);
};

it('pays back what a cancellation without refund has left, notifies the buyer, and writes the log', async () => {
  await cancel();
  expect(await stateOf()).toBe('cancelled');
  const id = await paymentId();
  expect(await staff('payments', emailOf('adult'))).toContain(id);
  expect(await staff('refund', id, '急病のため。')).toBe(`${PRICE} yen of ${id} go back.`);
  await world.runJobs();
  await world.events.runDue();
  expect([await refundedAtProvider(), await stateOf()]).toEqual([PRICE, 'refunded']);
  expect((await world.as('adult').get('/me/sale-histories')).body.items[0]).toMatchObject({
    type: 'refund',
    amount: -PRICE,
    state: 'refunded',
  });
  expect((await world.mail.deliver()).map(({ subject }) => subject)).toContainEqual(expect.stringContaining('返金'));
  expect(await world.db.selectFrom('audit_log').select(['who', 'action', 'subject_id', 'detail']).execute()).toEqual([
    { who: 'sato', action: 'refund', subject_id: id, detail: '急病のため。' },
  ]);
});

it('pays back a ticket of an event that is over, and leaves the attendance', async () => {
  const past = subMinutes(world.clock.now(), minutesInDay);
  const over = { state: 'ended' as const, start_at: past, end_at: addMinutes(past, 90) };
  await world.db.updateTable('events').set(over).where('id', '=', event).execute();
  await staff('refund', await paymentId(), '音声の不具合のため。');
  await world.runJobs();
  expect([await refundedAtProvider(), await stateOf()]).toEqual([PRICE, 'confirmed']);
  expect((await world.as('professional').get('/me/stripe-connect')).body).toMatchObject({ pendingBalance: 0 });
});

it('pays back at most what was paid, also when two people do it at once', async () => {
  await cancel();
  const id = await paymentId();
  const results = await Promise.allSettled([staff('refund', id, '一'), staff('refund', id, '二')]);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  await expect(staff('refund', id, '三')).rejects.toThrow('Nothing of it is left');
  await world.runJobs();
  expect(await refundedAtProvider()).toBe(PRICE);
});

it.each([
  ['a seat that is still taken', async () => ['refund', await paymentId(), 'x'], 'still taken'],
  ['an unknown payment', () => Promise.resolve(['refund', 'pay_unknown', 'x']), 'no such paid ticket'],
  ['no reason', async () => ['refund', await paymentId()], 'Give a reason'],
])('refuses %s', async (_what, words, sentence) => {
  await expect(staff(...(await words()))).rejects.toThrow(sentence);
  expect(await world.db.selectFrom('refunds').select('id').execute()).toEqual([]);
});
