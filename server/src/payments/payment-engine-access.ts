import { createHmac } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const KEY_LENGTH = 32;
/** Path of the file in the data folder with the URL of the running product's engine. */
const addressFile = (dataDir: string) => join(dataDir, 'stripe-engine-url');

/** The engine's keys, derived from the product's secret. */
export function engineKeys(sessionSecret: string) {
  const key = (purpose: string) =>
    createHmac('sha256', sessionSecret).update(`stripe engine ${purpose}`).digest('hex').slice(0, KEY_LENGTH);
  return {
    STRIPE_SECRET_KEY: `sk_test_${key('secret')}`,
    STRIPE_PUBLISHABLE_KEY: `pk_test_${key('publishable')}`,
    STRIPE_WEBHOOK_SECRET: `whsec_${key('webhooks')}`,
  };
}

/** Publishes the engine's URL to commands on this machine until the engine stops. */
export async function announceEngine(dataDir: string, url: string): Promise<{ withdraw(): Promise<void> }> {
  await writeFile(addressFile(dataDir), url);
  return { withdraw: () => rm(addressFile(dataDir), { force: true }) };
}

/**
 * Returns how a command reaches the payments of the product on this data folder: the configured account, or the
 * product's engine; nothing when there is neither.
 */
export async function runningPayments(
  dataDir: string,
  env: Record<string, string | undefined>,
): Promise<Record<string, string>> {
  const secret = env['SESSION_SECRET'];
  if (!secret || env['STRIPE_SECRET_KEY'] || env['STRIPE_ENGINE_URL']) return {};
  const url = await readFile(addressFile(dataDir), 'utf8').catch(() => '');
  return url ? { ...engineKeys(secret), STRIPE_ENGINE_URL: url } : {};
}
