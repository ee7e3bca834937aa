import * as z from 'zod/mini';

import { email, newPassword } from './auth';
import { endpoint, openInAnyState } from './endpoint';
import { MAX_LINK_TOKEN_LENGTH } from './limits';
import { mailAnswer, ok } from './primitives';
import { signedInMe } from './users';

/** The token carried by a link in a mail. */
export const linkToken = z
  .string({ error: 'リンクが正しくありません。' })
  .check(z.minLength(1), z.maxLength(MAX_LINK_TOKEN_LENGTH));

export const requestPasswordReset = endpoint({
  name: 'requestPasswordReset',
  method: 'POST',
  path: '/auth/reset-password-link',
  summary: 'Sends a password reset link if the address belongs to an account. The response is the same either way.',
  access: openInAnyState,
  body: z.strictObject({ email }),
  response: mailAnswer,
  errors: ['rate_limited'],
  idempotencyKey: true,
});

export const resetPassword = endpoint({
  name: 'resetPassword',
  method: 'POST',
  path: '/auth/reset-password',
  summary: 'Sets a new password with the token of a reset link. The token works once; every session of the user ends.',
  access: openInAnyState,
  body: z.strictObject({ token: linkToken, password: newPassword }),
  response: ok,
  errors: ['link_expired', 'email_account_only', 'rate_limited'],
  invalidates: ['Auth'],
  idempotencyKey: true,
});

export const getPasswordReset = endpoint({
  name: 'getPasswordReset',
  isExtension: true,
  method: 'GET',
  path: '/auth/reset-password-link/{token}',
  summary: 'Returns whether a password reset link is still valid. Checking does not use it up.',
  access: openInAnyState,
  params: z.object({ token: linkToken }),
  secretParams: ['token'],
  response: ok,
  errors: ['link_expired', 'rate_limited'],
  maxRetries: 0,
});

export const verifyEmail = endpoint({
  name: 'verifyEmail',
  method: 'POST',
  path: '/auth/verify-email',
  summary:
    'Verifies an e-mail address with the token of a mail. Returns the user when the address is that of the signed-in user.',
  access: openInAnyState,
  body: z.strictObject({ token: linkToken }),
  response: z.union([z.object({ user: signedInMe }), ok]),
  errors: ['link_expired', 'rate_limited'],
  invalidates: ['Auth', 'User'],
  idempotencyKey: true,
});

export const resendEmailVerification = endpoint({
  name: 'resendEmailVerification',
  method: 'POST',
  path: '/email_verification',
  summary:
    'Sends the verification mail again. Answers 400 when called too often and 409 when there is nothing to verify.',
  access: { session: 'person', whileResubmitting: true },
  response: mailAnswer,
  errors: ['already', 'resend_too_often'],
  idempotencyKey: true,
});
