import * as z from 'zod/mini';

/** Addresses of an installation's own; until they are set, addresses of the reserved domain `.example` stand in. */
const link = (fallback: string) => z._default(
  z.string().check(z.refine((value) => /^https?:/.test(value) && URL.canParse(value), { error: 'must be an http(s) URL' })), fallback,
);

const schema = z.object({
  NODE_ENV: z._default(z.enum(['development', 'test', 'production']), 'development'),
  HOST: z._default(z.string(), '127.0.0.1'),
  PORT: z._default(z.coerce.number<string | number>().check(z.int(), z.minimum(0), z.maximum(65_535)), 3000),
  PUBLIC_URL: z.optional(z.string().check(z.refine((value) => URL.canParse(value) && /^https?:/.test(value), { error: 'must be an http(s) URL' }))),
  API_URL: z.optional(z.string().check(z.refine((value) => URL.canParse(value) && /^https?:/.test(value), { error: 'must be an http(s) URL' }))),
  TRUST_PROXY: z._default(z.coerce.number<string | number>().check(z.int(), z.minimum(0), z.maximum(10)), 0),
  LOG_LEVEL: z._default(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']), 'info'),
  CLOSURE_ENDED_ON: z._default(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, { error: 'must be a day like 2025-03-31' })), '2025-03-31'),
  CLOSURE_URL: link('https://help.manabiba.example/closure'),
  CLOSURE_MODE: z._default(z.enum(['notice', 'readonly']), 'notice'),
  LINK_HELP: link('https://help.manabiba.example/'),
  LINK_COMPANY: link('https://company.manabiba.example/'),
  LINK_APP_STORE: link('https://app.manabiba.example/'),
  LINK_SOCIAL: link('https://social.manabiba.example/'),
  DEPLOY_TOKEN: z.optional(z.string().check(z.minLength(24, { error: 'must have 24 characters or more' }))),
  RELEASE_SIGNING_KEY: z.optional(z.string()),
  COMMUNICATE_MIN_AGE: z._default(z.coerce.number<string | number>().check(z.int(), z.minimum(0), z.maximum(120)), 13),
});

/** The configuration of the web server, read once at the start. */
export interface WebEnv {
  isProduction: boolean;
  host: string;
  port: number;
  /** Where people reach the product, without a slash at the end. */
  publicUrl: string;
  /** Where the api runs when it is not in this process. */
  apiUrl: string | null;
  trustProxy: number;
  logLevel: string;
  closure: { endedOn: string; url: string; mode: 'notice' | 'readonly' };
  links: { help: string; company: string; appStore: string; social: string };
  communicateMinAge: number;
  /** Who may release over HTTP; null: nobody. */
  deployToken: string | null;
  /** Ed25519 in PEM: signs the registry. */
  releaseSigningKey: string | null;
}

/** Reads the environment. Throws one error that names everything that is wrong. */
export function readWebEnv(source: Record<string, string | undefined>): WebEnv {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `  - ${issue.path.join('.')} ${issue.message}`);
    throw new Error(`The configuration is not usable:\n${problems.join('\n')}`);
  }
  const data = parsed.data;
  return {
    isProduction: data.NODE_ENV === 'production',
    host: data.HOST,
    port: data.PORT,
    publicUrl: (data.PUBLIC_URL ?? `http://localhost:${data.PORT}`).replace(/\/+$/, ''),
    apiUrl: data.API_URL?.replace(/\/+$/, '') ?? null,
    trustProxy: data.TRUST_PROXY,
    logLevel: data.LOG_LEVEL,
    closure: { endedOn: data.CLOSURE_ENDED_ON, url: data.CLOSURE_URL, mode: data.CLOSURE_MODE },
    links: { help: data.LINK_HELP, company: data.LINK_COMPANY, appStore: data.LINK_APP_STORE, social: data.LINK_SOCIAL },
    communicateMinAge: data.COMMUNICATE_MIN_AGE,
    deployToken: data.DEPLOY_TOKEN ?? null,
    releaseSigningKey: data.RELEASE_SIGNING_KEY ?? null,
  };
}
