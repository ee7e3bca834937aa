import { birthDate, email, emailOrNothing, newPassword, nickname } from '@manabiba/shared/contract/auth';
import { schoolCodes } from '@manabiba/shared/contract/school-codes';
import { organisation } from '@manabiba/shared/contract/sign-up';
import { ageInJapan, needsGuardian } from '@manabiba/shared/format/age';
import * as z from 'zod/mini';

/** The kinds of accounts to sign up for. Whether the user is a student follows from the birth date. */
export type SignUpKind = 'person' | 'pupil' | 'professional';
export type StepName =
  | 'kind'
  | 'person'
  | 'adult'
  | 'method'
  | 'provided'
  | 'school'
  | 'pupil'
  | 'organisation'
  | 'upgrade';

/** The minimum age of professionals. */
const PROFESSIONAL_MIN_AGE = 25;

const agreeTerms = z
  .boolean()
  .check(z.refine((isAgreed) => isAgreed, { error: '利用規約とプライバシーポリシーへの同意が必要です。' }));
const { orgName, orgUrl, invoiceRegistrationNo } = organisation;

/** The schema of each step, which must be valid before the next one opens. */
export const stepSchemas = {
  kind: z.object({ kind: z.enum(['person', 'pupil', 'professional']) }),
  person: z
    .object({ nickname, birthDate, guardianEmail: emailOrNothing })
    .check(
      z.refine((form) => !needsGuardian(form.birthDate, new Date()) || form.guardianEmail !== '', {
        path: ['guardianEmail'],
        error: '保護者のメールアドレスを入力してください。',
      }),
    ),
  adult: z.object({
    nickname,
    birthDate: birthDate.check(
      z.refine((value) => (ageInJapan(value, new Date()) ?? PROFESSIONAL_MIN_AGE) >= PROFESSIONAL_MIN_AGE, {
        error: 'プロフェッショナルの登録は25歳以上の方が対象です。',
      }),
    ),
  }),
  method: z.object({ email, password: newPassword, agreeTerms }),
  provided: z.object({ agreeTerms }),
  school: z.object({
    schoolCode: schoolCodes.schoolCode,
    inviteCode: schoolCodes.inviteCode,
    studentCode: schoolCodes.studentCode,
  }),
  pupil: z.object({ nickname, birthDate, password: newPassword }),
  organisation: z.object({ orgName, orgUrl, invoiceRegistrationNo }),
  upgrade: z.object({ orgName, orgUrl, invoiceRegistrationNo, agreeTerms }),
} satisfies Record<StepName, z.ZodMiniType>;

/** The fields of a step in validation order. */
export const fieldsOf = (step: StepName) => Object.keys(stepSchemas[step].shape) as (keyof SignUpValues)[];

export interface SignUpValues {
  kind: SignUpKind;
  nickname: string;
  birthDate: string;
  guardianEmail: string;
  email: string;
  password: string;
  agreeTerms: boolean;
  schoolCode: string;
  inviteCode: string;
  studentCode: string;
  orgName: string;
  orgUrl: string;
  invoiceRegistrationNo: string;
}

export const emptySignUp: SignUpValues = {
  kind: 'person',
  nickname: '',
  birthDate: '',
  guardianEmail: '',
  email: '',
  password: '',
  agreeTerms: false,
  schoolCode: '',
  inviteCode: '',
  studentCode: '',
  orgName: '',
  orgUrl: '',
  invoiceRegistrationNo: '',
};

/**
 * The steps of a kind. Users verified by an identity provider need no password; signed-in adults enter only the
 * organisation.
 */
export function stepsOf(
  kind: SignUpKind,
  { isProvided, isUpgrade }: { isProvided: boolean; isUpgrade: boolean },
): StepName[] {
  if (isUpgrade) return ['upgrade'];
  const last = isProvided ? 'provided' : 'method';
  switch (kind) {
    case 'person':
      return ['kind', 'person', last];
    case 'pupil':
      return ['kind', 'school', 'pupil'];
    case 'professional':
      return ['kind', 'organisation', 'adult', last];
  }
}
