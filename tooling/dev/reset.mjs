import { rm, rmdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { UserFacingError } from '../../server/src/user-facing-error.mjs';
import { root } from '../root.mjs';
import { removePostgres } from './postgres/postgres.mjs';

/** What a start creates in its data folder. Nothing else in there is touched: DATA_DIR may be any folder. */
const OURS = [
  'postgres',
  'postgres.new',
  'postgres.pwfile',
  'postgres.log',
  'postgres.password',
  'postgres.home',
  'postgres.owner',
  'postgres-binaries',
  'releases',
  'releases-on-server',
  'releases-source-maps',
  'last-registry.json',
  'shells',
  'shells-source-maps',
  'session-secret',
  'realtime-secret',
  'release-signing-key.pem',
  'deploy-token',
  'mails.jsonl',
  'storage',
  'recordings',
  'composing',
];

const dataDir = resolve(root, process.env.DATA_DIR || '.data');
try {
  await removePostgres(dataDir);
  for (const name of OURS) await rm(join(dataDir, name), { recursive: true, force: true });
  await rmdir(dataDir).catch(() => undefined);
  console.log(`Deleted: database, releases, files, mails and secrets in ${dataDir}.`);
} catch (error) {
  console.error(error instanceof UserFacingError ? error.message : error);
  process.exitCode = 1;
}
