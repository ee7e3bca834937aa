import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { root } from './root.mjs';
import { UserFacingError } from './user-facing-error.mjs';

/** The api refuses a secret of this beginning in production. */
const SECRET_PREFIX = 'development-';

/**
 * The configuration of a start: the environment with the defaults that need this machine.
 * @param {Record<string, string | undefined>} given
 */
export async function readConfiguration(given) {
  const port = Number(given.PORT || 3000);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new UserFacingError(`PORT must be a number from 1 to 65535, not "${given.PORT}".`);
  }
  const dataDir = resolve(root, given.DATA_DIR || '.data');
  await mkdir(dataDir, { recursive: true }).catch((error) => {
    throw error.code === 'ENOSPC' ? error : new UserFacingError(`The data folder ${dataDir} cannot be made (${error.code}): set DATA_DIR to a folder that you may write to.`);
  });
  const isProduction = given.NODE_ENV === 'production';
  const env = {
    ...given,
    PORT: String(port),
    LOG_LEVEL: given.LOG_LEVEL || 'warn',
    SESSION_SECRET: given.SESSION_SECRET || (isProduction ? undefined : await developmentSecret(dataDir)),
  };
  return { port, dataDir, env };
}

async function developmentSecret(dataDir) {
  const path = join(dataDir, 'session-secret');
  const known = await readFile(path, 'utf8').catch(() => '');
  if (known) return known;
  const made = `${SECRET_PREFIX}${randomBytes(32).toString('base64url')}`;
  await writeFile(path, made, { mode: 0o600 });
  return made;
}

/** Refuses a port that somebody listens on, before anything slow is done. */
export async function claimPort(port, host = '127.0.0.1') {
  const problem = await new Promise((done) => {
    const probe = createServer();
    probe.once('error', (error) => done(error.code));
    probe.listen(port, host, () => probe.close(() => done(undefined)));
  });
  if (problem === 'EADDRINUSE') throw takenPort(port);
  if (problem === 'EACCES') throw new UserFacingError(`Port ${port} is not yours to use: start with another one, such as PORT=3000 npm start.`);
}

/** What is told about a taken port. */
export const takenPort = (port) => new UserFacingError(
  `Port ${port} is taken: end what uses it, or start on another one with PORT=${port === 65_535 ? 3000 : port + 1} npm start.`,
);
