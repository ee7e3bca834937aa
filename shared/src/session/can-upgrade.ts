import type { SignedInMe } from '../contract/users';

/** Whether the user may become a professional: an adult without a plan who has no other pending step. */
export function canUpgrade({ role, state, isStudentAge, isPartnerSchoolStudent, isSubscribed }: SignedInMe): boolean {
  return (
    role === 'user' &&
    !isStudentAge &&
    !isPartnerSchoolStudent &&
    !isSubscribed &&
    (state === 'active' || state === 'email_unverified')
  );
}
