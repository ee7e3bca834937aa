import { execFile, spawn } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import pg from 'pg';

import { startPostgres } from '../../../tooling/dev/postgres/postgres.mjs';
import { freePorts } from '../../../tooling/free-port.mjs';
import { root } from '../../../tooling/root.mjs';
import { startBalancer } from './balancer.mjs';
import { startPgbouncer } from './pgbouncer.mjs';
import { until } from './until.mjs';

const DRAIN_SECONDS = 2;
/** An engine uses its own port and the next five. */
const PORTS_OF_ENGINES = 6;
const START_MS = 240_000;
/** The role under which the product runs; the tables belong to another one. */
const APP_ROLE = 'manabiba_app';

/**
 * Starts the product in several processes on one database: two of web, api and jobs, and one with the engines, behind a
 * balancer for pages and one for calls. The database is behind PgBouncer where that is installed. Everything listens on
 * loopback only.
 * @param {{ earlier?: string | undefined }} [options] The folder of an earlier release, whose processes are started before
 * the others and are behind the same balancers.
 */
export async function startCluster({ earlier } = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'manabiba-cluster-'));
  const postgres = await startPostgres({ dataDir: join(dataDir, 'database'), isThrowaway: true });
  const first = await freePorts(PORTS_OF_ENGINES + 13);
  const databaseUrl = await createAppRole(postgres.url);
  const pooler = await startPgbouncer({ databaseUrl, port: first + PORTS_OF_ENGINES + 12 });
  const [engines, web, api, jobs, pages, calls, before] = [0, 6, 8, 10, 12, 13, 15].map((offset) => first + offset);
  const env = environment({ databaseUrl, poolerUrl: pooler?.url, dataDir, pages, calls, live: Number(engines) + 1 });
  const members = {
    engines: member('engines', engines, env),
    jobs1: member('jobs', jobs, env),
    api1: member('api', api, env),
    web1: member('web', web, env),
    jobs2: member('jobs', Number(jobs) + 1, env),
    api2: member('api', Number(api) + 1, env),
    web2: member('web', Number(web) + 1, env),
  };
  const earlierMembers = earlier
    ? membersOfEarlier(Number(before), { ...env, DATABASE_URL: postgres.url }, earlier)
    : undefined;
  const instances = (role) =>
    [members[`${role}1`], members[`${role}2`], earlierMembers?.[role]].flatMap((each) => each?.url ?? []);
  const callsBalancer = await startBalancer({ port: Number(calls), instances: instances('api') });
  const balancer = await startBalancer({ port: Number(pages), instances: instances('web') });
  /** Waits until the balancer before a process sends requests to it. */
  async function isBack(name) {
    const { url } = members[name];
    if (/^(web|api)/.test(name))
      await until(() => balancer.isReady(url) || callsBalancer.isReady(url), `${name} to be in the rotation`);
  }

  return {
    env,
    members,
    /** The processes of the earlier release, if there is one. */
    earlier: earlierMembers,
    postgres,
    /** PgBouncer, if it is installed. */
    pooler,
    url: balancer.url,
    spare: first + PORTS_OF_ENGINES + 8,
    /** How many requests the balancers have sent to a process. */
    sentTo: (url) => balancer.sentTo(url) + callsBalancer.sentTo(url),
    /**
     * Starts every process. The earlier release migrates as the owner of the tables, this one before its processes
     * start.
     */
    async start() {
      if (earlierMembers) {
        await earlierMembers.jobs.start();
        await Promise.all([earlierMembers.api.start(), earlierMembers.web.start()]);
      }
      await migrateAsOwner(postgres.url, env);
      await members.engines.start();
      await Promise.all([members.jobs1, members.api1, members.web1].map((each) => each.start()));
      await Promise.all([members.jobs2, members.api2, members.web2].map((each) => each.start()));
      for (const name of ['web1', 'web2', 'api1', 'api2']) await isBack(name);
    },
    isBack,
    async stop() {
      const all = [...Object.values(members), ...Object.values(earlierMembers ?? {})];
      await Promise.all(all.map((each) => each.kill()));
      await Promise.all([balancer.stop(), callsBalancer.stop()]);
      await pooler?.stop();
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Creates the role under which the product runs, as in docs/operations.md. Returns its URL. */
async function createAppRole(ownerUrl) {
  const owner = new pg.Client(ownerUrl);
  await owner.connect();
  await owner.query(`create role ${APP_ROLE} login password '${APP_ROLE}'`);
  await owner.end();
  return Object.assign(new URL(ownerUrl), { username: APP_ROLE, password: APP_ROLE }).href;
}

const migrateAsOwner = (ownerUrl, env) =>
  promisify(execFile)(process.execPath, [join(root, 'server/maintenance.mjs'), 'migrate'], {
    env: { ...env, DATABASE_URL: ownerUrl, DATABASE_DIRECT_URL: '', DATABASE_APP_ROLE: APP_ROLE },
  });

/** Without the pooler and the separate role, which earlier releases do not know. */
const membersOfEarlier = (port, env, folder) => ({
  jobs: member('jobs', port, env, folder),
  api: member('api', port + 1, env, folder),
  web: member('web', port + 2, env, folder),
});

const secret = () => randomBytes(32).toString('hex');

/** One configuration for all processes. */
function environment({ databaseUrl, poolerUrl, dataDir, pages, calls, live }) {
  return {
    PATH: process.env.PATH,
    NODE_ENV: 'development',
    DATABASE_URL: poolerUrl ?? databaseUrl,
    ...(poolerUrl && { DATABASE_DIRECT_URL: databaseUrl }),
    DATABASE_POOL_MAX: '5',
    DATA_DIR: join(dataDir, 'data'),
    SESSION_SECRET: secret(),
    REALTIME_SECRET: secret(),
    DEPLOY_TOKEN: secret(),
    RELEASE_SIGNING_KEY: String(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })),
    PUBLIC_URL: `http://localhost:${pages}`,
    API_URL: `http://127.0.0.1:${calls}`,
    TRUST_PROXY: '1',
    FIRESTORE_ENGINE_URL: `http://127.0.0.1:${live}`,
    LIVEKIT_ENGINE: 'off',
    STRIPE_ENGINE: 'off',
    DRAIN_SECONDS: String(DRAIN_SECONDS),
    RATE_LIMIT_SIGN_UPS_PER_HOUR: '10000',
    LOG_LEVEL: 'fatal',
  };
}

/**
 * One process of the product, which can be started again on its port.
 * @param {string} [folder] The folder of its release.
 */
export function member(role, port, env, folder = root) {
  let child;
  let said = '';
  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null;
  const ended = async () => {
    if (isRunning()) await once(child, 'exit');
    return child?.exitCode;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    ended,
    said: () => said.trim(),
    /** Resolves when the process reports that it is ready. */
    async start() {
      await mkdir(env.DATA_DIR, { recursive: true });
      said = '';
      child = spawn(process.execPath, [join(folder, 'server/start.mjs'), '--role', role], {
        cwd: folder,
        env: { ...env, PORT: String(port) },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
      await until(() => !isRunning() || said.includes('Ready: '), `${role} at ${port} to be ready`, START_MS);
      if (!isRunning()) throw new Error(`${role} at ${port} has ended: ${said.trim()}`);
    },
    /** Stops it and waits for its end. Returns the exit code. */
    async stop() {
      if (isRunning()) child.kill('SIGTERM');
      return ended();
    },
    async kill() {
      if (isRunning()) child.kill('SIGKILL');
      await ended();
    },
  };
}
