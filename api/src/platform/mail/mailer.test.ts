import { startTestApp, type TestApp } from '../../testing/start-test-app';
import { inTransaction } from '../database/transaction';
import { createMailer, type MailTransport } from './mailer';

let world: TestApp;
beforeEach(async () => {
  world = await startTestApp();
});
afterEach(() => world.close());

function mailerWith(transport: MailTransport) {
  const { db, clock, env } = world;
  const mailer = createMailer({
    db,
    clock,
    secret: env.sessionSecret,
    transport,
    onTrouble: (error) => {
      throw error;
    },
  });
  mailer.composeWith((_template, { to = '' }) => Promise.resolve({ to, subject: '', text: '', html: '' }));
  return mailer;
}

it('sends each of many mails once, however long they take, while another instance sends too', async () => {
  const sent: string[] = [];
  const other = mailerWith(({ to }) => Promise.resolve(void sent.push(to)));
  const slow = mailerWith(async ({ to }) => {
    sent.push(to);
    world.clock.advance(5000);
    if (sent.length === 14) await other.deliverDue();
  });
  const addresses = Array.from({ length: 20 }, (_, index) => `${index}@example.test`);
  await inTransaction(world.db, async (trx) => {
    for (const to of addresses) await slow.send(trx, { template: 'any', data: { to }, userId: null });
  });
  await slow.deliverDue();
  expect(sent.sort()).toEqual(addresses.sort());
});

it('a stop leaves the mails after the one in progress to others', async () => {
  const sent: string[] = [];
  let stopped = Promise.resolve();
  const mailer = mailerWith(({ to }) => {
    stopped = mailer.stop();
    return Promise.resolve(void sent.push(to));
  });
  await inTransaction(world.db, async (trx) => {
    for (const to of ['a', 'b']) await mailer.send(trx, { template: 'any', data: { to }, userId: null });
  });
  await mailer.deliverDue();
  await stopped;
  const rows = await world.db.selectFrom('mails').select(['attempts', 'sent_at']).orderBy('attempts').execute();
  expect([sent.length, rows.map(({ attempts, sent_at }) => [attempts, sent_at !== null])]).toEqual([
    1,
    [
      [0, false],
      [1, true],
    ],
  ]);
});
