import { webhookMessages } from '@manabiba/shared/contract/webhook-messages';
import { type WebhookType, webhookTypes } from '@manabiba/shared/contract/webhook-types';
import type { Webhook, WebhookDelivery } from '@manabiba/shared/contract/webhooks';
import { millisecondsInDay, millisecondsInHour, millisecondsInMinute, millisecondsInSecond } from 'date-fns/constants';
import { sql } from 'kysely';

import type { DomainEventName, DomainEvents } from '../../messages/domain-event-map';
import { inTransaction } from '../../platform/database/transaction';
import { publish } from '../../platform/events/domain-events';
import { createJobs } from '../../platform/jobs/jobs';
import { clearContent, insertCategories, insertEvent, insertParticipation, insertTicketType } from '../../testing/rows';
import { startTestApp, type TestApp } from '../../testing/start-test-app';
import { emailOf, type PersonName } from '../../testing/test-people';
import { startWebhookReceiver, verifyWebhook, type WebhookReceiver } from './testing/webhook-receiver';
import { createWebhookDeliveriesRepository } from './webhook-deliveries.repository';
import { createWebhookHousekeeping } from './webhook-housekeeping.service';

let api: TestApp;
let receiver: WebhookReceiver;
/** An event of the professional, with a seat that is taken. */
let eventId: string;
let ticketTypeId: string;
let participationId: string;

beforeAll(async () => {
  api = await startTestApp({ env: { WEBHOOK_PRIVATE_ENDPOINTS: 'allowed' } });
  receiver = await startWebhookReceiver();
  await insertCategories(api.db);
});
afterAll(async () => {
  await api.close();
  await receiver.close();
});
beforeEach(async () => {
  const { db } = api;
  await clearContent(db);
  for (const table of ['webhook_endpoints', 'domain_events', 'rate_limits', 'mails'] as const)
    await db.deleteFrom(table).execute();
  await sql`delete from pgboss.job where name = 'send-webhook'`.execute(db);
  api.clock.set(new Date());
  await db
    .updateTable('sessions')
    .set({ expires_at: new Date(Date.now() + 100 * millisecondsInDay) })
    .execute();
  api.mail.sent.length = 0;
  receiver.reset();
  eventId = await insertEvent(db, { organizer_id: api.people.professional });
  ticketTypeId = await insertTicketType(db, { event_id: eventId });
  participationId = await insertParticipation(db, {
    event_id: eventId,
    ticket_type_id: ticketTypeId,
    user_id: api.people.student,
  });
});

const organizer = () => api.as('professional');
async function aWebhook(types: readonly WebhookType[] = webhookTypes, who: PersonName = 'professional') {
  const { body } = await api.as(who).post('/org/webhooks', { url: receiver.url, types });
  const { secret, ...webhook } = body as Webhook & { secret: string };
  return { ...webhook, secret, path: (rest = '') => `/org/webhooks/${webhook.id}${rest}` };
}
/** Access tokens expire while the clock moves. */
async function signedIn() {
  await api.signInAgain();
  return organizer();
}
const logOf = async ({ id }: { id: string }) =>
  (await (await signedIn()).get(`/org/webhooks/${id}/deliveries`)).body.items as WebhookDelivery[];
const shownOf = async ({ id }: { id: string }) =>
  ((await (await signedIn()).get('/org/webhooks')).body.items as Webhook[]).find((webhook) => webhook.id === id);
const codeOf = ({ status, body }: { status: number; body: { code?: string } }) =>
  [status, body?.code].filter(Boolean).join(' ');

/** Lets something happen, and delivers what is due. */
async function happen<N extends DomainEventName>(name: N, payload: DomainEvents[N]): Promise<void> {
  await inTransaction(api.db, (trx) => publish(trx, name, payload));
  await api.events.runDue();
  await api.runJobs();
}
async function tidy(): Promise<void> {
  const { pool, db, clock } = api;
  const jobs = createJobs({ pool, clock, onTrouble: () => undefined });
  await createWebhookHousekeeping({ db, deliveries: createWebhookDeliveriesRepository(db), jobs })(clock.now());
}
const confirm = () => happen('participationConfirmed', { participationId, eventId });
async function after(ms: number): Promise<void> {
  api.clock.advance(ms);
  await api.runJobs();
}

describe('a webhook', () => {
  const ofTicket = () => ({ participationId, eventId });
  const facts: Record<WebhookType, () => Promise<void>> = {
    'event.published': () => happen('eventPublished', { eventId }),
    'event.rescheduled': () =>
      happen('eventRescheduled', { eventId, from: '2026-12-01T10:00:00.000Z', to: '2026-12-02T10:00:00.000Z' }),
    'event.cancelled': () => happen('eventCancelled', { eventId }),
    'event.started': () => happen('eventStarted', { eventId }),
    'event.ended': () => happen('eventEnded', { eventId }),
    'ticket.confirmed': confirm,
    'ticket.cancelled': () => happen('participationCancelled', { ...ofTicket(), reason: 'self', refund: 0 }),
    'ticket.refunded': () => happen('participationRefunded', ofTicket()),
    'attendee.checked_in': async () => {
      await organizer().put(`/org/events/${eventId}/participants/${participationId}/check_in`, { isCheckedIn: true });
      await api.events.runDue();
      await api.runJobs();
    },
  };

  it.each(webhookTypes)('receives %s, signed, as the contract describes it, once', async (type) => {
    const { secret } = await aWebhook([type]);
    await facts[type]();
    await api.runJobs();
    expect(receiver.received).toHaveLength(1);
    const [message] = receiver.received;
    if (!message) throw new Error('unreachable');
    const body = verifyWebhook(secret, message);
    expect(webhookMessages[type].parse(body)).toEqual(body);
    expect(body).toMatchObject({
      type,
      data: { event: { id: eventId, url: `https://manabiba.test/events/${eventId}` } },
    });
    expect(message.headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'Manabiba-Webhooks/1' });
    // Nothing about whoever takes part.
    expect(message.body).not.toContain('学生');
    expect(message.body).not.toContain('@');
  });

  it('receives the types alone that it wants, and of its organizer alone', async () => {
    await aWebhook(['event.cancelled']);
    await confirm();
    const other = await insertEvent(api.db, { organizer_id: api.people.otherAdult });
    await happen('eventCancelled', { eventId: other });
    expect(receiver.received).toEqual([]);
    await happen('eventCancelled', { eventId });
    expect(receiver.received).toHaveLength(1);
  });

  it('receives nothing while its organizer is suspended', async () => {
    await aWebhook();
    const setState = (state: 'active' | 'suspended') =>
      api.db.updateTable('users').set({ state }).where('id', '=', api.people.professional).execute();
    await setState('suspended');
    await confirm();
    await setState('active');
    expect(receiver.received).toEqual([]);
  });

  it('receives nothing that was waiting when its organizer was suspended', async () => {
    await aWebhook();
    receiver.answer = (response) => void response.writeHead(500).end();
    await confirm();
    const setState = (state: 'active' | 'suspended') =>
      api.db.updateTable('users').set({ state }).where('id', '=', api.people.professional).execute();
    await setState('suspended');
    await after(5000);
    await setState('active');
    expect(receiver.received).toHaveLength(1);
  });

  it('is signed by both secrets for a day after a new one, then by the new one', async () => {
    const { secret, path } = await aWebhook(['ticket.confirmed']);
    const { body: rotated } = await organizer().post(path('/secret'));
    expect(rotated.secret).toMatch(/^whsec_/);
    await confirm();
    const [message] = receiver.received;
    if (!message) throw new Error('unreachable');
    expect(message.headers['webhook-signature']?.split(' ')).toHaveLength(2);
    for (const valid of [secret, rotated.secret]) expect(() => verifyWebhook(valid, message)).not.toThrow();
    expect(() => verifyWebhook(secret, { ...message, body: message.body.replace('一般', '特別') })).toThrow();
    api.clock.advance(millisecondsInDay + 1);
    await confirm();
    expect(receiver.received[1]?.headers['webhook-signature']?.split(' ')).toHaveLength(1);
    const { secret: stored } = await api.db.selectFrom('webhook_endpoints').select('secret').executeTakeFirstOrThrow();
    expect(stored).not.toContain(rotated.secret);
  });
});

describe('a delivery', () => {
  it('that fails is tried again, later and later, with the same id and body, until it arrives', async () => {
    const webhook = await aWebhook(['ticket.confirmed']);
    receiver.answer = (response) => void response.writeHead(500).end('壊れています');
    await confirm();
    expect(await logOf(webhook)).toEqual([
      {
        id: expect.stringMatching(/^whd_/),
        type: 'ticket.confirmed',
        createdAt: api.clock.now().toISOString(),
        state: 'pending',
        attempts: 1,
        nextAttemptAt: new Date(api.clock.now().getTime() + 5000).toISOString(),
        status: 500,
        durationMs: expect.any(Number),
        answer: '壊れています',
      },
    ]);
    expect(await shownOf(webhook)).toMatchObject({ failingSince: api.clock.now().toISOString(), stoppedAt: null });
    const waits = [
      5 * millisecondsInSecond,
      5 * millisecondsInMinute,
      30 * millisecondsInMinute,
      2 * millisecondsInHour,
    ];
    for (const [index, wait] of waits.entries()) {
      await after(wait - 1000);
      expect(receiver.received).toHaveLength(index + 1);
      await after(1000);
      expect(receiver.received).toHaveLength(index + 2);
    }
    receiver.reset();
    await after(5 * millisecondsInHour);
    expect(receiver.received).toHaveLength(1);
    expect(await logOf(webhook)).toMatchObject([
      { state: 'delivered', attempts: 6, nextAttemptAt: null, status: 200, answer: '受け取りました' },
    ]);
    expect(await shownOf(webhook)).toMatchObject({ failingSince: null });
  });

  it('keeps its id and body over attempts', async () => {
    await aWebhook(['ticket.confirmed']);
    receiver.answer = (response) => void response.writeHead(503).end();
    await confirm();
    await after(5000);
    const [first, second] = receiver.received;
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(second?.body).toBe(first?.body);
  });

  it.each([
    ['a redirect, which is not followed', 302, '', { location: 'https://example.com/' }],
    ['a status without a body', 205, '', {}],
    ['an error', 404, 'ここではありません', {}],
  ])('meets %s', async (_what, status, text, headers) => {
    const webhook = await aWebhook(['ticket.confirmed']);
    receiver.answer = (response) => void response.writeHead(status, headers).end(text);
    await confirm();
    const state = status < 300 ? 'delivered' : 'pending';
    expect(await logOf(webhook)).toMatchObject([{ state, status, answer: text }]);
    expect(receiver.received).toHaveLength(1);
  });

  it('keeps 200 characters of a long answer', async () => {
    const webhook = await aWebhook(['ticket.confirmed']);
    receiver.answer = (response) => void response.end('あ\0'.repeat(100_000));
    await confirm();
    expect(await logOf(webhook)).toMatchObject([{ state: 'delivered', answer: 'あ'.repeat(200) }]);
  });

  it('survives a status that HTTP does not know, and a connection that ends', async () => {
    const webhook = await aWebhook(['ticket.confirmed']);
    receiver.answer = (response) => void response.socket?.end('HTTP/1.1 999 ?\r\ncontent-length: 0\r\n\r\n');
    await confirm();
    expect(await logOf(webhook)).toMatchObject([
      { state: 'pending', status: null, answer: '正しい応答がありませんでした。' },
    ]);
    receiver.answer = (response) => void response.socket?.destroy();
    await after(5000);
    expect(await logOf(webhook)).toMatchObject([{ status: null, answer: '接続できませんでした。(ECONNRESET)' }]);
  });

  it('is sent once when its job runs twice at once', async () => {
    const webhook = await aWebhook(['ticket.confirmed']);
    await confirm();
    const [{ id } = { id: '' }] = await logOf(webhook);
    await organizer().post(webhook.path(`/deliveries/${id}/resend`));
    await organizer().post(webhook.path(`/deliveries/${id}/resend`));
    receiver.reset();
    await api.runJobs();
    expect(receiver.received).toHaveLength(1);
  });

  it('arrives when the process ends between the fact and the attempt, and when it ends during the attempt', async () => {
    await aWebhook(['ticket.confirmed']);
    // Committed with the fact, before any process has looked at it.
    await inTransaction(api.db, (trx) => publish(trx, 'participationConfirmed', { participationId, eventId }));
    await api.events.runDue();
    // A process takes the delivery and ends, and its job is lost.
    const { id } = await api.db.selectFrom('webhook_deliveries').select('id').executeTakeFirstOrThrow();
    const now = api.clock.now();
    const claim = () => createWebhookDeliveriesRepository(api.db).claim(id, now, new Date(now.getTime() + 30_000));
    expect(await claim()).toBeDefined();
    expect(await claim()).toBeUndefined();
    await sql`delete from pgboss.job where name = 'send-webhook'`.execute(api.db);
    await api.runJobs();
    expect(receiver.received).toEqual([]);
    api.clock.advance(10 * millisecondsInMinute + 1);
    await tidy();
    await api.runJobs();
    expect(receiver.received).toHaveLength(1);
    await tidy();
    await api.runJobs();
    expect(receiver.received).toHaveLength(1);
  });

  it('is undone with the fact when that is rolled back', async () => {
    await aWebhook();
    await inTransaction(api.db, async (trx) => {
      await publish(trx, 'eventCancelled', { eventId });
      throw new Error('rolled back');
    }).catch(() => undefined);
    await api.events.runDue();
    await api.runJobs();
    expect(receiver.received).toEqual([]);
  });

  it('can be repeated by hand, with the same id', async () => {
    const webhook = await aWebhook(['ticket.confirmed']);
    await confirm();
    const [{ id } = { id: '' }] = await logOf(webhook);
    expect(await organizer().post(webhook.path(`/deliveries/${id}/resend`))).toMatchObject({
      status: 200,
      body: { id, state: 'pending', attempts: 0 },
    });
    await api.runJobs();
    const [first, second] = receiver.received;
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(codeOf(await organizer().post(webhook.path('/deliveries/whd_x/resend')))).toBe('404 not_found');
  });

  it('can be a test', async () => {
    const webhook = await aWebhook();
    expect(await organizer().post(webhook.path('/test'))).toMatchObject({ status: 201, body: { type: 'test' } });
    await api.runJobs();
    const [message] = receiver.received;
    if (!message) throw new Error('unreachable');
    expect(webhookMessages.test.parse(verifyWebhook(webhook.secret, message))).toMatchObject({ type: 'test' });
  });
});

describe('a receiver that does not work', () => {
  it('is stopped after three days, with one mail, and runs again when its owner says so', async () => {
    const webhook = await aWebhook(['ticket.confirmed']);
    receiver.answer = (response) => void response.writeHead(500).end();
    await confirm();
    for (let hour = 0; hour < 71; hour += 1) await after(millisecondsInHour);
    expect(await shownOf(webhook)).toMatchObject({ stoppedAt: null });
    await confirm();
    await after(millisecondsInHour);
    await after(5 * millisecondsInHour);
    expect(await shownOf(webhook)).toMatchObject({ stoppedAt: expect.any(String) });
    await after(30 * millisecondsInHour);
    const mails = (await api.mail.deliver()).filter(({ subject }) => subject.includes('Webhook'));
    expect(mails).toMatchObject([{ to: emailOf('professional'), subject: '【まなびば】Webhookの停止のお知らせ' }]);
    expect((await logOf(webhook)).map(({ state }) => state)).toEqual(['failed', 'failed']);

    receiver.reset();
    await confirm();
    expect(receiver.received).toEqual([]);
    expect(codeOf(await organizer().post(webhook.path('/test')))).toBe('409 conflict');
    expect((await organizer().patch(webhook.path(), { isStopped: false })).body).toMatchObject({
      stoppedAt: null,
      failingSince: null,
    });
    await confirm();
    expect(receiver.received).toHaveLength(1);
  });

  it('is stopped at once when it says that it is gone', async () => {
    const webhook = await aWebhook();
    receiver.answer = (response) => void response.writeHead(410).end();
    await confirm();
    expect(await shownOf(webhook)).toMatchObject({ stoppedAt: expect.any(String) });
    expect(await logOf(webhook)).toMatchObject([{ state: 'failed', status: 410 }]);
  });

  it('gets nothing once its owner has stopped it, not even what waits', async () => {
    const webhook = await aWebhook();
    receiver.answer = (response) => void response.writeHead(500).end();
    await confirm();
    await organizer().patch(webhook.path(), { isStopped: true });
    await after(5000);
    expect(receiver.received).toHaveLength(1);
    expect(await logOf(webhook)).toMatchObject([
      { state: 'failed', answer: 'Webhookが停止中のため、送信しませんでした。' },
    ]);
    await confirm();
    expect(receiver.received).toHaveLength(1);
    expect(await logOf(webhook)).toHaveLength(1);
  });
});

describe('managing webhooks', () => {
  it('shows the secret once, changes address and types, and deletes with all deliveries', async () => {
    const webhook = await aWebhook(['ticket.confirmed']);
    const { secret, path: _path, ...shown } = webhook;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect((await organizer().get('/org/webhooks')).body).toEqual({ items: [shown] });
    const changes = { url: 'https://hooks.example.com/', types: ['event.ended'] };
    expect((await organizer().patch(webhook.path(), changes)).body).toEqual({ ...shown, ...changes });
    await organizer().post(webhook.path('/test'));
    expect((await organizer().delete(webhook.path())).status).toBe(204);
    expect(await api.db.selectFrom('webhook_deliveries').selectAll().execute()).toEqual([]);
    await api.runJobs();
    expect(receiver.received).toEqual([]);
  });

  it('is for the organizer alone', async () => {
    const webhook = await aWebhook();
    const stranger = api.people.otherAdult;
    await api.db.updateTable('users').set({ role: 'professional' }).where('id', '=', stranger).execute();
    const other = api.as('otherAdult');
    const answers = [
      await other.patch(webhook.path(), { isStopped: true }),
      await other.delete(webhook.path()),
      await other.post(webhook.path('/secret')),
      await other.post(webhook.path('/test')),
      await other.get(webhook.path('/deliveries')),
      await other.post(webhook.path('/deliveries/whd_x/resend')),
    ];
    expect(answers.map(codeOf)).toEqual(answers.map(() => '404 not_found'));
    expect((await other.get('/org/webhooks')).body).toEqual({ items: [] });
    await api.db.updateTable('users').set({ role: 'user' }).where('id', '=', stranger).execute();
  });

  it('ends at five, also when two are created at once', async () => {
    for (let made = 0; made < 4; made += 1) await aWebhook();
    const create = () => organizer().post('/org/webhooks', { url: receiver.url, types: ['event.ended'] });
    expect((await Promise.all([create(), create()])).map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it('keeps the last 100 deliveries', async () => {
    const webhook = await aWebhook(['ticket.confirmed']);
    const now = api.clock.now().getTime();
    await api.db
      .insertInto('webhook_deliveries')
      .values(
        Array.from({ length: 103 }, (_, index) => ({
          ...{ id: `whd_${index}`, endpoint_id: webhook.id, message_id: `msg_${index}`, type: 'test' as const },
          ...{ body: '{}', state: 'delivered' as const, created_at: new Date(now + index) },
        })),
      )
      .execute();
    await tidy();
    const log = await logOf(webhook);
    expect(log).toHaveLength(100);
    expect([log[0]?.id, log[99]?.id]).toEqual(['whd_102', 'whd_3']);
    const rows = await api.db.selectFrom('webhook_deliveries').select('id').execute();
    expect(rows).toHaveLength(100);
  });
});

describe('where private addresses are refused', () => {
  let guarded: TestApp;
  beforeAll(async () => {
    guarded = await startTestApp();
  });
  afterAll(() => guarded.close());

  it.each([
    'http://hooks.example.com/',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://localhost/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://metadata.google.internal/',
    'https://printer.local/',
    'https://user@hooks.example.com/',
    'ftp://hooks.example.com/',
    'https://hooks.example.com/ x',
  ])('refuses %s', async (url) => {
    const answer = await guarded.as('professional').post('/org/webhooks', { url, types: ['event.ended'] });
    expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([422, ['url']]);
  });

  it('sends nothing to an address that became private, or that was saved before', async () => {
    const { body } = await guarded
      .as('professional')
      .post('/org/webhooks', { url: 'https://hooks.example.com/', types: ['event.ended'] });
    await guarded.db.updateTable('webhook_endpoints').set({ url: receiver.url }).execute();
    await guarded.as('professional').post(`/org/webhooks/${body.id}/test`);
    await guarded.runJobs();
    expect(receiver.received).toEqual([]);
    expect((await guarded.as('professional').get(`/org/webhooks/${body.id}/deliveries`)).body.items).toMatchObject([
      { status: null, answer: 'このアドレスには送信できません。' },
    ]);
  });
});
