import * as z from 'zod/mini';

import { email, newPassword } from './auth';
import { endpoint, openInAnyState } from './endpoint';
import { MAX_LINK_TOKEN_LENGTH } from './limits';
import { mailAnswer, ok } from './primitives';
import { signedInMe } from './users';

/** What a link in a mail carries. */
export const linkToken = z
  .string({ error: 'リンクが正しくありません。' })
  .check(z.minLength(1), z.maxLength(MAX_LINK_TOKEN_LENGTH));

export const requestPasswordReset = endpoint({
  name: 'requestPasswordReset',
  method: 'POST',
  path: '/auth/reset-password-link',
  summary: 'Sends a link to set a new password, if somebody has that address. The answer never tells whether.',
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
  summary: 'Sets a new password by the link of a mail. Works once; every session of the person ends.',
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
  summary: 'Whether the link of a mail still sets a new password. Looking does not use it up.',
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
  summary: 'Verifies an address by the link of a mail. Answers with the person when it is the one signed in.',
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
  summary: 'Sends the mail of verification again. Too often is 400; nothing to verify is 409.',
  access: { session: 'person', whileResubmitting: true },
  response: mailAnswer,
  errors: ['already', 'resend_too_often'],
  idempotencyKey: true,
});
