import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { migrateAt } from '../../../api/src/platform/database/migrate';
import { backUp } from '../backup/backup';
import type { Manifest } from '../backup/manifest';
import { restore } from '../backup/restore';
import { LIVE_SCHEMA } from '../live-documents/live-schema';
import { PAYMENT_SCHEMA } from '../payments/payment-schema';
import { root } from '../root.mjs';
import { UserFacingError } from '../user-facing-error.mjs';

const USAGE = 'Say what to do: migrate, backup FOLDER or restore FOLDER.';
const migrationsDir = join(root, 'api', 'migrations');

/**
 * Runs one task on the database of DATABASE_DIRECT_URL, or else DATABASE_URL, with or without a running product, and
 * returns the result: `migrate`, `backup FOLDER` or `restore FOLDER`. `migrate` grants the role DATABASE_APP_ROLE, if
 * it is set, what the product needs.
 */
export async function runMaintenance(
  [task, folder]: readonly string[],
  env: Record<string, string | undefined>,
): Promise<string> {
  // Locks, snapshots and settings of these tasks last for a session.
  const databaseUrl = env['DATABASE_DIRECT_URL'] || env['DATABASE_URL'];
  if (!databaseUrl) throw new UserFacingError('Set DATABASE_URL to the database.');
  if (task === 'migrate') return migrateAlone(databaseUrl, env['DATABASE_APP_ROLE'] || undefined);
  if (!folder || (task !== 'backup' && task !== 'restore')) throw new UserFacingError(USAGE);
  const dataDir = resolve(root, env['DATA_DIR'] || '.data');
  const storageUrl = env['STORAGE_URL'] || pathToFileURL(join(dataDir, 'storage')).href;
  const place = { databaseUrl, dataDir, storageUrl };
  const isBackup = task === 'backup';
  const manifest = isBackup ? await backUp(place, folder) : await restore({ ...place, migrationsDir }, folder);
  return `${isBackup ? 'Backed up to' : 'Restored from'} ${folder}: ${contentsOf(manifest)}`;
}

async function migrateAlone(databaseUrl: string, appRole: string | undefined): Promise<string> {
  const engineSchemas = [LIVE_SCHEMA, PAYMENT_SCHEMA];
  const applied = await migrateAt(databaseUrl, migrationsDir, { appRole, engineSchemas });
  return applied.length > 0 ? `Migrated: ${applied.join(', ')}` : 'The database is up to date.';
}

function contentsOf({ tables, files, storage }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const others = Object.keys(files).length - tables.length;
  const uploads = storage === 'bucket' ? '; uploads are in the bucket of STORAGE_URL and stay there' : '';
  return `${rows} rows of ${tables.length} tables, ${others} files${uploads}`;
}
