/** The password of every demo user. */
export const DEMO_PASSWORD = 'manabiba-demo';
/** Code of the partner school whose pupils are in the demo. */
export const DEMO_SCHOOL_CODE = 'minato-hs';

/** One-time codes with which pupils of that school sign up. */
export const DEMO_INVITE_CODES: readonly string[] = Array.from(
  { length: 50 },
  (_, index) => `MINATO-${String(index + 1).padStart(3, '0')}`,
);

/** The other partner school of the demo, whose pupils can sign in on its own page, and one of them. */
export const demoSchoolPage = { schoolCode: 'aoba-ss', schoolName: '青葉中等教育学校', studentCode: '1-2-11' };

export interface DemoPerson {
  /** The local part of the e-mail address. */
  kind:
    | 'adult'
    | 'student'
    | 'child'
    | 'school'
    | 'host'
    | 'subscriber'
    | 'resubmit'
    | 'unpaid'
    | 'unverified'
    | 'staff';
  /** A short description for the developer who starts the product. */
  label: string;
  email: string;
  /** Sign-in by school code, besides the address. */
  schoolCode?: string;
  studentCode?: string;
  /** How other pupils of the school sign up. */
  signUpCodes?: string;
}

const person = (kind: DemoPerson['kind'], label: string): DemoPerson => ({
  kind,
  label,
  email: `${kind}@demo.manabiba.test`,
});

/** The users who can sign in with `DEMO_PASSWORD`, in the order in which start-up prints them. */
export const demoPeople: readonly DemoPerson[] = [
  person('adult', '25歳以上の方'),
  person('student', '学生(24歳以下)'),
  person('child', '12歳以下の方'),
  {
    ...person('school', '連携校の生徒(みなと高等学校)'),
    schoolCode: DEMO_SCHOOL_CODE,
    studentCode: '2-1-07',
    signUpCodes: `${DEMO_INVITE_CODES[0]} to ${DEMO_INVITE_CODES.at(-1)}`,
  },
  person('host', 'プロフェッショナル'),
  person('subscriber', 'プラン会員'),
  person('resubmit', '本人確認書類の再提出待ち'),
  person('unpaid', 'カードのお支払い確認待ち'),
  person('unverified', 'メールアドレス未確認'),
  person('staff', '運営スタッフ'),
];
