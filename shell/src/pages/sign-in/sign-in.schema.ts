import { birthDate, email, emailOrNothing, newPassword, nickname } from '@manabiba/shared/contract/auth';
import { schoolCodes } from '@manabiba/shared/contract/school-codes';
import { needsGuardian } from '@manabiba/shared/format/age';
import * as z from 'zod/mini';

const givenPassword = z.string().check(z.minLength(1, { error: 'パスワードを入力してください。' }));

export const emailForm = z.object({ email, password: givenPassword });
export type EmailForm = z.input<typeof emailForm>;

export const schoolForm = z.object({
  schoolCode: schoolCodes.schoolCode,
  studentCode: schoolCodes.studentCode,
  password: givenPassword,
});
export type SchoolForm = z.input<typeof schoolForm>;

export const signUpForm = z
  .object({
    nickname,
    email,
    password: newPassword,
    birthDate,
    guardianEmail: emailOrNothing,
    agreeTerms: z
      .boolean()
      .check(z.refine((isAgreed) => isAgreed, { error: '利用規約とプライバシーポリシーへの同意が必要です。' })),
  })
  .check(
    z.refine((form) => !needsGuardian(form.birthDate, new Date()) || form.guardianEmail !== '', {
      path: ['guardianEmail'],
      error: '保護者のメールアドレスを入力してください。',
    }),
  );
export type SignUpForm = z.input<typeof signUpForm>;
