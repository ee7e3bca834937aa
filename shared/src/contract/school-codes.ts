import * as z from 'zod/mini';

import { type AccessRule, endpoint } from './endpoint';
import { code } from './primitives';

/** The codes given out by a partner school; lower case and full-width letters are equivalent to capitals. */
export const schoolCodes = {
  schoolCode: code({ max: 32, empty: '学校コードを入力してください。' }),
  studentCode: code({ max: 32, empty: '生徒コードを入力してください。' }),
  inviteCode: code({ max: 64, empty: '登録コードを入力してください。' }),
};

const signedInPeopleAlready = {
  adult: 'already',
  student: 'already',
  child: 'already',
  school: 'already',
  professional: 'already',
} satisfies AccessRule['refuses'];

export const checkSchoolCodes = endpoint({
  name: 'checkSchoolCodes',
  isExtension: true,
  method: 'POST',
  path: '/school_codes',
  summary:
    'Returns the name of the school that issued a one-time code, before a pupil signs up with it. A wrong school and a wrong code get the same answer.',
  access: { session: 'public', refuses: signedInPeopleAlready, closes: true },
  body: z.strictObject({ schoolCode: schoolCodes.schoolCode, inviteCode: schoolCodes.inviteCode }),
  response: z.object({ schoolName: z.string() }),
  errors: ['already', 'invalid', 'code_used', 'rate_limited'],
  maxRetries: 0,
});
