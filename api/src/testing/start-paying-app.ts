import { createStripeEngine, type StripeEngine } from '@manabiba/engine-stripe/engine';
import { memoryStorage } from '@manabiba/engine-stripe/memory-storage';
import Stripe from 'stripe';

import { startTestApp, type TestApp } from './start-test-app';

const SECRET_KEY = 'sk_test_forTheTestsOfTheApi';
const PUBLISHABLE_KEY = 'pk_test_forTheTestsOfTheApi';
const WEBHOOK_SECRET = 'whsec_forTheTestsOfTheApi';

export interface PayingApp extends TestApp {
  engine: StripeEngine;
  /** Where the engine listens. */
  engineAddress: { hostname: string; port: number };
  /** The official SDK, as the browser's and the cardholder's hand. */
  stripe: Stripe;
  /** Sends a webhook as the provider does; `signature` in place of the right one. */
  sendWebhook(event: object, signature?: string): Promise<number>;
  /**
   * Sends all events of the provider that were not sent before, and does the jobs that follow. `inOrder` decides how they arrive.
   */
  deliverWebhooks(inOrder?: (events: Stripe.Event[]) => Stripe.Event[]): Promise<Stripe.Event[]>;
}

/** The whole api beside an engine of its own that takes payments. Webhooks come when a test says so. */
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

  return {
    ...app,
    engine,
    engineAddress: { hostname, port: Number(port) },
    stripe,
    sendWebhook,
    async deliverWebhooks(inOrder = (events) => events) {
      await engine.runDue();
      const events: Stripe.Event[] = [];
      for await (const event of stripe.events.list({ limit: 100 })) if (!sent.has(event.id)) events.unshift(event);
      for (const event of inOrder(events)) expect(await sendWebhook(event)).toBe(200);
      for (const event of events) sent.add(event.id);
      await app.runJobs();
      return events;
    },
    async close() {
      await app.close();
      await engine.close();
    },
  };
}
