import type { Me } from './users';

/**
 * Whether the api refuses money, API keys and ways to sign in until the user has verified the address. A school vouches
 * for its pupils.
 */
export const mustVerifyEmail = (me: Me): boolean =>
  me.role !== 'anonymous' && me.partnerSchoolId === null && !me.fromFirebase.emailVerified;
