import { join } from 'node:path';

import { observed } from '@manabiba/telemetry/observed';

import { readEnv } from '../../../api/src/env';
import { fillCategories } from '../../../api/src/modules/categories/first-categories';
import { fillPlans } from '../../../api/src/modules/subscriptions/plans/first-plans';
import { createPool, type Pool, STATEMENT_TIMEOUT_MS } from '../../../api/src/platform/database/db';
import { migrateAt } from '../../../api/src/platform/database/migrate';
import { startTelemetry } from '../metrics/start-telemetry';
import { root } from '../root.mjs';
import { UserFacingError } from '../user-facing-error.mjs';
import type { RoleContext } from './parts';

/** Connects to the database, brings its tables up to date, and starts the metrics and traces of this process. */
export async function openDatabase({ env, dataDir, parts, logger }: RoleContext): Promise<Pool> {
  const { databaseUrl, databaseDirectUrl, databasePool } = readEnv({ ...env, DATA_DIR: dataDir });
  const pool = createPool(databaseUrl, {
    ...databasePool,
    onSecondConnection(err) {
      observed.defect.report({ kind: 'second-connection' });
      logger.error({ err }, 'a transaction has taken a second connection');
    },
  });
  parts.defer(() => pool.end());
  if (databasePool.isBehindPooler) await mustBeSetByRole(pool);
  await migrateAt(databaseDirectUrl, join(root, 'api', 'migrations'));
  await fillCategories(pool);
  await fillPlans(pool);
  await parts.opening(startTelemetry({ env, pool, logger }));
  return pool;
}

/**
 * Throws when sessions behind a pooler do not have what connections of one's own set for themselves: times would be
 * read in another zone, and statements would never end.
 */
async function mustBeSetByRole(pool: Pool): Promise<void> {
  const {
    rows: [found],
  } = await pool.query<{ role: string; zone: string; timeout: string }>(
    "select quote_ident(current_user) as role, current_setting('TimeZone') as zone, current_setting('statement_timeout') as timeout",
  );
  const wanted = [
    ...(found?.zone === 'UTC' ? [] : ["set timezone = 'UTC'"]),
    ...(found?.timeout === '0' ? [`set statement_timeout = '${STATEMENT_TIMEOUT_MS / 1000}s'`] : []),
  ].map((setting) => `ALTER ROLE ${found?.role} ${setting};`);
  if (wanted.length > 0)
    throw new UserFacingError(
      `Behind a pooler (DATABASE_DIRECT_URL is set) the role needs settings of its own: run ${wanted.join(' ')} Then end the pooler's connections.`,
    );
}
