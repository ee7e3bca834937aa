import { join } from 'node:path';

import { createStripeEngine, type StripeEngine, type StripeEngineOptions } from '@manabiba/engine-stripe/engine';
import { postgresStorage } from '@manabiba/engine-stripe/postgres-storage';
import { registerPages } from '@manabiba/engine-stripe/register-pages';
import type { Pool } from 'pg';

import { listenOrMove, portAtOffset } from '../listen-port';
import { root } from '../root.mjs';
import { announceEngine, engineKeys } from './payment-engine-access';
import { PAYMENT_SCHEMA } from './payment-schema';

/** Port offset of the engine. */
const OFFSET = 3;

interface PaymentsDeps {
  env: Record<string, string | undefined>;
  port: number;
  host: string;
  publicUrl: string;
  /** The product's data folder. */
  dataDir: string;
  pool: Pool;
  logger: NonNullable<StripeEngineOptions['logger']>;
  /** Whether others rely on the engine at its port, so that it does not move. */
  isRequired: boolean;
}

export interface EmbeddedPayments {
  /** The engine's part of the api configuration. */
  env: Record<
    | 'STRIPE_SECRET_KEY'
    | 'STRIPE_PUBLISHABLE_KEY'
    | 'STRIPE_WEBHOOK_SECRET'
    | 'STRIPE_ENGINE_URL'
    | 'STRIPE_ENGINE_PUBLIC_URL',
    string
  >;
  /** Records past payments. */
  recordPayments: StripeEngine['actions']['recordPayments'];
  close(): Promise<void>;
}

/**
 * Runs an embedded payment engine, which takes no real money, when no Stripe account is configured. Production requires
 * STRIPE_ENGINE=on. A taken port is replaced by a free one.
 */
export async function startPayments({
  env,
  port,
  host,
  publicUrl,
  dataDir,
  pool,
  logger,
  isRequired,
}: PaymentsDeps): Promise<EmbeddedPayments | null> {
  const secret = env['SESSION_SECRET'];
  const isProduction = env['NODE_ENV'] === 'production';
  const isWanted = isProduction ? env['STRIPE_ENGINE'] === 'on' : env['STRIPE_ENGINE'] !== 'off';
  if (!isWanted || !secret || env['STRIPE_SECRET_KEY'] || env['STRIPE_ENGINE_URL']) return null;
  const keys = engineKeys(secret);
  const addressFor = (url: string) =>
    env['STRIPE_ENGINE_PUBLIC_URL'] || `http://${new URL(publicUrl).hostname}:${new URL(url).port}`;
  const engine = await createStripeEngine({
    storage: postgresStorage(pool, { schema: PAYMENT_SCHEMA }),
    keys: { secret: [keys.STRIPE_SECRET_KEY], publishable: [keys.STRIPE_PUBLISHABLE_KEY] },
    publicUrl: addressFor,
    webhooks: { endpoints: [{ url: `${publicUrl}/v1/webhooks/stripe`, secret: keys.STRIPE_WEBHOOK_SECRET }] },
    logger,
    allowInProduction: isProduction,
  });
  registerPages(engine, { assets: join(root, 'server', 'dist', 'stripe-pages'), hasDeveloperPage: !isProduction });
  const url = await listenOrMove(
    (isMoved) => engine.listen(isMoved ? 0 : portAtOffset(port, OFFSET), host),
    !isRequired,
  );
  const announced = await announceEngine(dataDir, url);
  return {
    env: { ...keys, STRIPE_ENGINE_URL: url, STRIPE_ENGINE_PUBLIC_URL: addressFor(url) },
    recordPayments: engine.actions.recordPayments,
    close: async () => {
      await announced.withdraw();
      await engine.close();
    },
  };
}
