import { resolve } from 'node:path';

import { UserFacingError } from '../../server/src/user-facing-error.mjs';
import { bundleToModule } from '../build/bundle-to-module.mjs';
import { inRoot, root } from '../root.mjs';
import { runningPostgres } from './postgres/postgres.mjs';

/**
 * `npm run backup -- FOLDER` and `npm run restore -- FOLDER`, on the database of DATABASE_URL. A backup may also be of the
 * product that runs here on its embedded database; that one is never empty, so a restore needs another.
 */
// It knows the database: Node would open its inspector on this signal (server/src/process-lifecycle.mjs).
process.on('SIGUSR1', () => undefined);
const [task = '', folder] = process.argv.slice(2);
try {
  const running = task === 'backup' ? await runningPostgres(resolve(root, process.env.DATA_DIR || '.data')) : undefined;
  const env = { ...process.env, DATABASE_URL: process.env.DATABASE_URL || running };
  const { runMaintenance } = await bundleToModule(inRoot('server/src/maintenance/maintenance.ts'));
  // npm runs scripts in the folder of the package, not where the person is.
  console.log(await runMaintenance([task, folder && resolve(process.env.INIT_CWD ?? '.', folder)], env));
} catch (error) {
  console.error(error instanceof UserFacingError || error.name === 'UserFacingError' ? error.message : error);
  process.exitCode = 1;
}
