import { createStripeEngine, type StripeEngine } from '@manabiba/engine-stripe/engine';
import { memoryStorage } from '@manabiba/engine-stripe/memory-storage';
import { addMinutes } from 'date-fns';
import { minutesInDay } from 'date-fns/constants';
import Stripe from 'stripe';

import { createLedgerRepository } from '../modules/payments/ledger/ledger.repository';
import { compareLedger, type Ledger } from '../modules/payments/ledger/ledger.service';
import { insertEvent, insertTicketType } from './rows';
import { startTestApp, type TestApp } from './start-test-app';

const SECRET_KEY = 'sk_test_forTheTestsOfTheApi';
const PUBLISHABLE_KEY = 'pk_test_forTheTestsOfTheApi';
const WEBHOOK_SECRET = 'whsec_forTheTestsOfTheApi';

export interface PayingApp extends TestApp {
  engine: StripeEngine;
  /** Address of the payment engine. */
  engineAddress: { hostname: string; port: number };
  /** The official SDK, used as the browser and the cardholder would. */
  stripe: Stripe;
  /** Sends a webhook as the provider does; `signature` replaces the valid one. */
  sendWebhook(event: object, signature?: string): Promise<number>;
  /** Sends all pending events of the provider and runs the resulting jobs. `inOrder` sets the order of delivery. */
  deliverWebhooks(inOrder?: (events: Stripe.Event[]) => Stripe.Event[]): Promise<Stripe.Event[]>;
  /** Runs everything pending, then compares the provider with the books. */
  ledger(): Promise<Ledger>;
}

/** Starts the whole api with its own payment engine. Webhooks are delivered only on request. */
export async function startPayingApp(options: Parameters<typeof startTestApp>[0] = {}): Promise<PayingApp> {
  const engine = await createStripeEngine({
    storage: memoryStorage(),
    keys: { secret: [SECRET_KEY], publishable: [PUBLISHABLE_KEY] },
  });
  const url = await engine.listen(0);
  const app = await startTestApp({
    ...options,
    env: {
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_PUBLISHABLE_KEY: PUBLISHABLE_KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_ENGINE_URL: url,
      ...options.env,
    },
  });
  const { hostname, port } = new URL(url);
  const stripe = new Stripe(SECRET_KEY, { host: hostname, port: Number(port), protocol: 'http', telemetry: false });
  const sent = new Set<string>();

  async function sendWebhook(event: object, signature?: string): Promise<number> {
    const payload = JSON.stringify(event);
    const header = signature ?? stripe.webhooks.generateTestHeaderString({ payload, secret: WEBHOOK_SECRET });
    const { statusCode } = await app.app.inject({
      method: 'POST',
      url: '/v1/webhooks/stripe',
      headers: { 'stripe-signature': header, 'content-type': 'application/json' },
      payload,
    });
    return statusCode;
  }

  async function deliverWebhooks(inOrder = (events: Stripe.Event[]) => events): Promise<Stripe.Event[]> {
    await engine.runDue();
    const events: Stripe.Event[] = [];
    // The newest come first: all after the first known one were sent before.
    for await (const event of stripe.events.list({ limit: 100 })) {
      if (sent.has(event.id)) break;
      events.unshift(event);
    }
    for (const event of inOrder(events)) expect(await sendWebhook(event)).toBe(200);
    for (const event of events) sent.add(event.id);
    await app.runJobs();
    return events;
  }

  return {
    ...app,
    engine,
    engineAddress: { hostname, port: Number(port) },
    stripe,
    sendWebhook,
    deliverWebhooks,
    async ledger() {
      await app.runJobs();
      await app.events.runDue();
      // Applying a webhook may cause further ones, such as the refund of a payment.
      while ((await deliverWebhooks()).length > 0) await app.events.runDue();
      return compareLedger(createLedgerRepository(app.db), stripe);
    },
    async close() {
      await app.close();
      await engine.close();
    },
  };
}

/** Fails with every difference when the provider and the sale histories are not equal to the yen. */
export async function expectEqualLedger(world: Pick<PayingApp, 'ledger'>): Promise<void> {
  const { differences } = await world.ledger();
  expect(differences).toEqual([]);
}

/** Inserts an event in ten days with one ticket for 1,500 yen, on sale for nine days. Returns their ids. */
export async function insertTicketOnSale(
  { db, people, clock }: Pick<TestApp, 'db' | 'people' | 'clock'>,
  quota: number,
): Promise<{ event: string; ticket: string }> {
  const event = await insertEvent(db, {
    organizer_id: people.professional,
    start_at: addMinutes(clock.now(), 10 * minutesInDay),
  });
  const ticket = await insertTicketType(db, {
    event_id: event,
    price: 1500,
    quota,
    sale_end_at: addMinutes(clock.now(), 9 * minutesInDay),
  });
  return { event, ticket };
}
