import * as z from 'zod/mini';

import { sessionAnswer } from './auth';
import { endpoint, openInAnyState } from './endpoint';
import { MAX_PASSWORD_LENGTH } from './limits';
import { passkeyName } from './passkey-name';
import { id, iso, line } from './primitives';

/*
 * Passkeys (WebAuthn). Adding one and signing in with one take two calls each: the first returns a challenge, which the
 * browser has signed by an authenticator, the second takes the signature. A challenge works once within five minutes,
 * and only for the session that asked for it or, without a session, for signing in.
 *
 * A new password does not remove passkeys: its mail names them. They are removed with the account, and when an identity
 * provider's user takes over an account whose address was never verified.
 */

/** Also for users whose documents were returned. */
const access = { session: 'person', whileResubmitting: true } as const;

const base64Url = (max: number) =>
  z.string().check(z.minLength(1), z.maxLength(max, { abort: true }), z.regex(/^[A-Za-z0-9_-]+$/));
/** At most 1,023 bytes, by the standard. */
const credentialId = base64Url(1364);
const clientDataJSON = base64Url(4000);

const name = line(passkeyName);

const passkey = z.object({ id, name: z.string(), createdAt: iso, lastUsedAt: z.nullable(iso) });
export type Passkey = z.output<typeof passkey>;

/** `options` are those of `navigator.credentials`, as JSON. */
const common = { challenge: z.string(), timeout: z.int() };
const creation = z.object({
  challengeId: id,
  options: z.object({
    ...common,
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
    excludeCredentials: z.array(z.object({ id: z.string(), type: z.literal('public-key') })),
    authenticatorSelection: z.object({
      residentKey: z.literal('required'),
      requireResidentKey: z.literal(true),
      userVerification: z.literal('required'),
    }),
    attestation: z.literal('none'),
  }),
});
const request = z.object({
  challengeId: id,
  options: z.object({ ...common, rpId: z.string(), userVerification: z.literal('required') }),
});

/** Unknown members are ignored: browsers add some. */
const attestation = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({ clientDataJSON, attestationObject: base64Url(12_000) }),
});
export type Attestation = z.output<typeof attestation>;
const assertion = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON,
    authenticatorData: base64Url(4000),
    signature: base64Url(2000),
    userHandle: z.optional(base64Url(100)),
  }),
});
export type Assertion = z.output<typeof assertion>;

export const listPasskeys = endpoint({
  name: 'listPasskeys',
  isExtension: true,
  method: 'GET',
  path: '/me/passkeys',
  summary: 'Returns the passkeys of the user, the newest first.',
  access,
  response: z.object({ items: z.array(passkey) }),
  errors: [],
  tags: ['Auth'],
});

export const createPasskeyChallenge = endpoint({
  name: 'createPasskeyChallenge',
  isExtension: true,
  method: 'POST',
  path: '/me/passkeys/challenge',
  summary:
    'Begins to add a passkey. Requires the current password; an account without one must have signed in within 15 minutes.',
  // Whoever signed up with another person's address must not keep a way in once its owner takes the account over.
  access: { ...access, needsVerifiedEmail: true },
  body: z.strictObject({ currentPassword: z.optional(z.string().check(z.maxLength(MAX_PASSWORD_LENGTH))) }),
  response: creation,
  errors: ['invalid', 'conflict', 'rate_limited', 'unavailable'],
  maxRetries: 0,
});

export const createPasskey = endpoint({
  name: 'createPasskey',
  isExtension: true,
  method: 'POST',
  path: '/me/passkeys',
  summary: 'Adds a passkey, with the answer of the authenticator to the challenge. An account has at most ten.',
  access: { ...access, needsVerifiedEmail: true },
  body: z.strictObject({ challengeId: id, name, attestation }),
  response: passkey,
  status: 201,
  errors: ['invalid', 'already', 'conflict', 'unavailable'],
  invalidates: ['Auth'],
  idempotencyKey: true,
});

export const renamePasskey = endpoint({
  name: 'renamePasskey',
  isExtension: true,
  method: 'PATCH',
  path: '/me/passkeys/{id}',
  summary: 'Renames a passkey.',
  access,
  params: z.object({ id }),
  body: z.strictObject({ name }),
  response: passkey,
  errors: ['not_found'],
  invalidates: ['Auth'],
});

export const deletePasskey = endpoint({
  name: 'deletePasskey',
  isExtension: true,
  method: 'DELETE',
  path: '/me/passkeys/{id}',
  summary: 'Removes a passkey, which signs in no more. Sessions that it opened last.',
  access,
  params: z.object({ id }),
  response: null,
  errors: ['not_found'],
  invalidates: ['Auth'],
});

export const createPasskeySignInChallenge = endpoint({
  name: 'createPasskeySignInChallenge',
  isExtension: true,
  method: 'POST',
  path: '/auth/signin/passkey/challenge',
  summary:
    'Begins to sign in with a passkey. The answer is the same for everyone: the authenticator names the account.',
  access: openInAnyState,
  response: request,
  errors: ['rate_limited', 'unavailable'],
  maxRetries: 0,
});

export const signInWithPasskey = endpoint({
  name: 'signInWithPasskey',
  isExtension: true,
  method: 'POST',
  path: '/auth/signin/passkey',
  summary:
    'Signs in with the answer of the authenticator to the challenge, in the states in which a password does. Every failure gets the same answer.',
  access: openInAnyState,
  body: z.strictObject({ challengeId: id, assertion }),
  response: sessionAnswer,
  errors: ['invalid_credentials', 'rate_limited', 'unavailable'],
  invalidates: ['All'],
  idempotencyKey: true,
});
