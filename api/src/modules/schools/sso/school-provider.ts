import { millisecondsInMinute } from 'date-fns/constants';
import type { ClientAuth, Configuration } from 'openid-client';

import type { GuardedFetch } from '../../../platform/security/guarded-fetch';

/** The sign-in page of a school, with this product as its client. */
export interface SignInPage {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** The secrets of one sign-in. */
export interface Checks {
  state: string;
  nonce: string;
  /** Of PKCE (RFC 7636). */
  verifier: string;
}

/**
 * Why a page did not lead to a pupil: it cannot be reached or does not speak the protocol; the times in its answer do
 * not fit the clock here; its answer is not what it signed for this sign-in; its code was used or has run out.
 */
export type PageTrouble = 'down' | 'clock' | 'forged' | 'stale';

export class SignInPageError extends Error {
  constructor(
    readonly trouble: PageTrouble,
    cause: unknown,
  ) {
    super(`The sign-in page of a school: ${trouble}`, { cause });
  }
}

interface ProviderOptions {
  fetch: GuardedFetch;
  /** Where pages send pupils back to. */
  redirectUri: string;
  /** Also plain http, for development. */
  allowsHttp: boolean;
}

/** How long the configuration of a page is used, in milliseconds. Its keys are fetched again when one is unknown. */
const CONFIGURATION_MS = 10 * millisecondsInMinute;
/** Difference between the clocks here and there, in seconds. */
const CLOCK_TOLERANCE = 30;
const MAX_CONFIGURATIONS = 500;

/** The configurations of pages, asked for when they are needed. */
function createConfigurations({ fetch, allowsHttp }: Omit<ProviderOptions, 'redirectUri'>) {
  const known = new Map<string, { configuration: Configuration; until: number }>();

  async function discover({ issuer, clientId, clientSecret }: SignInPage): Promise<Configuration> {
    const client = await import('openid-client');
    return client
      .discovery(
        new URL(issuer),
        clientId,
        { client_secret: clientSecret, [client.clockTolerance]: CLOCK_TOLERANCE },
        authenticateBy(client.ClientSecretPost(clientSecret), client.ClientSecretBasic(clientSecret)),
        {
          [client.customFetch]: (url, { method, headers, body }) =>
            fetch(url, { method, headers, body: body === undefined || body === null ? null : String(body) }),
          execute: [client.enableNonRepudiationChecks, ...(allowsHttp ? [client.allowInsecureRequests] : [])],
        },
      )
      .catch((error: unknown) => {
        // Whatever is wrong with a configuration, the pupil can do nothing about it.
        throw new SignInPageError('down', error);
      });
  }

  async function configurationOf(page: SignInPage): Promise<Configuration> {
    const key = JSON.stringify([page.issuer, page.clientId, page.clientSecret]);
    const found = known.get(key);
    if (found && found.until > Date.now()) return found.configuration;
    const configuration = await discover(page);
    if (known.size >= MAX_CONFIGURATIONS) known.clear();
    known.set(key, { configuration, until: Date.now() + CONFIGURATION_MS });
    return configuration;
  }

  return { discover, configurationOf };
}

export type SchoolProvider = ReturnType<typeof createSchoolProvider>;

/** Speaks OpenID Connect with the pages of schools: code flow with PKCE, signatures of ID tokens checked. */
export function createSchoolProvider({ redirectUri, ...options }: ProviderOptions) {
  const { discover, configurationOf } = createConfigurations(options);
  return {
    /** Asks a page for its configuration. Throws `SignInPageError`. */
    async check(page: SignInPage): Promise<void> {
      await discover(page);
    },

    /** Returns the URL of the page for one sign-in. `needsProfile`: the student code is not in every ID token. */
    async urlOf(page: SignInPage, { state, nonce, verifier }: Checks, needsProfile: boolean): Promise<string> {
      const client = await import('openid-client');
      const url = client.buildAuthorizationUrl(await configurationOf(page), {
        redirect_uri: redirectUri,
        scope: needsProfile ? 'openid profile email' : 'openid',
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      // A page names its own address: nothing else than a web page is opened.
      if (url.protocol !== 'https:' && !(options.allowsHttp && url.protocol === 'http:'))
        throw new SignInPageError('down', new Error(`The page is at ${url.protocol}`));
      return url.href;
    },

    /** Exchanges the code of an answer and returns the claim of the pupil, or undefined when the page sends none. */
    async claimOf(
      page: SignInPage,
      answer: { code: string; iss: string | undefined },
      { state, nonce, verifier }: Checks,
      claim: string,
    ): Promise<unknown> {
      const client = await import('openid-client');
      const configuration = await configurationOf(page);
      const url = new URL(redirectUri);
      url.searchParams.set('code', answer.code);
      url.searchParams.set('state', state);
      if (answer.iss !== undefined) url.searchParams.set('iss', answer.iss);
      try {
        const tokens = await client.authorizationCodeGrant(configuration, url, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims) throw new Error('There is no ID token');
        if (claims[claim] !== undefined) return claims[claim];
        if (!configuration.serverMetadata().userinfo_endpoint) return undefined;
        return (await client.fetchUserInfo(configuration, tokens.access_token, claims.sub))[claim];
      } catch (error) {
        throw new SignInPageError(troubleOf(error), error);
      }
    },
  };
}

/** Sends the secret as the page takes it: in the body, unless it takes it in the header alone. */
const authenticateBy =
  (inBody: ClientAuth, inHeader: ClientAuth): ClientAuth =>
  (server, ...rest) => {
    // Where a page does not say, the specification says in the header.
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (methods.includes('client_secret_post') ? inBody : inHeader)(server, ...rest);
  };

const FORGED = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_PARSE_ERROR',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
  'OAUTH_UNSUPPORTED_OPERATION',
]);

function troubleOf(error: unknown): PageTrouble {
  const { code, error: reason } = error as { code?: unknown; error?: unknown };
  if (code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED') return 'clock';
  if (reason === 'invalid_grant') return 'stale';
  return typeof code === 'string' && FORGED.has(code) ? 'forged' : 'down';
}
