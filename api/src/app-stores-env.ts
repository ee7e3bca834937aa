import * as z from 'zod/mini';

import type { ServiceAccount } from './platform/security/service-account';

/** The App Store. */
export interface AppleEnv {
  bundleId: string;
  /** Null in the sandbox. */
  appId: number | null;
  environment: 'production' | 'sandbox';
  /** One or more certificates as PEM. */
  rootCertificates: string;
}

/** Google Play. */
export interface GooglePlayEnv {
  packageName: string;
  account: ServiceAccount;
  apiUrl: string;
  /** The endpoint that issues access tokens for the account. */
  tokenUrl: string;
}

/** The app stores that sell plans; null when a store is not configured. */
export interface AppStoresEnv {
  apple: AppleEnv | null;
  googlePlay: GooglePlayEnv | null;
}

const name = z._default(z.string().check(z.regex(/^[\w.-]*$/, { error: 'must be a name like jp.example.app' })), '');

/** The app store variables, part of the api's environment schema. */
export const appStoresSchema = {
  /**
   * The app on the App Store: its bundle, its app ID (production only), and the root certificates (PEM) that Apple's
   * signatures chain to.
   */
  APPLE_BUNDLE_ID: name,
  APPLE_APP_ID: z._default(z.coerce.number<string | number>().check(z.int(), z.minimum(0)), 0),
  APPLE_ENVIRONMENT: z._default(z.enum(['production', 'sandbox']), 'production'),
  APPLE_ROOT_CERTIFICATES: z._default(z.string(), ''),
  /** The app on Google Play: its package, and the service account (JSON) used to call Google. */
  GOOGLE_PLAY_PACKAGE: name,
  GOOGLE_PLAY_SERVICE_ACCOUNT: z._default(z.string(), ''),
  GOOGLE_PLAY_API_URL: z._default(
    z.string().check(z.refine((value) => /^https?:/.test(value) && URL.canParse(value), { error: 'must be a URL' })),
    'https://androidpublisher.googleapis.com',
  ),
};

type ReadAccount = (text: string) => ServiceAccount | null;

/** Reports a store that is only partly configured: each needs all of its variables or none. */
export function appStoreProblems(given: Record<string, string | undefined>, readAccount: ReadAccount): string[] {
  const apple = ['APPLE_BUNDLE_ID', 'APPLE_ROOT_CERTIFICATES'].filter((variable) => given[variable]);
  const google = ['GOOGLE_PLAY_PACKAGE', 'GOOGLE_PLAY_SERVICE_ACCOUNT'].filter((variable) => given[variable]);
  const problems: string[] = [];
  if (apple.length === 1) problems.push('APPLE_BUNDLE_ID and APPLE_ROOT_CERTIFICATES are needed together');
  if (apple.length === 2 && given['APPLE_ENVIRONMENT'] !== 'sandbox' && !given['APPLE_APP_ID'])
    problems.push('APPLE_APP_ID is missing beside APPLE_BUNDLE_ID');
  if (apple.length === 2 && !given['APPLE_ROOT_CERTIFICATES']?.includes('-----BEGIN CERTIFICATE-----'))
    problems.push('APPLE_ROOT_CERTIFICATES holds no certificate as PEM');
  if (google.length === 1) problems.push('GOOGLE_PLAY_PACKAGE and GOOGLE_PLAY_SERVICE_ACCOUNT are needed together');
  if (given['GOOGLE_PLAY_SERVICE_ACCOUNT'] && !readAccount(given['GOOGLE_PLAY_SERVICE_ACCOUNT']))
    problems.push('GOOGLE_PLAY_SERVICE_ACCOUNT is not the JSON of a service account');
  return problems;
}

const GOOGLE_TOKEN_URL = 'https://oauth2.googleapis.com/token';

export function toAppStores(
  data: { [K in keyof typeof appStoresSchema]: z.output<(typeof appStoresSchema)[K]> },
  readAccount: ReadAccount,
): AppStoresEnv {
  const account = readAccount(data.GOOGLE_PLAY_SERVICE_ACCOUNT);
  const apple: AppleEnv = {
    bundleId: data.APPLE_BUNDLE_ID,
    appId: data.APPLE_APP_ID === 0 ? null : data.APPLE_APP_ID,
    environment: data.APPLE_ENVIRONMENT,
    rootCertificates: data.APPLE_ROOT_CERTIFICATES,
  };
  return {
    apple: apple.bundleId === '' ? null : apple,
    googlePlay: account && {
      packageName: data.GOOGLE_PLAY_PACKAGE,
      account,
      apiUrl: data.GOOGLE_PLAY_API_URL.replace(/\/+$/, ''),
      tokenUrl: tokenUrlOf(data.GOOGLE_PLAY_SERVICE_ACCOUNT),
    },
  };
}

/** Reads the token endpoint from the service account file. */
function tokenUrlOf(account: string): string {
  const { token_uri: given } = JSON.parse(account) as Record<string, unknown>;
  return typeof given === 'string' && URL.canParse(given) ? given : GOOGLE_TOKEN_URL;
}
