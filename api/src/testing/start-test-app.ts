import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import Fastify, { type FastifyInstance, type InjectOptions } from 'fastify';

import { apiPlugin } from '../app';
import { type Env, readEnv } from '../env';
import { onClientError } from '../http/error-handler';
import { apiServerOptions, trustedHops } from '../http/server-options';
import { createDb, createPool, type Db, type Pool } from '../platform/database/db';
import { createDomainEventDispatcher, type DomainEventDispatcher } from '../platform/events/domain-events';
import { createJobs } from '../platform/jobs/jobs';
import { createMailer, type Mail } from '../platform/mail/mailer';
import { cloneTemplate } from './test-database';
import { insertPeople, openTokens, personIds, type PersonName, visitorId } from './test-people';
import { openTestReleases, type TestReleases } from './test-releases';

/** A person in `people`, a visitor with an anonymous session, or `unauthenticated`, who sends no token. */
export type Caller = PersonName | 'anonymous' | 'unauthenticated';

export interface TestAnswer {
  status: number;
  // Tests look into answers of every call; what is in them is what they check.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
  headers: Record<string, string>;
}

type Headers = Record<string, string>;

export interface TestClient {
  get(path: string, headers?: Headers): Promise<TestAnswer>;
  post(path: string, body?: unknown, headers?: Headers): Promise<TestAnswer>;
  put(path: string, body?: unknown, headers?: Headers): Promise<TestAnswer>;
  patch(path: string, body?: unknown, headers?: Headers): Promise<TestAnswer>;
  delete(path: string, headers?: Headers, body?: unknown): Promise<TestAnswer>;
}

export interface TestApp {
  app: FastifyInstance;
  db: Db;
  pool: Pool;
  env: Env;
  /** Delivers domain events on request. */
  events: DomainEventDispatcher;
  /** Runs all due jobs and the sweep of all rooms. */
  runJobs(): Promise<void>;
  clock: { now(): Date; set(to: Date | string): void; advance(ms: number): void };
  /** Ids by name. */
  people: Record<PersonName, string> & { anonymous: string };
  tokens: Record<PersonName | 'anonymous', string>;
  /** Returns a client for this caller; paths omit /v1. */
  as(caller: Caller): TestClient;
  /** Returns a client with this bearer token. */
  withToken(token: string): TestClient;
  /** Signs everyone in again, because sessions expire when a test advances the clock far. */
  signInAgain(): Promise<void>;
  /** Sent mails, oldest first, after sending those due. `isDown` makes the mail server reject. */
  mail: {
    isDown: boolean;
    /** An address that the mail server refuses for good. */
    refuses: string;
    /** The command of the SMTP dialogue that it refuses. */
    refusedCommand: string;
    /** Awaited before it accepts a mail. */
    accept: () => Promise<void>;
    deliver(): Promise<SentMail[]>;
    sent: SentMail[];
  };
  /** The releases of remotes; none is live. */
  releases: TestReleases;
  close(): Promise<void>;
}

export type SentMail = Mail & { messageId: string };

interface TestAppOptions {
  /** Default: now. The contract's limits for start times use the real clock, so stay near it for those. */
  now?: Date | string;
  /** Environment variables that override the defaults of tests, which disable caches and nearly all rate limits. */
  env?: Record<string, string>;
}

const defaults = {
  NODE_ENV: 'test',
  SESSION_SECRET: 'a secret for the tests that nobody else knows',
  PUBLIC_URL: 'https://manabiba.test',
  DATABASE_POOL_MAX: '8',
  LOG_LEVEL: 'error',
  VIEWER_CACHE_MS: '0',
  MICRO_CACHE_MS: '0',
  RATE_LIMIT_READS_PER_MINUTE: '1000000',
  RATE_LIMIT_VISITOR_READS_PER_MINUTE: '1000000',
  RATE_LIMIT_SEARCHES_PER_MINUTE: '1000000',
  RATE_LIMIT_VISITOR_SEARCHES_PER_MINUTE: '1000000',
  RATE_LIMIT_WRITES_PER_MINUTE: '1000000',
  RATE_LIMIT_VISITOR_WRITES_PER_MINUTE: '1000000',
  RATE_LIMIT_SIGN_INS_PER_MINUTE: '1000000',
  RATE_LIMIT_SIGN_UPS_PER_HOUR: '1000000',
  RATE_LIMIT_ANONYMOUS_PER_HOUR: '1000000',
  RATE_LIMIT_MAILS_PER_HOUR: '1000000',
};

/** Starts the whole api on a fresh database with a person of every kind. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = await cloneTemplate();
  const files = await mkdtemp(join(tmpdir(), 'manabiba-files-'));
  const env = readEnv({
    ...defaults,
    STORAGE_URL: pathToFileURL(files).href,
    DATABASE_URL: database.url,
    ...options.env,
  });
  const clock = settableClock(options.now);
  const pool = createPool(env.databaseUrl, env.databasePool);
  const db = createDb(pool);
  const jobs = createJobs({
    pool,
    clock,
    onTrouble: (error) => {
      throw error;
    },
  });
  const events = createDomainEventDispatcher({ db, clock, onTrouble: () => undefined });
  await insertPeople(db, clock);
  const mail = catchMails({ db, clock, secret: env.sessionSecret });
  const tokens = await openTokens(db, { clock, secret: env.sessionSecret });
  const app = Fastify({
    ...apiServerOptions,
    logger: { level: env.logLevel },
    trustProxy: trustedHops(env.trustProxy),
    clientErrorHandler: onClientError,
  });
  const releases = openTestReleases({ pool, folder: files });
  const { control } = releases;
  const given = { mailer: mail.mailer, jobs, events, releases: control };
  await app.register(apiPlugin({ db, pool, env, clock, ...given }), { prefix: '/v1' });
  await app.ready();

  return {
    app,
    db,
    pool,
    env,
    clock,
    tokens,
    mail,
    events,
    releases,
    runJobs: () => jobs.runDue(),
    people: { ...personIds, anonymous: visitorId },
    as: (caller) => client(app, caller === 'unauthenticated' ? undefined : tokens[caller]),
    withToken: (token) => client(app, token),
    async signInAgain() {
      Object.assign(tokens, await openTokens(db, { clock, secret: env.sessionSecret }));
    },
    async close() {
      await app.close();
      await pool.end();
      await database.drop();
      await rm(files, { recursive: true });
    },
  };
}

/** A mail server that records mails. */
function catchMails(deps: { db: Db; clock: TestApp['clock']; secret: string }) {
  const sent: SentMail[] = [];
  const caught = {
    isDown: false,
    refuses: '',
    refusedCommand: 'RCPT TO',
    accept: () => Promise.resolve(),
    sent,
    mailer: createMailer({
      ...deps,
      transport: async (mail) => {
        if (caught.isDown) throw new Error('connect ECONNREFUSED');
        if (mail.to === caught.refuses)
          throw Object.assign(new Error('550 refused'), {
            code: 'EENVELOPE',
            command: caught.refusedCommand,
            responseCode: 550,
          });
        await caught.accept();
        sent.push(mail);
      },
      onTrouble: (error) => {
        if (!caught.isDown) throw error;
      },
    }),
    async deliver() {
      await caught.mailer.deliverDue();
      return sent;
    },
  };
  return caught;
}

function client(app: FastifyInstance, token: string | undefined): TestClient {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const call = async (
    method: InjectOptions['method'],
    path: string,
    headers: Headers = {},
    body?: unknown,
  ): Promise<TestAnswer> => {
    const response = await app.inject({
      method: method ?? 'GET',
      url: `/v1${path}`,
      headers: { ...authorization, ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
    });
    return {
      status: response.statusCode,
      body: response.body === '' ? undefined : parsed(response.body),
      headers: response.headers as Headers,
    };
  };
  return {
    get: (path, headers) => call('GET', path, headers),
    post: (path, body, headers) => call('POST', path, headers, body),
    put: (path, body, headers) => call('PUT', path, headers, body),
    patch: (path, body, headers) => call('PATCH', path, headers, body),
    delete: (path, headers, body) => call('DELETE', path, headers, body),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function settableClock(start: Date | string | undefined): TestApp['clock'] {
  let offset = start === undefined ? 0 : new Date(start).getTime() - Date.now();
  let fixed: number | null = start === undefined ? null : new Date(start).getTime();
  return {
    now: () => new Date(fixed ?? Date.now() + offset),
    set(to) {
      fixed = new Date(to).getTime();
    },
    advance(ms) {
      if (fixed === null) offset += ms;
      else fixed += ms;
    },
  };
}
