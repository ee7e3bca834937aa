import * as z from 'zod/mini';

import { canonicalEmail } from './email-address';
import { type AccessRule, endpoint, openInAnyState } from './endpoint';
import { MAX_EMAIL_LENGTH, MAX_NICKNAME_LENGTH, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './limits';
import { line } from './primitives';
import { schoolCodes } from './school-codes';
import { secondFactorCode } from './second-factor';
import { anonymousMe, signedInMe } from './users';

/** Tokens are absent behind the product's own web server, which keeps them in HttpOnly cookies. */
const tokens = { token: z.optional(z.string()), refreshToken: z.optional(z.string()) };
export const sessionAnswer = z.object({ ...tokens, user: signedInMe });
export const anonymousSessionAnswer = z.object({ ...tokens, user: anonymousMe });

const NO_EMAIL = 'メールアドレスの形式で入力してください。';
/**
 * Exactly one address, in canonical form (`canonicalEmail`). The length is checked first, so that long input is never
 * matched.
 */
export const email = z.string({ error: 'メールアドレスを入力してください。' }).check(
  z.maxLength(MAX_EMAIL_LENGTH, { error: NO_EMAIL, abort: true }),
  z.overwrite((value) => canonicalEmail(value) ?? value.trim()),
  z.minLength(1, { error: 'メールアドレスを入力してください。', abort: true }),
  z.refine((value) => canonicalEmail(value) !== null, { error: NO_EMAIL }),
);
/** An optional e-mail field of a form. */
export const emailOrNothing = z.string().check(
  z.maxLength(MAX_EMAIL_LENGTH, { error: NO_EMAIL, abort: true }),
  z.trim(),
  z.refine((value) => value === '' || canonicalEmail(value) !== null, { error: NO_EMAIL }),
);
/** Only the length is limited. */
export const newPassword = z.string({ error: 'パスワードを入力してください。' }).check(
  z.minLength(MIN_PASSWORD_LENGTH, { error: `パスワードは${MIN_PASSWORD_LENGTH}文字以上で入力してください。` }),
  z.maxLength(MAX_PASSWORD_LENGTH, {
    error: `パスワードは${MAX_PASSWORD_LENGTH}文字以内で入力してください。`,
    abort: true,
  }),
  z.refine((value) => !value.includes('\u0000') && value.isWellFormed(), { error: '使えない文字が含まれています。' }),
);
const givenPassword = z.string().check(z.minLength(1), z.maxLength(MAX_PASSWORD_LENGTH));
export const nickname = line({
  min: 1,
  max: MAX_NICKNAME_LENGTH,
  empty: 'ニックネームを入力してください。',
  tooLong: `ニックネームは${MAX_NICKNAME_LENGTH}文字以内で入力してください。`,
});
/** yyyy-MM-dd, a real date in the past, at most 120 years ago. */
export const birthDate = z.string({ error: '生年月日を入力してください。' }).check(
  z.regex(/^\d{4}-\d{2}-\d{2}$/, { error: '生年月日を入力してください。', abort: true }),
  z.refine(
    (value) => {
      const date = new Date(`${value}T00:00:00Z`);
      return (
        !Number.isNaN(date.getTime()) &&
        date.toISOString().startsWith(value) &&
        date.getTime() < Date.now() &&
        date.getUTCFullYear() >= new Date().getUTCFullYear() - 120
      );
    },
    { error: '正しい生年月日を入力してください。' },
  ),
);

const signedInPeopleAlready = {
  adult: 'already',
  student: 'already',
  child: 'already',
  school: 'already',
  professional: 'already',
} satisfies AccessRule['refuses'];

/** What a sign-in sends once it was answered with `second_factor_required`. */
export const secondStep = { code: z.optional(secondFactorCode) };

export const signIn = endpoint({
  name: 'signIn',
  method: 'POST',
  path: '/auth/signin',
  summary:
    'Signs in with e-mail and password. Every wrong combination gets the same message; five failures throttle the address.',
  access: openInAnyState,
  body: z.strictObject({ email, password: givenPassword, ...secondStep }),
  response: sessionAnswer,
  errors: ['invalid_credentials', 'email_account_only', 'second_factor_required', 'invalid', 'rate_limited'],
  invalidates: ['All'],
  idempotencyKey: true,
});

export const signInPartnerSchool = endpoint({
  name: 'signInPartnerSchool',
  method: 'POST',
  path: '/auth/signin/partner-school',
  summary:
    'Signs in a pupil of a partner school with school code, student code and password, or with the token of the school.',
  access: openInAnyState,
  body: z.union([
    z.strictObject({
      schoolCode: schoolCodes.schoolCode,
      studentCode: schoolCodes.studentCode,
      password: givenPassword,
      ...secondStep,
    }),
    z.strictObject({ ssoToken: z.string().check(z.minLength(1), z.maxLength(4096)), ...secondStep }),
  ]),
  response: sessionAnswer,
  errors: ['invalid_credentials', 'second_factor_required', 'invalid', 'rate_limited'],
  invalidates: ['All'],
  idempotencyKey: true,
});

export const signUpBody = z.strictObject({
  email,
  password: newPassword,
  nickname,
  birthDate,
  guardianEmail: z.optional(email),
  agreeTerms: z.literal(true, { error: '利用規約とプライバシーポリシーへの同意が必要です。' }),
});

export const signUp = endpoint({
  name: 'signUp',
  method: 'POST',
  path: '/auth/signup',
  summary: 'Creates an account. Users aged 15 or under name a guardian.',
  access: { session: 'public', refuses: signedInPeopleAlready, closes: true },
  body: signUpBody,
  response: sessionAnswer,
  status: 201,
  errors: ['already', 'guardian_required', 'invalid', 'rate_limited'],
  invalidates: ['All'],
  maxRetries: 0,
});

export const signInAnonymous = endpoint({
  name: 'signInAnonymous',
  method: 'POST',
  path: '/user/signin/anonymous',
  summary: 'Opens an anonymous session and returns the fallback token of a visitor.',
  access: { session: 'public', refuses: signedInPeopleAlready },
  body: z.strictObject({}),
  response: anonymousSessionAnswer,
  errors: ['already', 'rate_limited'],
  maxRetries: 0,
});

export const refreshToken = endpoint({
  name: 'refreshToken',
  method: 'POST',
  path: '/auth/token',
  summary:
    'Exchanges a refresh token for a new pair. The old token stays valid for 10 s; using it later revokes the whole token family.',
  access: openInAnyState,
  body: z.strictObject({ refreshToken: z.string().check(z.minLength(1), z.maxLength(512)) }),
  response: z.object({ token: z.string(), refreshToken: z.string() }),
  errors: ['unauthenticated'],
  idempotencyKey: true,
});

export const signOut = endpoint({
  name: 'signOut',
  method: 'DELETE',
  path: '/me/sign_out',
  summary: 'Ends the current session and revokes its refresh tokens. Repeating the call changes nothing.',
  access: openInAnyState,
  response: null,
  errors: [],
  invalidates: ['All'],
});
