import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import * as z from 'zod/mini';

import { appStoreProblems, type AppStoresEnv, appStoresSchema, toAppStores } from './app-stores-env';
import { type DatabaseEnv, databaseSchema, toDatabase } from './database-env';
import { type MediaEnv, mediaProblems, toMedia } from './media-env';
import { type MoneyEnv, paymentsProblems, paymentsSchema, toMoney } from './payments-env';
import type { ServiceAccount } from './platform/security/service-account';
import { type PushEnv, pushProblems, pushSchema, toPush } from './push-env';
import { type RecordingEnv, recordingSchema, toRecording } from './recording-env';
import { type StaffEnv, staffProblems, staffSchema, toStaff } from './staff-env';
import { webhooksProblems, webhooksSchema } from './webhooks-env';

/** Secrets with this prefix were made for development; production rejects them. */
export const DEVELOPMENT_SECRET_PREFIX = 'development-';
const MIN_SECRET_LENGTH = 32;

const integer = (fallback: number, min: number, max: number) =>
  z._default(z.coerce.number<string | number>().check(z.int(), z.minimum(min), z.maximum(max)), fallback);
const url = z
  .string()
  .check(z.refine((value) => URL.canParse(value) && /^https?:/.test(value), { error: 'must be an http(s) URL' }));
const optionalUrl = z._default(z.union([z.literal(''), url]), '');
const isRealDay = (value: string) => !Number.isNaN(Date.parse(`${value}T00:00:00Z`));

const schema = z.object({
  NODE_ENV: z._default(z.enum(['development', 'test', 'production']), 'development'),
  HOST: z._default(z.string(), '127.0.0.1'),
  PORT: integer(3000, 0, 65_535),
  PUBLIC_URL: z.optional(url),
  ...databaseSchema,
  SESSION_SECRET: z
    .string({ error: 'is missing' })
    .check(z.minLength(MIN_SECRET_LENGTH, { error: `must have at least ${MIN_SECRET_LENGTH} characters` })),
  /**
   * Cloud Firestore: the project, its public browser configuration, and the service account (JSON) that the api writes
   * with.
   */
  FIRESTORE_PROJECT: z._default(z.string(), ''),
  FIREBASE_API_KEY: z._default(z.string(), ''),
  FIREBASE_AUTH_DOMAIN: z._default(z.string(), ''),
  FIREBASE_APP_ID: z._default(z.string(), ''),
  FIREBASE_SERVICE_ACCOUNT: z._default(z.string(), ''),
  /**
   * The built-in engine: its URL for this api, its URL for browsers, and the secret from which its keys are derived.
   */
  FIRESTORE_ENGINE_URL: optionalUrl,
  FIRESTORE_ENGINE_PUBLIC_URL: optionalUrl,
  REALTIME_SECRET: z._default(
    z.union([
      z.literal(''),
      z.string().check(z.minLength(MIN_SECRET_LENGTH, { error: `must have at least ${MIN_SECRET_LENGTH} characters` })),
    ]),
    '',
  ),
  CLOSURE_ENDED_ON: z._default(
    z
      .string()
      .check(
        z.regex(/^\d{4}-\d{2}-\d{2}$/, { error: 'must be a day like 2025-03-31' }),
        z.refine(isRealDay, { error: 'is not a day of the calendar' }),
      ),
    '2025-03-31',
  ),
  CLOSURE_URL: optionalUrl,
  CLOSURE_MODE: z._default(z.enum(['notice', 'readonly']), 'notice'),
  /** smtp://user:password@host:port, or smtps://. Without it mails stay queued in the database. */
  SMTP_URL: z._default(
    z.union([
      z.literal(''),
      z.string().check(z.regex(/^smtps?:\/\//, { error: 'must begin with smtp:// or smtps://' })),
    ]),
    '',
  ),
  MAIL_FROM: z._default(z.string(), 'まなびば <noreply@manabiba.example>'),
  /** The product's data folder, also for files when STORAGE_URL is not set. */
  DATA_DIR: z._default(z.string(), '.data'),
  /**
   * The file storage: file:///folder, or s3://bucket/prefix?region=…&endpoint=… with the credentials of the AWS
   * environment.
   */
  STORAGE_URL: z._default(
    z.union([
      z.literal(''),
      z.string().check(z.regex(/^(file|s3):\/\//, { error: 'must begin with file:// or s3://' })),
    ]),
    '',
  ),
  /** The Firebase project whose ID tokens are accepted for sign-in. */
  FIREBASE_PROJECT_ID: z._default(
    z.string().check(z.regex(/^[a-z0-9-]*$/, { error: 'must be the id of a project' })),
    '',
  ),
  ...paymentsSchema,
  ...appStoresSchema,
  ...recordingSchema,
  ...pushSchema,
  ...staffSchema,
  ...webhooksSchema,
  COMMUNICATE_MIN_AGE: integer(13, 0, 120),
  ROOM_MAX_SPEAKERS: integer(50, 1, 1000),
  ROOM_MAX_LISTENERS: integer(500, 0, 100_000),
  /** The number of proxies in front: the caller's address is then read from X-Forwarded-For. */
  TRUST_PROXY: integer(0, 0, 10),
  LOG_LEVEL: z._default(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']), 'info'),
  RATE_LIMIT_READS_PER_MINUTE: integer(1200, 1, 1_000_000_000),
  RATE_LIMIT_VISITOR_READS_PER_MINUTE: integer(12_000, 1, 1_000_000_000),
  RATE_LIMIT_SEARCHES_PER_MINUTE: integer(120, 1, 1_000_000_000),
  RATE_LIMIT_VISITOR_SEARCHES_PER_MINUTE: integer(1200, 1, 1_000_000_000),
  RATE_LIMIT_WRITES_PER_MINUTE: integer(120, 1, 1_000_000_000),
  RATE_LIMIT_VISITOR_WRITES_PER_MINUTE: integer(1200, 1, 1_000_000_000),
  RATE_LIMIT_SIGN_INS_PER_MINUTE: integer(600, 1, 1_000_000_000),
  RATE_LIMIT_SIGN_UPS_PER_HOUR: integer(300, 1, 1_000_000_000),
  RATE_LIMIT_ANONYMOUS_PER_HOUR: integer(3000, 1, 1_000_000_000),
  /** How many mails one address may request without being signed in. */
  RATE_LIMIT_MAILS_PER_HOUR: integer(100, 1, 1_000_000_000),
  /** How long a user loaded for a GET may be reused, in milliseconds. */
  VIEWER_CACHE_MS: integer(5000, 0, 5000),
  MICRO_CACHE_MS: integer(1000, 0, 10_000),
});

/** Where live documents are written, and what browsers receive about it. */
export type RealtimeEnv =
  | { kind: 'embedded'; projectId: string; url: string; publicUrl: string; secret: string }
  | { kind: 'cloud'; projectId: string; apiKey: string; authDomain: string; appId: string; account: ServiceAccount };

/** The configuration of the api, read once at startup. */
export interface Env extends DatabaseEnv, MoneyEnv, RecordingEnv {
  nodeEnv: 'development' | 'test' | 'production';
  isProduction: boolean;
  host: string;
  port: number;
  /** The public URL of the product, without a trailing slash. */
  publicUrl: string;
  sessionSecret: string;
  /** Where live documents are written; null when they are off and changes stay queued. */
  realtime: RealtimeEnv | null;
  closure: { endedOn: string; url: string; mode: 'notice' | 'readonly' };
  /** `smtpUrl` is empty when no mail server is configured. */
  mail: { smtpUrl: string; from: string };
  storageUrl: string;
  /** Empty when no Firebase project is configured. */
  firebaseProjectId: string;
  appStores: AppStoresEnv;
  communicateMinAge: number;
  room: { maxSpeakers: number; maxListeners: number };
  /**
   * Null when there is none. Rooms then have comments, reactions, hands and roles, but no audio, video or recording.
   */
  media: MediaEnv | null;
  /** Null when no VAPID keys are configured: nothing is pushed. */
  push: PushEnv | null;
  allowsPrivateWebhooks: boolean;
  staff: StaffEnv;
  trustProxy: number;
  logLevel: string;
  rateLimits: {
    readsPerMinute: number;
    visitorReadsPerMinute: number;
    searchesPerMinute: number;
    visitorSearchesPerMinute: number;
    writesPerMinute: number;
    visitorWritesPerMinute: number;
    signInsPerMinute: number;
    signUpsPerHour: number;
    anonymousPerHour: number;
    mailsPerHour: number;
  };
  viewerCacheMs: number;
  microCacheMs: number;
}

/**
 * Reads the environment. Throws one error that lists everything missing or wrong, so that one start reveals all
 * problems.
 */
export function readEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = schema.safeParse(given);
  const problems = parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
  for (const name of ['SESSION_SECRET', 'REALTIME_SECRET'])
    if (given['NODE_ENV'] === 'production' && given[name]?.startsWith(DEVELOPMENT_SECRET_PREFIX))
      problems.push(`${name} was made for development; production needs one of its own`);
  problems.push(...realtimeProblems(given), ...paymentsProblems(given), ...appStoreProblems(given, readAccount));
  problems.push(...pushProblems(given), ...staffProblems(given), ...webhooksProblems(given));
  problems.push(...mediaProblems(given, { developmentPrefix: DEVELOPMENT_SECRET_PREFIX }));
  if (given['NODE_ENV'] === 'production' && !given['PUBLIC_URL']) problems.push('PUBLIC_URL is missing');
  if (given['NODE_ENV'] === 'production' && given['PUBLIC_URL']?.startsWith('http:'))
    problems.push('PUBLIC_URL must begin with https: in production');
  if (!parsed.success || problems.length > 0)
    throw new Error(`The configuration is not usable:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  return toEnv(parsed.data);
}

const publicUrlOf = ({ PUBLIC_URL, PORT }: z.output<typeof schema>) =>
  (PUBLIC_URL ?? `http://localhost:${PORT}`).replace(/\/+$/, '');

function toEnv(data: z.output<typeof schema>): Env {
  return {
    nodeEnv: data.NODE_ENV,
    isProduction: data.NODE_ENV === 'production',
    host: data.HOST,
    port: data.PORT,
    publicUrl: publicUrlOf(data),
    ...toDatabase(data),
    sessionSecret: data.SESSION_SECRET,
    realtime: toRealtime(data),
    closure: { endedOn: data.CLOSURE_ENDED_ON, url: data.CLOSURE_URL, mode: data.CLOSURE_MODE },
    mail: { smtpUrl: data.SMTP_URL, from: data.MAIL_FROM },
    storageUrl: data.STORAGE_URL || pathToFileURL(resolve(data.DATA_DIR, 'storage')).href,
    firebaseProjectId: data.FIREBASE_PROJECT_ID || data.FIRESTORE_PROJECT,
    ...toMoney(data),
    appStores: toAppStores(data, readAccount),
    communicateMinAge: data.COMMUNICATE_MIN_AGE,
    room: { maxSpeakers: data.ROOM_MAX_SPEAKERS, maxListeners: data.ROOM_MAX_LISTENERS },
    media: toMedia(data),
    recording: toRecording(data, toMedia(data)),
    allowsPrivateWebhooks: data.WEBHOOK_PRIVATE_ENDPOINTS === 'allowed',
    push: toPush(data, publicUrlOf(data)),
    staff: toStaff(data, data.NODE_ENV === 'production'),
    trustProxy: data.TRUST_PROXY,
    logLevel: data.LOG_LEVEL,
    rateLimits: {
      readsPerMinute: data.RATE_LIMIT_READS_PER_MINUTE,
      visitorReadsPerMinute: data.RATE_LIMIT_VISITOR_READS_PER_MINUTE,
      searchesPerMinute: data.RATE_LIMIT_SEARCHES_PER_MINUTE,
      visitorSearchesPerMinute: data.RATE_LIMIT_VISITOR_SEARCHES_PER_MINUTE,
      writesPerMinute: data.RATE_LIMIT_WRITES_PER_MINUTE,
      visitorWritesPerMinute: data.RATE_LIMIT_VISITOR_WRITES_PER_MINUTE,
      signInsPerMinute: data.RATE_LIMIT_SIGN_INS_PER_MINUTE,
      signUpsPerHour: data.RATE_LIMIT_SIGN_UPS_PER_HOUR,
      anonymousPerHour: data.RATE_LIMIT_ANONYMOUS_PER_HOUR,
      mailsPerHour: data.RATE_LIMIT_MAILS_PER_HOUR,
    },
    viewerCacheMs: data.VIEWER_CACHE_MS,
    microCacheMs: data.MICRO_CACHE_MS,
  };
}

const CLOUD_VARIABLES = [
  'FIREBASE_API_KEY',
  'FIREBASE_AUTH_DOMAIN',
  'FIREBASE_APP_ID',
  'FIREBASE_SERVICE_ACCOUNT',
] as const;
/** The only project of the built-in engine. */
const ENGINE_PROJECT = 'manabiba';

/** Cloud Firestore needs all of its variables, the built-in engine a secret; the former wins when both are set. */
function realtimeProblems(given: Record<string, string | undefined>): string[] {
  if (given['FIRESTORE_PROJECT']) {
    const missing = CLOUD_VARIABLES.filter((name) => !given[name]).map(
      (name) => `${name} is missing beside FIRESTORE_PROJECT`,
    );
    const account = given['FIREBASE_SERVICE_ACCOUNT'];
    return account && !readAccount(account)
      ? [...missing, 'FIREBASE_SERVICE_ACCOUNT is not the JSON of a service account']
      : missing;
  }
  return given['FIRESTORE_ENGINE_URL'] && !given['REALTIME_SECRET']
    ? ['REALTIME_SECRET is missing beside FIRESTORE_ENGINE_URL']
    : [];
}

function readAccount(text: string): ServiceAccount | null {
  try {
    const { client_email: clientEmail, private_key: privateKey } = JSON.parse(text) as Record<string, unknown>;
    return typeof clientEmail === 'string' && typeof privateKey === 'string' ? { clientEmail, privateKey } : null;
  } catch {
    return null;
  }
}

function toRealtime(data: z.output<typeof schema>): RealtimeEnv | null {
  const account = readAccount(data.FIREBASE_SERVICE_ACCOUNT);
  if (data.FIRESTORE_PROJECT && account) {
    return {
      kind: 'cloud',
      projectId: data.FIRESTORE_PROJECT,
      apiKey: data.FIREBASE_API_KEY,
      authDomain: data.FIREBASE_AUTH_DOMAIN,
      appId: data.FIREBASE_APP_ID,
      account,
    };
  }
  if (!data.FIRESTORE_ENGINE_URL) return null;
  const url = data.FIRESTORE_ENGINE_URL.replace(/\/+$/, '');
  return {
    kind: 'embedded',
    projectId: ENGINE_PROJECT,
    url,
    publicUrl: (data.FIRESTORE_ENGINE_PUBLIC_URL || url).replace(/\/+$/, ''),
    secret: data.REALTIME_SECRET,
  };
}
