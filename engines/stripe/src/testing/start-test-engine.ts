import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import Stripe from 'stripe';

import { createStripeEngine, type StripeEngine } from '../engine';
import type { StripeEngineOptions } from '../options';
import { memoryStorage } from '../storage/memory-storage';

export const SECRET_KEY = 'sk_test_engine';
export const PUBLISHABLE_KEY = 'pk_test_engine';
export const WEBHOOK_SECRET = 'whsec_engine';

const RETURN_URL = 'http://localhost/back';

export interface TestEngine {
  readonly engine: StripeEngine;
  /** The official SDK with the secret key. */
  readonly stripe: Stripe;
  /** The SDK with a different key or retry configuration. */
  client(key: string, config?: Stripe.StripeConfig): Stripe;
  /** Real time in milliseconds; the engine's clock may be ahead of it. */
  readonly clock: { now: number };
  readonly url: string;
}

const started: { close(): Promise<void> }[] = [];

/** Starts an engine on a free port with a clock that only moves when a test advances it. */
export async function startTestEngine(options: Partial<StripeEngineOptions> = {}): Promise<TestEngine> {
  const clock = { now: Date.UTC(2026, 10, 22, 3) };
  const engine = await createStripeEngine({
    storage: memoryStorage(),
    keys: { secret: [SECRET_KEY], publishable: [PUBLISHABLE_KEY] },
    clock: () => clock.now,
    random: () => 0.5,
    ...options,
  });
  started.push(engine);
  const url = await engine.listen(0);
  const client = (key: string, config?: Stripe.StripeConfig) => sdk(url, key, config);
  return { engine, stripe: client(SECRET_KEY), client, clock, url };
}

export function sdk(url: string, key: string, config: Stripe.StripeConfig = {}): Stripe {
  const { hostname, port } = new URL(url);
  return new Stripe(key, {
    host: hostname,
    port: Number(port),
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
    ...config,
  });
}

/** Stops everything that the tests of a file have started. */
export async function closeAll(): Promise<void> {
  await Promise.all(started.splice(0).map((each) => each.close()));
}

export interface Received {
  readonly events: Stripe.Event[];
  /** Sets how the endpoint responds from now on. */
  answer: number;
  readonly url: string;
}

/** Starts an endpoint that verifies signatures as a product does and records events. */
export async function startEndpoint(
  stripe: () => Stripe,
  secret: () => string = () => WEBHOOK_SECRET,
): Promise<Received> {
  const events: Stripe.Event[] = [];
  const received = { events, answer: 200, url: '' };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      const { answer } = received;
      const signature = String(request.headers['stripe-signature']);
      // The engine's test clock stands still, so the age of signatures is not checked.
      events.push(stripe().webhooks.constructEvent(body, signature, secret(), 0));
      response.writeHead(answer).end();
    });
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  received.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  started.push({
    close: () =>
      new Promise<void>((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  });
  return received;
}

/** The happy path: 1,000 yen with a card that succeeds, confirmed immediately. */
export const payment = (changed: Partial<Stripe.PaymentIntentCreateParams> = {}): Stripe.PaymentIntentCreateParams => ({
  amount: 1000,
  currency: 'jpy',
  payment_method: 'pm_card_visa',
  confirm: true,
  return_url: RETURN_URL,
  ...changed,
});

/** Returns the error of a rejected SDK call. */
export async function refusal(call: Promise<unknown>): Promise<InstanceType<typeof Stripe.errors.StripeError>> {
  const result = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (result instanceof Stripe.errors.StripeError) return result;
  throw result instanceof Error ? result : new Error('The call was not refused.');
}
