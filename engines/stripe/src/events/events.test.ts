import Stripe from 'stripe';

import { memoryStorage } from '../storage/memory-storage';
import {
  closeAll,
  payment,
  refusal,
  sdk,
  SECRET_KEY,
  startEndpoint,
  startTestEngine,
  WEBHOOK_SECRET,
} from '../testing/start-test-engine';

afterEach(closeAll);

/** Starts an engine with a configured (not registered) endpoint. */
async function setUp(options: Parameters<typeof startTestEngine>[0] = {}) {
  const received = await startEndpoint(() => new Stripe(SECRET_KEY));
  const test = await startTestEngine({
    ...options,
    webhooks: { ...options.webhooks, endpoints: [{ url: received.url, secret: WEBHOOK_SECRET }] },
  });
  const typesOf = () => received.events.map(({ type }) => type);
  return { ...test, received, typesOf };
}

describe('events', () => {
  it("report every change and pass the SDK's signature verification", async () => {
    const { stripe, engine, received, typesOf } = await setUp();
    const intent = await stripe.paymentIntents.create(payment(), { idempotencyKey: 'k1' });
    await engine.runDue();
    expect(typesOf().sort()).toEqual(['charge.succeeded', 'payment_intent.created', 'payment_intent.succeeded']);
    const event = received.events.find(({ type }) => type === 'payment_intent.succeeded');
    expect(event).toMatchObject({
      object: 'event',
      api_version: '2026-10-28.endive',
      data: { object: { id: intent.id, status: 'succeeded' } },
      request: { id: intent.lastResponse.requestId, idempotency_key: 'k1' },
    });
    expect(JSON.stringify(event)).not.toContain('"_');
    const kept = await stripe.events.retrieve(event?.id ?? '');
    expect(kept.pending_webhooks).toBe(0);
  });

  it('are listed by type and time, with the previous values of an update', async () => {
    const { stripe } = await setUp();
    const { id } = await stripe.customers.create({ name: 'a' });
    await stripe.customers.update(id, { name: 'b' });
    const { data } = await stripe.events.list({ type: 'customer.updated' });
    expect(data).toHaveLength(1);
    expect(data[0]?.data).toMatchObject({ object: { name: 'b' }, previous_attributes: { name: 'a' } });
    expect((await stripe.events.list({ created: { lt: data[0]?.created } })).data).toEqual([]);
  });

  it('are retried with increasing delays until the endpoint accepts them', async () => {
    const { stripe, engine, received, clock } = await setUp({ webhooks: { retryMs: 1000 } });
    received.answer = 500;
    await stripe.customers.create();
    await engine.runDue();
    expect(received.events).toHaveLength(1);
    clock.now += 999;
    await engine.runDue();
    expect(received.events).toHaveLength(1);
    clock.now += 1;
    await engine.runDue();
    expect(received.events).toHaveLength(2);
    received.answer = 200;
    clock.now += 2000;
    await engine.runDue();
    expect(received.events).toHaveLength(3);
    clock.now += 3_600_000;
    await engine.runDue();
    expect(received.events).toHaveLength(3);
    expect(new Set(received.events.map(({ id }) => id)).size).toBe(1);
    expect((await stripe.events.list()).data[0]?.pending_webhooks).toBe(0);
  });

  it('stay in the storage while the engine is down', async () => {
    const storage = memoryStorage();
    const { stripe, engine, received, clock } = await setUp({ storage, webhooks: { retryMs: 1000 } });
    received.answer = 500;
    await stripe.customers.create();
    await engine.runDue();
    await engine.close();
    received.answer = 200;
    const later = clock.now + 60_000;
    const again = await startTestEngine({
      storage,
      clock: () => later,
      webhooks: { endpoints: [{ url: received.url, secret: WEBHOOK_SECRET }] },
    });
    await again.engine.runDue();
    expect(received.events).toHaveLength(2);
  });

  it('arrive twice and late when faults are injected', async () => {
    const { stripe, engine, received, clock } = await setUp();
    engine.setFaults({ duplicate: 1, delayMs: 10_000 });
    await stripe.customers.create();
    await engine.runDue();
    expect(received.events).toHaveLength(0);
    clock.now += 10_000;
    await engine.runDue();
    expect(received.events).toHaveLength(2);
    expect(received.events[0]?.id).toBe(received.events[1]?.id);
    engine.setFaults({ duplicate: 0, delayMs: 0 });
    await stripe.customers.create();
    await engine.runDue();
    expect(received.events).toHaveLength(3);
  });

  it('can be resent manually', async () => {
    const { stripe, engine, received } = await setUp();
    await stripe.customers.create();
    await engine.runDue();
    await engine.actions.sendEventAgain(received.events[0]?.id ?? '');
    await engine.runDue();
    expect(received.events.map(({ id }) => id)).toEqual([received.events[0]?.id, received.events[0]?.id]);
  });
});

describe('webhook endpoints', () => {
  it('receive the types they subscribe to, signed with a secret that is shown once', async () => {
    const { stripe, engine, url } = await startTestEngine();
    let secret = '';
    const received = await startEndpoint(
      () => sdk(url, SECRET_KEY),
      () => secret,
    );
    const endpoint = await stripe.webhookEndpoints.create({ url: received.url, enabled_events: ['customer.created'] });
    secret = endpoint.secret ?? '';
    expect(secret).toMatch(/^whsec_/);
    expect(await stripe.webhookEndpoints.retrieve(endpoint.id)).not.toHaveProperty('secret');
    const { id } = await stripe.customers.create();
    await stripe.customers.update(id, { name: 'a' });
    await engine.runDue();
    expect(received.events.map(({ type }) => type)).toEqual(['customer.created']);
    await stripe.webhookEndpoints.update(endpoint.id, { disabled: true });
    await stripe.customers.create();
    await engine.runDue();
    expect(received.events).toHaveLength(1);
    await stripe.webhookEndpoints.del(endpoint.id);
    expect(await refusal(stripe.webhookEndpoints.retrieve(endpoint.id))).toMatchObject({ statusCode: 404 });
  });
});
