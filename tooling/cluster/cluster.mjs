import { spawn } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { freePorts } from '../free-port.mjs';
import { startPostgres } from '../postgres/postgres.mjs';
import { inRoot, root } from '../root.mjs';
import { startBalancer } from './balancer.mjs';
import { until } from './until.mjs';

const DRAIN_SECONDS = 2;
/** An engine uses its own port and the next five. */
const PORTS_OF_ENGINES = 6;
const START_MS = 240_000;

/**
 * Starts the product in several processes on one database: two of web, api and jobs, and one with the engines, behind
 * a balancer for pages and one for calls. Everything listens on loopback only.
 */
export async function startCluster() {
  const dataDir = await mkdtemp(join(tmpdir(), 'manabiba-cluster-'));
  const postgres = await startPostgres({ dataDir: join(dataDir, 'database'), isThrowaway: true });
  const first = await freePorts(PORTS_OF_ENGINES + 9);
  const [engines, web, api, jobs, pages, calls] = [0, 6, 8, 10, 12, 13].map((offset) => first + offset);
  const env = environment({ databaseUrl: postgres.url, dataDir, pages, calls, live: Number(engines) + 1 });
  const members = {
    engines: member('engines', engines, env),
    jobs1: member('jobs', jobs, env),
    api1: member('api', api, env),
    web1: member('web', web, env),
    jobs2: member('jobs', Number(jobs) + 1, env),
    api2: member('api', Number(api) + 1, env),
    web2: member('web', Number(web) + 1, env),
  };
  const callsBalancer = await startBalancer({ port: Number(calls), instances: [members.api1.url, members.api2.url] });
  const balancer = await startBalancer({ port: Number(pages), instances: [members.web1.url, members.web2.url] });
  /** Waits until the balancer before a process sends requests to it. */
  async function isBack(name) {
    const { url } = members[name];
    if (/^(web|api)/.test(name))
      await until(() => balancer.isReady(url) || callsBalancer.isReady(url), `${name} to be in the rotation`);
  }

  return {
    env,
    members,
    postgres,
    url: balancer.url,
    spare: first + PORTS_OF_ENGINES + 8,
    /** Starts every process; the first of each role migrates. */
    async start() {
      await members.engines.start();
      await Promise.all([members.jobs1, members.api1, members.web1].map((each) => each.start()));
      await Promise.all([members.jobs2, members.api2, members.web2].map((each) => each.start()));
      for (const name of ['web1', 'web2', 'api1', 'api2']) await isBack(name);
    },
    isBack,
    async stop() {
      await Promise.all(Object.values(members).map((each) => each.kill()));
      await Promise.all([balancer.stop(), callsBalancer.stop()]);
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const secret = () => randomBytes(32).toString('hex');

/** One configuration for all processes. */
function environment({ databaseUrl, dataDir, pages, calls, live }) {
  return {
    PATH: process.env.PATH,
    NODE_ENV: 'development',
    DATABASE_URL: databaseUrl,
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

/** One process of the product, which can be started again on its port. */
export function member(role, port, env) {
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
    /** Resolves when the process says that it is ready. */
    async start() {
      await mkdir(env.DATA_DIR, { recursive: true });
      said = '';
      child = spawn(process.execPath, [inRoot('server/start.mjs'), '--role', role], {
        cwd: root,
        env: { ...env, PORT: String(port) },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
      await until(() => !isRunning() || said.includes('Ready: '), `${role} at ${port} to be ready`, START_MS);
      if (!isRunning()) throw new Error(`${role} at ${port} has ended: ${said.trim()}`);
    },
    /** Tells it to stop, and waits for its end. Returns the exit code. */
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
