import * as z from 'zod/mini';
import { birthDate, email, emailOrNothing, newPassword, nickname } from '@manabiba/shared/contract/auth';
import { text } from '@manabiba/shared/contract/primitives';
import { needsGuardian } from '@manabiba/shared/format/age';

const givenPassword = z.string().check(z.minLength(1, { error: 'パスワードを入力してください。' }));

export const emailForm = z.object({ email, password: givenPassword });
export type EmailForm = z.input<typeof emailForm>;

export const schoolForm = z.object({
  schoolCode: text({ min: 1, max: 32, empty: '学校コードを入力してください。' }),
  studentCode: text({ min: 1, max: 32, empty: '生徒コードを入力してください。' }),
  password: givenPassword,
});
export type SchoolForm = z.input<typeof schoolForm>;

export const signUpForm = z.object({
  nickname, email, password: newPassword, birthDate, guardianEmail: emailOrNothing,
  agreeTerms: z.boolean().check(z.refine((isAgreed) => isAgreed, { error: '利用規約とプライバシーポリシーへの同意が必要です。' })),
}).check(z.refine((form) => !needsGuardian(form.birthDate, new Date()) || form.guardianEmail !== '', {
  path: ['guardianEmail'], error: '保護者のメールアドレスを入力してください。',
}));
export type SignUpForm = z.input<typeof signUpForm>;
