// @ts-check
import { createECDH, generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';

import { root } from './root.mjs';
import { UserFacingError } from './user-facing-error.mjs';

/** The api refuses a secret with this prefix in production. */
const SECRET_PREFIX = 'development-';

/**
 * Returns the configuration of a start: the environment plus machine-dependent defaults. Missing secrets are generated
 * once and kept in the data folder; in production only the release signing key is.
 * @param {Record<string, string | undefined>} given
 * @returns {Promise<{ port: number, dataDir: string, env: Record<string, string | undefined> }>}
 */
export async function readConfiguration(given) {
  const port = Number(given.PORT || 3000);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new UserFacingError(`PORT must be a number from 1 to 65535, not "${given.PORT}".`);
  }
  if (given.DATABASE_DIRECT_URL && !given.DATABASE_URL) {
    throw new UserFacingError(
      'DATABASE_DIRECT_URL is the way around a pooler: set DATABASE_URL to the pooler, or to the database alone.',
    );
  }
  const dataDir = resolve(root, given.DATA_DIR || '.data');
  await mkdir(dataDir, { recursive: true }).catch((error) => {
    throw error.code === 'ENOSPC'
      ? error
      : new UserFacingError(
          `The data folder ${dataDir} cannot be created (${error.code}): set DATA_DIR to a folder that you may write to.`,
        );
  });
  const isProduction = given.NODE_ENV === 'production';
  const env = {
    ...given,
    PORT: String(port),
    LOG_LEVEL: given.LOG_LEVEL || 'warn',
    SESSION_SECRET:
      given.SESSION_SECRET || (isProduction ? undefined : await madeOnce(dataDir, 'session-secret', newSecret)),
    REALTIME_SECRET:
      given.REALTIME_SECRET || (isProduction ? undefined : await madeOnce(dataDir, 'realtime-secret', newSecret)),
    RELEASE_SIGNING_KEY:
      given.RELEASE_SIGNING_KEY || (await madeOnce(dataDir, 'release-signing-key.pem', newSigningKey)),
    DEPLOY_TOKEN:
      given.DEPLOY_TOKEN ||
      (isProduction ? undefined : await madeOnce(dataDir, 'deploy-token', () => randomBytes(32).toString('base64url'))),
    WEBHOOK_PRIVATE_ENDPOINTS: given.WEBHOOK_PRIVATE_ENDPOINTS || (isProduction ? undefined : 'allowed'),
    ...(given.VAPID_PRIVATE_KEY || isProduction
      ? {}
      : vapidKeys(await madeOnce(dataDir, 'vapid-private-key', newVapidKey))),
  };
  return { port, dataDir, env };
}

const newSecret = () => `${SECRET_PREFIX}${randomBytes(32).toString('base64url')}`;

const newVapidKey = () => {
  const curve = createECDH('prime256v1');
  curve.generateKeys();
  return curve.getPrivateKey('base64url');
};

/**
 * Returns the key pair for web push. Subscriptions of browsers belong to it: with another one they end.
 * @param {string} privateKey
 */
function vapidKeys(privateKey) {
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(Buffer.from(privateKey, 'base64url'));
  return { VAPID_PRIVATE_KEY: privateKey, VAPID_PUBLIC_KEY: curve.getPublicKey('base64url') };
}

const newSigningKey = () => generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' });

/**
 * Returns a secret that is generated on first use and then kept in the data folder, readable only by its owner.
 * @param {string} dataDir
 * @param {string} name
 * @param {() => string | Buffer} make
 * @returns {Promise<string>}
 */
async function madeOnce(dataDir, name, make) {
  const path = join(dataDir, name);
  const known = await readFile(path, 'utf8').catch(() => '');
  if (known) return known;
  const made = String(make());
  await writeFile(path, made, { mode: 0o600 });
  return made;
}

/**
 * Fails early when the port is in use, before any slow work.
 * @param {number} port
 */
export async function claimPort(port, host = '127.0.0.1') {
  const problem = await new Promise((done) => {
    const probe = createServer();
    probe.once('error', (/** @type {NodeJS.ErrnoException} */ error) => done(error.code));
    probe.listen(port, host, () => probe.close(() => done(undefined)));
  });
  if (problem === 'EADDRINUSE') throw takenPort(port);
  if (problem === 'EACCES')
    throw new UserFacingError(`Port ${port} needs more privileges: use another port, such as PORT=3000 npm start.`);
}

/**
 * Returns the error for a port that is in use.
 * @param {number} port
 */
export const takenPort = (port) =>
  new UserFacingError(
    `Port ${port} is taken: stop the process that uses it, or use another port with PORT=${port === 65_535 ? 3000 : port + 1} npm start.`,
  );
