import type { Me, User } from '@manabiba/shared/contract/users';

/**
 * Returns whether the viewer is 12 or under: they may read and reserve, but neither write nor create classrooms.
 * Professionals never count as children.
 */
export function isChild(me: Me): boolean {
  return me.role !== 'anonymous' && !me.isProfessional && !me.canCommunicateAge;
}

/** Returns whether the viewer is under 18. Pupils count as such: their age is known to the server only. */
export function isMinor(me: Me): boolean {
  return me.role !== 'anonymous' && (me.guardianConsent !== null || me.isPartnerSchoolStudent);
}

/** Returns whether the viewer is excluded from classrooms that are not open to all: adults and professionals are. */
export function isOutsideYouthAudience(me: Me): boolean {
  return me.role !== 'anonymous' && (me.isProfessional || !me.isStudentAge);
}

/** Why a viewer may neither write nor speak in a classroom. */
export type SilenceReason = 'sign_in' | 'too_young' | 'consent' | 'school';

/**
 * Returns why the viewer may neither write, raise a hand nor speak: no account, 12 or under, missing guardian consent,
 * or their school's policy. Null when they may. The server enforces the same rules.
 */
export function silenceOf(me: Me): SilenceReason | null {
  if (me.role === 'anonymous') return 'sign_in';
  if (isChild(me)) return 'too_young';
  if (me.guardianConsentNeeded) return 'consent';
  return me.partnerSchool?.policy.canSpeak === false ? 'school' : null;
}

/**
 * Returns whether the viewer, or an anonymous visitor after signing in, may follow a user. People of 12 or under follow
 * professionals only.
 */
export function canFollow(me: Me, user: Pick<User, 'id' | 'canBeFollowed' | 'isProfessional'>): boolean {
  return user.canBeFollowed && user.id !== me.id && (user.isProfessional || !isChild(me));
}
