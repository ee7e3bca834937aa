import { userInfo } from 'node:os';

import { readConfiguration } from '../../server/src/configuration.mjs';
import { UserFacingError } from '../../server/src/user-facing-error.mjs';
import { bundleToModule } from '../build/bundle-to-module.mjs';
import { inRoot } from '../root.mjs';
import { runningPostgres } from './postgres/postgres.mjs';

/**
 * `npm run staff -- approve PERSON`: tasks that need staff, on the database of DATABASE_URL or of the product running
 * here.
 */
// It knows the database: Node would open its inspector on this signal (server/src/process-lifecycle.mjs).
process.on('SIGUSR1', () => undefined);
try {
  const { dataDir, env } = await readConfiguration(process.env);
  const databaseUrl = env.DATABASE_URL || (await runningPostgres(dataDir));
  if (!databaseUrl)
    throw new UserFacingError(`No product is running on ${dataDir}: start it, or set DATABASE_URL to its database.`);
  const [{ readEnv }, { runStaffCommand }, { runningPayments }] = [
    await bundleToModule(inRoot('api/src/env.ts')),
    await bundleToModule(inRoot('api/src/staff.ts')),
    await bundleToModule(inRoot('server/src/payments/payment-engine-access.ts')),
  ];
  const payments = await runningPayments(dataDir, env);
  const who = env.STAFF_NAME || userInfo().username;
  console.log(
    await runStaffCommand(process.argv.slice(2), {
      env: readEnv({ ...env, ...payments, DATABASE_URL: databaseUrl }),
      who,
    }),
  );
} catch (error) {
  console.error(error instanceof UserFacingError || error.isStaffRefusal ? error.message : error);
  process.exitCode = 1;
}
