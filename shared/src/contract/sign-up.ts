import * as z from 'zod/mini';

import { birthDate, email, newPassword, nickname, secondStep, sessionAnswer, signUpBody } from './auth';
import { type AccessRule, endpoint, openInAnyState } from './endpoint';
import { MAX_ORGANISATION_NAME_LENGTH, MAX_ORGANISATION_URL_LENGTH } from './limits';
import { line } from './primitives';
import { schoolCodes } from './school-codes';
import { isWebAddress, NO_WEB_ADDRESS } from './web-address';

const signedInPeopleAlready = {
  adult: 'already',
  student: 'already',
  child: 'already',
  school: 'already',
  professional: 'already',
} satisfies AccessRule['refuses'];
/** Upgrades adults; minors cannot become professionals, and an existing professional is refused. */
const adultsOnly = {
  student: 'age_restricted',
  child: 'age_restricted',
  school: 'age_restricted',
  professional: 'already',
} satisfies AccessRule['refuses'];

const agreeTerms = signUpBody.shape.agreeTerms;
/** The token that the identity provider issued to the client. */
const idToken = z.string({ error: 'ログインの情報を受け取れませんでした。' }).check(z.minLength(1), z.maxLength(8192));

export const organisation = {
  orgName: line({
    min: 1,
    max: MAX_ORGANISATION_NAME_LENGTH,
    empty: '団体名を入力してください。',
    tooLong: `団体名は${MAX_ORGANISATION_NAME_LENGTH}文字以内で入力してください。`,
  }),
  orgUrl: z.optional(
    z.string().check(
      z.maxLength(MAX_ORGANISATION_URL_LENGTH, {
        error: `URLは${MAX_ORGANISATION_URL_LENGTH}文字以内で入力してください。`,
        abort: true,
      }),
      z.refine((value) => value === '' || isWebAddress(value), { error: NO_WEB_ADDRESS }),
    ),
  ),
  invoiceRegistrationNo: z.optional(
    z.string().check(z.regex(/^(T\d{13})?$/, { error: '登録番号は T と13桁の数字で入力してください。' })),
  ),
};
/** Required for a new user; a signed-in user who is upgraded already has them. */
const newcomer = { email: z.optional(email), nickname: z.optional(nickname), birthDate: z.optional(birthDate) };

export const signUpProfessional = endpoint({
  name: 'signUpProfessional',
  method: 'POST',
  path: '/auth/signup/professional',
  summary:
    'Creates the account of a professional, or upgrades a signed-in adult, who then provides only the organisation.',
  access: { session: 'public', refuses: adultsOnly, closes: true },
  body: z.strictObject({ ...newcomer, password: z.optional(newPassword), ...organisation, agreeTerms }),
  response: sessionAnswer,
  status: 201,
  errors: ['age_restricted', 'already', 'invalid', 'rate_limited', 'suspended'],
  invalidates: ['All'],
  maxRetries: 0,
});

export const signUpPartnerSchool = endpoint({
  name: 'signUpPartnerSchool',
  method: 'POST',
  path: '/auth/signup/partner-school',
  summary:
    'Creates the account of a pupil of a partner school with a one-time code of the school. No verification is needed.',
  access: { session: 'public', refuses: signedInPeopleAlready, closes: true },
  body: z.strictObject({ ...schoolCodes, password: newPassword, nickname, birthDate }),
  response: sessionAnswer,
  status: 201,
  errors: ['already', 'invalid', 'code_used', 'rate_limited'],
  invalidates: ['All'],
  maxRetries: 0,
});

export const signInWithProvider = endpoint({
  name: 'signInWithProvider',
  method: 'POST',
  path: '/user/signin',
  summary:
    'Signs in with the token of an identity provider. Answers not found for a user without an account, who has to sign up.',
  access: openInAnyState,
  body: z.strictObject({ idToken, ...secondStep }),
  response: sessionAnswer,
  errors: ['invalid_credentials', 'not_found', 'second_factor_required', 'invalid', 'rate_limited', 'unavailable'],
  invalidates: ['All'],
  idempotencyKey: true,
});

export const signUpWithProvider = endpoint({
  name: 'signUpWithProvider',
  method: 'POST',
  path: '/user/signup',
  summary:
    'Creates an account with the token of an identity provider. An address that the provider has verified counts as verified.',
  access: { session: 'public', refuses: signedInPeopleAlready, closes: true },
  body: z.strictObject({
    idToken,
    email: z.optional(email),
    nickname,
    birthDate,
    guardianEmail: z.optional(email),
    agreeTerms,
  }),
  response: sessionAnswer,
  status: 201,
  errors: ['already', 'guardian_required', 'invalid', 'invalid_credentials', 'rate_limited', 'unavailable'],
  invalidates: ['All'],
  maxRetries: 0,
});

export const signUpProfessionalWithProvider = endpoint({
  name: 'signUpProfessionalWithProvider',
  method: 'POST',
  path: '/professional/signup',
  summary:
    'Creates the account of a professional with the token of an identity provider, or upgrades a signed-in adult.',
  access: { session: 'public', refuses: adultsOnly, closes: true },
  body: z.strictObject({ idToken, ...newcomer, ...organisation, agreeTerms }),
  response: sessionAnswer,
  status: 201,
  errors: ['age_restricted', 'already', 'invalid', 'invalid_credentials', 'rate_limited', 'unavailable', 'suspended'],
  invalidates: ['All'],
  maxRetries: 0,
});
