import { createHmac } from 'node:crypto';
import { join } from 'node:path';

import { createStripeEngine, type StripeEngineOptions } from '@manabiba/engine-stripe/engine';
import { postgresStorage } from '@manabiba/engine-stripe/postgres-storage';
import { registerPages } from '@manabiba/engine-stripe/register-pages';
import type { Pool } from 'pg';

import { listenOrMove, portBeside } from './listen-beside';
import { root } from './root.mjs';

/** Port of the engine, counted from the product's own. */
const OFFSET = 3;
const SCHEMA = 'stripe_engine';
const KEY_LENGTH = 32;

interface Surroundings {
  env: Record<string, string | undefined>;
  port: number;
  host: string;
  publicUrl: string;
  pool: Pool;
  logger: NonNullable<StripeEngineOptions['logger']>;
}

export interface EmbeddedPayments {
  /** What the api's configuration says about it. */
  env: Record<
    | 'STRIPE_SECRET_KEY'
    | 'STRIPE_PUBLISHABLE_KEY'
    | 'STRIPE_WEBHOOK_SECRET'
    | 'STRIPE_ENGINE_URL'
    | 'STRIPE_ENGINE_PUBLIC_URL',
    string
  >;
  close(): Promise<void>;
}

/**
 * Where no Stripe account is configured, payments go to an engine in this process that takes no real money. In production
 * that must be asked for by name, with STRIPE_ENGINE=on. A taken port is replaced by a free one.
 */
export async function startPayments({
  env,
  port,
  host,
  publicUrl,
  pool,
  logger,
}: Surroundings): Promise<EmbeddedPayments | null> {
  const secret = env['SESSION_SECRET'];
  const isProduction = env['NODE_ENV'] === 'production';
  const isWanted = isProduction ? env['STRIPE_ENGINE'] === 'on' : env['STRIPE_ENGINE'] !== 'off';
  if (!isWanted || !secret || env['STRIPE_SECRET_KEY'] || env['STRIPE_ENGINE_URL']) return null;
  const key = (purpose: string) =>
    createHmac('sha256', secret).update(`stripe engine ${purpose}`).digest('hex').slice(0, KEY_LENGTH);
  const keys = { secret: `sk_test_${key('secret')}`, publishable: `pk_test_${key('publishable')}` };
  const webhookSecret = `whsec_${key('webhooks')}`;
  const addressFor = (url: string) =>
    env['STRIPE_ENGINE_PUBLIC_URL'] || `http://${new URL(publicUrl).hostname}:${new URL(url).port}`;
  const engine = await createStripeEngine({
    storage: postgresStorage(pool, { schema: SCHEMA }),
    keys: { secret: [keys.secret], publishable: [keys.publishable] },
    publicUrl: addressFor,
    webhooks: { endpoints: [{ url: `${publicUrl}/v1/webhooks/stripe`, secret: webhookSecret }] },
    logger,
    allowInProduction: isProduction,
  });
  registerPages(engine, { assets: join(root, 'server', 'dist', 'stripe-pages'), hasDeveloperPage: !isProduction });
  const url = await listenOrMove((isMoved) => engine.listen(isMoved ? 0 : portBeside(port, OFFSET), host));
  return {
    env: {
      STRIPE_SECRET_KEY: keys.secret,
      STRIPE_PUBLISHABLE_KEY: keys.publishable,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_ENGINE_URL: url,
      STRIPE_ENGINE_PUBLIC_URL: addressFor(url),
    },
    close: () => engine.close(),
  };
}
