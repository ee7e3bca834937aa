import { type CiRule, ciRules } from '@manabiba/releases';
import type { AppConfig, IdentityConfig } from '@manabiba/shared/page/boot-data';
import * as z from 'zod/mini';

import type { PolicySources } from './policy/content-policy';
import { engineOrigins } from './policy/engine-origins';
import { FIREBASE_ANALYTICS_ORIGINS, FIREBASE_AUTH_ORIGINS } from './policy/firebase-origins';

/** Addresses specific to an installation; until they are set, addresses of the reserved domain `.example` are used. */
const link = (fallback: string) =>
  z._default(
    z
      .string()
      .check(z.refine((value) => /^https?:/.test(value) && URL.canParse(value), { error: 'must be an http(s) URL' })),
    fallback,
  );

const words = (value: string) => value.split(/\s+/).filter(Boolean);
/** Origins, separated by spaces: `https://firestore.googleapis.com wss://media.example`. */
const origins = z.pipe(
  z
    ._default(z.string(), '')
    .check(
      z.refine((value) => words(value).every((word) => /^(https?|wss?):\/\/(\*\.)?[\w.-]+(:\d+)?$/.test(word)), {
        error: 'must be origins, separated by spaces',
      }),
    ),
  z.transform((value: string) => words(value)),
);

const urlWith = (protocols: RegExp, error: string) =>
  z.optional(z.string().check(z.refine((value) => protocols.test(value) && URL.canParse(value), { error })));
const httpUrl = urlWith(/^https?:/, 'must be an http(s) URL');
const mediaUrl = urlWith(/^(wss?|https?):/, 'must be a ws(s) or http(s) URL');

const schema = z.object({
  NODE_ENV: z._default(z.enum(['development', 'test', 'production']), 'development'),
  HOST: z._default(z.string(), '127.0.0.1'),
  PORT: z._default(z.coerce.number<string | number>().check(z.int(), z.minimum(0), z.maximum(65_535)), 3000),
  PUBLIC_URL: httpUrl,
  API_URL: httpUrl,
  TRUST_PROXY: z._default(z.coerce.number<string | number>().check(z.int(), z.minimum(0), z.maximum(10)), 0),
  LOG_LEVEL: z._default(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']), 'info'),
  CLOSURE_ENDED_ON: z._default(
    z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, { error: 'must be a day like 2025-03-31' })),
    '2025-03-31',
  ),
  CLOSURE_URL: link('https://help.manabiba.example/closure'),
  CLOSURE_MODE: z._default(z.enum(['notice', 'readonly']), 'notice'),
  LINK_HELP: link('https://help.manabiba.example/'),
  LINK_COMPANY: link('https://company.manabiba.example/'),
  LINK_APP_STORE: link('https://app.manabiba.example/'),
  LINK_SOCIAL: link('https://social.manabiba.example/'),
  OPERATOR_NAME: z.optional(z.string()),
  OPERATOR_REPRESENTATIVE: z.optional(z.string()),
  OPERATOR_ADDRESS: z.optional(z.string()),
  OPERATOR_PHONE: z.optional(z.string()),
  OPERATOR_EMAIL: z.optional(z.string()),
  SECURITY_CONTACT: z.optional(
    z
      .string()
      .check(
        z.regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+|tel:\+[\d-]+)$/, {
          error: 'must be a mailto:, https: or tel: address',
        }),
      ),
  ),
  CSP_CONNECT_SRC: origins,
  CSP_IMG_SRC: origins,
  CSP_MEDIA_SRC: origins,
  CSP_FRAME_SRC: origins,
  CSP_SCRIPT_SRC: origins,
  DEPLOY_TOKEN: z.optional(z.string().check(z.minLength(24, { error: 'must have 24 characters or more' }))),
  RELEASE_CI: z.optional(ciRules),
  RELEASE_SIGNING_KEY: z.optional(z.string()),
  DEVELOPER_OVERRIDE: z.optional(z.enum(['on', 'off'])),
  RELEASES_URL: z.optional(
    z
      .string()
      .check(
        z.refine(
          (value) =>
            /^https?:/.test(value) && URL.canParse(value) && new URL(value).href === `${value.replace(/\/$/, '')}/`,
          { error: 'must be an origin like https://cdn.example.jp' },
        ),
      ),
  ),
  FIRST_ANSWERS_MS: z._default(z.coerce.number<string | number>().check(z.int(), z.minimum(0), z.maximum(5000)), 80),
  SERVER_RENDERING: z._default(z.enum(['on', 'off']), 'on'),
  OFFLINE: z._default(z.enum(['on', 'off']), 'on'),
  SERVER_RENDERING_MS: z._default(
    z.coerce.number<string | number>().check(z.int(), z.minimum(1), z.maximum(5000)),
    100,
  ),
  FIREBASE_MEASUREMENT_ID: z.optional(z.string().check(z.regex(/^G-[A-Z0-9]+$/, { error: 'must be like G-ABC123' }))),
  FIREBASE_API_KEY: z.optional(z.string()),
  FIREBASE_APP_ID: z.optional(z.string()),
  FIREBASE_AUTH_DOMAIN: z.optional(
    z.string().check(z.regex(/^[\w.-]+$/, { error: 'must be a host like project.firebaseapp.com' })),
  ),
  FIREBASE_PROJECT_ID: z.optional(z.string()),
  FIRESTORE_PROJECT: z.optional(z.string()),
  /**
   * The engine of live documents in place of Cloud Firestore: its address for the api, and its address for browsers.
   */
  FIRESTORE_ENGINE_URL: httpUrl,
  FIRESTORE_ENGINE_PUBLIC_URL: httpUrl,
  STRIPE_PUBLISHABLE_KEY: z.optional(z.string()),
  /** The payment engine that replaces Stripe: its address for the api, and its address for browsers. */
  STRIPE_ENGINE_URL: z.optional(z.string()),
  STRIPE_ENGINE_PUBLIC_URL: z.optional(z.string()),
  /** LiveKit, or the media engine in its place: its address for the api, and its address for browsers. */
  LIVEKIT_URL: mediaUrl,
  LIVEKIT_ENGINE_URL: mediaUrl,
  LIVEKIT_ENGINE_PUBLIC_URL: mediaUrl,
  COMMUNICATE_MIN_AGE: z._default(z.coerce.number<string | number>().check(z.int(), z.minimum(0), z.maximum(120)), 13),
});

/** The configuration of the web server, read once at startup. */
export interface WebEnv {
  isProduction: boolean;
  host: string;
  port: number;
  /** Public address of the product, without a trailing slash. */
  publicUrl: string;
  /** Address of the api when it is not in this process. */
  apiUrl: string | null;
  /** Address of the embedded media engine, whose signalling is served at /rtc; null without one. */
  mediaEngineUrl: string | null;
  trustProxy: number;
  logLevel: string;
  closure: { endedOn: string; url: string; mode: 'notice' | 'readonly' };
  links: { help: string; company: string; appStore: string; social: string };
  communicateMinAge: number;
  operator: AppConfig['operator'];
  /** Where vulnerabilities are reported; null: /.well-known/security.txt does not exist. */
  securityContact: string | null;
  /** How long the first HTML waits for the answers to its initial queries, in milliseconds. */
  prefetchedAnswersMs: number;
  /** Whether the code of remotes renders public pages on the server. */
  hasServerRendering: boolean;
  /** Whether browsers keep pages for offline; if not, what they keep is deleted. */
  hasOffline: boolean;
  /** How long a page waits for the rendered parts of remotes, in milliseconds. */
  serverRenderingMs: number;
  /** Identity providers for sign-in, besides e-mail and school. */
  identity: IdentityConfig | null;
  /** Foreign origins that pages may load from. */
  policySources: PolicySources;
  /** Token that authorizes releases over HTTP; null: no one may release. */
  deployToken: string | null;
  /** Runs of a CI that may release, by the claims of their ID tokens. */
  releaseCi: readonly CiRule[];
  /** Whether a developer may load a remote from their own machine into pages in their own browser. */
  developerOverride: boolean;
  /** Ed25519 key in PEM that signs the registry. */
  releaseSigningKey: string | null;
  /** Origin from which browsers load the files of remotes; null: the product's own. */
  releasesOrigin: string | null;
  /** Destination of analytics for users who have consented; null: the product's own endpoint. */
  firebaseAnalytics: NonNullable<AppConfig['firebaseAnalytics']> | null;
}

/** Reads the environment. Throws a single error that lists everything that is wrong. */
export function readWebEnv(source: Record<string, string | undefined>): WebEnv {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `  - ${issue.path.join('.')} ${issue.message}`);
    throw new Error(`The configuration is not usable:\n${problems.join('\n')}`);
  }
  const data = parsed.data;
  if (data.NODE_ENV === 'production' && !data.PUBLIC_URL?.startsWith('https:')) {
    throw new Error(
      'The configuration is not usable:\n  - PUBLIC_URL must begin with https: in production: cookies are Secure, and browsers drop those at plain http',
    );
  }
  const firebaseAnalytics = firebaseAnalyticsIn(data);
  const identity = identityIn(data);
  return {
    isProduction: data.NODE_ENV === 'production',
    host: data.HOST,
    port: data.PORT,
    publicUrl: (data.PUBLIC_URL ?? `http://localhost:${data.PORT}`).replace(/\/+$/, ''),
    apiUrl: data.API_URL?.replace(/\/+$/, '') ?? null,
    mediaEngineUrl: (!data.LIVEKIT_URL && data.LIVEKIT_ENGINE_URL?.replace(/^ws/, 'http').replace(/\/+$/, '')) || null,
    trustProxy: data.TRUST_PROXY,
    logLevel: data.LOG_LEVEL,
    closure: { endedOn: data.CLOSURE_ENDED_ON, url: data.CLOSURE_URL, mode: data.CLOSURE_MODE },
    links: {
      help: data.LINK_HELP,
      company: data.LINK_COMPANY,
      appStore: data.LINK_APP_STORE,
      social: data.LINK_SOCIAL,
    },
    communicateMinAge: data.COMMUNICATE_MIN_AGE,
    operator: {
      ...(data.OPERATOR_NAME ? { name: data.OPERATOR_NAME } : {}),
      ...(data.OPERATOR_REPRESENTATIVE ? { representative: data.OPERATOR_REPRESENTATIVE } : {}),
      ...(data.OPERATOR_ADDRESS ? { address: data.OPERATOR_ADDRESS } : {}),
      ...(data.OPERATOR_PHONE ? { phone: data.OPERATOR_PHONE } : {}),
      ...(data.OPERATOR_EMAIL ? { email: data.OPERATOR_EMAIL } : {}),
    },
    securityContact: data.SECURITY_CONTACT ?? null,
    prefetchedAnswersMs: data.FIRST_ANSWERS_MS,
    hasServerRendering: data.SERVER_RENDERING === 'on',
    hasOffline: data.OFFLINE === 'on',
    serverRenderingMs: data.SERVER_RENDERING_MS,
    identity,
    policySources: policySourcesIn(data, { identity, firebaseAnalytics }),
    deployToken: data.DEPLOY_TOKEN ?? null,
    releaseCi: data.RELEASE_CI ?? [],
    developerOverride:
      data.DEVELOPER_OVERRIDE === undefined ? data.NODE_ENV !== 'production' : data.DEVELOPER_OVERRIDE === 'on',
    releaseSigningKey: data.RELEASE_SIGNING_KEY ?? null,
    releasesOrigin: data.RELEASES_URL?.replace(/\/$/, '') ?? null,
    firebaseAnalytics,
  };
}

/**
 * Sign-in uses the project that holds the live documents, unless it has a separate one. The api reads it the same way.
 */
const firebaseProjectOf = ({
  FIREBASE_PROJECT_ID,
  FIRESTORE_PROJECT,
}: Pick<z.output<typeof schema>, 'FIREBASE_PROJECT_ID' | 'FIRESTORE_PROJECT'>) =>
  FIREBASE_PROJECT_ID ?? FIRESTORE_PROJECT;

/** Enabled by a measurement id, together with the project that it belongs to. */
function firebaseAnalyticsIn({
  FIREBASE_MEASUREMENT_ID: measurementId,
  FIREBASE_API_KEY: apiKey,
  FIREBASE_APP_ID: appId,
  ...data
}: z.output<typeof schema>): WebEnv['firebaseAnalytics'] {
  if (!measurementId) return null;
  const projectId = firebaseProjectOf(data);
  if (!apiKey || !appId || !projectId)
    throw new Error(
      'The configuration is not usable:\n  - FIREBASE_MEASUREMENT_ID needs FIREBASE_API_KEY, FIREBASE_APP_ID and FIREBASE_PROJECT_ID',
    );
  return { apiKey, projectId, appId, measurementId };
}

/**
 * The Firebase project with which the api verifies ID tokens; without one, outside of production, the api has its own
 * issuer.
 */
function identityIn({
  NODE_ENV,
  FIREBASE_API_KEY: apiKey,
  FIREBASE_AUTH_DOMAIN: authDomain,
  ...data
}: z.output<typeof schema>): IdentityConfig | null {
  const projectId = firebaseProjectOf(data);
  if (!projectId) return NODE_ENV === 'production' ? null : { kind: 'embedded' };
  return apiKey && authDomain ? { kind: 'firebase', projectId, apiKey, authDomain } : null;
}

/** Origins that an installation allows, plus those that its configured Firebase products need. */
function policySourcesIn(
  data: z.output<typeof schema>,
  { identity, firebaseAnalytics }: Pick<WebEnv, 'identity' | 'firebaseAnalytics'>,
): PolicySources {
  const provider = identity?.kind === 'firebase' ? identity : null;
  const engines = engineOrigins(data);
  return {
    connect: [
      ...engines.connect,
      ...data.CSP_CONNECT_SRC,
      ...(firebaseAnalytics ? FIREBASE_ANALYTICS_ORIGINS : []),
      ...(provider ? FIREBASE_AUTH_ORIGINS : []),
    ],
    images: [...engines.images, ...data.CSP_IMG_SRC],
    media: data.CSP_MEDIA_SRC,
    frames: [...engines.frames, ...data.CSP_FRAME_SRC, ...(provider ? [`https://${provider.authDomain}`] : [])],
    code: [...engines.code, ...(data.RELEASES_URL ? [new URL(data.RELEASES_URL).origin] : []), ...data.CSP_SCRIPT_SRC],
    ...(firebaseAnalytics || provider || engines.code.length > 0 ? { hasUnsealedScripts: true } : {}),
    ...(provider ? { hasPopups: true } : {}),
  };
}
