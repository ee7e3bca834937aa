import type { SignedInMe } from '../contract/users';

/** Whether somebody may become a professional: an adult without a plan who has nothing else to settle first. */
export function canUpgrade({ role, state, isStudentAge, isPartnerSchoolStudent, isSubscribed }: SignedInMe): boolean {
  return (
    role === 'user' &&
    !isStudentAge &&
    !isPartnerSchoolStudent &&
    !isSubscribed &&
    (state === 'active' || state === 'email_unverified')
  );
}
