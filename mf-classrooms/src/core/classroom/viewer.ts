import type { Me, User } from '@manabiba/shared/contract/users';

/** Somebody of 12 or under: may read and reserve, but neither write nor open a classroom. A professional never counts. */
export function isChild(me: Me): boolean {
  return me.role !== 'anonymous' && !me.isProfessional && !me.canCommunicateAge;
}

/** Whether a classroom that is not open to all is closed to this person: adults and professionals stand outside. */
export function isOutsideYouthAudience(me: Me): boolean {
  return me.role !== 'anonymous' && (me.isProfessional || !me.isStudentAge);
}

/** Why somebody may neither write nor speak in a classroom. */
export type SilenceReason = 'sign_in' | 'too_young' | 'consent' | 'school';

/**
 * Why somebody may neither write, raise a hand nor speak: no account, 12 or under, a guardian's consent that is
 * missing, or the rules of their school. Null for whoever may. The server keeps the same rules.
 */
export function silenceOf(me: Me): SilenceReason | null {
  if (me.role === 'anonymous') return 'sign_in';
  if (isChild(me)) return 'too_young';
  if (me.guardianConsentNeeded) return 'consent';
  return me.partnerSchool?.policy.canSpeak === false ? 'school' : null;
}

/** Whether this person, or a visitor after signing in, may follow somebody. People of 12 or under follow professionals only. */
export function canFollow(me: Me, user: Pick<User, 'id' | 'canBeFollowed' | 'isProfessional'>): boolean {
  return user.canBeFollowed && user.id !== me.id && (user.isProfessional || !isChild(me));
}
