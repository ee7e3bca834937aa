import * as z from 'zod/mini';

import { birthDate, email, newPassword, nickname } from './auth';
import { endpoint, openInAnyState } from './endpoint';
import {
  MAX_GUARDIAN_NAME_LENGTH,
  MAX_IDENTITY_DOCUMENTS,
  MAX_INTRODUCTION_LENGTH,
  MAX_JOB_LENGTH,
  MAX_LEAVING_REASON_LENGTH,
  MAX_LINK_TOKEN_LENGTH,
  MAX_PASSWORD_LENGTH,
  MAX_PROFESSIONAL_CATEGORIES,
} from './limits';
import { id, iso, line, text } from './primitives';
import { organisation } from './sign-up';
import { signedInMe } from './users';

/** The current password, as proof of identity; accounts without one have none to give. */
const currentPassword = z.optional(z.string().check(z.maxLength(MAX_PASSWORD_LENGTH)));
/** Also for users whose documents were returned. */
const resubmitting = { session: 'person', whileResubmitting: true } as const;

export const updateMe = endpoint({
  name: 'updateMe',
  method: 'PATCH',
  path: '/me',
  summary:
    'Updates the given fields. A new e-mail address or password requires the current password; a verified address is replaced once the new one is verified.',
  access: resubmitting,
  body: z.strictObject({
    nickname: z.optional(nickname),
    introduction: z.optional(
      text({
        max: MAX_INTRODUCTION_LENGTH,
        tooLong: `自己紹介は${MAX_INTRODUCTION_LENGTH}文字以内で入力してください。`,
      }),
    ),
    job: z.optional(line({ max: MAX_JOB_LENGTH, tooLong: `職業は${MAX_JOB_LENGTH}文字以内で入力してください。` })),
    /** An upload of purpose avatar; null removes the image. */
    avatarUploadId: z.optional(z.nullable(id)),
    email: z.optional(email),
    password: z.optional(newPassword),
    currentPassword,
    identityDocumentUploadIds: z.optional(
      z
        .array(id)
        .check(
          z.minLength(1, { error: '書類を選択してください。' }),
          z.maxLength(MAX_IDENTITY_DOCUMENTS, { error: `書類は${MAX_IDENTITY_DOCUMENTS}点まで提出できます。` }),
        ),
    ),
    guardianEmail: z.optional(email),
    orgName: z.optional(organisation.orgName),
    orgUrl: organisation.orgUrl,
    invoiceRegistrationNo: organisation.invoiceRegistrationNo,
    categoryIds: z.optional(
      z
        .array(id)
        .check(
          z.maxLength(MAX_PROFESSIONAL_CATEGORIES, {
            error: `カテゴリーは${MAX_PROFESSIONAL_CATEGORIES}つまで選べます。`,
          }),
        ),
    ),
  }),
  response: signedInMe,
  errors: ['invalid', 'age_restricted', 'professional_only', 'already', 'rate_limited'],
  invalidates: ['Auth', 'User'],
  idempotencyKey: true,
});

export const deleteMe = endpoint({
  name: 'deleteMe',
  method: 'DELETE',
  path: '/me',
  summary:
    'Closes the account. For 30 days, signing in again offers to restore it; then all personal data is deleted. Answers 409 while the user has a paid event ahead.',
  access: resubmitting,
  body: z.strictObject({ password: currentPassword, reason: z.optional(text({ max: MAX_LEAVING_REASON_LENGTH })) }),
  response: null,
  errors: ['invalid', 'conflict', 'suspended', 'rate_limited'],
  // Invalidates nothing: the account is gone. The page ends its own session.
  idempotencyKey: true,
});

export const restoreAccount = endpoint({
  name: 'restoreAccount',
  isExtension: true,
  method: 'POST',
  path: '/me/restore',
  summary: 'Restores an account within 30 days of its closing, in the state it had before.',
  access: { session: 'person', whileWithdrawn: true },
  response: signedInMe,
  errors: ['already', 'not_found'],
  invalidates: ['All'],
  maxRetries: 0,
});

export const deviceSession = z.object({
  id,
  /** The browser's own description of itself. */
  userAgent: z.string(),
  createdAt: iso,
  lastUsedAt: iso,
  isCurrent: z.boolean(),
  /** How the user signed in; null for sessions from before this was kept. `school`: on the page of their school. */
  method: z.nullable(z.enum(['password', 'provider', 'school', 'passkey'])),
  /** Which code they showed besides: of the authenticator app, or a recovery code; null for none. */
  secondFactor: z.nullable(z.enum(['app', 'recovery'])),
});
export type DeviceSession = z.output<typeof deviceSession>;

export const listSessions = endpoint({
  name: 'listSessions',
  isExtension: true,
  method: 'GET',
  path: '/me/sessions',
  summary: 'Returns the devices on which the user is signed in, the most recently used first.',
  access: resubmitting,
  response: z.object({ items: z.array(deviceSession) }),
  errors: [],
  tags: ['Auth'],
});

export const revokeSession = endpoint({
  name: 'revokeSession',
  isExtension: true,
  method: 'DELETE',
  path: '/me/sessions/{id}',
  summary: 'Signs the user out on one device immediately.',
  access: resubmitting,
  params: z.object({ id }),
  response: null,
  errors: ['not_found'],
  invalidates: ['Auth'],
});

export const createDataExport = endpoint({
  name: 'createDataExport',
  isExtension: true,
  method: 'POST',
  path: '/me/data_export',
  summary:
    'Exports all data stored about the user as JSON, behind a link that works for seven days. The link is mailed to a verified address, otherwise returned in the response.',
  access: { ...resubmitting, whileSuspended: true },
  response: z.object({ state: z.enum(['sent', 'ready']), url: z.nullable(z.string()) }),
  errors: ['rate_limited'],
  maxRetries: 0,
});

export const requestGuardianConsent = endpoint({
  name: 'requestGuardianConsent',
  isExtension: true,
  method: 'POST',
  path: '/me/guardian',
  summary:
    'Requests the consent of a guardian by mail. For users under 18; answers 409 when consent has already been given.',
  access: resubmitting,
  body: z.strictObject({ email }),
  response: signedInMe,
  errors: ['age_restricted', 'already', 'invalid', 'rate_limited'],
  invalidates: ['Auth', 'User'],
  maxRetries: 0,
});

const consentParams = z.object({
  token: z.string().check(z.maxLength(MAX_LINK_TOKEN_LENGTH, { abort: true }), z.regex(/^[\w-]+$/)),
});

const guardianConsent = z.object({
  nickname: z.string(),
  birthDate,
  /** `asked`: no answer yet. `given`: can be withdrawn. `withdrawn`: was withdrawn. */
  state: z.enum(['asked', 'given', 'withdrawn']),
  givenAt: z.nullable(iso),
});
export type GuardianConsent = z.output<typeof guardianConsent>;

export const getGuardianConsent = endpoint({
  name: 'getGuardianConsent',
  isExtension: true,
  method: 'GET',
  path: '/guardian_consents/{token}',
  summary:
    'Returns what a guardian is asked to consent to, or has consented to: who requests it, and its state. A link with which consent was given works until the user is 18.',
  access: openInAnyState,
  params: consentParams,
  secretParams: ['token'],
  response: guardianConsent,
  errors: ['link_expired'],
});

export const giveGuardianConsent = endpoint({
  name: 'giveGuardianConsent',
  isExtension: true,
  method: 'POST',
  path: '/guardian_consents/{token}',
  summary: 'Records the answer of a guardian, with the token of a mail. Works once.',
  access: openInAnyState,
  params: consentParams,
  secretParams: ['token'],
  body: z.strictObject({
    agree: z.boolean(),
    name: line({ min: 1, max: MAX_GUARDIAN_NAME_LENGTH, empty: 'お名前を入力してください。' }),
  }),
  response: z.object({ agreed: z.boolean() }),
  errors: ['link_expired', 'rate_limited'],
  invalidates: ['Auth', 'User'],
  maxRetries: 0,
});

export const withdrawGuardianConsent = endpoint({
  name: 'withdrawGuardianConsent',
  isExtension: true,
  method: 'DELETE',
  path: '/guardian_consents/{token}',
  summary:
    'Revokes the consent of a guardian, with the same link. Whatever requires the consent ends immediately. Repeating the call changes nothing.',
  access: openInAnyState,
  params: consentParams,
  secretParams: ['token'],
  response: null,
  errors: ['link_expired', 'rate_limited'],
  invalidates: ['Auth', 'User'],
  maxRetries: 0,
});
