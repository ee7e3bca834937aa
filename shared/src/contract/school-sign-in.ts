import * as z from 'zod/mini';

import { endpoint, openInAnyState } from './endpoint';
import { schoolCodes } from './school-codes';

const part = z.string().check(z.minLength(1), z.maxLength(2048));

export const startSchoolSignIn = endpoint({
  name: 'startSchoolSignIn',
  isExtension: true,
  method: 'POST',
  path: '/school_sign_ins',
  summary:
    "Begins a sign-in on a school's own page: returns its URL, and a key that the browser keeps until the pupil is back.",
  access: openInAnyState,
  body: z.strictObject({ schoolCode: schoolCodes.schoolCode }),
  response: z.object({ url: z.string(), browserKey: z.string() }),
  errors: ['not_found', 'unavailable', 'rate_limited'],
  maxRetries: 0,
});

export const finishSchoolSignIn = endpoint({
  name: 'finishSchoolSignIn',
  isExtension: true,
  method: 'POST',
  path: '/school_sign_ins/answer',
  summary:
    "Takes what the school's page has answered, with the key of the same browser. Returns the token that signs the pupil in once, within a minute.",
  access: openInAnyState,
  body: z.strictObject({
    state: part,
    browserKey: part,
    code: z.optional(part),
    error: z.optional(part),
    iss: z.optional(part),
  }),
  response: z.object({ ssoToken: z.string() }),
  errors: ['link_expired', 'invalid_credentials', 'not_found', 'unavailable', 'rate_limited'],
  maxRetries: 0,
});
