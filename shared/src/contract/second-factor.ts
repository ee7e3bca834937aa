import * as z from 'zod/mini';

import { endpoint } from './endpoint';
import { MAX_PASSWORD_LENGTH, MAX_SECOND_FACTOR_LENGTH } from './limits';
import { count, iso, line } from './primitives';

/*
 * The second factor of an account: a secret shared with an authenticator app (TOTP), and ten recovery codes. Sign-in by
 * password, identity provider or school then needs a code besides: without one it is `second_factor_required`, and the
 * same call is sent again with `code`. A passkey checks the person itself and needs none.
 */

/** Also for users whose documents were returned. */
const access = { session: 'person', whileResubmitting: true } as const;

/** A code of the authenticator app, or a recovery code. Each works once. */
export const secondFactorCode = line({ min: 1, max: MAX_SECOND_FACTOR_LENGTH, empty: 'コードを入力してください。' });

const currentPassword = z.optional(z.string().check(z.maxLength(MAX_PASSWORD_LENGTH)));
const proof = z.strictObject({ currentPassword, code: secondFactorCode });

const secondFactor = z.object({ since: iso, recoveryCodesLeft: count });
export type SecondFactor = z.output<typeof secondFactor>;

export const getSecondFactor = endpoint({
  name: 'getSecondFactor',
  isExtension: true,
  method: 'GET',
  path: '/me/second_factor',
  summary: 'Returns since when the user has a second factor, and how many recovery codes are left; null without one.',
  access,
  response: z.object({ secondFactor: z.nullable(secondFactor) }),
  errors: [],
  tags: ['Auth'],
});

export const enrolSecondFactor = endpoint({
  name: 'enrolSecondFactor',
  isExtension: true,
  method: 'POST',
  path: '/me/second_factor',
  summary:
    'Offers a new secret for an authenticator app. It counts once a code of it was confirmed. Requires the current password; an account without one must have signed in within 15 minutes.',
  // Whoever signed up with another person's address must not lock its owner out.
  access: { ...access, needsVerifiedEmail: true },
  body: z.strictObject({ currentPassword }),
  response: z.object({
    /** Base32, to type by hand. */
    secret: z.string(),
    /** `otpauth://`, to show as a QR code. */
    uri: z.string(),
  }),
  errors: ['already', 'invalid', 'rate_limited'],
  maxRetries: 0,
});

const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const confirmSecondFactor = endpoint({
  name: 'confirmSecondFactor',
  isExtension: true,
  method: 'POST',
  path: '/me/second_factor/confirmation',
  summary:
    'Makes the offered secret the second factor. Returns the recovery codes, which are not shown again. Opens the session of a member of the staff.',
  access,
  body: z.strictObject({ code: secondFactorCode }),
  response: recoveryCodes,
  errors: ['already', 'invalid', 'conflict', 'rate_limited'],
  invalidates: ['Auth'],
  idempotencyKey: true,
});

export const renewRecoveryCodes = endpoint({
  name: 'renewRecoveryCodes',
  isExtension: true,
  method: 'POST',
  path: '/me/second_factor/recovery_codes',
  summary:
    'Replaces the recovery codes, used or not, by new ones, which are not shown again. Requires what turning it off requires.',
  access,
  body: proof,
  response: recoveryCodes,
  errors: ['conflict', 'invalid', 'rate_limited'],
  invalidates: ['Auth'],
  idempotencyKey: true,
});

export const deleteSecondFactor = endpoint({
  name: 'deleteSecondFactor',
  isExtension: true,
  method: 'DELETE',
  path: '/me/second_factor',
  summary:
    'Turns the second factor off. Requires the current password, or a sign-in within 15 minutes, and a code. `conflict` without one, and for the staff where it must have one.',
  access,
  body: proof,
  response: null,
  errors: ['conflict', 'invalid', 'rate_limited'],
  invalidates: ['Auth'],
});
