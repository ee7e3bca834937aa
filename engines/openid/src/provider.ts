import { generateKeyPair, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';

import type { Configuration, JWK } from 'oidc-provider';

import { createMemoryAdapters } from './memory-adapters';
import type { OpenIdEngineOptions } from './options';

interface ProviderOptions extends Pick<OpenIdEngineOptions, 'client' | 'findAccount'> {
  issuer: string;
}

export interface OpenIdProvider {
  /** Handles a request of the protocol. */
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Returns whether a sign-in of this browser waits for the page that it asks for. */
  isWaiting(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
  /** Leads the browser back: as this account, or, for null, with the refusal. */
  finish(request: IncomingMessage, response: ServerResponse, userName: string | null): Promise<void>;
}

const KEY_BITS = 2048;
const COOKIE_KEY_BYTES = 32;
const SESSION_COOKIE = 'session';
const MINUTE_SECONDS = 60;
/** How long each thing of a sign-in is good for, in seconds. */
const LIVES = {
  Interaction: 10 * MINUTE_SECONDS,
  Session: 10 * MINUTE_SECONDS,
  AuthorizationCode: MINUTE_SECONDS,
  Grant: 10 * MINUTE_SECONDS,
  IdToken: 5 * MINUTE_SECONDS,
  AccessToken: 5 * MINUTE_SECONDS,
};

/** Loads the part that speaks the protocol: code flow with PKCE, keys of its own, everything in memory. */
export async function loadProvider(options: ProviderOptions): Promise<OpenIdProvider> {
  const { Provider } = await import('oidc-provider');
  const provider = new Provider(options.issuer, configurationOf(options, await newKey()));
  const handle = provider.callback();
  return {
    async answer(request, response) {
      // Everybody is asked each time, so that one browser can try several accounts.
      request.headers.cookie = withoutSession(request.headers.cookie ?? '');
      await handle(request, response);
    },
    isWaiting: (request, response) =>
      provider.interactionDetails(request, response).then(
        ({ uid }) => request.url?.startsWith(`/interaction/${uid}`) ?? false,
        () => false,
      ),
    finish: (request, response, userName) =>
      provider.interactionFinished(
        request,
        response,
        userName === null ? { error: 'access_denied' } : { login: { accountId: userName } },
        { mergeWithLastSubmission: false },
      ),
  };
}

function configurationOf({ client, findAccount }: ProviderOptions, key: JWK): Configuration {
  return {
    clients: [{ client_id: client.id, client_secret: client.secret, redirect_uris: [client.redirectUri] }],
    adapter: createMemoryAdapters(),
    jwks: { keys: [key] },
    cookies: { keys: [randomBytes(COOKIE_KEY_BYTES).toString('base64url')], names: { session: SESSION_COOKIE } },
    claims: { openid: ['sub'], profile: ['name', 'preferred_username'] },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    ttl: LIVES,
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    async findAccount(_context, userName) {
      const account = await findAccount(userName);
      return (
        account && {
          accountId: userName,
          claims: () => ({ sub: userName, preferred_username: userName, name: account.name }),
        }
      );
    },
    // There is one client, which belongs to the organisation, so consent is not asked for.
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid profile email');
      await grant.save();
      return grant;
    },
    renderError(context, { error, error_description: description = '' }) {
      context.type = 'text/plain; charset=utf-8';
      context.body = `${error}: ${description}`;
    },
  };
}

async function newKey(): Promise<JWK> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: KEY_BITS });
  return { ...(privateKey.export({ format: 'jwk' }) as JWK), alg: 'RS256', use: 'sig' };
}

const withoutSession = (cookies: string) =>
  cookies
    .split('; ')
    .filter((cookie) => !/^session(\.sig)?=/.test(cookie))
    .join('; ');
