import { userInfo } from 'node:os';

import { readConfiguration } from '../../server/src/configuration.mjs';
import { UserFacingError } from '../../server/src/user-facing-error.mjs';
import { bundleToModule } from '../build/bundle-to-module.mjs';
import { runningPostgres } from '../postgres/postgres.mjs';
import { inRoot } from '../root.mjs';

/** `npm run staff -- approve PERSON`: what needs a person behind the scenes, on the database of DATABASE_URL or of the product that runs here. */
try {
  const { dataDir, env } = await readConfiguration(process.env);
  const databaseUrl = env.DATABASE_URL || (await runningPostgres(dataDir));
  if (!databaseUrl)
    throw new UserFacingError(`No product runs on ${dataDir}: start it, or name its database by DATABASE_URL.`);
  const [{ readEnv }, { runStaffCommand }] = [
    await bundleToModule(inRoot('api/src/env.ts')),
    await bundleToModule(inRoot('api/src/staff.ts')),
  ];
  const who = env.STAFF_NAME || userInfo().username;
  console.log(
    await runStaffCommand(process.argv.slice(2), { env: readEnv({ ...env, DATABASE_URL: databaseUrl }), who }),
  );
} catch (error) {
  console.error(error instanceof UserFacingError || error.isStaffRefusal ? error.message : error);
  process.exitCode = 1;
}
