import { birthDate, email, emailOrNothing, newPassword, nickname } from '@manabiba/shared/contract/auth';
import { schoolCodes } from '@manabiba/shared/contract/school-codes';
import { organisation } from '@manabiba/shared/contract/sign-up';
import { ageInJapan, needsGuardian } from '@manabiba/shared/format/age';
import * as z from 'zod/mini';

/** What somebody signs up as. Whether they are a student is for their birth date to say. */
export type SignUpKind = 'person' | 'pupil' | 'professional';
export type StepName =
  'kind' | 'person' | 'adult' | 'method' | 'provided' | 'school' | 'pupil' | 'organisation' | 'upgrade';

/** From this age a professional. */
const PROFESSIONAL_MIN_AGE = 25;

const agreeTerms = z
  .boolean()
  .check(z.refine((isAgreed) => isAgreed, { error: '利用規約とプライバシーポリシーへの同意が必要です。' }));
const { orgName, orgUrl, invoiceRegistrationNo } = organisation;

/** What each step asks for; the next one comes when it is right. */
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

/** The fields of a step, in the order in which they are looked at. */
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

/** The steps of a kind. Somebody whom an identity provider vouches for needs no password, an adult who is signed in only the organisation. */
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
