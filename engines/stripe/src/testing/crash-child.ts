import { Pool } from 'pg';

import { createStripeEngine } from '../engine';
import { postgresStorage } from '../storage/postgres-storage';

/** An engine in a separate process that a test may kill at any time. Prints its address on the first line. */
const { DATABASE_URL, SCHEMA = '', ENDPOINT = '', SECRET_KEY = '', WEBHOOK_SECRET = '' } = process.env;

async function main(): Promise<void> {
  const engine = await createStripeEngine({
    storage: postgresStorage(new Pool({ connectionString: DATABASE_URL }), { schema: SCHEMA }),
    keys: { secret: [SECRET_KEY], publishable: [] },
    webhooks: { endpoints: [{ url: ENDPOINT, secret: WEBHOOK_SECRET }], timeoutMs: 1000, retryMs: 50 },
  });
  console.log(await engine.listen(0));
}

void main();
