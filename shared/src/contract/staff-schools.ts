import * as z from 'zod/mini';

import { endpoint } from './endpoint';
import {
  MAX_CODE_LABEL_LENGTH,
  MAX_CODES_AT_ONCE,
  MAX_ISSUER_LENGTH,
  MAX_SCHOOL_CODE_LENGTH,
  MAX_SCHOOL_NAME_LENGTH,
} from './limits';
import { code, count, id, iso, line, page, pageQuery } from './primitives';
import { staffReason } from './staff-reason';

const name = line({ min: 1, max: MAX_SCHOOL_NAME_LENGTH, empty: '学校の名前を入力してください。' });
/** The code that pupils type, in the form in which codes are compared. */
const newSchoolCode = code({ max: MAX_SCHOOL_CODE_LENGTH, empty: '学校コードを入力してください。' }).check(
  z.regex(/^[A-Z0-9](?:[A-Z0-9-]*[A-Z0-9])?$/, { error: '半角の英数字とハイフンで入力してください。' }),
);
/** How pupils sign in: with the codes of the school, or also on a page of the school by OpenID Connect. */
const newSso = z.enum(['none', 'oidc'], {
  error: 'SAMLには対応していません。生徒コードかOpenID Connectを選んでください。',
});
const policy = z.object({ canCreate: z.boolean(), canSpeak: z.boolean(), classmatesOnly: z.boolean() });
export type SchoolPolicy = z.output<typeof policy>;
/** Whom the codes are for, such as a class; empty for none. */
const label = line({ max: MAX_CODE_LABEL_LENGTH });

const school = z.object({
  id,
  name: z.string(),
  code: z.string(),
  sso: z.enum(['none', 'oidc', 'saml']),
  policy,
  /** Whether pupils can sign up and sign in. */
  active: z.boolean(),
  pupilCount: count,
  unusedCodeCount: count,
});
export type School = z.output<typeof school>;

const codeGroup = z.object({
  label: z.string(),
  unused: count,
  used: count,
  revoked: count,
  /** When the last of them was made. */
  madeAt: iso,
});
export type CodeGroup = z.output<typeof codeGroup>;

/** An issuer has neither credentials nor query nor fragment. Plain http is for development alone. */
function isIssuer(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password, search, hash } = new URL(value);
  return /^https?:$/.test(protocol) && [username, password, search, hash].every((part) => part === '');
}

const ofSchool = { isExtension: true, access: { session: 'staff' }, params: z.object({ id }) } as const;

/** The sign-in page of the school; null while nobody has entered it. Its secret is never returned. */
const signInPage = z.nullable(z.object({ issuer: z.string(), clientId: z.string(), claim: z.string() }));

export const listSchools = endpoint({
  name: 'listSchools',
  isExtension: true,
  method: 'GET',
  path: '/staff/schools',
  summary: 'Returns all partner schools by name.',
  access: { session: 'staff' },
  response: z.object({ items: z.array(school) }),
  errors: [],
  tags: ['Staff'],
});

export const createSchool = endpoint({
  name: 'createSchool',
  isExtension: true,
  method: 'POST',
  path: '/staff/schools',
  summary: 'Adds a partner school. SAML is refused.',
  access: { session: 'staff' },
  body: z.strictObject({ name, code: newSchoolCode, sso: newSso, policy }),
  response: z.object({ id }),
  status: 201,
  errors: ['invalid'],
  invalidates: ['Staff'],
  idempotencyKey: true,
});

export const getSchool = endpoint({
  ...ofSchool,
  name: 'getSchool',
  method: 'GET',
  path: '/staff/schools/{id}',
  summary: 'Returns a partner school with its codes by label.',
  response: z.extend(school, {
    codes: z.array(codeGroup),
    signInPage,
    /** Where the sign-in page sends pupils back to, which the school registers. */
    redirectUri: z.string(),
  }),
  errors: ['not_found'],
  tags: ['Staff'],
});
export type SchoolDetails = z.output<(typeof getSchool)['response']>;

/** What the staff changes of a school in one form. */
export const schoolSettings = z.strictObject({ name, policy, active: z.boolean() });

export const updateSchool = endpoint({
  ...ofSchool,
  name: 'updateSchool',
  method: 'PUT',
  path: '/staff/schools/{id}',
  summary:
    'Changes the name of a partner school, what its pupils may do, and whether they can sign in. What is left out stays as it is.',
  body: z.extend(z.partial(schoolSettings), { policy: z.optional(z.partial(policy)) }),
  response: null,
  errors: ['not_found'],
  invalidates: ['Staff'],
  idempotencyKey: true,
});

export const setSignInPage = endpoint({
  ...ofSchool,
  name: 'setSignInPage',
  method: 'PUT',
  path: '/staff/schools/{id}/sign_in_page',
  summary:
    'Sets the sign-in page of a school (OpenID Connect) after asking it for its configuration, or removes it. Without a secret the former one stays.',
  body: z.strictObject({
    page: z.nullable(
      z.strictObject({
        issuer: z
          .string({ error: 'URLを入力してください。' })
          .check(
            z.trim(),
            z.maxLength(MAX_ISSUER_LENGTH, { error: 'URLが長すぎます。', abort: true }),
            z.refine(isIssuer, { error: 'https:// から始まるURLを入力してください。' }),
          ),
        clientId: line({ min: 1, max: 200, empty: 'クライアントIDを入力してください。' }),
        clientSecret: z.optional(line({ min: 1, max: 500, empty: 'クライアントシークレットを入力してください。' })),
        claim: z.string().check(z.regex(/^[\w.:/-]{1,100}$/, { error: '半角の英数字で入力してください。' })),
      }),
    ),
  }),
  response: null,
  errors: ['not_found', 'invalid'],
  invalidates: ['Staff'],
  maxRetries: 0,
});

export const createSchoolCodes = endpoint({
  ...ofSchool,
  name: 'createSchoolCodes',
  method: 'POST',
  path: '/staff/schools/{id}/codes',
  summary: 'Makes one-time codes with which pupils sign up, under a label such as a class.',
  body: z.strictObject({
    label,
    count: z
      .int({ error: '枚数を入力してください。' })
      .check(
        z.minimum(1, { error: '1枚以上にしてください。' }),
        z.maximum(MAX_CODES_AT_ONCE, { error: `一度に作れるのは${MAX_CODES_AT_ONCE}枚までです。` }),
      ),
  }),
  response: z.object({ codes: z.array(z.string()) }),
  status: 201,
  errors: ['not_found', 'invalid'],
  invalidates: ['Staff'],
  idempotencyKey: true,
});

export const listSchoolCodes = endpoint({
  ...ofSchool,
  name: 'listSchoolCodes',
  method: 'GET',
  path: '/staff/schools/{id}/codes',
  summary: 'Returns the codes of a school under a label, unused ones first.',
  query: z.object({ label: z._default(label, '') }),
  response: z.object({
    items: z.array(
      z.object({
        code: z.string(),
        state: z.enum(['unused', 'used', 'revoked']),
        /** When it was used or revoked. */
        at: z.nullable(iso),
        usedBy: z.nullable(z.object({ userId: id, nickname: z.string() })),
      }),
    ),
  }),
  errors: ['not_found'],
  tags: ['Staff'],
});

export const revokeSchoolCodes = endpoint({
  ...ofSchool,
  name: 'revokeSchoolCodes',
  method: 'POST',
  path: '/staff/schools/{id}/codes/revocation',
  summary: 'Makes one unused code, or all unused codes under a label, useless. Answers how many there were.',
  body: z.strictObject({ label, code: z.optional(code({ max: 64 })), reason: staffReason }),
  response: z.object({ count }),
  errors: ['not_found'],
  invalidates: ['Staff'],
  idempotencyKey: true,
});

const pupil = z.object({
  userId: id,
  nickname: z.string(),
  studentCode: z.string(),
  state: z.string(),
  createdAt: iso,
});
export type Pupil = z.output<typeof pupil>;

export const listPupils = endpoint({
  ...ofSchool,
  name: 'listPupils',
  method: 'GET',
  path: '/staff/schools/{id}/pupils',
  summary: 'Returns the pupils of a school by student code.',
  query: z.object(pageQuery),
  response: page(pupil),
  errors: ['not_found'],
  tags: ['Staff'],
});

export const renewPupilPassword = endpoint({
  name: 'renewPupilPassword',
  isExtension: true,
  method: 'POST',
  path: '/staff/pupils/{userId}/password',
  summary: 'Gives a pupil a new password, which only this answer contains, and ends all of their sessions.',
  access: { session: 'staff' },
  params: z.object({ userId: id }),
  body: z.strictObject({ reason: staffReason }),
  response: z.object({ password: z.string() }),
  errors: ['not_found', 'conflict'],
  invalidates: ['Staff'],
  maxRetries: 0,
});
